package dyn

// This file declares types for the tests of JSON. See shapes_test.go.

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

//lint:file-ignore SA5008 the odd tags are what is tested

type JPoint struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y,omitempty"`
	label string
	Tag   Name  `json:",omitempty"`
	Skip  int   `json:"-"`
	Dash  int   `json:"-,"`
	K     Kind  `json:"kind"`
	Bad   int   `json:"bad\"name"`
	Str   int   `json:"str,string"`
	StrS  Name  `json:"strs,string"`
	StrP  *Flag `json:"strp,string,omitempty"`
}

type JDeep struct {
	JPoint
	*Embedded
	within2
	Points []JPoint          `json:"points"`
	ByName map[Name]*JPoint  `json:"by_name,omitempty"`
	ByKind map[Kind]string   `json:"by_kind"`
	Ptr    **JPoint          `json:"ptr"`
	Any    any               `json:"any"`
	Raw    json.RawMessage   `json:"raw,omitempty"`
	When   time.Time         `json:"when,omitzero"`
	Span   time.Duration     `json:"span,omitempty"`
	Data   []byte            `json:"data"`
	Octets Octets            `json:"octets"`
	Arr    [2]Celsius        `json:"arr"`
	Color  Color             `json:"color"`
	Colors map[Color]Color   `json:"colors"`
	Temp   Temp              `json:"temp"`
	Temps  []*Temp           `json:"temps"`
	HTML   string            `json:"html"`
	Fold   map[string]string `json:"FoldMe"`
	Num    json.Number       `json:"num"`
	Zero   ZeroAware         `json:"zero,omitzero"`
	Shape  Shape             `json:"shape,omitempty"`
	F32    float32
	U8     uint8
	Nest   struct {
		A Plain `json:"a"`
		B struct{ C int8 }
	}
}

type Embedded struct {
	E1 int
	X  string `json:"x"` // less deep is JPoint's at the same depth: both go
	O  Plain  `json:",omitempty"`
}

type within2 struct {
	W1 int
	w2 int
}

type Color int

func (c Color) MarshalText() ([]byte, error) {
	if c > 2 {
		return nil, fmt.Errorf("no color %d", int(c))
	}
	return []byte([...]string{"red", "green", "<blue>"}[c]), nil
}

func (c *Color) UnmarshalText(b []byte) error {
	for i, s := range []string{"red", "green", "<blue>"} {
		if s == string(b) {
			*c = Color(i)
			return nil
		}
	}
	return errors.New("unknown color " + string(b))
}

type Temp struct{ deg float64 }

func (t *Temp) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `{ "deg" : %g }`, t.deg), nil }

func (t *Temp) UnmarshalJSON(b []byte) error {
	if strings.HasPrefix(string(b), `"bad`) {
		return errors.New("bad temperature")
	}
	_, err := fmt.Sscanf(string(b), `{"deg":%g}`, &t.deg)
	return err
}

type Broken struct{ A int }

func (Broken) MarshalJSON() ([]byte, error) { return nil, errors.New("broken") }

type Garbage struct{ A int }

func (Garbage) MarshalJSON() ([]byte, error) { return []byte("{"), nil }

type ZeroAware struct{ N int }

func (z ZeroAware) IsZero() bool { return z.N == 7 }

type Clock struct {
	time.Time
	Zone string
}

type RecNode struct {
	Name string
	Next *RecNode `json:"next,omitempty"`
	Kids []*RecNode
}

type Unsupported struct {
	A int
	C chan int `json:"c,omitempty"`
	F func()
}

type Stringly struct {
	I int     `json:"i,string"`
	F Celsius `json:"f,string"`
	B Flag    `json:"b,string"`
	S string  `json:"s,string"`
	P *int    `json:"p,string"`
	M [1]int  `json:"m,string"`
}

// jsonShapes returns values that the tests write as JSON.
func jsonShapes() []any {
	p := &JPoint{X: 1, Y: 2, K: Large, Tag: "t<g>", Dash: 3, Str: 4, StrS: "q\"", label: "no"}
	yes := Flag(true)
	when := time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC)
	return []any{
		p, *p, &p, JPoint{StrP: &yes}, []JPoint{{}, *p}, map[string]*JPoint{"p": p, "n": nil},
		JDeep{}, &JDeep{}, JDeep{JPoint: *p, Embedded: &Embedded{1, "x", 2}, within2: within2{1, 2}, Ptr: &p, Any: []any{1, Large, map[string]any{"k": P{1, 2}}}},
		&JDeep{ByName: map[Name]*JPoint{"b": p, "a": nil}, ByKind: map[Kind]string{Large: "l", Small: "s"}, Raw: json.RawMessage(`{"a": [1, "<"]}`), When: when, Span: time.Second},
		JDeep{Data: []byte("hello\xff"), Octets: Octets{1, 2}, Arr: [2]Celsius{1e21, 1e-7}, Color: 2, Colors: map[Color]Color{2: 1, 0: 2}, HTML: "<a href='x'>&\u2028", Num: "12.50"},
		&JDeep{Temp: Temp{3}, Temps: []*Temp{nil, {4}}, Zero: ZeroAware{7}, Shape: Circle{2}, F32: 0.1, U8: 255}, JDeep{Temp: Temp{3}, Shape: &Square{2}},
		Color(1), Color(5), []Color{1, 2}, map[Color]int{1: 1, 2: 3}, map[Color]int{7: 1}, Broken{1}, []any{Broken{1}}, map[string]any{"b": []any{1, Broken{1}}}, Garbage{}, struct{ B Garbage }{},
		Temp{1}, &Temp{1}, []Temp{{1}}, map[string]Temp{"a": {1}}, Clock{when, "UTC"}, ZeroAware{}, Unsupported{}, Unsupported{C: nil, F: nil}, struct{ C complex128 }{1}, map[P]int{{}: 1},
		map[bool]Kind{true: 1}, Fn(nil), Wave(1), Celsius(1.5), Name("<n>"), Kind(3), Flag(true), Octet(3), Bytes("b"), Bytes(nil), [2]Octet{1, 2}, nil, []any{nil, P{1, 2}},
		&RecNode{"a", &RecNode{Name: "b"}, []*RecNode{{Name: "k"}, nil}}, Stringly{1, 2.5, true, "x", nil, [1]int{1}}, map[any]int{}, Fault{3}, &PtrFault{}, []error{Fault{2}},
		struct {
			A Kind `json:"a,omitempty"`
			b Kind
		}{1, 2},
	}
}
