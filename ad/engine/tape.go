package engine

// This file makes adjoints report how much they record: for each record that grows with the run there is a region of
// an rt.Tape, one tape an adjoint, kept in a package variable. Rows are counted when the forward sweep of a frame
// ends and taken back when its pullback has run, so that the sum of the regions is what is alive.
//
// A session asks for it, so that a page can draw the tape while a gradient runs; exported source is without it.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// site is a record that grows.
type site struct {
	of   *frame
	slot *core.Var
	name string
	at   token.Pos
	size int // bytes of a row
}

// meter is the tape of one adjoint.
type meter struct {
	tape  *core.Var
	sites []site
}

// sizes are those of the machine that programs run on: 64 bits.
func sizeOf(t types.Type) int { return int(types.SizesFor("gc", "amd64").Sizeof(t)) }

// newMeter declares the tape of an adjoint.
func (p *program) newMeter(adjoint string) *meter {
	t := &core.Var{Name: p.names.fresh(adjoint + "Tape"), Type: tapeType(), Global: true}
	return &meter{tape: t}
}

// tapeType is *rt.Tape.
func tapeType() types.Type {
	return rtType("Tape", map[string]*types.Signature{"Rows": funcType([]types.Type{intType(), intType()}, nil)})
}

// count adds to, or takes from, the rows of a frame's sites.
func (m *meter) count(of *frame, sign int) []core.Stmt {
	var list []core.Stmt
	for i := range m.sites {
		if m.sites[i].of != of {
			continue
		}
		var rows core.Expr = lenOf(ref(m.sites[i].slot))
		if sign < 0 {
			rows = negate(rows)
		}
		args := []core.Expr{intConst(i), rows}
		call := &core.Call{Fun: &core.Field{X: core.X{T: funcType(exprTypes(args), nil)}, E: ref(m.tape), Name: "Rows", Method: true}, Args: args}
		list = append(list, do(call))
	}
	return list
}

// beforeReturns puts statements before each return of a body, function literals aside, and at its end.
func beforeReturns(body, what []core.Stmt) []core.Stmt {
	if len(what) == 0 {
		return body
	}
	var walk func(list []core.Stmt) []core.Stmt
	walk = func(list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			switch s := s.(type) {
			case *core.Return:
				out = append(out, core.CloneStmts(what)...)
				out = append(out, s)
				continue
			case *core.Label:
				if s.Stmt != nil {
					if inner := walk([]core.Stmt{s.Stmt}); len(inner) == 1 {
						s.Stmt = inner[0]
					} else {
						s.Stmt = &core.Block{S: s.S, Body: inner}
					}
				}
			default:
				core.MapLists(s, walk)
			}
			out = append(out, s)
		}
		return out
	}
	body = walk(body)
	if n := len(body); n == 0 || !isReturn(body[n-1]) {
		body = append(body, core.CloneStmts(what)...)
	}
	return body
}

// declareTape adds the tape's variable, set to its regions.
func (p *program) declareTape(m *meter, fn *core.Func) {
	text, number := types.Typ[types.String], intType()
	pkg := types.NewPackage(rtPath, "rt")
	field := func(name string, t types.Type) *types.Var { return types.NewField(token.NoPos, pkg, name, t, false) }
	fields := []*types.Var{field("ID", number), field("Func", text), field("Name", text), field("File", text), field("Line", number), field("BytesPerRow", number)}
	region := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Region", nil), types.NewStruct(fields, nil), nil)
	list := &core.Composite{X: core.X{T: types.NewSlice(region)}}
	for i, s := range m.sites {
		pos := token.Position{}
		if p.pkg.Fset != nil && s.at.IsValid() {
			pos = p.pkg.Fset.Position(s.at)
		}
		list.Vals = append(list.Vals, &core.Composite{X: core.X{T: region}, Fields: []string{"ID", "Func", "Name", "File", "Line", "BytesPerRow"},
			Vals: []core.Expr{intConst(i), stringConst(fn.Name), stringConst(s.name), stringConst(pos.Filename), intConst(pos.Line), intConst(s.size)}})
	}
	p.tapes = append(p.tapes, m.tape)
	p.tapeInits = append(p.tapeInits, at(fn.At, set(ref(m.tape), host(rtPath, "NewTape", m.tape.Type, list))))
}
