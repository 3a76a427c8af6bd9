// Package servertest is a client of the server for tests of programs that hold one.
package servertest

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Client is a connection to a notebook, by the token.
type Client struct{ conn *websocket.Conn }

// Dial connects to a notebook of the server at addr and says hello.
func Dial(addr, token, notebook string) (*Client, error) {
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+addr+"/ws?notebook="+notebook, http.Header{"Authorization": {"Bearer " + token}})
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", notebook, err)
	}
	c := &Client{conn}
	return c, c.Say(`{"type":"hello"}`)
}

// Say sends messages.
func (c *Client) Say(messages ...string) error {
	for _, m := range messages {
		if err := c.conn.WriteMessage(websocket.TextMessage, []byte(m)); err != nil {
			return fmt.Errorf("say %s: %w", m, err)
		}
	}
	return nil
}

// Until reads messages up to the first one that has text in it.
func (c *Client) Until(text string) error {
	c.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	for {
		_, data, err := c.conn.ReadMessage()
		if err != nil {
			return fmt.Errorf("wait for %s: %w", text, err)
		}
		if strings.Contains(string(data), text) {
			return nil
		}
	}
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }
