package core

// This file breaks sound packages in every way that Check must notice.

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const soundSource = `package p

var total float64

func g(a float64, b ...int) (float64, error) { return a, nil }

func f(x float64, m map[string]int) float64 {
	y := x * 2
	if y > 1 {
		z := y
		y = z + total
	}
	for i := 0; i < 3; i++ {
		if i == 2 {
			continue
		}
		y += float64(i)
	}
	v, ok := m["a"]
	h := func(k int) int { return k + 1 }
	if ok {
		y = float64(h(v))
	}
	w, err := g(y, 1, 2)
	switch err.(type) {
	case nil:
		total = w
	}
	for k, e := range m {
		y += float64(len(k) + e)
	}
	return y
}
`

var (
	intType   = types.Typ[types.Int]
	floatType = types.Typ[types.Float64]
	boolType  = types.Typ[types.Bool]
)

func intConst(n int64) *Const { return newConst(token.NoPos, constant.MakeInt64(n), intType) }

func floatConst(x float64) *Const { return newConst(token.NoPos, constant.MakeFloat64(x), floatType) }

func use(v *Var) *Ref { return &Ref{X: X{T: v.Type}, Obj: v} }

func defineVar(v *Var, rhs ...Expr) *Define { return &Define{Vars: []*Var{v}, Rhs: rhs} }

// parts gives handles into the function f of the sound package.
type parts struct {
	p      *Package
	f, g   *Func
	y      *Var
	define *Define // y := x * 2
}

// add appends statements to f, before its return.
func (s *parts) add(list ...Stmt) {
	n := len(s.f.Body) - 1
	s.f.Body = append(append(append([]Stmt{}, s.f.Body[:n]...), list...), s.f.Body[n])
}

func find[T Node](f *Func) T {
	var out T
	found := false
	InspectStmts(f.Body, func(n Node) bool {
		if t, ok := n.(T); ok && !found {
			out, found = t, true
		}
		return true
	})
	if !found {
		panic("no such node")
	}
	return out
}

func TestCheckReports(t *testing.T) {
	imp := newImporter()
	tests := []struct {
		name, want string
		breaks     func(s *parts)
	}{
		{"untyped constant", "not final", func(s *parts) {
			s.define.Rhs[0].(*Binary).R = &Const{X: X{T: types.Typ[types.UntypedFloat]}, Val: constant.MakeInt64(2)}
		}},
		{"missing type", "type is missing", func(s *parts) { s.define.Rhs[0].(*Binary).R = &Const{Val: constant.MakeInt64(2)} }},
		{"nil of float", "nil of type float64", func(s *parts) { s.define.Rhs[0] = &Const{X: X{T: floatType}} }},
		{"constant of slice", "of type []int", func(s *parts) {
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{&Const{X: X{T: types.NewSlice(intType)}, Val: constant.MakeInt64(1)}}})
		}},
		{"shared expression", "shared by two places", func(s *parts) {
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{use(s.y)}, Rhs: []Expr{s.define.Rhs[0]}})
		}},
		{"shared statement", "shared by two places", func(s *parts) {
			a := &Assign{Op: token.ASSIGN, Lhs: []Expr{use(s.y)}, Rhs: []Expr{floatConst(1)}}
			s.add(a, a)
		}},
		{"use before declaration", "used where it is not declared", func(s *parts) { s.define.Rhs[0] = use(s.y) }},
		{"use after scope", "used where it is not declared", func(s *parts) {
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{use(find[*If](s.f).Then[0].(*Define).Vars[0])}})
		}},
		{"unknown global", "used where it is not declared", func(s *parts) { s.p.Vars = nil }},
		{"used with another type", "is used with type int", func(s *parts) { s.define.Rhs[0].(*Binary).L.(*Ref).T = intType }},
		{"declared twice", "declared twice", func(s *parts) { s.add(defineVar(s.y, floatConst(1))) }},
		{"hides a local", "hides another", func(s *parts) {
			s.add(&Block{Body: []Stmt{defineVar(&Var{Name: "y", Type: floatType}, floatConst(1))}})
		}},
		{"hides a function", "hides a package-level", func(s *parts) { s.add(defineVar(&Var{Name: "g", Type: floatType}, floatConst(1))) }},
		{"hides len", "hides a package-level or predeclared", func(s *parts) { s.add(defineVar(&Var{Name: "len", Type: floatType}, floatConst(1))) }},
		{"no identifier", "is no name", func(s *parts) { s.y.Name = "y z" }},
		{"keyword", "is no name", func(s *parts) { s.y.Name = "range" }},
		{"local marked global", "marked global", func(s *parts) { s.y.Global = true }},
		{"global not marked", "not marked global", func(s *parts) { s.p.Vars[0].Global = false }},
		{"function twice", "declared twice", func(s *parts) { s.g.Name = "f" }},
		{"variable like function", "declared twice", func(s *parts) { s.p.Vars[0].Name = "f" }},
		{"foreign function", "not of this package", func(s *parts) { s.p.Funcs = s.p.Funcs[1:] }},
		{"define arity", "2 values for 1 places", func(s *parts) { s.define.Rhs = append(s.define.Rhs, intConst(1)) }},
		{"define tuple arity", "to 2 places", func(s *parts) {
			s.add(&Define{Vars: []*Var{{Name: "a1", Type: intType}, {Name: "a2", Type: intType}}, Rhs: []Expr{intConst(1)}})
		}},
		{"define type", "int is given to variable y", func(s *parts) { s.define.Rhs[0] = intConst(1) }},
		{"define nothing", "definition of nothing", func(s *parts) { s.add(&Define{}) }},
		{"define blank", "blank variables only", func(s *parts) { s.add(&Define{Vars: []*Var{nil}, Rhs: []Expr{intConst(1)}}) }},
		{"define blank zero", "blank variable without a value", func(s *parts) { s.add(&Define{Vars: []*Var{nil, {Name: "q", Type: intType}}}) }},
		{"assign type", "int is given to a place", func(s *parts) {
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{use(s.y)}, Rhs: []Expr{intConst(1)}})
		}},
		{"assign arity", "1 values for 0 places", func(s *parts) { s.add(&Assign{Op: token.ASSIGN, Rhs: []Expr{intConst(1)}}) }},
		{"assign to a value", "assignment to", func(s *parts) {
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{floatConst(1)}, Rhs: []Expr{floatConst(1)}})
		}},
		{"op assign type", "float64 += int", func(s *parts) {
			s.add(&Assign{Op: token.ADD, Lhs: []Expr{use(s.y)}, Rhs: []Expr{intConst(1)}})
		}},
		{"op assign arity", "not from one value to one place", func(s *parts) { s.add(&Assign{Op: token.ADD, Lhs: []Expr{nil}, Rhs: []Expr{intConst(1)}}) }},
		{"unknown assign operator", "unknown operator", func(s *parts) {
			s.add(&Assign{Op: token.ADD_ASSIGN, Lhs: []Expr{use(s.y)}, Rhs: []Expr{floatConst(1)}})
		}},
		{"return arity", "type float64 to 2 places", func(s *parts) { find[*Return](s.g).Results = []Expr{floatConst(1)} }},
		{"return none", "0 values for 1 places", func(s *parts) { s.add(&Return{}) }},
		{"return type", "int is given to a result", func(s *parts) { s.add(&Return{Results: []Expr{intConst(1)}}) }},
		{"condition", "condition of type float64", func(s *parts) { find[*If](s.f).Cond = floatConst(1) }},
		{"condition missing", "expression is missing", func(s *parts) { find[*If](s.f).Cond = nil }},
		{"break outside", "has no target", func(s *parts) { s.add(&Jump{Tok: token.BREAK}) }},
		{"continue outside", "has no target", func(s *parts) { s.add(&Jump{Tok: token.CONTINUE}) }},
		{"fallthrough outside", "has no target", func(s *parts) { s.add(&Jump{Tok: token.FALLTHROUGH}) }},
		{"fallthrough in the last case", "has no target", func(s *parts) {
			s.add(&Switch{Cases: []*Case{{Default: true, Body: []Stmt{&Jump{Tok: token.FALLTHROUGH}}}}})
		}},
		{"goto nowhere", "goto L has no target", func(s *parts) { s.add(&Jump{Tok: token.GOTO, Label: "L"}) }},
		{"continue of a switch", "continue L has no target", func(s *parts) {
			s.add(&Label{Name: "L", Stmt: &Switch{Cases: []*Case{{Default: true, Body: []Stmt{&Jump{Tok: token.CONTINUE, Label: "L"}}}}}})
		}},
		{"label twice", "label L is declared twice", func(s *parts) { s.add(&Label{Name: "L", Stmt: &Label{Name: "L"}}) }},
		{"missing statement", "statement is missing", func(s *parts) { s.add(nil) }},
		{"call arity", "0 arguments", func(s *parts) { s.callG().Args = nil }},
		{"call type", "int is given to a parameter", func(s *parts) { s.callG().Args[0] = intConst(1) }},
		{"variadic type", "float64 is given to a parameter", func(s *parts) { s.callG().Args[1] = floatConst(1) }},
		{"spread", "arguments in a call", func(s *parts) { s.callG().Spread = true }},
		{"call result", "has type float64", func(s *parts) {
			s.add(&Do{E: &Call{X: X{T: floatType}, Fun: CloneExpr(s.callG().Fun), Args: []Expr{floatConst(1)}}})
		}},
		{"signature changed", "does not agree", func(s *parts) { s.g.Results = s.g.Results[:1]; find[*Return](s.g).Results = []Expr{floatConst(1)} }},
		{"literal signature", "does not agree", func(s *parts) { find[*FuncLit](s.f).Params[0].Type = floatType }},
		{"call of a number", "call of a value of type float64", func(s *parts) { s.callG().Fun = floatConst(1) }},
		{"type argument", "type argument", func(s *parts) { s.callG().ArgT = intType }},
		{"comma-ok", "comma-ok is false", func(s *parts) { find[*Index](s.f).CommaOk = false }},
		{"map key", "int is given to a map key", func(s *parts) { find[*Index](s.f).I = intConst(1) }},
		{"operands", "float64 * int", func(s *parts) { s.define.Rhs[0].(*Binary).R = intConst(1) }},
		{"comparison", "float64 is compared to string", func(s *parts) {
			find[*If](s.f).Cond.(*Binary).R = newConst(token.NoPos, constant.MakeString("a"), types.Typ[types.String])
		}},
		{"comparison type", "> has type float64", func(s *parts) { find[*If](s.f).Cond.(*Binary).T = floatType }},
		{"address type", "& of float64 has type float64", func(s *parts) {
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{&Unary{X: X{T: floatType}, Op: token.AND, E: use(s.y)}}})
		}},
		{"indirection", "* of float64 has type float64", func(s *parts) {
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{&Unary{X: X{T: floatType}, Op: token.MUL, E: use(s.y)}}})
		}},
		{"conversion", "is converted to", func(s *parts) { s.define.Rhs[0] = &Convert{X: X{T: floatType}, E: find[*FuncLit](s.f)} }},
		{"range key", "key of type int", func(s *parts) { find[*Range](s.f).Key.Type = intType }},
		{"range over int", "range over int", func(s *parts) { find[*Range](s.f).E = intConst(3) }},
		{"type switch on float", "type switch on float64", func(s *parts) { find[*TypeSwitch](s.f).E = use(s.y) }},
		{"case type", "case variable", func(s *parts) {
			k := find[*TypeSwitch](s.f).Cases[0]
			k.Types, k.Bind = []types.Type{intType}, &Var{Name: "bound", Type: floatType}
		}},
		{"two defaults", "2 default cases", func(s *parts) { s.add(&Switch{Cases: []*Case{{Default: true}, {Default: true}}}) }},
		{"case expression", "condition of type int", func(s *parts) { s.add(&Switch{Cases: []*Case{{Exprs: []Expr{intConst(1)}}}}) }},
		{"case without comm", "no communication", func(s *parts) {
			s.add(&Select{Cases: []*CommCase{{Comm: defineVar(&Var{Name: "r", Type: intType}, intConst(1))}}})
		}},
		{"send on float", "send on float64", func(s *parts) { s.add(&Send{Ch: use(s.y), Val: intConst(1)}) }},
		{"value as statement", "evaluated as a statement", func(s *parts) { s.add(&Do{E: use(s.y)}) }},
		{"for head", "in the head of a for", func(s *parts) { find[*For](s.f).Init = &Block{} }},
		{"for post", "end of a for's head", func(s *parts) { find[*For](s.f).Post = &Return{} }},
		{"struct literal", "has no field q", func(s *parts) {
			st := types.NewStruct([]*types.Var{types.NewField(0, nil, "p", intType, false)}, nil)
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{&Composite{X: X{T: st}, Fields: []string{"q"}, Vals: []Expr{intConst(1)}}}})
		}},
		{"map literal", "without a key", func(s *parts) {
			m := types.NewMap(intType, boolType)
			s.add(&Assign{Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{&Composite{X: X{T: m}, Vals: []Expr{newConst(0, constant.MakeBool(true), boolType)}}}})
		}},
		{"initialisation", "holds assignments only", func(s *parts) { s.p.Init = []Stmt{&Block{}} }},
		{"tuple as a value", "has 2 values where one is needed", func(s *parts) { find[*If](s.f).Cond = CloneExpr(s.callG()) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustLoad(t, imp, "p.go", soundSource)
			s := &parts{p: p, g: p.Funcs[0], f: p.Funcs[1]}
			s.define = s.f.Body[0].(*Define)
			s.y = s.define.Vars[0]
			test.breaks(s)
			if err := Check(p); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Check says %v, want something about %q", err, test.want)
			}
		})
	}
}

// callG is the call of g in f.
func (s *parts) callG() *Call {
	var call *Call
	InspectStmts(s.f.Body, func(n Node) bool {
		if c, ok := n.(*Call); ok {
			if r, ok := c.Fun.(*Ref); ok && r.Obj == Object(s.g) {
				call = c
			}
		}
		return true
	})
	return call
}

// TestCheckReportsAll checks that violations are collected.
func TestCheckReportsAll(t *testing.T) {
	p := mustLoad(t, newImporter(), "p.go", soundSource)
	f := p.Funcs[1]
	find[*If](f).Cond = floatConst(1)
	find[*Range](f).E = intConst(3)
	f.Body = append(f.Body, &Jump{Tok: token.BREAK})
	err := Check(p)
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("want three violations, got %v", err)
	}
}
