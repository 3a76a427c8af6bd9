package interp

// This file puts panics into Go's words: the interpreter meets many of them in package reflect.

import (
	"fmt"
	"go/types"
	"reflect"
	"regexp"
	"runtime"
	"strings"
)

// panicText is how Go would print a panic's value, in the words that Go has for it.
func (m *machine) panicText(v any) string {
	if rv, ok := v.(reflect.Value); ok {
		for rv.IsValid() && rv.Kind() == reflect.Interface {
			rv = rv.Elem()
		}
		if !rv.IsValid() { // panic(nil)
			return "panic: " + new(runtime.PanicNilError).Error()
		}
		v = rv.Interface()
	}
	if t, rv, ok := m.world.Show(v); ok {
		if text, ok := namedBasic(t, rv); ok {
			return "panic: " + text
		}
	}
	return "panic: " + faultText(v)
}

// namedBasic is how Go prints the value of a panic whose type is made from a basic one and has no text of its own: main.code(7).
func namedBasic(t types.Type, v reflect.Value) (text string, ok bool) {
	n, named := types.Unalias(t).(*types.Named)
	if !named {
		return "", false
	}
	b, basic := n.Underlying().(*types.Basic)
	for _, own := range []string{"Error", "String"} {
		m, _, _ := types.LookupFieldOrMethod(t, false, n.Obj().Pkg(), own)
		basic = basic && m == nil
	}
	if !basic {
		return "", false
	}
	text = fmt.Sprint(v)
	if b.Info()&types.IsString != 0 {
		text = `"` + text + `"`
	}
	return "main." + n.Obj().Name() + "(" + text + ")", true
}

// faultText is the text of a panic's value. What the interpreter meets in package reflect is put as Go puts it,
// without the numbers.
func faultText(v any) string {
	text := ""
	switch v := v.(type) {
	case *reflect.ValueError: // where Go meets a nil pointer
		return nilPointer
	case error:
		text = v.Error()
	default:
		text = fmt.Sprint(v)
	}
	text, _, _ = strings.Cut(text, "\n\ngoroutine ") // the stack of compiled code
	text = chunkPlace.ReplaceAllString(text, "")
	switch {
	case !strings.Contains(text, "reflect"):
		return text
	case strings.Contains(text, "call of nil function"), strings.Contains(text, "nil interface"), strings.Contains(text, "zero Value"):
		return nilPointer
	case strings.Contains(text, "out of bounds"):
		return "runtime error: slice bounds out of range"
	case strings.Contains(text, "index out of range"):
		return strings.Replace(text, reflectIndex.FindString(text), "runtime error: index out of range", 1)
	case strings.Contains(text, "MakeSlice: negative cap"), strings.Contains(text, "MakeSlice: len > cap"):
		return "runtime error: makeslice: cap out of range"
	case strings.Contains(text, "MakeSlice"):
		return "runtime error: makeslice: len out of range"
	}
	text = toArray.ReplaceAllString(text, " to array or pointer to array with length ")
	return strings.Replace(text, "reflect: ", "runtime error: ", 1)
}

// reflectIndex is how package reflect reports an index, of a slice, an array or a string.
var reflectIndex = regexp.MustCompile(`reflect: (\w+ )*index out of range`)

// toArray is what package reflect says of the conversion of a slice that is too short.
var toArray = regexp.MustCompile(` to (pointer to )?array with length `)

// isFault reports whether a recovered value is a fault as the interpreter meets it.
func isFault(v any) bool {
	switch v := v.(type) {
	case *reflect.ValueError:
		return true
	case string:
		return strings.HasPrefix(v, "reflect: ") || strings.HasPrefix(v, "reflect.")
	case error:
		return chunkPlace.MatchString(v.Error())
	}
	return false
}

// goError is a run-time error with a text of ours.
type goError string

// Error gives the text.
func (e goError) Error() string { return string(e) }

// RuntimeError says that it is one.
func (e goError) RuntimeError() {}

const nilPointer = "runtime error: invalid memory address or nil pointer dereference"

// chunkPlace is a position in generated text, which says nothing to the user.
var chunkPlace = regexp.MustCompile(`chunk\d+\.go:\d+:\d+: `)

// badIndex panics as an index expression does in Go.
func badIndex(i, n int) {
	if i < 0 {
		panic(goError(fmt.Sprintf("runtime error: index out of range [%d]", i)))
	}
	panic(goError(fmt.Sprintf("runtime error: index out of range [%d] with length %d", i, n)))
}

// badSlice panics as a slice expression does in Go: x[lo:hi], or x[lo:hi:most] if it is full, of something with room for n elements,
// which is called its capacity or its length.
func badSlice(lo, hi, most, n int, room string, full bool) {
	text := fmt.Sprintf("[%d:%d]", lo, hi)
	switch {
	case full && most < 0:
		text = fmt.Sprintf("[::%d]", most)
	case full && most > n:
		text = fmt.Sprintf("[::%d] with %s %d", most, room, n)
	case full && hi < 0:
		text = fmt.Sprintf("[:%d:]", hi)
	case full && hi > most:
		text = fmt.Sprintf("[:%d:%d]", hi, most)
	case full && lo < 0:
		text = fmt.Sprintf("[%d::]", lo)
	case full:
		text = fmt.Sprintf("[%d:%d:]", lo, hi)
	case hi < 0:
		text = fmt.Sprintf("[:%d]", hi)
	case hi > n:
		text = fmt.Sprintf("[:%d] with %s %d", hi, room, n)
	case lo < 0:
		text = fmt.Sprintf("[%d:]", lo)
	}
	panic(goError("runtime error: slice bounds out of range " + text))
}
