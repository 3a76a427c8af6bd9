package dyn

import (
	"errors"
	"fmt"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// panicText returns the text of the panic of f, which must be a runtime error.
func panicText(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(runtime.Error)
			if !ok {
				text = fmt.Sprint("not a runtime error: ", r)
				return
			}
			text = asMain(err.Error())
		}
	}()
	f()
	return ""
}

// interfaces returns values of which some are equal and some cannot be compared.
func interfaces() []any {
	p := &P{1, 2}
	return []any{
		nil, Small, Large, Kind(1), Plain(1), 1, 1.0, "s", Name("s"), P{1, 2}, P{1, 2}, P{1, 3}, *p, p, &P{1, 2}, (*P)(nil), (*Kind)(nil), Empty{}, struct{}{}, Circle{1}, Square{1}, Fault{1}, Fault{1}, Fault{2},
		[]Kind{1}, []int{1}, Set{}, Fn(nil), Many{}, Panics{1}, Panics{Large}, Panics{[]Kind{}}, Panics{[]int{}}, Panics{Panics{Set{}}}, [1]any{1}, [2]Kind{1, 2}, [2]Kind{1, 2}, Grid{}, Rich{}, Rich{Ks: nil},
		struct{ A Kind }{1}, struct{ A Plain }{1}, struct{ A Kind }{1}, Pair[string, any]{"a", 1}, Pair[string, any]{"a", Kind(1)}, Pair[string, any]{"a", []P{}}, time.Second, io.EOF, []any{1}, Celsius(0), Flag(false), false,
	}
}

// TestEqual compares all pairs, and looks all up in maps.
func TestEqual(t *testing.T) {
	l := newLab(t)
	list := interfaces()
	for i, x := range list {
		a := l.of(x)
		for j, y := range list {
			b := l.of(y)
			var want, got bool
			wantText, text := panicText(func() { want = x == y }), panicText(func() { got = l.w.Equal(a, b) })
			if got != want || text != wantText {
				t.Errorf("%T == %T (%d, %d): got %v %s, want %v %s", x, y, i, j, got, text, want, wantText)
			}
			var wantIn, in bool
			wantText = panicText(func() { _, wantIn = map[any]int{y: 1}[x] })
			text = panicText(func() { _, in = map[any]int{l.w.Key(b): 1}[l.w.Key(a)] })
			if in != wantIn || text != wantText {
				t.Errorf("map of %T has %T (%d, %d): got %v %s, want %v %s", y, x, i, j, in, text, wantIn, wantText)
			}
		}
	}
}

// TestInside: boxes in the fields of structs and in maps compare by themselves.
func TestInside(t *testing.T) {
	w := NewWorld()
	kind := types.NewNamed(types.NewTypeName(0, types.NewPackage("cells/session", "main"), "Kind", nil), types.Typ[types.Int], nil)
	w.Declare("cells/session.Kind", kind)
	a, b := w.Box("cells/session.Kind", 1), w.Box("cells/session.Kind", 1)
	if a != b || (struct{ x any }{a}) != (struct{ x any }{b}) || a == any(1) {
		t.Error("equal boxes differ")
	}
	m := map[any]string{a: "one"}
	w.Declare("cells/session.Kind", types.NewNamed(kind.Obj(), types.Typ[types.Int], nil)) // as after an edit
	if m[w.Box("cells/session.Kind", 1)] != "one" || w.ID(a) != "cells/session.Kind" {
		t.Error("a box is lost when its type is declared again")
	}
}

// TestFaults: a panic of the interpreter is printed as Go has it.
func TestFaults(t *testing.T) {
	l := newLab(t)
	x := l.of(P{1, 2})
	l.w.Method("cells/session.P", "String", func(any) string { return reflect.Value{}.Type().String() })
	want := "%!v(PANIC=String method: runtime error: invalid memory address or nil pointer dereference)"
	if got := l.w.Sprint(x); got != want {
		t.Errorf("got %s", got)
	}
	l.w.Faults(func(any) any { return "as the session puts it" })
	if got := l.w.Sprint(x); got != "%!v(PANIC=String method: as the session puts it)" {
		t.Errorf("got %s", got)
	}
}

// TestMismatch: a value that is not what its type says is not printed as something else.
func TestMismatch(t *testing.T) {
	l := newLab(t)
	l.of(P{})
	for _, v := range []any{1, struct{ X int }{1}, nil} {
		func() {
			defer func() {
				if r := recover(); !strings.HasPrefix(fmt.Sprint(r), "dyn: the interpreter has ") {
					t.Errorf("%v: %v", v, r)
				}
			}()
			t.Error(l.w.Sprint(l.w.Box("cells/session.P", v)))
		}()
	}
}

// TestIDs: the ids of dynamic types are those of types.
func TestIDs(t *testing.T) {
	l := newLab(t)
	for _, x := range append(shapes(), jsonShapes()...) {
		if x == nil || fmt.Sprintf("%T", x) == "*errors.errorString" { // whose name the lab cannot look up
			continue
		}
		want := TypeID(l.goType(reflect.TypeOf(x)))
		if b := l.of(x); l.w.ID(b) != want {
			t.Errorf("%T: got %s, want %s", x, l.w.ID(b), want)
		}
	}
	for x, want := range map[any]string{
		nil: "nil", new(rand.Rand): "*math/rand/v2.Rand", new(func(float64) float64): "*func(float64) float64", new(map[string]any): "*map[string]any", time.Second: "time.Duration",
		new(func(a int, more ...string) (int, error)): "*func(int, ...string) (int, error)", new(chan (<-chan int)): "*chan (<-chan int)", new(<-chan []byte): "*<-chan []uint8",
		new(struct {
			A int `k:"v"`
			B []rune
		}): `*struct{A int "k:\"v\""; B []int32}`, new(interface{ Len() int }): "*interface{Len() int}", new(any): "*any", new(fs.FileMode): "*io/fs.FileMode",
	} {
		if got := l.w.ID(x); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewParam(0, nil, "x", types.Universe.Lookup("byte").Type())), nil, false)
	if got := TypeID(types.NewMap(types.Universe.Lookup("rune").Type(), sig)); got != "map[int32]func(uint8)" {
		t.Errorf("got %s", got)
	}
}

// TestAsserted asserts values to interfaces and types.
func TestAsserted(t *testing.T) {
	l := newLab(t)
	shape := l.pkg.Scope().Lookup("Shape").Type()
	l.w.DeclareInterface("cells/session.Shape", shape.Underlying().(*types.Interface), nil)
	errType := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	l.w.DeclareInterface("error", errType, reflect.TypeFor[error]())
	fmtPkg, err := l.importer.Import("fmt")
	if err != nil {
		t.Fatal(err)
	}
	l.w.DeclareInterface("fmt.Stringer", fmtPkg.Scope().Lookup("Stringer").Type().Underlying().(*types.Interface), reflect.TypeFor[fmt.Stringer]())
	l.w.Wrapper(reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[stringerWrapper]())
	for _, x := range append(interfaces(), &Square{2}, &Circle{1}, &PtrFault{io.EOF}, ErrStr{}, Outer{Circle: &Circle{2}}, &Derived{}, Derived{}, DerivedPtr{}, errors.New("e"), big.NewInt(1)) {
		b := l.of(x)
		shape, wantText := false, panicText(func() { _ = x.(Shape) })
		_, shape = x.(Shape)
		l.asserted(t, x, b, "cells/session.Shape", shape, wantText)
		wantText = panicText(func() { _ = x.(error) })
		_, isErr := x.(error)
		l.asserted(t, x, b, "error", isErr, wantText)
		if isErr && l.w.As(b, "error").(error).Error() != x.(error).Error() {
			t.Errorf("%T: another error", x)
		}
		wantText = panicText(func() { _ = x.(fmt.Stringer) })
		s, isStringer := x.(fmt.Stringer)
		l.asserted(t, x, b, "fmt.Stringer", isStringer, wantText)
		if !isStringer || reflect.ValueOf(x).Kind() == reflect.Pointer && reflect.ValueOf(x).IsNil() {
			continue
		}
		if _, panics := x.(Panics); panics || fmt.Sprintf("%T", x) == "dyn.DerivedPtr" {
			continue
		}
		got := l.w.As(b, "fmt.Stringer").(fmt.Stringer)
		if got.String() != s.String() || l.w.ID(got) != l.w.ID(b) || !reflect.DeepEqual(l.w.Get(got), l.w.Get(b)) || l.w.Sprintf("%v %#v %T", got, []any{got}, got) != l.w.Sprintf("%v %#v %T", b, []any{b}, b) {
			t.Errorf("%T as a Stringer prints %s", x, l.w.Sprint(got))
		}
	}
	if !l.w.Implements(1, "any") || l.w.Implements(nil, "any") || l.w.Use(nil, "error") != nil {
		t.Error("the empty interface is wrong")
	}
}

// stringerWrapper is what the interpreter has for fmt.Stringer.
type stringerWrapper struct {
	IValue  any
	WString func() string
}

func (w stringerWrapper) String() string { return w.WString() }

func (l *lab) asserted(t *testing.T, x, b any, iface string, want bool, text string) {
	t.Helper()
	if got := l.w.Implements(b, iface); got != want {
		t.Errorf("%T implements %s: got %v", x, iface, got)
	}
	if got := panicText(func() { l.w.As(b, iface) }); got != text {
		t.Errorf("%T as %s: got %q, want %q", x, iface, got, text)
	}
	if got := panicText(func() { l.w.AssertFailed(b, iface, "any") }); !want && got != text {
		t.Errorf("%T as %s: got %q, want %q", x, iface, got, text)
	}
}

// TestAssertFailed compares the texts of failed assertions to types.
func TestAssertFailed(t *testing.T) {
	l := newLab(t)
	measured := l.pkg.Scope().Lookup("Measured").Type().Underlying().(*types.Interface)
	l.w.DeclareInterface("cells/session.Measured", measured, nil)
	var none any
	var shape Shape
	circle, empty := Shape(Circle{1}), any(3.5)
	for _, test := range []struct {
		x           any
		want, iface string
		real        func()
	}{
		{empty, "cells/session.P", "interface {}", func() { _ = empty.(P) }},
		{none, "*cells/session.P", "any", func() { _ = none.(*P) }},
		{circle, "cells/session.Square2", "cells/session.Shape", func() { _ = circle.(Square2) }},
		{shape, "*cells/session.Square", "cells/session.Shape", func() { _ = shape.(*Square) }},
		{empty, "cells/session.Measured", "any", func() { _ = empty.(Measured) }},
		{circle, "cells/session.Measured", "cells/session.Shape", func() { _ = circle.(Measured) }},
		{none, "cells/session.Measured", "any", func() { _ = none.(Measured) }},
		{any(Large), "map[string][]cells/session.P", "interface{}", func() { _ = any(Large).(map[string][]P) }},
		{any(Large), "*math/rand/v2.Rand", "interface{}", func() { _ = any(Large).(*rand.Rand) }},
		{any(rand.New(nil)), "map[string]any", "interface{}", func() { _ = any(rand.New(nil)).(map[string]any) }},
		{error(Fault{1}), "*cells/session.PtrFault", "error", func() { _ = error(Fault{1}).(*PtrFault) }},
		{error(io.EOF), "*io/fs.PathError", "error", func() { _ = error(io.EOF).(*fs.PathError) }},
	} {
		want := panicText(test.real)
		if got := panicText(func() { l.w.AssertFailed(l.of(test.x), test.want, test.iface) }); got != want || want == "" {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestCalled calls methods, promoted ones and those of compiled values too.
func TestCalled(t *testing.T) {
	l := newLab(t)
	for _, test := range []struct {
		x      any
		method string
		args   []any
		want   string
	}{
		{Large, "String", nil, "[large]"},
		{&Square{3}, "Area", nil, "[9]"},
		{Base{4}, "Describe", []any{"a"}, "[a4 [] 0]"},
		{&Derived{Base{5}, 1}, "Describe", []any{"b", 1, 2}, "[b5 [1 2] 2]"},
		{Derived{Base{5}, 1}, "Describe", []any{"b", []int{3}}, "[b5 [3] 1]"},
		{DerivedPtr{&Base{6}, 1}, "String", nil, "[base 6]"},
		{Outer{Circle: &Circle{2}}, "Area", nil, "[12]"},
		{Clock{time.Unix(0, 0).UTC(), ""}, "Year", nil, "[1970]"},
		{strings.NewReader("abc"), "Len", nil, "[3]"},
		{io.EOF, "Error", nil, "[EOF]"},
		{Fault{7}, "Is", []any{io.EOF}, "[true]"},
		{Fault{7}, "Is", []any{nil}, "[false]"},
	} {
		if got := fmt.Sprint(l.w.Call(l.of(test.x), test.method, test.args...)); got != test.want {
			t.Errorf("%T.%s: got %s, want %s", test.x, test.method, got, test.want)
		}
	}
	for _, x := range []any{nil, (*Derived)(nil), DerivedPtr{}} {
		if got := panicText(func() { l.w.Call(l.of(x), "Describe", "") }); got != "runtime error: invalid memory address or nil pointer dereference" {
			t.Errorf("got %q", got)
		}
	}
}

// TestErrors compares trees of errors.
func TestErrors(t *testing.T) {
	l := newLab(t)
	sentinel := &PtrFault{io.EOF}
	list := []error{
		nil, io.EOF, Fault{1}, Fault{1}, Fault{7}, sentinel, &PtrFault{Fault{2}}, Many{Fault{1}, io.EOF}, Many{sentinel}, Many{}, &PtrFault{Many{Fault{3}}}, ErrStr{}, fmt.Errorf("w: %w", io.ErrUnexpectedEOF), &fs.PathError{Op: "o", Err: io.EOF},
	}
	asErr := func(x any) error { err, _ := x.(error); return err }
	for i, x := range list {
		for j, y := range list {
			a, b := asErr(l.of(x)), asErr(l.of(y))
			if got, want := l.w.ErrorsIs(a, b), errors.Is(x, y); got != want {
				t.Errorf("%T is %T (%d, %d): got %v", x, y, i, j, got)
			}
			wrapped, box := fmt.Errorf("more: %v %w", y, x), l.w.Errorf("more: %v %w", b, a)
			if x == nil {
				continue
			}
			if got, want := l.w.Sprintf("%v %T", box, box), fmt.Sprintf("%v %T", wrapped, wrapped); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if got, want := l.w.ErrorsIs(box, b), errors.Is(wrapped, y); got != want {
				t.Errorf("wrapped %T is %T: got %v", x, y, got)
			}
		}
		if x == nil {
			continue
		}
		a := asErr(l.of(x))
		var fault Fault
		want := errors.As(x, &fault)
		got := l.w.ErrorsAs(a, nil, func(err error) bool { return l.w.ID(err) == "cells/session.Fault" })
		if got != want {
			t.Errorf("%T as a Fault: got %v", x, got)
		}
		for _, format := range []string{"%w", "%w and %w", "%[2]w %[1]w %[2]w", "%v", "%w %d", "%s: %w %w", "%!w", "%+w"} {
			real, box := fmt.Errorf(format, x, Fault{5}), l.w.Errorf(format, a, l.of(Fault{5}))
			if got, want := l.w.Sprintf("%v %T", box, box), fmt.Sprintf("%v %T", real, real); asMain(got) != asMain(want) {
				t.Errorf("%s of %T: got %s, want %s", format, x, got, want)
			}
			if got, want := l.unwrapped(box), l.unwrapped(real); got != want {
				t.Errorf("%s of %T unwraps to %s, want %s", format, x, got, want)
			}
		}
	}
	for _, x := range []any{nil, Large, Formatted{1}} {
		format := "%d %w" // for what is no error
		real, box := fmt.Errorf(format, 1, x), l.w.Errorf(format, l.of(Plain(1)), l.of(x))
		if box.Error() != asMain(real.Error()) || errors.Unwrap(box) != nil || errors.Unwrap(real) != nil {
			t.Errorf("got %s, want %s", box, real)
		}
	}
}

// unwrapped lists what an error wraps.
func (l *lab) unwrapped(err error) string {
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		return asMain(l.w.Sprintf("%T %v", x.Unwrap(), x.Unwrap()))
	case interface{ Unwrap() []error }:
		return asMain(l.w.Sprintf("%v", x.Unwrap()))
	}
	return ""
}

// TestKinds of boxes follow the methods of their types.
func TestKinds(t *testing.T) {
	l := newLab(t)
	got := map[string][]string{}
	for _, x := range []any{Large, Fault{}, &Fault{}, PtrFault{}, &PtrFault{}, Many{}, ErrStr{}, P{}} {
		kind := reflect.TypeOf(l.of(x)).Name()
		got[kind] = append(got[kind], strings.TrimPrefix(fmt.Sprintf("%T", x), "dyn."))
	}
	want := map[string][]string{"Value": {"Kind", "PtrFault", "P"}, "Error": {"Fault", "*dyn.Fault", "*dyn.PtrFault", "ErrStr"}, "Errors": {"Many"}}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v", got)
	}
	err := l.w.BoxError("cells/session.Fault", l.w.Get(l.of(Fault{3})))
	if err.Error() != "fault 3" || !l.w.Equal(err, l.of(Fault{3})) {
		t.Errorf("got %v", err)
	}
	typ, v, ok := l.w.Show(err)
	if !ok || types.TypeString(typ, nil) != "cells/session.Fault" || v.Field(0).Int() != 3 {
		t.Errorf("shows %v %v %v", typ, v, ok)
	}
	if _, _, ok := l.w.Show(1); ok {
		t.Error("1 is a box")
	}
	var n int
	args := l.w.Unbox([]any{l.of(new(Plain)), &n})
	if _, err := fmt.Sscan("4 5", args...); err != nil || *args[0].(*int) != 4 || n != 5 {
		t.Errorf("scanned %v, %v", args, err)
	}
}
