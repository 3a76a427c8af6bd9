package interp

// This file says what a session tells its callers: states of cells, values, results, variables, and diagnostics with their source lines.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/costate/costate/internal/diag"
)

// State says what became of a cell.
type State string

// The states of a cell.
const (
	StateOK     State = "ok"      // it ran to its end
	StateFailed State = "failed"  // it was stopped by an error
	StateNotRun State = "not run" // its declarations are known, its variables have no values
	StateStale  State = "stale"   // something that it uses has changed since it ran, or a value of it is lost
)

// CellState is a cell's id and state.
type CellState struct {
	ID      string
	State   State
	Note    string              `json:",omitempty"` // why it is stale, a plain sentence
	Missing []string            // variables that it defines and that have no value yet
	On      []string            `json:",omitempty"` // cells that it depends on, those that only declare functions and types left out
	Also    map[string][]string `json:",omitempty"` // names that it defines, with the other cells that define them too
}

// Dups lists the names that other cells define too, sorted.
func (c CellState) Dups() []string { return slices.Sorted(maps.Keys(c.Also)) }

// Source is the text of a cell.
type Source struct{ ID, Text string }

// Value is the value of a cell's last expression.
type Value struct {
	Type   string
	Text   string
	Bundle map[string][]byte // by MIME type; nil for values that are only text
}

// Result is what running a cell gave.
type Result struct {
	ID     string
	OK     bool
	Values []Value
	Diags  diag.List
	Lost   []string // cells with values that were lost when the interpreter was made anew
	Notes  []string // plain sentences about other cells
	Needs  []string // cells that make the values again which were lost and without which this one has not begun, in their order
	Stale  []string // cells that are stale since this run, in the order in which they are to run again
}

// Cells lists the cells in the order of their last runs.
func (s *Session) Cells() []CellState {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []CellState
	missing := map[string][]string{}
	if s.typed != nil {
		for _, v := range s.typed.Vars {
			if file := s.fset.Position(v.At).Filename; !s.has[v.Name] && !s.trans[v.Name] {
				missing[file] = append(missing[file], v.Orig)
			}
		}
	}
	graph := s.graph()
	also := graph.Duplicates()
	for _, c := range s.cells {
		if c.only {
			continue
		}
		state := CellState{ID: c.id, State: c.state, Note: c.note, On: s.dependsOn(graph, c), Missing: missing[c.text.name]}
		for _, n := range c.defines {
			others := slices.DeleteFunc(slices.Clone(also[n]), func(id string) bool {
				return id == c.id || c.vars[n] != "" && s.cell(id).vars[n] == c.vars[n] // the same variable, as err
			})
			if len(others) > 0 {
				if state.Also == nil {
					state.Also = map[string][]string{}
				}
				state.Also[n] = others
			}
		}
		out = append(out, state)
	}
	return out
}

// Variables lists the session's package-level names with their types, without those of generated code.
func (s *Session) Variables() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for name, t := range s.types {
		if !s.trans[name] {
			out[name] = t
		}
	}
	return out
}

// Source returns line n of the text that positions call name, for messages.
func (s *Session) Source(name string, n int) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := strings.Split(s.sources[name], "\n")
	if n < 1 || n > len(lines) {
		return "", false
	}
	return lines[n-1], true
}

// Format writes a diagnostic with the source line and a caret under the column.
func (s *Session) Format(d diag.Diagnostic) string {
	line, ok := s.Source(d.Pos.Filename, d.Pos.Line)
	if !ok || strings.TrimSpace(line) == "" {
		return d.String()
	}
	return FormatDiagnostic(d, line)
}

// FormatDiagnostic writes a diagnostic, the source line that it is about, a caret under the column, and the calls that led there.
func FormatDiagnostic(d diag.Diagnostic, line string) string {
	n := min(max(d.Pos.Column-1, 0), len(line))
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:n])
	text := fmt.Sprintf("%s\n\t%s\n\t%s^", d, strings.TrimRight(line, "\r"), pad)
	if d.Calls != "" {
		text += "\n\tin " + strings.ReplaceAll(d.Calls, "\n", "\n\tcalled by ")
	}
	return text
}
