package wire

import (
	"bytes"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type inner struct {
	W    [][]float64
	bias float64
}

type model struct {
	Name string
	In   *inner
	inner
	_ int
}

type angle float64

type node struct {
	V    float64
	Next *node
}

// roundTrip holds arguments in the text that Encode gives for them.
var roundTrip = []struct {
	value any
	text  string
}{
	{1.5, `1.5`},
	{math.Copysign(0, -1), `-0`},
	{0.1, `0.1`},
	{5e-324, `5e-324`},
	{math.MaxFloat64, `1.7976931348623157e+308`},
	{1e20, `100000000000000000000`},
	{math.Inf(1), `"+Inf"`},
	{math.Inf(-1), `"-Inf"`},
	{float32(0.1), `0.1`},
	{angle(2), `2`},
	{int8(-128), `-128`},
	{uint64(math.MaxUint64), `18446744073709551615`},
	{int64(math.MinInt64), `-9223372036854775808`},
	{true, `true`},
	{"a\"\n<é", `"a\"\n\u003cé"`},
	{complex(1, math.Inf(1)), `[1,"+Inf"]`},
	{complex64(complex(0.1, -2)), `[0.1,-2]`},
	{[]float64(nil), `null`},
	{[]float64{}, `[]`},
	{[][]float64{{1, 2}, nil, {}}, `[[1,2],null,[]]`},
	{[2]bool{true, false}, `[true,false]`},
	{[]byte{1, 2}, `[1,2]`},
	{map[string][]float64{"b": {1}, "a": nil}, `{"a":null,"b":[1]}`},
	{map[int]float64{10: 1, 9: 2}, `{"9":2,"10":1}`},
	{map[float64]bool{math.Inf(1): true, -1.5: false}, `{"-1.5":false,"+Inf":true}`},
	{map[bool]int(nil), `null`},
	{new(2.5), `2.5`},
	{(*float64)(nil), `null`},
	{
		model{"m", &inner{[][]float64{{1}}, 2}, inner{nil, 3}, 0},
		`{"Name":"m","In":{"W":[[1]],"bias":2},"inner":{"W":null,"bias":3}}`,
	},
	{&node{1, &node{2, nil}}, `{"V":1,"Next":{"V":2,"Next":null}}`},
}

func TestRoundTrip(t *testing.T) {
	for _, c := range roundTrip {
		text, err := Encode(reflect.ValueOf(c.value))
		if err != nil || string(text) != c.text {
			t.Errorf("Encode(%#v) = %s, %v; want %s", c.value, text, err, c.text)
			continue
		}
		args, err := DecodeArgs([]byte("[ "+c.text+" ]"), []string{"x"}, []reflect.Type{reflect.TypeOf(c.value)})
		if err != nil {
			t.Errorf("DecodeArgs(%s): %v", c.text, err)
			continue
		}
		if diff := cmp.Diff(c.value, args[0].Interface(), cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}

func TestSpecialFloatsSurvive(t *testing.T) {
	args, err := DecodeArgs([]byte(`["NaN", [-0, -0.0, 3e0], 3.0, 1e3]`), nil, []reflect.Type{
		reflect.TypeFor[float64](), reflect.TypeFor[[]float64](), reflect.TypeFor[int](), reflect.TypeFor[uint16](),
	})
	if err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(args[0].Float()) {
		t.Errorf("NaN became %v", args[0])
	}
	for i := range 2 {
		if f := args[1].Index(i).Float(); f != 0 || !math.Signbit(f) {
			t.Errorf("-0 became %v", f)
		}
	}
	if args[1].Index(2).Float() != 3 || args[2].Int() != 3 || args[3].Uint() != 1000 {
		t.Errorf("got %v", args)
	}
	text, err := Encode(args[0])
	if err != nil || string(text) != `"NaN"` {
		t.Errorf("NaN is written as %s, %v", text, err)
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		types []any // a value of each type
		want  string
	}{
		{`["a"]`, []any{[]float64{}}, `argument 1 (x): want an array of numbers, got the string "a"`},
		{`[[1,[2]]]`, []any{[]float64{}}, `argument 1 (x)[1]: want a number (or "NaN", "+Inf", "-Inf"), got an array`},
		{`[1]`, []any{[][]float64{}}, `argument 1 (x): want an array of arrays of numbers, got the number 1`},
		{`[1]`, []any{1.0, 2.0}, `want 2 arguments, got 1`},
		{`[1,2,[3]]`, []any{1.0}, `want 1 argument, got 3`},
		{`1`, []any{1.0}, `arguments: want an array with an element for each of 1 argument, got the number 1`},
		{`[1] 2`, []any{1.0}, `arguments: text after the end of the array`},
		{`[1]]`, []any{1.0}, `arguments: text after the end of the array`},
		{`[1`, []any{1.0}, `arguments: the JSON text ends too early`},
		{``, []any{1.0}, `arguments: the JSON text ends too early`},
		{`[[1,]]`, []any{[]float64{}}, `argument 1 (x)[1]: not JSON: `},
		{`[NaN]`, []any{1.0}, `argument 1 (x): not JSON: `},
		{`["Inf"]`, []any{1.0}, `argument 1 (x): want a number (or "NaN", "+Inf", "-Inf"), got the string "Inf"`},
		{`["NaN"]`, []any{1}, `argument 1 (x): want a whole number, got the string "NaN"`},
		{`[1e999]`, []any{1.0}, `argument 1 (x): 1e999 does not fit in float64`},
		{`[1e39]`, []any{float32(1)}, `argument 1 (x): 1e39 does not fit in float32`},
		{`[1, 2.5]`, []any{1.0, 1}, `argument 2 (_1): want a whole number, got 2.5`},
		{`[300]`, []any{uint8(1)}, `argument 1 (x): 300 does not fit in uint8`},
		{`[-1]`, []any{uint(1)}, `argument 1 (x): -1 does not fit in uint`},
		{`[1e16]`, []any{1}, `argument 1 (x): 1e16 does not fit in int`},
		{`[9223372036854775808]`, []any{1}, `argument 1 (x): 9223372036854775808 does not fit in int`},
		{`[1e999]`, []any{1}, `argument 1 (x): 1e999 does not fit in int`},
		{`[null]`, []any{1.0}, `argument 1 (x): want a number (or "NaN", "+Inf", "-Inf"), got null`},
		{`[true]`, []any{""}, `argument 1 (x): want a string, got true`},
		{`[{}]`, []any{true}, `argument 1 (x): want true or false, got an object`},
		{`[[1]]`, []any{[2]float64{}}, `argument 1 (x): want 2 elements, got 1`},
		{`[[1,2,3]]`, []any{[2]float64{}}, `argument 1 (x): want 2 elements, got more`},
		{`[[1]]`, []any{complex(1, 0)}, `argument 1 (x): want 2 elements, got 1`},
		{`[1]`, []any{complex(1, 0)}, `argument 1 (x): want a complex number as [re, im], got the number 1`},
		{`[[]]`, []any{node{}}, `argument 1 (x): want an object with the fields V, Next, got an array`},
		{`[{"V":1}]`, []any{node{}}, `argument 1 (x): field Next is missing`},
		{`[{"V":1,"v":2}]`, []any{node{}}, `argument 1 (x).v: unknown field; node has V, Next`},
		{`[{"V":1,"V":2}]`, []any{node{}}, `argument 1 (x).V: the field is given twice`},
		{`[{"V":1,"Next":{"V":"a"}}]`, []any{&node{}}, `argument 1 (x).Next.V: want a number`},
		{`[{"_":1}]`, []any{model{}}, `argument 1 (x)._: unknown field; model has Name, In, inner`},
		{`[{"a":1,"a":2}]`, []any{map[string]int{}}, `argument 1 (x)["a"]: the key is given twice`},
		{`[{"a":1}]`, []any{map[int]int{}}, `argument 1 (x)["a"]: key: want a whole number, got a`},
		{`[{"0x1p2":1}]`, []any{map[float64]int{}}, `argument 1 (x)["0x1p2"]: key: want a number, got "0x1p2"`},
		{`[{"yes":1}]`, []any{map[bool]int{}}, `argument 1 (x)["yes"]: want true or false as a key`},
		{`[1]`, []any{func() {}}, `argument 1 (x): a value of type func() cannot be written as JSON`},
		{`[{}]`, []any{struct{ C chan int }{}}, `argument 1 (x): field C: a value of type chan int cannot be written as JSON`},
		{`[{}]`, []any{map[node]int{}}, `argument 1 (x): a map with keys of type node cannot be written as JSON`},
		{"[" + strings.Repeat(`{"V":1,"Next":`, 2000), []any{&node{}}, `argument 1 (x): nested deeper than 1000`},
	} {
		var types []reflect.Type
		for _, v := range c.types {
			types = append(types, reflect.TypeOf(v))
		}
		args, err := DecodeArgs([]byte(c.text), []string{"x", "_"}, types)
		if err == nil {
			t.Errorf("%s is read as %v, want the error %s", c.text, args, c.want)
		} else if got := err.Error(); !strings.HasPrefix(got, c.want) && !strings.HasSuffix(got, c.want) {
			t.Errorf("%.40s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestEncodeResult(t *testing.T) {
	got, err := EncodeResult(reflect.ValueOf(2.5), []string{"x", "_1"},
		[]reflect.Value{reflect.ValueOf([]float64{1, math.NaN()}), reflect.ValueOf(0.0)})
	if want := `{"value":2.5,"gradient":{"x":[1,"NaN"],"_1":0}}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	if got, err := EncodeResult(reflect.Value{}, nil, []reflect.Value{}); err != nil || string(got) != `{"gradient":{}}` {
		t.Errorf("no value: %s, %v", got, err)
	}
	if _, err := EncodeResult(reflect.ValueOf(1.0), []string{"f"}, []reflect.Value{reflect.ValueOf(func() {})}); err == nil ||
		!strings.Contains(err.Error(), "gradient by f") {
		t.Errorf("function as a gradient: %v", err)
	}
	ring := &node{V: 1}
	ring.Next = ring
	if _, err := Encode(reflect.ValueOf(ring)); err == nil || !strings.Contains(err.Error(), "cycle") {
		t.Errorf("ring of pointers: %v", err)
	}
}

func TestServe(t *testing.T) {
	funcs := map[string]Func{
		"p.F": {
			Fn:     func(x []float64, n int) (float64, []float64) { return x[n], []float64{float64(n)} },
			Params: []string{"x", "n"}, Values: 1, Grads: []string{"x"},
		},
		"p.Sum":  {Fn: func(x ...float64) float64 { return x[0] + x[1] }, Params: []string{"x"}, Values: 1},
		"p.Exit": {Fn: func() { runtime.Goexit() }},
		"p.Two":  {Fn: func() (float64, bool) { return 1, true }, Values: 2},
	}
	requests := strings.Join([]string{
		`{"func":"p.F","args":[[1,2],1]}`,
		`{"func":"p.F","args":[[1,2],5]}`,
		`{"func":"p.F","args":[1,5]}`,
		`{"func":"p.G","args":[]}`,
		`{"func":"p.Sum","args":[[1,2]]}`,
		`{"func":"p.Exit","args":[]}`,
		`{"func":"p.Two","args":[]}`,
	}, "\n")
	want := strings.Join([]string{
		`{"value":2,"gradient":{"x":[1]}}`,
		`{"error":"p.F panics: runtime error: index out of range [5] with length 2"}`,
		`{"error":"argument 1 (x): want an array of numbers, got the number 1"}`,
		`{"error":"no function p.G"}`,
		`{"value":3}`,
		`{"error":"p.Exit ends its goroutine"}`,
		`{"value":[1,true]}`,
		``,
	}, "\n")
	var out bytes.Buffer
	if err := Serve(strings.NewReader(requests), &out, funcs); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	if err := Serve(strings.NewReader("{"), &out, funcs); err == nil {
		t.Error("half a request is no error")
	}
}

// What decodes encodes to text that decodes to the same.
func FuzzDecodeArgs(f *testing.F) {
	type all struct {
		F float64
		S []float32
		M map[float64][]int
		P *all
		C complex128
		A [2]uint8
		T string
		B bool
	}
	for _, c := range roundTrip {
		f.Add([]byte(c.text))
	}
	f.Add([]byte(`{"F":1e-7,"S":[1,"NaN"],"M":{"-0":[1]},"P":null,"C":[0,-0],"A":[1,2],"T":"","B":true}`))
	types := []reflect.Type{
		reflect.TypeFor[all](), reflect.TypeFor[[]float64](), reflect.TypeFor[float32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint64](), reflect.TypeFor[map[string]*node](), reflect.TypeFor[map[bool][]complex64](),
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, typ := range types {
			args, err := DecodeArgs([]byte("["+string(data)+"]"), nil, []reflect.Type{typ})
			if err != nil {
				continue
			}
			text, err := Encode(args[0])
			if err != nil {
				t.Fatalf("%s decodes as %v and does not encode: %v", data, typ, err)
			}
			again, err := DecodeArgs([]byte("["+string(text)+"]"), nil, []reflect.Type{typ})
			if err != nil {
				t.Fatalf("%s encodes as %s, which does not decode: %v", data, text, err)
			}
			if twice, err := Encode(again[0]); err != nil || !bytes.Equal(text, twice) {
				t.Fatalf("%s encodes as %s, then as %s, %v", data, text, twice, err)
			}
		}
	})
}

func BenchmarkDecodeFloats(b *testing.B) {
	x := make([]float64, 10000)
	for i := range x {
		x[i] = 1 / float64(i+1)
	}
	text, err := Encode(reflect.ValueOf([][]float64{x}))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := DecodeArgs(text, nil, []reflect.Type{reflect.TypeFor[[]float64]()}); err != nil {
			b.Fatal(err)
		}
	}
}
