package interp

// This file tells the interpreter's world of types (package dyn) about the types of a plan.

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/interp/legal"
)

// declare names the types that the plan's program puts into boxes and asks for.
func (m *machine) declare(pl *plan) {
	for _, d := range pl.entry.Types {
		if d.Orig != "" {
			m.world.Rename(d.Named, d.Orig)
		}
	}
	for id, t := range pl.boxes.Boxed {
		m.world.Declare(id, t)
	}
	for id, t := range pl.boxes.Interfaces {
		m.world.DeclareInterface(id, t.Underlying().(*types.Interface), m.hostInterface(t))
	}
}

// hostInterface is the compiled form of another package's interface type; nil for one of the session.
func (m *machine) hostInterface(t types.Type) reflect.Type {
	n, ok := types.Unalias(t).(*types.Named)
	switch {
	case !ok:
		return nil
	case n.Obj().Pkg() == nil:
		return reflect.TypeFor[error]()
	}
	return m.session.table.Interface(n.Obj().Pkg().Path(), n.Obj().Name())
}

// register calls the functions among the units that enter the methods of types.
func (m *machine) register(units []core.Unit) error {
	for _, u := range units {
		f, ok := u.Decl.(*core.Func)
		if !ok || !strings.HasPrefix(f.Name, legal.RegisterPrefix) {
			continue
		}
		if _, err := m.i.Eval(f.Name + "()"); err != nil {
			return fmt.Errorf("register methods: %w", err)
		}
	}
	return nil
}

// runeAt decodes the text at a place.
func runeAt(s string, at int) rune {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return r
}

// runeLen is the number of bytes of the rune at a place.
func runeLen(s string, at int) int {
	_, n := utf8.DecodeRuneInString(s[at:])
	return n
}

// notNil panics as a method of a nil interface value does.
func notNil(x any) {
	if x == nil {
		var p *int
		*p = 0
	}
}
