package dyn

// This file finds the ids of dynamic types.

import (
	"reflect"
	"strconv"
	"strings"
)

// ID returns the id of the dynamic type of x, "nil" for nil.
func (w *World) ID(x any) string {
	x = w.normal(x)
	if x == nil {
		return "nil"
	}
	if b, ok := boxOf(x); ok {
		return b.t.id
	}
	return w.hostID(reflect.TypeOf(x))
}

// hostID returns TypeID of a compiled type.
func (w *World) hostID(t reflect.Type) string {
	if id, ok := w.ids.Load(t); ok {
		return id.(string)
	}
	id := w.spell(t)
	w.ids.Store(t, id)
	return id
}

func (w *World) spell(t reflect.Type) string {
	if name := t.Name(); name != "" {
		switch path := t.PkgPath(); {
		case path == "" && name != "Pointer":
			return name
		case t.Kind() == reflect.UnsafePointer:
			return "unsafe.Pointer"
		default:
			return path + "." + name
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + w.hostID(t.Elem())
	case reflect.Slice:
		return "[]" + w.hostID(t.Elem())
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + w.hostID(t.Elem())
	case reflect.Map:
		return "map[" + w.hostID(t.Key()) + "]" + w.hostID(t.Elem())
	case reflect.Chan:
		elem := w.hostID(t.Elem())
		if t.ChanDir() == reflect.BothDir && strings.HasPrefix(elem, "<-") {
			elem = "(" + elem + ")"
		}
		return t.ChanDir().String() + " " + elem
	case reflect.Func:
		return "func" + w.spellSignature(t)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return "any"
		}
		var list []string
		for i := range t.NumMethod() {
			list = append(list, t.Method(i).Name+w.spellSignature(t.Method(i).Type))
		}
		return "interface{" + strings.Join(list, "; ") + "}"
	case reflect.Struct:
		var list []string
		for i := range t.NumField() {
			f := t.Field(i)
			text := w.hostID(f.Type)
			if !f.Anonymous {
				text = f.Name + " " + text
			}
			if f.Tag != "" {
				text += " " + strconv.Quote(string(f.Tag))
			}
			list = append(list, text)
		}
		return "struct{" + strings.Join(list, "; ") + "}"
	}
	return t.String()
}

func (w *World) spellSignature(t reflect.Type) string {
	var in, out []string
	for i := range t.NumIn() {
		if t.IsVariadic() && i == t.NumIn()-1 {
			in = append(in, "..."+w.hostID(t.In(i).Elem()))
		} else {
			in = append(in, w.hostID(t.In(i)))
		}
	}
	for i := range t.NumOut() {
		out = append(out, w.hostID(t.Out(i)))
	}
	text := "(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
		return text
	case 1:
		return text + " " + out[0]
	}
	return text + " (" + strings.Join(out, ", ") + ")"
}
