// Package assist answers editors: what is wrong in a cell, what may stand at the cursor, what a name means, which parameter
// of a call is being written.
//
//	a := assist.New(assist.Options{})
//	cells := []assist.Cell{{ID: "1", Text: "import \"math\""}, {ID: "2", Text: "y := math."}}
//	c, err := a.Complete(ctx, cells, "2", len(cells[1].Text)) // c.Items has Sin
//
// Every question comes with the texts of all cells, broken as they may be, and is answered from a type check of the
// whole session. Nothing runs, so that questions are answered while a cell runs: whoever serves a
// notebook has one Assistant for it beside its kernel.
//
// # Contract
//
//   - The cells are one package as in a session: x := e at the top level is a package variable, of a name that several cells
//     define the last definition counts, and that of the cell that is asked about before all; imports are shared.
//     How a cell becomes a file and what wins is package interp's, which runs cells in the same way.
//   - Diagnostics are those that running the cell would give before it runs. Faults of other cells are not told.
//   - No text and no offset makes it panic. Offsets are in bytes; texts have line feeds alone.
//   - A question ends with ctx, for whoever types has a new question soon.
//
// # How a broken text is read
//
//	cut         the text up to the cursor, closed: what is open gets its bracket, what follows in the declaration is dropped   cut.go
//	sketch      what begins a line with func, type, var, const or import is a declaration, whatever is open before it          interp/draft.go
//	last good   declarations of the cell's last text that could be parsed stand in for those that the cut lost                 view.go
//
// # Documentation
//
// Export data has no comments, so those of the packages that cells import are in docs.gz, written by go generate and inflated at the
// first question that needs them.
//
// # Limits
//
// Packages that are not imported are offered by name, not member by member. Nothing is offered for a package that would have to be
// imported first, because others have its name.
package assist

//go:generate go run ./gen
