package engine

// This file makes the oracle of the random programs: the same program over complex numbers. At x + ih, with an h whose
// square vanishes, complex arithmetic is that of dual numbers, and the imaginary part of the result divided by h
// is the derivative to machine precision (Squire and Trapp, Using complex variables to estimate derivatives of real functions,
// SIAM Review 1998). The real parts are, bit by bit, those of the program itself.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/costate/costate/internal/typing"
)

// edit replaces a stretch of text.
type edit struct {
	lo, hi int
	text   string
	closes bool // inserted behind something; what was inserted later belongs further inside
	number int
}

// complexProgram rewrites a file of functions over floats to functions over complex numbers whose names begin with
// prefix. Package variables and integers are left alone.
func complexProgram(t testing.TB, source, prefix string) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "oracle.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	checked, faults := typing.New().Check(fset, file.Name.Name, []*ast.File{file}, typing.CheckOptions{})
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	w := &complexWriter{info: checked.Info, prefix: prefix, at: func(p token.Pos) int { return fset.Position(p).Offset }}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			w.replace(g.Pos(), g.End(), "")
			continue
		}
		ast.Inspect(d, w.visit)
	}
	slices.SortStableFunc(w.edits, func(a, b edit) int {
		if a.lo != b.lo {
			return a.lo - b.lo
		}
		if a.closes && b.closes {
			return b.number - a.number
		}
		return a.hi - b.hi
	})
	var out strings.Builder
	end := 0
	for _, e := range w.edits {
		out.WriteString(source[end:e.lo])
		out.WriteString(e.text)
		end = e.hi
	}
	out.WriteString(source[end:])
	return out.String()
}

type complexWriter struct {
	info   *types.Info
	prefix string
	at     func(token.Pos) int
	edits  []edit
}

func (w *complexWriter) replace(lo, hi token.Pos, text string) {
	w.edits = append(w.edits, edit{lo: w.at(lo), hi: w.at(hi), text: text, number: len(w.edits)})
}

func (w *complexWriter) wrap(e ast.Expr, before, after string) {
	w.replace(e.Pos(), e.Pos(), before)
	w.replace(e.End(), e.End(), after)
	w.edits[len(w.edits)-1].closes = true
}

func (w *complexWriter) isFloat(e ast.Expr) bool {
	t := w.info.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

func (w *complexWriter) inMath(s *ast.SelectorExpr) bool {
	f := w.info.Uses[s.Sel]
	return f != nil && f.Pkg() != nil && f.Pkg().Path() == "math"
}

func (w *complexWriter) visit(n ast.Node) bool {
	if e, ok := n.(ast.Expr); ok && w.info.Types[e].Value != nil && w.isFloat(e) {
		w.wrap(e, "complex128(", ")")
		return false
	}
	switch n := n.(type) {
	case *ast.Ident:
		switch obj := w.info.Uses[n]; {
		case obj == nil:
			if f, ok := w.info.Defs[n].(*types.Func); ok && f.Signature().Recv() == nil {
				w.replace(n.Pos(), n.End(), w.prefix+n.Name)
			} else if d := w.info.Defs[n]; d != nil && d.Parent() == d.Pkg().Scope() && n.Name != "_" {
				w.replace(n.Pos(), n.End(), w.prefix+n.Name)
			}
		case obj == types.Universe.Lookup("float64"):
			w.replace(n.Pos(), n.End(), "complex128")
		case obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() && obj.Pkg().Path() != "math" && obj.Pkg().Path() != parallelPath:
			w.replace(n.Pos(), n.End(), w.prefix+n.Name)
		}
	case *ast.BinaryExpr:
		switch n.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			if w.isFloat(n.X) || w.isFloat(n.Y) {
				w.wrap(n.X, "real(", ")")
				w.wrap(n.Y, "real(", ")")
			}
		}
	case *ast.SelectorExpr:
		x, ok := n.X.(*ast.Ident)
		if !ok {
			return true
		}
		if p, ok := w.info.Uses[x].(*types.PkgName); ok {
			switch p.Imported().Path() {
			case "math":
				if _, constant := w.info.Uses[n.Sel].(*types.Const); !constant {
					w.replace(n.Pos(), n.End(), "c"+n.Sel.Name)
				}
			case parallelPath:
				w.replace(n.Pos(), n.End(), "seq"+n.Sel.Name)
			}
			return false
		}
	case *ast.CallExpr:
		id, ok := n.Fun.(*ast.Ident)
		if !ok {
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && w.isFloat(n) && !w.inMath(s) {
				w.wrap(n, "complex(", ", 0)")
			}
			return true
		}
		switch w.info.Uses[id] {
		case types.Universe.Lookup("float64"):
			if !w.isFloat(n.Args[0]) {
				w.wrap(n, "complex(", ", 0)")
				ast.Inspect(n.Args[0], w.visit)
				return false
			}
		case types.Universe.Lookup("int"):
			if w.isFloat(n.Args[0]) {
				w.wrap(n.Args[0], "real(", ")")
			}
		case types.Universe.Lookup("append"):
			if isFloats(w.info.TypeOf(n)) {
				w.replace(id.Pos(), id.End(), "cAppend")
			}
		case types.Universe.Lookup("min"), types.Universe.Lookup("max"):
			if w.isFloat(n) {
				w.replace(id.Pos(), id.End(), map[string]string{"min": "cMin", "max": "cMax"}[id.Name])
			}
		}
	}
	return true
}

// oracleSupport is what complex programs call: functions with their derivatives, and the sequential parallel loops.
const oracleSupport = `
func part(z complex128, d float64) float64 {
	if imag(z) == 0 {
		return 0
	}
	return imag(z) * d
}

func dual(z complex128, f, d float64) complex128 { return complex(f, part(z, d)) }

func cSin(z complex128) complex128  { return dual(z, math.Sin(real(z)), math.Cos(real(z))) }
func cCos(z complex128) complex128  { return dual(z, math.Cos(real(z)), -math.Sin(real(z))) }
func cTan(z complex128) complex128  { t := math.Tan(real(z)); return dual(z, t, 1+t*t) }
func cExp(z complex128) complex128  { e := math.Exp(real(z)); return dual(z, e, e) }
func cLog(z complex128) complex128  { return dual(z, math.Log(real(z)), 1/real(z)) }
func cSqrt(z complex128) complex128 { s := math.Sqrt(real(z)); return dual(z, s, 0.5/s) }
func cTanh(z complex128) complex128 { t := math.Tanh(real(z)); return dual(z, t, 1-t*t) }
func cAtan(z complex128) complex128 { return dual(z, math.Atan(real(z)), 1/(1+real(z)*real(z))) }
func cFloor(z complex128) complex128 { return complex(math.Floor(real(z)), 0) }

func cAbs(z complex128) complex128 {
	switch r := real(z); {
	case r < 0:
		return complex(-r, -imag(z))
	case r > 0:
		return z
	}
	return complex(math.Abs(real(z)), 0)
}

func cPow(x, y complex128) complex128 {
	p := math.Pow(real(x), real(y))
	return complex(p, part(x, real(y)*math.Pow(real(x), real(y)-1))+part(y, p*math.Log(real(x))))
}

func cHypot(x, y complex128) complex128 {
	h := math.Hypot(real(x), real(y))
	return complex(h, part(x, real(x)/h)+part(y, real(y)/h))
}

func cAtan2(y, x complex128) complex128 {
	d := real(x)*real(x) + real(y)*real(y)
	return complex(math.Atan2(real(y), real(x)), part(y, real(x)/d)-part(x, real(y)/d))
}

func cSincos(z complex128) (s, c complex128) { return cSin(z), cCos(z) }

func cMin(a complex128, more ...complex128) complex128 { return pick(a, more, func(x, y float64) bool { return x < y }) }
func cMax(a complex128, more ...complex128) complex128 { return pick(a, more, func(x, y float64) bool { return x > y }) }

func pick(a complex128, more []complex128, before func(x, y float64) bool) complex128 {
	for _, b := range more {
		switch {
		case before(real(b), real(a)):
			a = b
		case real(a) == real(b):
			a = complex(real(a), (imag(a)+imag(b))/2)
		}
	}
	return a
}

// cAppend is append with the capacities that slices of floats would have.
func cAppend(s []complex128, v ...complex128) []complex128 {
	if len(s)+len(v) <= cap(s) {
		return append(s, v...)
	}
	grown := append(make([]float64, len(s), cap(s)), make([]float64, len(v))...)
	t := make([]complex128, len(grown), cap(grown))
	copy(t, s)
	copy(t[len(s):], v)
	return t
}

func seqFor(n int, body func(int)) {
	for i := range max(n, 0) {
		body(i)
	}
}

func seqChunks(n int) int { return (n + 1) / 2 }

func seqForChunks(n int, body func(chunk, lo, hi int)) {
	for lo := 0; lo < n; lo += 2 {
		body(lo/2, lo, min(lo+2, n))
	}
}

func seqForRange(n int, body func(lo, hi int)) {
	for lo := 0; lo < n; lo += 2 {
		body(lo, min(lo+2, n))
	}
}

func same(a, b float64) bool { return a == b || a != a && b != b }
`
