package assist

// This file is the face of the package: the questions, and the check for faults.

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/typing"
	"github.com/costate/costate/interp"
)

// Options configure an Assistant; the zero value is usable.
type Options struct {
	Checker   *typing.Checker // nil is a new one
	AllowExec bool            // cells may start processes and reach past Go's types
}

// Cell is a code cell.
type Cell struct {
	ID   string
	Text string
}

// Assistant answers questions about one notebook. It keeps what it has imported and the last text of each cell that could be
// parsed. It is safe for concurrent use; questions wait for each other.
type Assistant struct {
	opts     Options
	packages map[string]typing.Package
	names    map[string]string // import paths of packages that need no import, by name

	mu      sync.Mutex
	checker *typing.Checker
	drafts  map[string]draft // by id of the cell
	good    map[string]draft // the last ones without faults
}

// draft is the file of a text.
type draft struct {
	text string
	*interp.Draft
}

// New returns an Assistant.
func New(opts Options) *Assistant {
	a := &Assistant{opts: opts, checker: opts.Checker, packages: map[string]typing.Package{}, names: typing.Unambiguous(opts.AllowExec),
		drafts: map[string]draft{}, good: map[string]draft{}}
	if a.checker == nil {
		a.checker = typing.New()
	}
	for _, p := range typing.Packages() {
		a.packages[p.Path] = p
	}
	return a
}

// Diagnostics returns what Go says against the cell: the faults of its syntax or, if there are none, of its types.
func (a *Assistant) Diagnostics(ctx context.Context, cells []Cell, id string) (_ diag.List, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer recovered("check", id, &err)
	q, err := a.question(cells, id, 0)
	if err != nil {
		return nil, err
	}
	d := a.draft(id, q.text)
	if len(d.Faults) > 0 {
		return d.Faults, nil
	}
	v, err := a.view(ctx, q, q.text)
	if err != nil {
		return nil, err
	}
	return v.own(), nil
}

// question is what every question has.
type question struct {
	cells  []Cell
	id     string
	text   string // of the cell
	offset int
}

// question looks for the cell and forgets what is known of cells that are gone.
func (a *Assistant) question(cells []Cell, id string, offset int) (*question, error) {
	q := &question{id: id}
	found := false
	known := map[string]bool{}
	for _, c := range cells {
		c.Text = strings.ReplaceAll(c.Text, "\r\n", "\n")
		q.cells = append(q.cells, c)
		known[c.ID] = true
		if c.ID == id {
			q.text, found = c.Text, true
		}
	}
	if !found {
		return nil, fmt.Errorf("assist: there is no cell %s", id)
	}
	q.offset = min(max(offset, 0), len(q.text))
	for id := range a.drafts {
		if !known[id] {
			delete(a.drafts, id)
			delete(a.good, id)
		}
	}
	return q, nil
}

// draft returns the file of a cell's text.
func (a *Assistant) draft(id, text string) draft {
	if d, ok := a.drafts[id]; ok && d.text == text {
		return d
	}
	d := draft{text, interp.NewDraft(id, text, nil)}
	a.drafts[id] = d
	if len(d.Faults) == 0 {
		a.good[id] = d
	}
	return d
}

// recovered makes an error of a panic: a fault of ours must not end those who ask.
func recovered(what, id string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("assist: %s %s: internal error: %v", what, id, r)
	}
}
