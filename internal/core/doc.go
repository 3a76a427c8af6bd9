// Package core is the one language inside Costate: a small, structured, typed Go.
//
// A typed package (go/ast with go/types) is loaded into core, passes rewrite core into core, and core is
// printed as Go that compiles. Core holds meaning: constants are folded, package variables are initialised in
// order, results are unnamed, local names are unique along every scope chain. Every node keeps the
// source position it came from, and every expression its type.
//
// # Instances
//
// Nothing in core is generic. Each instance of a generic function is a Func, as Map_int_float64, and each instance of
// a generic type a TypeDecl with a types.Named of its own, as List_int, methods included; a type declared in a
// function is a TypeDecl too, one for each instance of the function. TypeDecl.Orig keeps what the user calls it. So do
// the types of the package that are made from such types have a types.Named other than the type checker's. The generic
// members of other packages come from mirrors (package mirror, LoadInput.Mirror), whose nodes have no positions; an
// iter.Seq is the function type that it is.
//
// # Nodes
//
// Expressions:
//
//	Const      a folded constant, or nil
//	Ref        a variable, a function of the package, a member of another package, or a builtin
//	Unary      -x, !x, ^x, &x, *x, <-x
//	Binary     x + y and the other binary operators
//	Call       f(args), also of builtins and methods
//	Index      x[i] of a slice, array, pointer to array, string or map
//	SliceExpr  x[lo:hi:max]
//	Field      x.f, a field or a method
//	Convert    T(x)
//	Composite  T{...}
//	FuncLit    a function literal
//	Assert     x.(T)
//
// Statements:
//
//	Define     new variables, with values or zero
//	Assign     assignment, plain or with an operator
//	Do         a call as a statement, with go, or deferred
//	If, For, Range, Switch, TypeSwitch, Select, Block
//	Return, Jump (break, continue, goto, fallthrough), Label, Send
//
// What the nodes do not have is written with them. A range over a function is a call with the body as a literal
// (load_yield.go), and a function that defers calls and has named results runs its body in a literal (load_defer.go).
// Calls deferred in a range over a function are kept in a list; such a function may not recover in them.
//
// # Invariants
//
// A Var is declared once; two variables visible at one place have different names; no local is called like a
// package-level name, an imported package or a predeclared identifier that its function uses. No type has a type
// parameter or an instance of a generic type in it. Trees are not
// shared: a pass that uses an expression twice clones it. Check reports violations, save a local that has the name of
// an imported package: there the printer gives the import another name.
package core
