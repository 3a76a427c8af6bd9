package legal

// This file writes ranges over strings as loops over bytes: without a second variable the interpreter gives the place of every byte,
// and bytes that are no text three places each.
//
//	for i, r := range s { body }
//
//	text, next := s, 0
//	for at := 0; at < len(text); at = next {
//		r := host.Rune(text, at)
//		next = at + host.RuneLen(text, at)
//		i := at
//		body
//	}

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func textRanges(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			for l, ok := s.(*core.Label); ok && holdsLabel(l.Stmt); l, ok = s.(*core.Label) {
				out = append(out, landing(l))
				s = l.Stmt
			}
			label, inner := labelled(s)
			r, ok := inner.(*core.Range)
			if !ok || !isString(r.E.Type()) {
				out = append(out, s)
				continue
			}
			before, loop := u.textRange(fn, r)
			if label != nil {
				label.Stmt = loop
				loop = label
			}
			out = append(out, u.after(fn, before, loop)...)
		}
		return out
	})
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// textRange gives the statements before the loop, and the loop.
func (u *unit) textRange(fn *core.Func, r *core.Range) ([]core.Stmt, core.Stmt) {
	at := r.At
	integer := types.Typ[types.Int]
	local := func(name string, t types.Type) *core.Var {
		return &core.Var{At: at, Name: u.namer(fn).Fresh(name), Type: t}
	}
	text, next, place := local("text", types.Typ[types.String]), local("next", integer), local("at", integer)
	size := hostCall(at, "RuneLen", integer, ref(text, at), ref(place, at))
	body := []core.Stmt{assign(at, ref(next, at), &core.Binary{X: core.X{At: at, T: integer}, Op: token.ADD, L: ref(place, at), R: size})}
	if r.Val != nil {
		body = append(body, define(at, r.Val, hostCall(at, "Rune", r.Val.Type, ref(text, at), ref(place, at))))
	}
	if r.Key != nil {
		body = append(body, define(at, r.Key, ref(place, at)))
	}
	length := call(at, integer, &core.Ref{X: core.X{At: at}, Obj: &core.Builtin{Name: "len"}}, ref(text, at))
	e := r.E
	if !types.Identical(e.Type(), text.Type) {
		e = &core.Convert{X: core.X{At: at, T: text.Type}, E: e}
	}
	before := []core.Stmt{define(at, text, e), &core.Define{S: core.S{At: at}, Vars: []*core.Var{next}}}
	return before, &core.For{S: r.S, Init: define(at, place, intConst(at, 0, integer)), Cond: binary(token.LSS, ref(place, at), length),
		Post: assign(at, ref(place, at), ref(next, at)), Body: append(body, r.Body...)}
}
