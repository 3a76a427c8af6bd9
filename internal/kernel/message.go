package kernel

// This file holds what goes through the pipes.

import (
	"encoding/json"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/ad/rt"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp"
)

// request is a line from the parent.
type request struct {
	Seq    int
	Op     string // run, declare, document, call, cells, variables, interrupt
	Cell   string
	Source []byte          // text; a string would be made UTF-8 on the way, silently
	Doc    []interp.Source `json:",omitempty"` // texts of all cells of the document, for run and document; nil says nothing of them
	Func   string
	Names  []string // of the parameters, for messages; nil for those of the function's type
	Args   string   // a JSON array; as text, since it may be anything
}

// Reply is what a request gave.
type Reply struct {
	OK        bool
	Values    []interp.Value `json:",omitempty"`
	Faults    []Fault        `json:",omitempty"`
	Notes     []string       `json:",omitempty"` // plain sentences about other cells
	Lost      []string       `json:",omitempty"` // cells with values that were lost when the interpreter was made anew
	Needs     []string       `json:",omitempty"` // cells that are to make lost values again before the cell can begin, in their order
	Stale     []string       `json:",omitempty"` // cells that are stale since, in the order in which they are to run again
	Cells     []interp.CellState
	Variables []interp.Variable `json:",omitempty"` // sorted by name
	Names     []string          `json:",omitempty"` // of the variables that the session has after a cell, sorted
	Call      *Call             `json:",omitempty"`
	Adjoints  []engine.Adjoint  `json:",omitempty"` // sources of the derivatives that the cell asks for
}

// Fault is a diagnostic with the source line that it is about, if there is one.
type Fault struct {
	diag.Diagnostic
	Line string
}

// Call is the result of a called function.
type Call struct {
	Results []json.RawMessage // one per result
	Params  []string          // names of the parameters
}

// Output is what is known of a request before its reply: text that a cell wrote, or, if Tape is not nil, what its
// derivative programs hold in their tapes, about 30 times a second while that changes.
type Output struct {
	Stderr bool
	Text   string
	Tape   []rt.Measure `json:",omitempty"`
	// Display is what the cell shows here, nil for text.
	Display *Display `json:",omitempty"`
}

// Display is something that a cell shows while it runs: its forms by MIME type. What is shown under an ID that is not "" replaces what
// the cell has shown under it before.
type Display struct {
	ID     string `json:",omitempty"`
	Bundle map[string][]byte
}

// event is a line from the child.
type event struct {
	Seq   int
	Reply *Reply `json:",omitempty"`
	Error string `json:",omitempty"` // an internal error
	Dying string `json:",omitempty"` // why the child ends itself
	// Sample says that the event is no answer but a sample of the tapes.
	Sample bool         `json:",omitempty"`
	Show   *Display     `json:",omitempty"` // what the next markShown in standard output stands for
	Tape   []rt.Measure `json:",omitempty"`
}
