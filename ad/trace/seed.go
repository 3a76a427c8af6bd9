package trace

// This file makes the functions that give the adjoints of results to a sweep.

import (
	"go/constant"
	"go/types"

	"github.com/costate/costate/internal/core"
)

var oneValue = constant.MakeInt64(1)

// seed adds the adjoint bar to that of r, a traced value; typ is the type in the source.
func (t *tracer) seed(sweep *core.Var, r, bar core.Expr, typ types.Type) []core.Stmt {
	if !t.differentiable(typ) {
		return nil
	}
	if k, number := kindOf(typ); number {
		return []core.Stmt{do(method(ref(sweep), "Seed"+k.sweep, nil, t.raw(r, k), convert(types.Typ[k.basic], bar)))}
	}
	return []core.Stmt{do(call(t.seedFunc(typ), ref(sweep), r, bar))}
}

func (t *tracer) seedFunc(typ types.Type) *core.Func {
	return t.helper("seed "+key(typ), "seed", func(f *core.Func) {
		sweep := t.localVar("sweep", t.num.sweep)
		r, bar := t.localVar("r", t.low(typ)), t.localVar("bar", typ)
		f.Params = []*core.Var{sweep, r, bar}
		i := t.localVar("i", intType)
		switch u := typ.Underlying().(type) {
		case *types.Slice:
			f.Body = []core.Stmt{&core.Range{Key: i, E: ref(bar), Body: t.seed(sweep, index(ref(r), ref(i)), index(ref(bar), ref(i)), u.Elem())}}
		case *types.Array:
			f.Body = []core.Stmt{&core.Range{Key: i, E: ref(bar), Body: t.seed(sweep, index(ref(r), ref(i)), index(ref(bar), ref(i)), u.Elem())}}
		case *types.Struct:
			for fd := range u.Fields() {
				if fd.Name() != "_" {
					f.Body = append(f.Body, t.seed(sweep, field(ref(r), t.fieldName(fd), t.low(fd.Type())), field(ref(bar), fd.Name(), fd.Type()), fd.Type())...)
				}
			}
		case *types.Map:
			if !t.same(u.Key()) {
				t.unsupported(t.at, "the adjoint of a map with keys of type %s cannot be traced", typeText(u.Key()))
				return
			}
			k := t.localVar("k", u.Key())
			f.Body = []core.Stmt{&core.Range{Key: k, E: ref(bar), Body: t.seed(sweep, index(ref(r), ref(k)), index(ref(bar), ref(k)), u.Elem())}}
		default:
			t.unsupported(t.at, "the adjoint of a result of type %s cannot be traced", typeText(typ))
		}
	})
}
