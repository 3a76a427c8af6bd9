// Package diag holds what is said to a user about their program: a position, a code and a plain sentence.
//
// A pass that finds several faults reports them all; a List is sorted and is an error. Codes are documented
// in docs/diagnostics.md, each with a program that provokes it.
package diag

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// Diagnostic is one fault of the user's program at a resolved position.
type Diagnostic struct {
	Pos     token.Position // file (or cell name), line and column; zero if the fault has no place
	Code    string         // stable short name, as "type", "syntax", "ad-unsupported"
	Message string         // one plain sentence that says what to do where it can

	// Calls are the calls during which the program failed, innermost first, a line each: a function and, if it is known, the place
	// in it. It is empty if Pos says as much.
	Calls string `json:",omitempty"`
}

// String formats the diagnostic as file:line:col: message [code].
func (d Diagnostic) String() string {
	where := ""
	if d.Pos.IsValid() {
		where = d.Pos.String() + ": "
	}
	return fmt.Sprintf("%s%s [%s]", where, d.Message, d.Code)
}

// List is a sorted collection of diagnostics. A non-empty List is an error.
type List []Diagnostic

// Add appends a diagnostic at pos, resolved through fset.
func (l *List) Add(fset *token.FileSet, pos token.Pos, code, format string, args ...any) {
	d := Diagnostic{Code: code, Message: fmt.Sprintf(format, args...)}
	if fset != nil && pos.IsValid() {
		d.Pos = fset.Position(pos)
	}
	*l = append(*l, d)
}

// Sort orders the list by file, line and column and drops exact repetitions.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	*l = slices.Compact(*l)
}

// Err returns the list as an error, sorted, or nil if it is empty.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	l.Sort()
	return l
}

// Error joins the diagnostics, a line each.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}
