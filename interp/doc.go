// Package interp runs sessions: Go programs that grow cell by cell.
//
//	s := interp.New(interp.Options{Stdout: w, Hooks: []interp.Hook{engine.Expand}})
//	res, err := s.Run(ctx, "1", "x := 1; x + 1") // res.Values[0].Text is "2"
//
// # Cells
//
// A cell holds Go declarations and statements in any mix, or a whole Go file with its package clause. All cells are files of one
// package, so imports are per cell; a cell may also use the imports of earlier ones. x := e at the top level defines a package
// variable. The value of a last expression is shown.
//
//	x := e            x is new: a definition
//	                  x is a variable of another cell with the same type: an assignment
//	                  else: a definition that replaces the other, and the interpreter is made anew
//	var, func, type   replace what other cells define under the name, and the interpreter is made anew
//
// # The way of a cell
//
//	split, compose    text to a Go file whose positions are the cell's own       split.go, compose.go
//	plan              which definition of a name wins; the type check             plan.go
//	lower             to core, through the hooks, to yaegi's dialect (legal)      lower.go
//	notRun            uses of variables that have no value                        notrun.go
//	diff, install     what the interpreter does not know yet is loaded            install.go, machine.go
//	execute           step by step: initialisations and statements in their order  execute.go
//
// # Contract
//
// A cell that does not type-check changes nothing. The newest definition of a name is the only one that anything can reach: if a
// declaration that the interpreter knows has changed, or a cell that defines variables runs again, the interpreter is thrown
// away and made anew from the sources of all cells. The data of the other cells' variables goes on as it is, with what it shares and
// where it leads back to itself (keep.go); function values that the interpreter made, channels, and values of types that have changed
// do not, and their cells are stale. Only variables that are as good as declared functions, g := ad.Grad(f) or h := func() ..., and that
// nothing has assigned are defined again (remake.go). An interrupt does the same, since yaegi's closures do not survive it.
//
// A cell that depends on names which another cell has defined anew is stale (stale.go). So is one that reads what another cell has
// assigned by :=, but not by = or ++. Of cells that depend on each other none makes the others stale. Functions, types and constants may be used
// before their cells run (fetch.go).
//
// What yaegi would get wrong is rewritten by package legal or refused with a diagnostic of code "unsupported".
//
// # Limits
//
// yaegi cannot compile while interpreted goroutines run, so a cell waits a second for those of the cells before it, and is then
// refused. Statements of a cell that no longer type-check after a change elsewhere do not count until they are run again. The
// whole session is checked and lowered at every run: about 10 ms for 2,000 lines.
//
// Diagnostics have the codes of packages typing, core and legal, and
//
//	syntax     the text does not parse
//	not-run    a variable without a value
//	panic      the program panicked; the position is the innermost frame in a cell
//	interrupt  the cell was interrupted
//	deadlock   all goroutines of the cell waited for each other
//	recursion  the stacks took more than an eighth of the memory, or 512 MiB
//	memory     the cell asked for more memory than there is, or for more goroutines than that has room for
//	busy       goroutines of earlier cells are running
//	show       a value cannot be shown, by its own account
package interp
