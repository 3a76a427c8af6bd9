package dyn

// This file writes types: as ids, with full paths, and as reflect's String shows those of the compiled program.

import (
	"go/types"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// TypeID returns the id of a type: types.TypeString(t, nil), save that aliases are resolved (any alone stays), parameters have
// no names, and byte and rune are uint8 and int32. Identical types have the same id.
func TypeID(t types.Type) string {
	s := speller{named: objectID, arg: TypeID}
	s.write(t)
	return s.String()
}

// show returns the name that reflect gives the type in the compiled program. The lock is not held.
func (w *World) show(t types.Type) string {
	s := speller{wide: " ", empty: "interface {}"}
	s.named = func(o *types.TypeName) string {
		switch p := o.Pkg(); {
		case p == nil:
			return o.Name()
		case !ownPath(p.Path()):
			return p.Name() + "." + o.Name()
		}
		w.mu.RLock()
		defer w.mu.RUnlock()
		if shown, ok := w.shown[objectID(o)]; ok {
			return "main." + shown
		}
		return "main." + o.Name()
	}
	s.arg = func(t types.Type) string { // in brackets there are paths
		if n, ok := types.Unalias(t).(*types.Named); ok && !own(n) {
			return TypeID(n)
		}
		return w.show(t)
	}
	s.write(t)
	return s.String()
}

func objectID(o *types.TypeName) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// speller writes a type.
type speller struct {
	strings.Builder
	named func(*types.TypeName) string
	arg   func(types.Type) string
	wide  string // between struct or interface and the brace, and inside the braces
	empty string // the empty interface; "" for any
}

func (s *speller) write(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		s.WriteString(basicName(t))
	case *types.Named:
		s.WriteString(s.named(t.Obj()))
		for i := range t.TypeArgs().Len() {
			s.WriteString(map[bool]string{true: "[", false: ","}[i == 0] + s.arg(t.TypeArgs().At(i)))
		}
		if t.TypeArgs().Len() > 0 {
			s.WriteByte(']')
		}
	case *types.Pointer:
		s.WriteByte('*')
		s.write(t.Elem())
	case *types.Slice:
		s.WriteString("[]")
		s.write(t.Elem())
	case *types.Array:
		s.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		s.write(t.Elem())
	case *types.Map:
		s.WriteString("map[")
		s.write(t.Key())
		s.WriteByte(']')
		s.write(t.Elem())
	case *types.Chan:
		s.channel(t)
	case *types.Signature:
		s.WriteString("func")
		s.signature(t)
	case *types.Struct:
		s.fields(t)
	case *types.Interface:
		s.methods(t)
	default:
		s.WriteString(t.String())
	}
}

func basicName(t *types.Basic) string {
	if t.Kind() == types.UnsafePointer {
		return "unsafe.Pointer"
	}
	return types.Typ[t.Kind()].Name() // byte and rune have the kinds of uint8 and int32
}

func (s *speller) channel(t *types.Chan) {
	switch t.Dir() {
	case types.SendOnly:
		s.WriteString("chan<- ")
	case types.RecvOnly:
		s.WriteString("<-chan ")
	default:
		s.WriteString("chan ")
		if e, ok := types.Unalias(t.Elem()).(*types.Chan); ok && e.Dir() == types.RecvOnly {
			s.WriteByte('(')
			defer s.WriteByte(')')
		}
	}
	s.write(t.Elem())
}

func (s *speller) signature(t *types.Signature) {
	s.WriteByte('(')
	for i := range t.Params().Len() {
		if i > 0 {
			s.WriteString(", ")
		}
		p := t.Params().At(i).Type()
		if t.Variadic() && i == t.Params().Len()-1 {
			s.WriteString("...")
			p = p.(*types.Slice).Elem()
		}
		s.write(p)
	}
	s.WriteByte(')')
	switch n := t.Results().Len(); n {
	case 0:
	case 1:
		s.WriteByte(' ')
		s.write(t.Results().At(0).Type())
	default:
		for i := range n {
			s.WriteString(map[bool]string{true: " (", false: ", "}[i == 0])
			s.write(t.Results().At(i).Type())
		}
		s.WriteByte(')')
	}
}

func (s *speller) fields(t *types.Struct) {
	s.WriteString("struct" + s.wide + "{")
	for i := range t.NumFields() {
		s.WriteString(map[bool]string{true: s.wide, false: "; "}[i == 0])
		if f := t.Field(i); !f.Embedded() {
			s.WriteString(f.Name() + " ")
		}
		s.write(t.Field(i).Type())
		if tag := t.Tag(i); tag != "" {
			s.WriteString(" " + strconv.Quote(tag))
		}
	}
	if t.NumFields() > 0 {
		s.WriteString(s.wide)
	}
	s.WriteByte('}')
}

func (s *speller) methods(t *types.Interface) {
	if t.NumMethods() == 0 {
		s.WriteString(s.empty)
		if s.empty == "" {
			s.WriteString("any")
		}
		return
	}
	s.WriteString("interface" + s.wide + "{")
	for i := range t.NumMethods() {
		s.WriteString(map[bool]string{true: s.wide, false: "; "}[i == 0])
		m := t.Method(i)
		if s.empty != "" && !m.Exported() {
			s.WriteString(s.named(types.NewTypeName(0, m.Pkg(), m.Name(), nil)))
		} else {
			s.WriteString(m.Name())
		}
		s.signature(m.Signature())
	}
	s.WriteString(s.wide + "}")
}

// qualified finds names with the paths of their packages.
var qualified = regexp.MustCompile(`([\w.~-]+/)*[\w~-]+\.(\w+)`)

// version is the last part of a path that is not the name of its package.
var version = regexp.MustCompile(`/v[0-9]+\.`)

// showID returns the shown name for an id.
func (w *World) showID(id string) string {
	w.mu.RLock()
	d := w.byID(id)
	w.mu.RUnlock()
	if d != nil && d.typ() != nil {
		return w.show(d.typ())
	}
	text := qualified.ReplaceAllStringFunc(id, func(name string) string {
		last := name[strings.LastIndexByte(name, '.')+1:]
		if ownPath(name) {
			w.mu.RLock()
			defer w.mu.RUnlock()
			if shown, ok := w.shown[name]; ok {
				last = shown
			}
			return "main." + last
		}
		path := strings.TrimSuffix(version.ReplaceAllString(name, "."), "."+last)
		return path[strings.LastIndexByte(path, '/')+1:] + "." + last
	})
	return anyWord.ReplaceAllString(strings.ReplaceAll(text, "interface{}", "interface {}"), "interface {}")
}

var anyWord = regexp.MustCompile(`\bany\b`)

// shownType returns the name of the dynamic type of a normalised value.
func (w *World) shownType(x any) string {
	if b, ok := boxOf(x); ok {
		return w.show(b.t.typ())
	}
	return reflect.TypeOf(x).String()
}
