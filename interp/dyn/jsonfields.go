package dyn

// This file finds the fields that encoding/json sees in a struct, by the rules of its function typeFields.

import (
	"cmp"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// jsonField is a field of a JSON object.
type jsonField struct {
	name      string
	tagged    bool
	index     []int
	typ       types.Type
	omitEmpty bool
	omitZero  bool
	quoted    bool // its value is text in a string
}

// jsonFields returns the fields of a struct type.
func (w *World) jsonFields(t *Type) []jsonField {
	if f, ok := w.fields.Load(t); ok {
		return f.([]jsonField)
	}
	f := w.structFields(t.typ())
	w.fields.Store(t, f)
	return f
}

// level is a struct whose fields are looked at: the outer one or an embedded one.
type level struct {
	typ   types.Type
	index []int
}

func (w *World) structFields(t types.Type) []jsonField {
	var all []jsonField
	next := []level{{typ: t}}
	times, visited := map[string]int{}, map[string]bool{}
	for len(next) > 0 {
		current, count := next, times
		next, times = nil, map[string]int{}
		for _, l := range current {
			if id := TypeID(l.typ); !visited[id] {
				visited[id] = true
				all, next = l.fields(w, all, next, count[id] > 1, times)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b jsonField) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(len(a.index), len(b.index)), -compareBool(a.tagged, b.tagged), slices.Compare(a.index, b.index))
	})
	var out []jsonField
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].name == all[0].name {
			n++
		}
		if n == 1 || len(all[0].index) != len(all[1].index) || all[0].tagged != all[1].tagged {
			out = append(out, all[0])
		}
		all = all[n:]
	}
	slices.SortFunc(out, func(a, b jsonField) int { return slices.Compare(a.index, b.index) })
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// fields adds the fields of one struct to all, and the structs embedded in it to next. Those of one that is embedded several times
// at the same depth are added twice, so that they hide each other.
func (l level) fields(w *World, all []jsonField, next []level, twice bool, times map[string]int) ([]jsonField, []level) {
	s := l.typ.Underlying().(*types.Struct)
	for i := range s.NumFields() {
		f := s.Field(i)
		ft := types.Unalias(f.Type())
		if p, ok := ft.(*types.Pointer); ok {
			ft = types.Unalias(p.Elem())
		}
		_, isStruct := ft.Underlying().(*types.Struct)
		if !f.Exported() && (!f.Embedded() || !isStruct) {
			continue
		}
		tag := reflect.StructTag(s.Tag(i)).Get("json")
		if tag == "-" {
			continue
		}
		name, rest, _ := strings.Cut(tag, ",")
		if !validName(name) {
			name = ""
		}
		options := strings.Split(rest, ",")
		index := append(slices.Clone(l.index), i)
		if name == "" && f.Embedded() && isStruct {
			id := TypeID(ft)
			if times[id]++; times[id] == 1 {
				next = append(next, level{ft, index})
			}
			continue
		}
		field := jsonField{name: name, tagged: name != "", index: index, typ: f.Type(),
			omitEmpty: slices.Contains(options, "omitempty"), omitZero: slices.Contains(options, "omitzero")}
		if b, ok := ft.Underlying().(*types.Basic); ok && slices.Contains(options, "string") {
			field.quoted = b.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0
		}
		if name == "" {
			field.name = w.nameOfField(f)
		}
		all = append(all, field)
		if twice {
			all = append(all, field)
		}
	}
	return all, next
}

// validName reports whether a tag's name is one.
func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// named is a type with the name that the user gave it, for the errors of encoding/json.
type named struct {
	reflect.Type
	text string
}

// String returns the user's name of the type.
func (n named) String() string { return n.text }

// reflectType returns the type of x for an error.
func (w *World) reflectType(x val) reflect.Type {
	if x.t == nil {
		return x.v.Type()
	}
	return named{x.v.Type(), w.typeName(x)}
}
