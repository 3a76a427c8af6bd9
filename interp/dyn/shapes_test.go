package dyn

// This file declares types and values of them. The tests read its text, too: what go/types makes of the declarations is what a session
// knows, and what the compiler makes of them is what is right.

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"
)

type Kind int

const (
	Small Kind = iota
	Large
)

func (k Kind) String() string { return [...]string{"small", "large"}[k] } // panics for others

type Plain int

type Celsius float64

func (c Celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

type Name string

type Octet uint8

type Wave complex64

type Flag bool

type P struct {
	X int
	y float64
}

type Empty struct{}

type Tagged struct {
	A int     `json:"a,omitempty"`
	B string  `json:"b"`
	C []P     `json:"c"`
	D *P      `json:"-"`
	k Kind    // its method is not called
	E Celsius `json:"e,string"`
}

type Rich struct {
	K     Kind
	Ks    []Kind
	M     map[Kind]Celsius
	Any   any
	Shape Shape
	Err   error
	When  time.Duration
	late  time.Duration
	F     func(int) string
	C     chan<- int
	Bytes []byte
	Arr   [3]Octet
	Ptr   *Kind
	Nest  struct {
		U uint8
		v string
	}
}

type Shape interface{ Area() float64 }

type Circle struct{ R float64 }

func (c Circle) Area() float64 { return 3 * c.R * c.R }

type Square struct{ side float64 }

func (s *Square) Area() float64  { return s.side * s.side }
func (s *Square) String() string { return fmt.Sprintf("square %g", s.side) }

// Square2 is a Shape that none of the shapes is.
type Square2 struct{}

func (Square2) Area() float64 { return 0 }

type Outer struct {
	P
	*Circle
	Kind
	N int
}

type within struct{ V Kind }

func (within) GoString() string { return "within!" }

type Hidden struct {
	within
	W Kind
}

type Base struct{ ID int }

func (b *Base) String() string { return fmt.Sprint("base ", b.ID) }
func (b Base) Describe(s string, more ...int) (string, int) {
	return s + fmt.Sprint(b.ID, more), len(more)
}

type Derived struct {
	Base
	Z int
}

type DerivedPtr struct {
	*Base
	Z int
}

type Fault struct{ Code int }

func (f Fault) Error() string { return fmt.Sprint("fault ", f.Code) }

func (f Fault) Is(target error) bool { return target == io.EOF && f.Code == 7 }

type PtrFault struct{ in error }

func (f *PtrFault) Error() string { return "ptr: " + f.in.Error() }
func (f *PtrFault) Unwrap() error { return f.in }

type Many []error

func (m Many) Error() string   { return fmt.Sprint(len(m), " faults") }
func (m Many) Unwrap() []error { return m }

type Embeds struct {
	Shape
	error
	N int
}

type Shows struct {
	fmt.Stringer
	Kind Plain
}

type Both struct {
	Kind
	ErrStr
}

type Inward struct {
	in   Outer
	list []Circled
	M    map[string]any
}

type Circled struct {
	K Kind
	E any
}

type Measured interface {
	Width() float64
	Area() float64
}

type Gostring struct{ A int }

func (g Gostring) GoString() string { return fmt.Sprintf("NewGostring(%d)", g.A) }

type Formatted struct{ A int }

func (f Formatted) Format(s fmt.State, verb rune) {
	w, wok := s.Width()
	p, pok := s.Precision()
	fmt.Fprintf(s, "<%c %d %v %d %v", verb, w, wok, p, pok)
	for _, c := range "+-# 0" {
		if s.Flag(int(c)) {
			fmt.Fprintf(s, "%c", c)
		}
	}
	io.WriteString(s, ">")
}

type Panics struct{ With any }

func (p Panics) String() string { panic(p.With) }

type ErrStr struct{}

func (ErrStr) Error() string  { return "as error" }
func (ErrStr) String() string { return "as string" }

type Fn func(int) string

type Set map[string]Empty

type Grid [2][2]Celsius

type Bytes []byte

type Octets []Octet

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

// shapes returns the values that the tests print.
func shapes() []any {
	kind, ptrs, fault := Large, &P{1, 2.5}, Fault{3}
	var nilP *P
	var nilSquare *Square
	var nilFault *PtrFault
	var nilKinds []Kind
	var nilSet Set
	var nilFn Fn
	return []any{
		Small, Large, Kind(5), &kind, Plain(-7), Celsius(21.5), Celsius(math.Copysign(0, -1)), Name("né\"x"), Name(""), Octet(200), Wave(1 + 2i), Flag(true),
		P{1, 2.5}, &P{1, 2.5}, &ptrs, nilP, Empty{}, &Empty{}, struct{}{},
		Tagged{1, "b", []P{{1, 2}, {}}, ptrs, Large, 3},
		Rich{}, Rich{K: Large, Ks: []Kind{Small, Large}, M: map[Kind]Celsius{Large: 2, Small: 1}, Any: P{1, 2}, Shape: Circle{2}, Err: Fault{1},
			When: time.Second, late: time.Second, C: nil, Bytes: []byte("hi"), Arr: [3]Octet{1, 2, 3}},
		Rich{Any: []any{Large, 1, "x", nil, P{}}, Shape: &Square{2}, Err: io.EOF, Bytes: []byte{}, Ks: []Kind{}},
		&Rich{Any: map[string]any{"k": Large, "a": 1.5}},
		Circle{1.5}, &Circle{1.5}, Square{2}, &Square{2}, nilSquare, []*Square{nil},
		Outer{P: P{1, 2}, Circle: nil, Kind: Large, N: 3}, &Outer{Circle: nil},
		Hidden{within{Large}, Large}, &Hidden{}, []within{{Large}},
		Derived{Base{4}, 1}, &Derived{Base{4}, 1}, DerivedPtr{&Base{5}, 2}, []Derived{{}}, DerivedPtr{},
		fault, &fault, []error{fault, nil, io.EOF}, []Fault{{1}, {2}}, &PtrFault{io.EOF}, nilFault, Many{fault, io.EOF},
		Embeds{Circle{1}, Fault{1}, 2}, Embeds{}, []Embeds{{N: 1}}, Shows{time.Second, 1}, Shows{Kind: 3}, []Shows{{time.Second, 2}}, Both{Large, ErrStr{}}, &Both{},
		Inward{Outer{Kind: Large}, []Circled{{Large, Large}}, map[string]any{"a": Circled{Large, Fault{1}}}}, &Inward{},
		Gostring{3}, []Gostring{{3}}, map[string]Gostring{"a": {1}},
		Formatted{1}, []Formatted{{1}, {2}}, map[Name]Formatted{"x": {1}},
		Panics{"boom"}, Panics{Large}, Panics{errors.New("e")}, []Panics{{1}}, &Panics{P{1, 2}},
		ErrStr{}, []any{ErrStr{}, Kind(1)}, nilFn, []Fn{nil}, Set{"b": {}, "a": {}}, nilSet, nilKinds, []Kind{Large, 7}, Grid{{1, 2}, {3, 4}},
		&Grid{}, Bytes("ab\x00"), Bytes(nil), Octets{1, 2}, [2]Octet{65, 66}, []Bytes{Bytes("q"), nil}, &Bytes{1},
		map[Kind]string{Large: "l", Small: "s"}, map[P]int{{2, 1}: 1, {1, 9}: 2, {1, 3}: 3}, map[Celsius][]Kind{1: {Large}}, map[any]any{Large: Small},
		map[Name]map[Plain]bool{"a": {2: true, 1: false}}, map[Flag]Wave{true: 1, false: 2},
		[]any{}, []any{nil, Large, P{1, 2}, []Kind{Large}, map[string]Kind{"a": Small}}, [2]any{Name("a"), 1}, map[string]any{"p": P{}, "n": nil, "l": []any{Large}},
		struct {
			X int
			y string
		}{1, "a"},
		[]struct {
			A Kind `json:"a"`
			b any
		}{{Large, Large}, {}},
		[]Shape{Circle{1}, nil}, map[string]Shape{"c": Circle{1}, "n": nil}, []*P{nil}, [3]*Kind{}, (chan P)(nil), []chan<- Kind{nil}, (func(P) Kind)(nil),
		Pair[string, int]{"a", 1}, []Pair[Kind, P]{{Large, P{1, 2}}}, (*Pair[Kind, P])(nil),
		time.Second, 3.5, "s", 7, true, nil, []int{1}, errors.New("plain"), []byte("hi"), struct{ A any }{Large},
	}
}
