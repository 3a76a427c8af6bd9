package server

// This file is the table of messages: which there are, who may send them, and what handles them.

import (
	"encoding/json"
	"slices"
)

// role is what a client may do.
type role string

const (
	roleOwner  role = "owner"
	roleReader role = "reader" // follows; there are no links for readers yet, and their rights are settled here
)

// rowIn is a message that clients send.
type rowIn struct {
	name   string
	roles  []role
	decode func([]byte) (any, error)
	handle func(*hub, *client, any) *refusal
	doc    string
}

// rowOut is a message that the server sends.
type rowOut struct {
	name      string
	sequenced bool
	sample    any
	doc       string
}

// refusal is why a message was not followed.
type refusal struct{ code, reason string }

// row makes a row from a handler of a typed message.
func row[M any](name, doc string, roles []role, handle func(*hub, *client, M) *refusal) rowIn {
	return rowIn{name, roles,
		func(data []byte) (any, error) {
			var m M
			err := json.Unmarshal(data, &m)
			return m, err
		},
		func(h *hub, c *client, m any) *refusal { return handle(h, c, m.(M)) }, doc}
}

// incoming is the table of what clients send.
func incoming() []rowIn {
	owner, all := []role{roleOwner}, []role{roleOwner, roleReader}
	return []rowIn{
		row("hello", "the first message; asks for the notebook, or for what was missed", all, (*hub).hello),
		row("edit", "changes the document", owner, (*hub).edit),
		row("revert", "undoes an edit, or a revert", owner, (*hub).revert),
		row("run", "runs cells, one after another", owner, (*hub).runCells),
		row("runAll", "runs all code cells from the top", owner, (*hub).runAll),
		row("interrupt", "stops the running cell and empties the queue", owner, (*hub).interrupt),
		row("restart", "starts a new kernel", owner, (*hub).restart),
		row("save", "writes the file", owner, (*hub).save),
		row("set", "changes a setting of the notebook or of a cell", owner, (*hub).set),
		row("reload", "reads the file again", owner, (*hub).reload),
		row("assist", "asks about a text that is being written", owner, (*hub).assist),
		row("ping", "asks for a pong", all, (*hub).ping),
	}
}

// outgoing is the table of what the server sends.
func outgoing() []rowOut {
	return []rowOut{
		{"welcome", false, msgWelcome{}, "who the client is; always the first message"},
		{"snapshot", false, msgSnapshot{}, "the whole notebook"},
		{"applied", true, msgApplied{}, "an edit that was made"},
		{"rejected", false, msgRejected{}, "a message that was not followed, and why"},
		{"cell", true, msgCell{}, "the state of a cell"},
		{"output", true, msgOutput{}, "an output of a cell, or more text of one"},
		{"diagnostics", true, msgDiagnostics{}, "what is wrong in a cell, and where"},
		{"kernel", true, msgKernel{}, "the state of the kernel"},
		{"variables", true, msgVariables{}, "the names of the session"},
		{"adjoint", true, msgAdjoint{}, "sources of the derivatives that a cell asks for"},
		{"tape", true, msgTape{}, "what derivative programs hold in their tapes now"},
		{"settings", true, msgSettings{}, "the settings of the notebook"},
		{"saved", true, msgSaved{}, "the file was written"},
		{"notice", true, msgNotice{}, "a sentence for people; without seq if it is for one client"},
		{"assisted", false, msgAssisted{}, "the answer to assist"},
		{"pong", false, msgPong{}, "the answer to a ping"},
	}
}

// nameOf is the type of a message of the server.
func nameOf(m any) string {
	switch m.(type) {
	case msgWelcome:
		return "welcome"
	case msgSnapshot:
		return "snapshot"
	case msgApplied:
		return "applied"
	case msgRejected:
		return "rejected"
	case msgCell:
		return "cell"
	case msgOutput:
		return "output"
	case msgDiagnostics:
		return "diagnostics"
	case msgKernel:
		return "kernel"
	case msgVariables:
		return "variables"
	case msgAdjoint:
		return "adjoint"
	case msgTape:
		return "tape"
	case msgSettings:
		return "settings"
	case msgSaved:
		return "saved"
	case msgNotice:
		return "notice"
	case msgAssisted:
		return "assisted"
	case msgPong:
		return "pong"
	}
	panic("a message without a name")
}

// dispatch finds the row of a message and lets it through if the client's role allows. What it returns is said to the
// client; bad says that the text is not a message at all, and ends the connection.
func dispatch(rows []rowIn, h *hub, c *client, data []byte) (rejected *msgRejected, bad bool) {
	var head struct {
		Type string `json:"type"`
		Ref  string `json:"ref"`
	}
	if err := json.Unmarshal(data, &head); err != nil && !json.Valid(data) {
		return nil, true
	}
	no := func(code, reason string) (*msgRejected, bool) {
		return &msgRejected{Ref: head.Ref, Of: head.Type, Code: code, Reason: reason}, false
	}
	i := slices.IndexFunc(rows, func(r rowIn) bool { return r.name == head.Type })
	if i < 0 {
		head.Type = "" // it may be anything
		return no("malformed", "there is no message of that type")
	}
	if !slices.Contains(rows[i].roles, c.role) {
		return no("forbidden", "your role may not do that")
	}
	m, err := rows[i].decode(data)
	if err != nil {
		return no("malformed", "a field of the message is not what it must be")
	}
	if (head.Type == "hello") == c.greeted() {
		return no("malformed", "hello is the first message, and only the first")
	}
	if r := rows[i].handle(h, c, m); r != nil {
		return no(r.code, r.reason)
	}
	return nil, false
}
