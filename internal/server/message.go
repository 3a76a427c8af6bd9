package server

// This file holds the messages as Go types. Their JSON is in docs/protocol.md, with an example of each in testdata/messages.

import (
	"bytes"
	"encoding/json"
)

// Messages of clients.
type (
	msgHello struct {
		Client string `json:"client,omitempty"`
		Epoch  string `json:"epoch,omitempty"`
		Since  uint64 `json:"since,omitempty"`
	}
	msgEdit struct {
		Ref  string `json:"ref"`
		Base uint64 `json:"base"`
		Ops  []op   `json:"ops"`
	}
	msgRevert struct {
		Ref  string `json:"ref"`
		Edit uint64 `json:"edit"`
	}
	msgRun struct {
		Cells []string `json:"cells"`
	}
	msgRunAll struct {
		Restart bool `json:"restart,omitempty"`
	}
	msgInterrupt struct{}
	msgRestart   struct{}
	msgSave      struct {
		Overwrite bool   `json:"overwrite,omitempty"`
		As        string `json:"as,omitempty"`
	}
	msgReload struct{}
	msgSet    struct {
		Cell     string `json:"cell,omitempty"`
		Reactive *bool  `json:"reactive,omitempty"`
		Shell    *bool  `json:"shell,omitempty"`
		Autorun  *bool  `json:"autorun,omitempty"`
	}
	msgPing struct {
		Ref string `json:"ref"`
	}
	msgAssist struct {
		Ref    string `json:"ref"`
		Cell   string `json:"cell"`
		Want   string `json:"want"` // check, complete, hover, signature
		Source string `json:"source"`
		At     int    `json:"at,omitempty"`
	}
)

// op is one operation of an edit.
type op struct {
	Op     string   `json:"op"` // insert, delete, move, kind, source
	Cell   opTarget `json:"cell"`
	At     *int     `json:"at,omitempty"`
	Kind   string   `json:"kind,omitempty"`
	Source *string  `json:"source,omitempty"`
}

// opTarget is the id of a cell, or for insert the cell.
type opTarget struct {
	id   string
	cell *cellView
}

// MarshalJSON writes the id or the cell.
func (t opTarget) MarshalJSON() ([]byte, error) {
	if t.cell != nil {
		return encode(t.cell)
	}
	return encode(t.id)
}

// UnmarshalJSON reads the id or the cell.
func (t *opTarget) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		return json.Unmarshal(data, &t.cell)
	}
	return json.Unmarshal(data, &t.id)
}

// Messages of the server.
type (
	msgWelcome struct {
		Client string `json:"client"`
		Role   role   `json:"role"`
		Epoch  string `json:"epoch"`
		Limits limits `json:"limits"`
	}
	msgSnapshot struct {
		Seq       uint64       `json:"seq"`
		Epoch     string       `json:"epoch"`
		Path      string       `json:"path"`
		Version   uint64       `json:"version"`
		Saved     uint64       `json:"saved"`
		ReadOnly  string       `json:"readOnly,omitempty"`
		Cells     []cellView   `json:"cells"`
		Kernel    kernelView   `json:"kernel"`
		Variables []variable   `json:"variables,omitempty"`
		Foreign   *foreignView `json:"foreign,omitempty"`
		Reactive  bool         `json:"reactive,omitempty"`
	}
	msgApplied struct {
		Version uint64            `json:"version"`
		Client  string            `json:"client"`
		Ref     string            `json:"ref"`
		Reverts uint64            `json:"reverts,omitempty"`
		Ops     []op              `json:"ops"`
		HTML    map[string]string `json:"html,omitempty"`
	}
	msgRejected struct {
		Ref     string `json:"ref,omitempty"`
		Of      string `json:"of"`
		Code    string `json:"code"`
		Reason  string `json:"reason"`
		Version uint64 `json:"version"`
	}
	msgCell struct {
		Cell    string   `json:"cell"`
		State   state    `json:"state"`
		Count   int      `json:"count,omitempty"`
		Ms      float64  `json:"ms,omitempty"`
		Note    string   `json:"note,omitempty"`
		Also    alsoView `json:"also,omitempty"`
		Autorun string   `json:"autorun,omitempty"`
		Shell   string   `json:"shell,omitempty"`
	}
	msgOutput struct {
		Cell    string      `json:"cell"`
		At      int         `json:"at"`
		Put     *outputView `json:"put,omitempty"`
		InPlace bool        `json:"inPlace,omitempty"`
		Keep    *int        `json:"keep,omitempty"`
		Text    string      `json:"text,omitempty"`
	}
	msgDiagnostics struct {
		Cell string           `json:"cell"`
		List []diagnosticView `json:"list"`
	}
	msgKernel    kernelView
	msgVariables struct {
		List []variable `json:"list"`
	}
	msgAdjoint struct {
		Cell string        `json:"cell"`
		List []adjointView `json:"list"`
	}
	msgTape struct {
		Cell    string       `json:"cell"`
		Ms      float64      `json:"ms"`
		Regions []regionView `json:"regions"`
	}
	msgSaved struct {
		Version uint64 `json:"version"`
		Path    string `json:"path"`
	}
	msgNotice struct {
		Level string `json:"level"`
		Code  string `json:"code,omitempty"`
		Text  string `json:"text"`
	}
	msgSettings struct {
		Reactive bool         `json:"reactive"`
		Foreign  *foreignView `json:"foreign,omitempty"`
	}
	msgPong struct {
		Ref string `json:"ref"`
	}
	msgAssisted struct {
		Ref       string           `json:"ref"`
		List      []diagnosticView `json:"list,omitempty"`
		Complete  *completionView  `json:"complete,omitempty"`
		Hover     *hoverView       `json:"hover,omitempty"`
		Signature *signatureView   `json:"signature,omitempty"`
	}
)

// Parts of messages.
type (
	limits struct {
		Message int `json:"message"`
		Outputs int `json:"outputs"`
	}
	cellView struct {
		ID          string           `json:"id"`
		Kind        string           `json:"kind"`
		Source      string           `json:"source"`
		HTML        string           `json:"html,omitempty"`
		State       state            `json:"state,omitempty"`
		Count       int              `json:"count,omitempty"`
		Ms          float64          `json:"ms,omitempty"`
		Note        string           `json:"note,omitempty"`
		Also        alsoView         `json:"also,omitempty"`
		Autorun     string           `json:"autorun,omitempty"`
		Shell       string           `json:"shell,omitempty"`
		Outputs     []outputView     `json:"outputs,omitempty"`
		Diagnostics []diagnosticView `json:"diagnostics,omitempty"`
		Adjoints    []adjointView    `json:"adjoints,omitempty"`
	}
	outputView struct {
		Type      string            `json:"output_type"`
		Name      string            `json:"name,omitempty"`
		Text      *string           `json:"text,omitempty"`
		Count     int               `json:"count,omitempty"`
		Show      string            `json:"show,omitempty"`
		Data      map[string]string `json:"data,omitempty"`
		EName     string            `json:"ename,omitempty"`
		EValue    string            `json:"evalue,omitempty"`
		Traceback []string          `json:"traceback,omitempty"`
	}
	diagnosticView struct {
		Line    int    `json:"line"`
		Col     int    `json:"col"`
		EndCol  int    `json:"endCol,omitempty"`
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	completionView struct {
		From  int        `json:"from"`
		To    int        `json:"to"`
		Items []itemView `json:"items"`
	}
	itemView struct {
		Label  string `json:"label"`
		Insert string `json:"insert,omitempty"`
		Kind   string `json:"kind"`
		Type   string `json:"type,omitempty"`
		Doc    string `json:"doc,omitempty"`
	}
	hoverView struct {
		From int    `json:"from"`
		To   int    `json:"to"`
		Decl string `json:"decl"`
		Doc  string `json:"doc,omitempty"`
		Path string `json:"path,omitempty"`
	}
	signatureView struct {
		At     int      `json:"at"`
		Before string   `json:"before"`
		Params []string `json:"params"`
		After  string   `json:"after"`
		Active int      `json:"active"`
		Doc    string   `json:"doc,omitempty"`
	}
	kernelView struct {
		State   string `json:"state"`
		Message string `json:"message,omitempty"`
	}
	foreignView struct {
		Kernel string   `json:"kernel"`
		Text   string   `json:"text"`
		List   []string `json:"list,omitempty"`
		Shell  string   `json:"shell,omitempty"`
		Why    string   `json:"why,omitempty"`
	}
	variable struct {
		Name  string `json:"name"`
		Type  string `json:"type"`
		Size  string `json:"size,omitempty"`
		Bytes int64  `json:"bytes,omitempty"`
		More  bool   `json:"more,omitempty"`
	}
	adjointView struct {
		Func  string        `json:"func"`
		Form  string        `json:"engine_form,omitempty"` // adjoint or traced
		Text  string        `json:"text"`
		Lines []lineRefView `json:"lines"`
	}
	lineRefView struct {
		Adjoint int    `json:"adjoint"`
		Cell    string `json:"cell"`
		Line    int    `json:"line"`
		Col     int    `json:"col"`
		Sweep   string `json:"sweep"`
	}
	regionView struct {
		Func  string `json:"func"`
		Name  string `json:"name"`
		Cell  string `json:"cell"`
		Line  int    `json:"line"`
		Bytes int64  `json:"bytes"`
		Rows  int64  `json:"rows"`
	}
)

// state is what became of a cell in the present kernel.
type state string

const (
	stateNotRun  state = "not-run"
	stateQueued  state = "queued"
	stateRunning state = "running"
	stateOK      state = "ok"
	stateError   state = "error"
	stateStale   state = "stale"
)

// encode is json.Marshal with <, > and & as they are: messages go to a parser of JSON and nowhere else.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// frame puts the type, and the sequence number if there is one, before the fields of a message.
func frame(name string, seq uint64, m any) ([]byte, error) {
	body, err := encode(m)
	if err != nil {
		return nil, err
	}
	head, err := encode(struct {
		Type string `json:"type"`
		Seq  uint64 `json:"seq,omitempty"`
	}{name, seq})
	if err != nil || string(body) == "{}" {
		return head, err
	}
	return append(append(head[:len(head)-1], ','), body[1:]...), nil
}
