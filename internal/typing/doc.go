// Package typing type-checks the cells of a session without a Go toolchain.
//
// The cells are the files of one package. Their imports are served from export data of the supported packages
// (packages.txt), embedded in the binary, and from the embedded sources of our own packages, so that
// a check needs neither PATH nor GOROOT. The special forms of package ad, which Go's generics cannot express, are given
// their types here.
//
//	c := typing.New()
//	checked, faults := c.Check(fset, "session", files, typing.CheckOptions{})
//
// # Special forms
//
// ad.Grad(f) has a type that depends on the type of f. A first check types it as an invalid type, about which
// go/types stays silent; the type of f then tells how many parameters there are and which of them are differentiable. For each
// such shape a generic function is made, for f func(x []float64, n int) float64
//
//	func Grad·fx[A0, A1, R any](f func(A0, A1) R) func(A0, A1) A0
//
// the identifier is made to name it, and the package is checked again, until no form is left: one round, and one more for
// each form directly inside another. Type inference supplies the exact types, so that local types and type
// parameters need no spelling. At the end the identifiers have their own names again and FormName tells what the
// functions stand for.
//
// # Diagnostics
//
//	type      what go/types reports
//	import    a package that is not available; the message has those that may be meant
//	denied    a member of an available package that a cell may not use, or only with AllowExec
//	ad        a special form that does not fit its argument, or is not supported
//
// # Limits
//
// Which functions can be differentiated is judged later, by ad: here only the types count. Imports of packages outside
// packages.txt are refused. Objects of imported packages have no positions.
package typing

//go:generate go run ./gen
