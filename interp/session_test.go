package interp

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// transcript runs cells, given as "id: source", and writes down what each gave.
func transcript(t *testing.T, cells ...string) string {
	t.Helper()
	var out bytes.Buffer
	s := New(Options{Stdout: &out, Stderr: &out})
	for _, c := range cells {
		id, src, _ := strings.Cut(c, ": ")
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		res, err := s.Run(ctx, id, src)
		cancel()
		if err != nil {
			t.Fatalf("cell %s: %v", id, err)
		}
		if len(res.Lost) > 0 {
			fmt.Fprintf(&out, "(lost: %s)\n", strings.Join(res.Lost, " "))
		}
		for _, n := range res.Notes {
			out.WriteString("note: " + n + "\n")
		}
		for _, v := range res.Values {
			out.WriteString("= " + v.Text + "\n")
		}
		for _, d := range res.Diags {
			out.WriteString(d.String() + "\n")
		}
	}
	return out.String()
}

func TestSession(t *testing.T) {
	tests := []struct {
		name  string
		cells []string
		want  string
	}{
		{"value", []string{"1: x := 1; x + 1"}, "= 2\n"},
		{"later cells see names", []string{"1: x := 2.5", "2: func twice(a float64) float64 { return 2 * a }", "3: twice(x)"}, "= 5\n"},
		{"print", []string{"1: import \"fmt\"\nfmt.Println(\"hi\")", "2: fmt.Print(1, \"\\n\")"}, "hi\n1\n"},
		{"struct value", []string{"1: type p struct { x float64; Name string }", "2: p{1, \"a\"}"}, "= {x: 1 Name: \"a\"}\n"},
		{"two values", []string{"1: func f() (int, string) { return 1, \"b\" }\nf()"}, "= 1\n= \"b\"\n"},
		{"nothing to show", []string{"1: func f() {}\nf()"}, ""},
		{"assigned again", []string{"1: x := 1", "2: x := x + 1", "3: x"}, "= 2\n"},
		{"other type", []string{"1: x := 1", "2: x := \"a\"", "3: x"}, "= \"a\"\n"},
		{"redefinition reaches callers", []string{"1: func f() int { return 1 }\nfunc g() int { return f() }", "2: g()", "3: func f() int { return 2 }", "4: g()"},
			"= 1\n= 2\n"},
		{"rerun keeps values", []string{"1: x := 1", "2: y := x * 2", "1: x := 5", "3: y", "2: y := x * 2", "3: y"},
			"= 2\n= 10\n"},
		{"import of a version", []string{"1: import (\"math/rand/v2\"; \"fmt\")\nfmt.Println(rand.IntN(1))", "2: rand.IntN(1)"}, "0\n= 0\n"},
		{"import by another name", []string{"1: import f \"fmt\"", "2: f.Sprint(1)"}, "= \"1\"\n"},
		{"statements rerun freely", []string{"1: n := 0", "2: n++", "2: n++", "3: n"}, "= 2\n"},
		{"through functions", []string{"1: x := 1", "2: func f() int { return x }", "1: x := 2", "3: f()"}, "= 2\n"},
		{"values outlive a rebuild", []string{"1: x := 1", "2: func f() int { return x }\nfunc g() int { return f() }", "3: y := 0", "3: y := 1", "4: y++\ng()"},
			"= 1\n"},
		{"type error", []string{"1: x := 1", "2: y := x + \"a\"", "3: x"},
			"cell 2:1:6: invalid operation: x + \"a\" (mismatched types int and untyped string) [type]\n= 1\n"},
		{"a local has the new name", []string{"1: func f(x int) int { y := x; return y }", "2: a := f(1)", "3: x := 1; y := 2", "4: a + x + y + f(3)"}, "= 7\n"},
		{"panic", []string{"1: func f(a []int, i int) int {\n\treturn a[i]\n}", "2: f([]int{1}, 3)", "3: panic(\"no\")"},
			"cell 1:2:9: panic: runtime error: index out of range [panic]\ncell 3:1:1: panic: no [panic]\n"},
		{"panic beside other calls", []string{"1: import \"fmt\"\nfor i := 0; i < 1; i++ {\n\tfmt.Println(i)\n}\npanic(\"boom\")"}, "0\ncell 1:5:1: panic: boom [panic]\n"},
		{"panic of a cell's statements", []string{"1: a := []int{1}\nb := a[0] + a[1]"}, "cell 1:2:1: panic: runtime error: index out of range [panic]\n"},
		{"panic at one of two places", []string{"1: func f(a []int, i int) int {\n\tif i > 5 {\n\t\tpanic(\"large\")\n\t}\n\treturn a[i] + a[i+1]\n}", "2: f([]int{1, 2}, 1)", "3: f(nil, 9)"},
			"cell 1:1:1: panic: runtime error: index out of range (in f; the line is not known) [panic]\ncell 1:3:3: panic: large [panic]\n"},
		{"broken by another", []string{"1: x := 1", "2: func f() int { return x }", "3: x := \"s\"", "4: x"},
			"note: cell 2 no longer fits: line 1: cannot use x (variable of type string) as int value in return statement\n= \"s\"\n"},
		{"field named like a variable", []string{"1: b := 1", "2: s := struct{ a, b int }{1, 2}", "3: s", "4: var f func(b int) int", "5: b + s.b"}, "= {a: 1 b: 2}\n= 3\n"},
		{"statements that fit no longer", []string{"1: type T struct{ n int }\nt := T{1}", "2: t.n", "3: type T struct{ m int }\nt := T{2}", "4: t.m"}, "= 1\n= 2\n"},
		{"defined again after a rebuild", []string{"1: func f() int { return 1 }\nx := f()", "2: func f() int { return 2 }", "3: x := f()", "4: x"}, "= 2\n"},
		{"needs the value of before", []string{"1: func f() int { return 1 }\nx := f()", "2: func f() int { return 2 }", "3: x := x + f()", "4: x"},
			"= 3\n"},
		{"methods come later", []string{"1: type T struct{ n int }\nt := T{3}", "2: func (t *T) Set(k int) { t.n = k }", "3: t.Set(9); t"}, "= {n: 9}\n"},
		{"line directives", []string{"1: x := 1\n//line other.go:7\ny := z", "2: /*line a:1:1*/ z"},
			"cell 1:3:6: undefined: z [type]\ncell 2:1:16: undefined: z [type]\n"},
		{"recovered faults in Go's words", []string{"1: func safe(f func()) {\n\tdefer func() { r := recover(); println_(r) }()\n\tf()\n}\nfunc println_(r any) { s = append(s, fmt.Sprint(r)) }\nvar s []string\nimport \"fmt\"\nsafe(func() { var a []int; a[2] = 1 })\nsafe(func() { var p *struct{ n int }; p.n++ })\nsafe(func() { var i any = 3; _ = i.(string) })\nsafe(func() { panic(\"own\") })\ns"},
			"= [\"runtime error: index out of range [2] with length 0\" \"runtime error: invalid memory address or nil pointer dereference\" \"interface conversion: interface {} is int, not string\" \"own\"]\n"},
		{"panic in a deferred function", []string{"1: func k(i int) (r int) {\n\tdefer func() {\n\t\tr++\n\t\tif i > 0 {\n\t\t\tpanic(\"second\")\n\t\t}\n\t}()\n\tpanic(\"first\")\n}\nk(1)"},
			"cell 1:5:4: panic: second [panic]\n"},
		{"range over a function in statements", []string{"1: func seq(y func(int) bool) { _ = y(1) && y(2) && y(3) }\ns := 0\nfor x := range seq {\n\tif x == 2 { continue }\n\ts += x\n}\ns"}, "= 4\n"},
		{"defer in a range over a function outside functions", []string{"1: for i := range func(y func(int) bool) { y(1) } {\n\tdefer print(i)\n}"},
			"cell 1:2:2: defer outside a function; put it into a function and call that [unsupported]\n"},
		{"panics with values of own types", []string{"1: type code int\ntype text string\ntype e struct{}\nfunc (e) Error() string { return \"own\" }", "2: panic(code(7))", "3: panic(text(\"t\"))", "4: panic(e{})"},
			"cell 2:1:1: panic: main.code(7) [panic]\ncell 3:1:1: panic: main.text(\"t\") [panic]\ncell 4:1:1: panic: own [panic]\n"},
		{"println", []string{"1: type deg float64\nprintln(1.5, 3, \"s\", true, 'x', float32(0.1), 2i, deg(1e20))\nprint(1, 2)\nprintln()"}, "1.5 3 s true 120 0.1 (0+2i) 1e+20\n12\n"},
		{"scan into a type that scans", []string{"1: import \"fmt\"\ntype P struct{ x int }\nfunc (p *P) Scan(fmt.ScanState, rune) error { return nil }\nvar p P\nfmt.Sscan(\"1\", &p)"}, "cell 1:5:16: fmt.Sscan into a value of type *P, which has a method Scan, is not supported; scan into basic types [unsupported]\n"},
		{"println of an address", []string{"1: println(&[]int{1})"}, "cell 1:1:1: println of a value of type *[]int, which is an address, is not supported; use fmt [unsupported]\n"},
		{"package level order", []string{"1: var a = b + 1\nvar b = f()\nfunc f() int { return 2 }\na"}, "= 3\n"},
		{"import not available", []string{"1: import \"os/exec\"\nexec.Command(\"ls\")"}, "cell 1:1:8: package os/exec is denied, since it can start programs or reach past Go's types; the flag --allow-exec allows it [import]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, transcript(t, tt.cells...)); d != "" {
				t.Errorf("transcript (-want +got):\n%s", d)
			}
		})
	}
}

func TestInterrupt(t *testing.T) {
	s := New(Options{Stdout: &bytes.Buffer{}})
	if _, err := s.Run(context.Background(), "1", "x := 1"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	res, err := s.Run(ctx, "2", "for { x++ }")
	if err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("interrupting took %v", d)
	}
	if res.OK || len(res.Diags) != 1 || res.Diags[0].Code != "interrupt" {
		t.Errorf("result %+v", res)
	}
	want := []CellState{{ID: "1", State: StateOK}, {ID: "2", State: StateFailed, On: []string{"1"}}}
	if d := cmp.Diff(want, s.Cells()); d != "" {
		t.Errorf("cells (-want +got):\n%s", d)
	}
	res, err = s.Run(context.Background(), "1", "x := 7; x")
	if err != nil || len(res.Values) != 1 || res.Values[0].Text != "7" {
		t.Errorf("after the interrupt: %+v, %v", res, err)
	}
}

func TestGoroutines(t *testing.T) {
	tests := []struct {
		name  string
		cells []string
		want  string
	}{
		{"panic while the cell waits", []string{"1: a, done := []int{1}, make(chan bool)\ngo func() {\n\ta[len(a)]++\n\tclose(done)\n}()\n<-done"},
			"note: the session goes on with the values of the other cells\ncell 1:3:2: panic: runtime error: index out of range (in a goroutine) [panic]\n"},
		{"results", []string{"1: c := make(chan int, 3)\nfor i := 0; i < 3; i++ {\n\tgo func() { c <- i * 10 }()\n}\ns := 0\nfor k := 0; k < 3; k++ { s += <-c }\ns"}, "= 30\n"},
		{"arguments are read at once", []string{"1: import \"sync\"\nvar wg sync.WaitGroup\nvar mu sync.Mutex\ns := 0\nfor i := 0; i < 4; i++ {\n\twg.Add(1)\n\tgo func(k int) { defer wg.Done(); mu.Lock(); s += k; mu.Unlock() }(i)\n}\nwg.Wait()\ns"}, "= 6\n"},
		{"method", []string{"1: type T struct{ c chan int }\nfunc (t T) send(k int) { t.c <- k }\nt := T{make(chan int)}\ngo t.send(7)\n<-t.c"}, "= 7\n"},
		{"helpers of other cells", []string{"1: m := map[int]int{}", "2: go func() { m[1] = 2 }()", "3: go func(k int) { m[k] = 2 }(5)", "4: len(m)"}, "= 2\n"},
		{"parallel", []string{"1: import \"github.com/costate/costate/parallel\"\ny := make([]float64, 4)\nparallel.For(10, func(i int) { y[i] = 1 })", "2: y"},
			"cell 1:3:32: panic: panic in a parallel loop: runtime error: index out of range [panic]\ncell 2:1:1: y is defined in cell 1, which an error stopped before its end; run it again first [not-run]\n"},
		{"still running", []string{"1: go func() { time.Sleep(time.Hour) }()", "2: 1"},
			"cell 2:1:1: goroutines of earlier cells are still running (1); wait for them in their cell, or restart the session [busy]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, transcript(t, tt.cells...)); d != "" {
				t.Errorf("transcript (-want +got):\n%s", d)
			}
		})
	}
}
