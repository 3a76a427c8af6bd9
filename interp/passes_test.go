package interp

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/costate/costate/interp/legal"
)

// passCases holds for each pass of legal a program that needs it, with --- between cells. want is what Go prints; without the pass the
// interpreter prints something else, fails, or does not end. A pass that refuses has no output to want.
var passCases = map[string]struct{ src, want string }{
	"globals": {`
		b := 1
		---
		s := struct{ a, b int }{b, 2}
		fmt.Println(s.a + s.b)`, "3\n"},
	"boxes": {`
		type D struct{ v int }
		func (d D) String() string { return "D" }
		fmt.Println([]D{{1}})`, "[D]\n"},
	"hostfields": {`
		l := list.New()
		for e := l.PushBack(3); e != nil; e = e.Next() {
			e.Value = e.Value.(int) + 1
			fmt.Println(e.Value)
		}`, "4\n"},
	"textranges": {`
		for i := range "é!" {
			fmt.Println(i)
		}`, "0\n2\n"},
	"signs": {`
		func f(x float64) float64 { return 1 / x }
		func g() func(float64) float64 { return f }
		fmt.Println(f(math.Copysign(0, -1)))
		fmt.Println(g()(math.Copysign(0, -1)))`, "-Inf\n-Inf\n"},
	"derefs": {`
		type T struct{ f string }
		y := &T{"b"}
		fmt.Println([]string{(*y).f})`, "[b]\n"},
	"caselabels": {`
		func f(n int) int {
			switch n {
			case 1:
			again:
				n++
				if n < 4 {
					goto again
				}
			}
			return n
		}
		fmt.Println(f(1))`, "4\n"},
	"keys": {`
		m := map[rune]int{}
		m['a'], m['b'] = 1, 2
		delete(m, 'b')
		fmt.Println(m['a'], len(m))`, "1 1\n"},
	"maps": {`
		m := map[int]int{}
		f := func() { for k := 0; ; k++ { m[k%8] = k } }
		go f()
		f()`, "cell 0:4:37: two goroutines use the map at the same time; guard it with a sync.Mutex or use sync.Map [map]"},
	"makes": {`
		func f(n int) (text string) {
			defer func() { text = fmt.Sprint(recover()) }()
			return fmt.Sprint(len(make([]float64, n)))
		}
		text, _, _ := strings.Cut(f(1<<40), ";")
		fmt.Println(f(2), text)
		fmt.Println(f(1 << 60))`, "<nil> the cell asks for 8 TiB of memory at once\nruntime error: makeslice: len out of range\n"},
	"waits": {`
		func f(c chan int) { c <- 1 }
		c := make(chan int)
		f(c)`, "cell 0:3:24: deadlock: the cell waits to send to a channel (cell 0:3:24), and there is no goroutine that could end that [deadlock]"},
	"switches": {`
		for k := 0; k < 3; k++ {
			switch k {
			case 0:
				fmt.Print("a")
				fallthrough
			default:
				fmt.Print("d")
			case 2:
				fmt.Print("c")
			}
		}
		fmt.Println()`, "addc\n"},
	"shifts": {`
		func f(n int) (text string) {
			defer func() { text = fmt.Sprint(recover()) }()
			return fmt.Sprint(1 << n)
		}
		fmt.Println(f(-1))`, "runtime error: negative shift amount\n"},
	"selects": {`
		func f() (n int) {
			ch := make(chan int, 4)
			for i := 0; i < 4; i++ {
				select {
				case ch <- i:
					if i == 1 {
						break
					}
					n += 10
				}
				n++
			}
			return n
		}
		fmt.Println(f())`, "34\n"},
	"receives": {`
		func f(c chan float64) float64 {
			v := <-c
			v *= 2
			return v
		}
		c := make(chan float64, 1)
		c <- 2
		fmt.Println(f(c))`, "4\n"},
	"builtins": {`
		x := []float64{1, 2}
		fmt.Println(min(x[0], x[1]), max(1, len(x)))
		clear(x)
		fmt.Println(x)`, "1 2\n[0 0]\n"},
	"loops": {`
		func f() int {
			var fs []func() int
			for i := 0; i < 3; i++ {
				fs = append(fs, func() int { return i })
			}
			return fs[0]()*100 + fs[1]()*10 + fs[2]()
		}
		fmt.Println(f())`, "12\n"},
	"tasks": {`
		func f() int {
			c := make(chan int, 3)
			for i := 0; i < 3; i++ {
				go func() { c <- i }()
			}
			return <-c + <-c + <-c
		}
		fmt.Println(f())`, "3\n"},
	"defers": {`
		func f() {
			defer func() { fmt.Println("recovered", recover()) }()
			defer fmt.Println("cleanup")
			defer func() { panic(2) }()
		}
		f()`, "cleanup\nrecovered 2\n"},
	"streams": {`
		import "os"
		---
		f, _ := os.Create(os.DevNull)
		os.Stdout = f
		fmt.Println("gone")`, ""},
	"recovers": {`
		func safe(f func()) {
			defer func() {
				r := recover()
				fmt.Println("recovered", r)
			}()
			f()
		}
		func g() { panic("no") }
		safe(g)
		panic("no")`, "recovered no\ncell 0:12:3: panic: no [panic]"},
	"statements": {`
		func f() (int, error) {
			var v int
			var err error
			v, err = 1, nil
			return v, err
		}
		fmt.Println(f())`, "1 <nil>\n"},
	"indexes": {`
		func f(x []int, i int) (text string) {
			defer func() { text = fmt.Sprint(recover()) }()
			x[i] = 1
			return
		}
		fmt.Println(f(nil, 2))`, "runtime error: index out of range [2] with length 0\n"},
}

// TestPassesAreNeeded runs the programs with all passes, and without the one they are about.
func TestPassesAreNeeded(t *testing.T) {
	for _, pass := range legal.Passes() {
		t.Run(pass.Name, func(t *testing.T) {
			c, ok := passCases[pass.Name]
			if !ok {
				t.Fatal("no program shows what the pass is for")
			}
			if pass.Reason == "" {
				t.Error("the pass gives no reason")
			}
			if out, ok, refused := runSkipping(c.src); !refused && (!ok || out != c.want) {
				t.Errorf("with the pass: %q, want %q", out, c.want)
			}
			if slices.Contains([]string{"tasks", "makes", "maps"}, pass.Name) {
				return // without it the test itself could end; the rest works
			}
			if out, ok, _ := runSkipping(c.src, pass.Name); ok && out == c.want {
				t.Error("without the pass the program runs right: the pass is not needed, or not shown to be")
			}
		})
	}
}

func runSkipping(src string, skip ...string) (out string, ok, refused bool) {
	var b bytes.Buffer
	s := New(Options{Stdout: &b, Stderr: &b})
	s.skip = skip
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	var res *Result
	for i, cell := range strings.Split("import \"fmt\"\n"+src, "---") {
		var err error
		if res, err = s.Run(ctx, strconv.Itoa(i), cell); err != nil {
			return err.Error(), false, false
		}
		if !res.OK {
			break
		}
	}
	if len(res.Diags) > 0 && slices.Contains([]string{"panic", "deadlock", "map"}, res.Diags[0].Code) { // where it is counts as output
		return b.String() + res.Diags[0].String(), true, false
	}
	return b.String(), res.OK, refusal(res)
}
