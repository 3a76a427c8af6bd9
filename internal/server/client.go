package server

// This file is one websocket. No other file knows the websocket library.

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	maxMessage   = 4 << 20
	maxClients   = 64
	queueLength  = 1024
	queueBytes   = 16 << 20
	writeTimeout = 10 * time.Second
	pingEvery    = 20 * time.Second
	pongTimeout  = 50 * time.Second
	closeTimeout = time.Second
)

// Close codes of the protocol.
const (
	closeServerEnds = 4000
	closeTooSlow    = 4001
	closeNotebook   = 4002
	closeTooMany    = 4003
)

// client is one connection. Its queue is bounded: a client that does not read is disconnected.
type client struct {
	id    string
	role  role
	conn  *websocket.Conn
	wake  chan struct{} // of the writer; holds one
	ended chan struct{} // closed when nothing more is read
	mu    sync.Mutex    // guards what follows
	hello bool
	queue [][]byte
	bytes int
	code  int // of the close frame; 0 while open
}

func (c *client) greeted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hello
}

// post queues a message. It never waits.
func (c *client) post(data []byte) { c.enqueue(data, len(data)) }

// enqueue queues a message that takes size of the room.
func (c *client) enqueue(data []byte, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.code != 0 {
		return
	}
	if len(c.queue) >= queueLength || c.bytes+size > queueBytes {
		c.code, c.queue = closeTooSlow, nil
	} else {
		c.queue = append(c.queue, data)
		c.bytes += size
	}
	c.signal()
}

// tell posts a message that concerns this client alone. A snapshot is as large as the notebook and takes no room.
func (c *client) tell(m any) {
	data, err := frame(nameOf(m), 0, m)
	if err != nil {
		panic(fmt.Sprintf("encode %s: %v", nameOf(m), err))
	}
	size := len(data)
	if _, ok := m.(msgSnapshot); ok {
		size = 0
	}
	c.enqueue(data, size)
}

// close ends the connection after what is queued.
func (c *client) close(code int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.code == 0 {
		c.code = code
	}
	c.signal()
}

func (c *client) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *client) take() (batch [][]byte, code int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	batch, c.queue, c.bytes = c.queue, nil, 0
	return batch, c.code
}

// write sends what is queued until the connection is closed.
func (c *client) write(ctx context.Context) {
	defer c.conn.Close() // ends read as well
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		batch, code := c.take()
		for _, data := range batch {
			c.conn.SetWriteDeadline(time.Now().Add(writeTimeout))
			if c.conn.WriteMessage(websocket.TextMessage, data) != nil {
				return
			}
		}
		if code != 0 {
			c.farewell(code)
			return
		}
		if len(batch) > 0 {
			continue
		}
		select {
		case <-c.wake:
		case <-tick.C:
			if c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeTimeout)) != nil {
				return
			}
		case <-ctx.Done():
			c.farewell(closeServerEnds)
			return
		}
	}
}

// farewell sends a close frame and waits a moment for the answer: a connection that is cut with something unread in it
// takes with it what the other side has not read yet.
func (c *client) farewell(code int) {
	if c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeTimeout)) != nil {
		return
	}
	select {
	case <-c.ended:
	case <-time.After(closeTimeout):
	}
}

// drain reads what is not wanted any more until the other side has closed as well.
func (c *client) drain() {
	defer close(c.ended)
	c.conn.SetReadDeadline(time.Now().Add(closeTimeout))
	for {
		if _, _, err := c.conn.NextReader(); err != nil {
			return
		}
	}
}

// read dispatches messages until the connection ends.
func (c *client) read(h *hub, rows []rowIn) {
	c.conn.SetReadLimit(maxMessage)
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(pongTimeout)) }
	alive("")
	c.conn.SetPongHandler(alive)
	for {
		kind, data, err := c.conn.ReadMessage()
		if err != nil {
			return // the library has answered a frame that is too long with 1009
		}
		if kind != websocket.TextMessage {
			c.close(websocket.CloseUnsupportedData)
			return
		}
		rejected, bad := dispatch(rows, h, c, data)
		if bad {
			c.close(websocket.CloseInvalidFramePayloadData)
			return
		}
		if rejected != nil {
			rejected.Version = h.version()
			c.tell(*rejected)
		}
	}
}

// getSocket answers GET /ws. The class of the route has checked who asks.
func (s *Server) getSocket(w http.ResponseWriter, r *http.Request, who caller) {
	up := websocket.Upgrader{
		CheckOrigin:       func(r *http.Request) bool { return who.token || sameOrigin(r) },
		EnableCompression: false, // the read limit would count compressed bytes
		HandshakeTimeout:  writeTimeout,
		Error: func(w http.ResponseWriter, _ *http.Request, status int, _ error) {
			fail(w, status, "this is not a websocket request")
		},
	}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &client{id: rand.Text()[:8], role: roleOwner, conn: conn, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	var writer sync.WaitGroup
	writer.Go(func() { c.write(s.ctx) })
	s.attend(c, r.URL.Query().Get("notebook"))
	c.drain()
	writer.Wait()
}

// attend serves a client until its connection ends. What is wrong with a notebook is said over the websocket, since a
// browser does not show a page why a websocket was refused.
func (s *Server) attend(c *client, path string) {
	if !s.enter(c) {
		c.close(closeTooMany)
		return
	}
	defer s.exit(c)
	err := notebookPath(path)
	var h *hub
	if err == nil {
		h, err = s.hub(path)
	}
	if err != nil {
		c.tell(msgNotice{Level: "error", Code: "not-opened", Text: upper(sentence(err)) + "."})
		c.close(closeNotebook)
		return
	}
	c.read(h, s.rows)
	h.leave(c)
	c.close(websocket.CloseNormalClosure)
}

// enter counts a client in, if there is room.
func (s *Server) enter(c *client) bool {
	s.taskMu.Lock()
	defer s.taskMu.Unlock()
	if s.closed || len(s.clients) >= maxClients {
		return false
	}
	s.clients = append(s.clients, c)
	s.tasks.Add(1)
	return true
}

func (s *Server) exit(c *client) {
	s.taskMu.Lock()
	defer s.taskMu.Unlock()
	s.clients = slices.DeleteFunc(s.clients, func(x *client) bool { return x == c })
	s.tasks.Done()
}
