package core

// This file defines the nodes of core.

import (
	"go/constant"
	"go/token"
	"go/types"
)

// Package is a Go package in core.
type Package struct {
	Fset  *token.FileSet
	Name  string      // package clause of the printed source
	Types []*TypeDecl // named types, in source order
	Vars  []*Var      // package variables, in source order; they are declared without values
	Init  []Stmt      // initialisation of the package variables, in dependency order
	Funcs []*Func     // functions and methods, in source order
}

// TypeDecl declares a named type of the package.
type TypeDecl struct {
	At    token.Pos
	Named *types.TypeName // the type's underlying form is Named.Type().Underlying(), aliases included

	// Orig is set for a type that the loader made, as an instance of a generic type: what package reflect calls it,
	// without "main.". It has a dot before any bracket if the type is another package's.
	Orig string
}

// Signature is what functions and function literals have in common.
type Signature struct {
	Params   []*Var
	Results  []types.Type
	Variadic bool // the last parameter is ...T and its Var has type []T
}

// Func is a function or a method of the package.
type Func struct {
	At   token.Pos
	Name string
	Orig string   // its name in the source; "" for what a pass made
	Doc  []string // comment lines without the slashes, for generated functions
	Recv *Var     // nil for a function
	Signature
	Body []Stmt
}

// Var is a variable: a parameter, a local or a package variable.
type Var struct {
	At     token.Pos
	Name   string
	Type   types.Type
	Global bool   // a package variable
	Orig   string // its name in the source; "" for blank ones and for what a pass made

	// Reassigned says of a package variable that code which is no longer part of the package has assigned it.
	Reassigned bool
}

// Host is an exported member of another package: a function or a variable.
type Host struct {
	Path string // import path
	Name string
}

// Builtin is a predeclared function: append, cap, clear, copy, len, make, new, panic, ...
type Builtin struct{ Name string }

// Object is what a Ref refers to: *Var, *Func, *Host or *Builtin.
type Object interface{ object() }

func (*Var) object()     {}
func (*Func) object()    {}
func (*Host) object()    {}
func (*Builtin) object() {}

// Node is an expression or a statement.
type Node interface {
	Pos() token.Pos
}

// Expr is an expression. Type is its type, never an untyped one; nil for a call without results and for a
// builtin; a *types.Tuple for a call with several results.
type Expr interface {
	Node
	Type() types.Type
	expr()
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// X is the part that all expressions have: position and type.
type X struct {
	At token.Pos
	T  types.Type
}

// Pos returns the source position the expression came from.
func (x X) Pos() token.Pos { return x.At }

// Type returns the expression's type.
func (x X) Type() types.Type { return x.T }
func (X) expr()              {}

// S is the part that all statements have: position and a comment for the reader of printed code.
type S struct {
	At   token.Pos
	Note string // printed as a comment at the end of the statement's first line
	Rev  bool   // the statement belongs to a reverse sweep
}

// Pos returns the source position the statement came from.
func (s S) Pos() token.Pos { return s.At }
func (S) stmt()            {}
func (s *S) base() *S      { return s }

// The expressions.
type (
	// Const is a constant of type T; Val nil means nil.
	Const struct {
		X
		Val constant.Value
	}
	// Ref is a use of a variable, function, host member or builtin.
	Ref struct {
		X
		Obj Object
	}
	// Unary is Op E for token.SUB, ADD, NOT, XOR, AND (address of), MUL (indirection), ARROW (receive).
	// With CommaOk the receive gives two results.
	Unary struct {
		X
		Op      token.Token
		E       Expr
		CommaOk bool
	}
	// Binary is L Op R.
	Binary struct {
		X
		Op   token.Token
		L, R Expr
	}
	// Call is Fun(Args...); Spread says that the last argument is followed by "...".
	// The first argument of make and new is a type: ArgT.
	Call struct {
		X
		Fun    Expr
		ArgT   types.Type
		Args   []Expr
		Spread bool
	}
	// Index is E[I]. With CommaOk a map lookup gives two results.
	Index struct {
		X
		E, I    Expr
		CommaOk bool
	}
	// SliceExpr is E[Lo:Hi:Max]; absent parts are nil.
	SliceExpr struct {
		X
		E           Expr
		Lo, Hi, Max Expr
	}
	// Field is E.Name, a field (explicit or promoted) or a method. With E nil it is the method expression
	// Recv.Name.
	Field struct {
		X
		E      Expr
		Name   string
		Method bool
		Recv   types.Type
	}
	// Convert is T(E).
	Convert struct {
		X
		E Expr
	}
	// Composite is T{...}. Keys is nil, or has a key (or nil) per value; for structs Fields names them.
	Composite struct {
		X
		Keys   []Expr
		Fields []string
		Vals   []Expr
	}
	// FuncLit is a function literal.
	FuncLit struct {
		X
		Signature
		Body []Stmt
	}
	// Assert is E.(T).
	Assert struct {
		X
		E       Expr
		CommaOk bool
	}
)

// The statements.
type (
	// Define declares Vars with Rhs: a value each, one call (or comma-ok form) with as many results, or none
	// for zero values. A nil Var stands for the blank identifier.
	Define struct {
		S
		Vars []*Var
		Rhs  []Expr
	}
	// Assign is Lhs Op Rhs, Op being token.ASSIGN or an operator as token.ADD for +=. A nil Lhs element is the
	// blank identifier. Several Lhs with Op ASSIGN are assigned in parallel.
	Assign struct {
		S
		Op  token.Token
		Lhs []Expr
		Rhs []Expr
	}
	// Do evaluates an expression (a call or a receive) for its effect: plainly, as "go", or deferred.
	Do struct {
		S
		How DoKind
		E   Expr
	}
	// If is if Cond { Then } else { Else }; its init statement stands in a Block around it.
	If struct {
		S
		Cond Expr
		Then []Stmt
		Else []Stmt
	}
	// For is for Init; Cond; Post { Body }; each part may be nil. Variables defined by Init are one per
	// iteration, as in Go 1.22.
	For struct {
		S
		Init Stmt // *Define, *Assign or nil
		Cond Expr
		Post Stmt
		Body []Stmt
	}
	// Range is for Key, Val := range E { Body } with new variables per iteration; assigning forms are
	// rewritten to define temporaries.
	Range struct {
		S
		Key, Val *Var // nil if absent
		E        Expr
		Body     []Stmt
	}
	// Switch is switch Tag { Cases }; Tag may be nil. Its init statement stands in a Block around it.
	Switch struct {
		S
		Tag   Expr
		Cases []*Case
	}
	// TypeSwitch is switch Bind := E.(type) { Cases }.
	TypeSwitch struct {
		S
		E     Expr
		Cases []*TypeCase
	}
	// Select is select { Cases }.
	Select struct {
		S
		Cases []*CommCase
	}
	// Block is { Body }.
	Block struct {
		S
		Body []Stmt
	}
	// Return returns Results: one per result of the function, or one call that gives all.
	Return struct {
		S
		Results []Expr
	}
	// Jump is break, continue, goto or fallthrough, with a label or without.
	Jump struct {
		S
		Tok   token.Token
		Label string
	}
	// Label is Name: Stmt. Stmt may be nil at the end of a block.
	Label struct {
		S
		Name string
		Stmt Stmt
	}
	// Send is Ch <- Val.
	Send struct {
		S
		Ch, Val Expr
	}
)

// DoKind says how a Do evaluates its expression.
type DoKind int

// The kinds of Do.
const (
	DoCall  DoKind = iota // plainly
	DoGo                  // in a new goroutine
	DoDefer               // when the function returns
)

// Case is one case of a Switch; no Exprs and Default true for default.
type Case struct {
	At      token.Pos
	Exprs   []Expr
	Default bool
	Body    []Stmt
}

// TypeCase is one case of a TypeSwitch. Types holds nil for case nil. Bind is the case's variable or nil.
type TypeCase struct {
	At      token.Pos
	Types   []types.Type
	Default bool
	Bind    *Var
	Body    []Stmt
}

// CommCase is one case of a Select: Comm is *Send, *Do, *Define or *Assign of a receive, or nil for default.
type CommCase struct {
	At   token.Pos
	Comm Stmt
	Body []Stmt
}

// base returns the part that all statements have.
func base(s Stmt) *S { return s.(interface{ base() *S }).base() }

// MarkReverse notes that a statement belongs to a reverse sweep.
func MarkReverse(s Stmt) { base(s).Rev = true }

// SetNote sets the comment of a statement.
func SetNote(s Stmt, note string) { base(s).Note = note }

// SetPos sets the source position of a statement.
func SetPos(s Stmt, at token.Pos) { base(s).At = at }

// place sets the source position of an expression.
func (x *X) place(at token.Pos) { x.At = at }
