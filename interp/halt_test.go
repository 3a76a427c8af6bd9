package interp

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/costate/costate/internal/diag"
	"github.com/google/go-cmp/cmp"
)

// limited runs a cell in a session of its own with 1 GiB of memory, and gives its diagnostics or values.
func limited(t *testing.T, limit time.Duration, src string) string {
	t.Helper()
	var out bytes.Buffer
	s := New(Options{Stdout: &out, Stderr: &out, MemoryLimit: 1 << 30})
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	res, err := s.Run(ctx, "1", src)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range res.Values {
		out.WriteString("= " + v.Text)
	}
	for _, d := range res.Diags {
		out.WriteString(d.String())
	}
	if s.Stuck() != "" {
		out.WriteString(" stuck in " + s.Stuck())
	}
	return out.String()
}

// TestDeadlocks: what waits for ever is told; what waits for a timer is not a deadlock.
func TestDeadlocks(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"receive", "c := make(chan int)\n<-c", "cell 1:2:1: deadlock: the cell waits to receive from a channel (cell 1:2:1), and there is no goroutine that could end that [deadlock]"},
		{"range", "c := make(chan int, 1)\nc <- 1\nfor v := range c {\n\t_ = v\n}", "cell 1:3:1: deadlock: the cell waits to receive from a channel (cell 1:3:1), and there is no goroutine that could end that [deadlock]"},
		{"in a function", "func f(c chan int) int {\n\treturn 1 + <-c\n}\nf(nil)", "cell 1:2:13: deadlock: the cell waits to receive from a channel (cell 1:2:13), and there is no goroutine that could end that [deadlock]"},
		{"a mutex", "var mu sync.RWMutex\nmu.Lock()\nmu.RLock()", "cell 1:3:1: deadlock: the cell waits for a sync.RWMutex (cell 1:3:1), and there is no goroutine that could end that [deadlock]"},
		{"goroutines", "c := make(chan int)\nfor i := 0; i < 3; i++ {\n\tgo func() { c <- i }()\n}\nvar wg sync.WaitGroup\nwg.Add(1)\nwg.Wait()",
			"cell 1:7:1: deadlock: all goroutines wait for each other: the cell waits for a sync.WaitGroup (cell 1:7:1); 3 goroutines started at cell 1:3:2 wait to send to a channel (cell 1:3:14) [deadlock]"},
		{"a parallel loop", "parallel.For(1, func(int) { select {} })", "cell 1:1:29: deadlock: the cell waits in a select (cell 1:1:29), and there is no goroutine that could end that [deadlock]"},
		{"sleep", "time.Sleep(600 * time.Millisecond)\n1", "= 1"},
		{"a sleeping goroutine", "c := make(chan int)\ngo func() { time.Sleep(600 * time.Millisecond); c <- 2 }()\n<-c", "= 2"},
		{"After", "<-time.After(600 * time.Millisecond)\n1", "= 1"},
		{"AfterFunc", "c := make(chan int)\ntime.AfterFunc(600*time.Millisecond, func() { c <- 3 })\n<-c", "= 3"},
		{"Reset", "t := time.NewTimer(time.Millisecond)\nt.Reset(600 * time.Millisecond)\n<-t.C\n1", "= 1"},
		{"a ticker of nobody", "t := time.NewTicker(time.Hour)\n_ = t.C\nselect {}", "cell 1:3:1: deadlock: the cell waits in a select (cell 1:3:1), and there is no goroutine that could end that [deadlock]"},
		{"a stopped ticker", "t := time.NewTicker(time.Millisecond)\nt.Stop()\n<-t.C", "cell 1:3:1: deadlock: the cell waits to receive from a channel (cell 1:3:1), and there is no goroutine that could end that [deadlock]"},
		{"a ticker in a select", "t := time.NewTicker(600 * time.Millisecond)\nc := make(chan int)\nselect {\ncase <-c:\ncase <-t.C:\n}\n1", "= 1"},
		{"a ticker in a goroutine", "t := time.NewTicker(600 * time.Millisecond)\nc := make(chan int)\ngo func() { for range t.C { c <- 4 } }()\n<-c", "= 4"},
		{"a ticker that is set again", "t := time.NewTicker(time.Hour)\nt.Stop()\nt.Reset(600 * time.Millisecond)\n<-t.C\n1", "= 1"},
		{"beside time.Tick", "c, d := time.Tick(time.Millisecond), make(chan int)\n<-c\n<-d", "cell 1:3:1: deadlock: the cell waits to receive from a channel (cell 1:3:1), and there is no goroutine that could end that [deadlock]"},
		{"a condition", "var mu sync.Mutex\nc := sync.NewCond(&mu)\nmu.Lock()\nc.Wait()", "cell 1:4:1: deadlock: the cell waits for a sync.Cond (cell 1:4:1), and there is no goroutine that could end that [deadlock]"},
		{"an errgroup", "import \"golang.org/x/sync/errgroup\"\nvar g errgroup.Group\ng.Go(func() error { select {} })\ng.Wait()", "cell 1:4:1: deadlock: all goroutines wait for each other: the cell waits for a sync.WaitGroup (cell 1:4:1); a goroutine waits in a select (cell 1:3:21) [deadlock]"},
		{"an errgroup that fails", "import \"golang.org/x/sync/errgroup\"\nvar g errgroup.Group\ng.Go(func() error { return io.EOF })\ng.Wait()", "= EOF"},
		{"a condition that is told", "var mu sync.Mutex\nc := sync.NewCond(&mu)\nn := 0\ngo func() { mu.Lock(); n = 5; mu.Unlock(); c.Signal() }()\nmu.Lock()\nfor n == 0 { c.Wait() }\nmu.Unlock()\nn", "= 5"},
		{"Tick", "<-time.Tick(600 * time.Millisecond)\n1", "= 1"},
		{"a context", "ctx, stop := context.WithTimeout(context.Background(), 600*time.Millisecond)\n<-ctx.Done()\nstop()\n1", "= 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, limited(t, 10*time.Second, test.src)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadersAreNoDeadlock: a cell that waits for its input is not stopped.
func TestReadersAreNoDeadlock(t *testing.T) {
	in, w := io.Pipe()
	time.AfterFunc(700*time.Millisecond, func() { io.WriteString(w, "7\n") })
	s := New(Options{Stdin: in, Stdout: io.Discard})
	res, err := s.Run(t.Context(), "1", "n := 0\nfmt.Scan(&n)\nn")
	if err != nil || len(res.Values) != 1 || res.Values[0].Text != "7" {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestDepth: recursion without end is the cell's error, which names the function, and no recover helps.
func TestDepth(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"func f(n int) int { return f(n+1) + 1 }\nf(0)", "cell 1:1:1: the recursion is too deep: f calls itself without end [recursion]"},
		{"type T struct{}\nfunc (t *T) g(n int) int { return t.g(n+1) + 1 }\n(&T{}).g(0)", "cell 1:2:1: the recursion is too deep: T.g calls itself without end [recursion]"},
		{"func f(n int) { defer func() { recover() }(); f(n + 1) }\nf(0)", "cell 1:1:1: the recursion is too deep: f calls itself without end [recursion]"},
		{"func f(n int) int { if n == 0 { return 0 }; return f(n-1) + 1 }\nf(20000)", "= 20000"},
	} {
		if diff := cmp.Diff(test.want, limited(t, 20*time.Second, test.src)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.src, diff)
		}
	}
}

// TestRoom: memory that cannot be had is the cell's error before it is taken.
func TestRoom(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"n := 1 << 40\nlen(make([]float64, n))", "cell 1:2:5: the cell asks for 8 TiB of memory at once; the limit is 1 GiB [memory]"},
		{"len(make([]float64, 1, 1<<30))", "cell 1:1:5: the cell asks for 8 GiB of memory at once; the limit is 1 GiB [memory]"},
		{"n := uint64(1) << 60\nlen(make([]float64, n))", "cell 1:2:5: panic: runtime error: makeslice: len out of range [panic]"},
		{"n := -1\nlen(make([]float64, n))", "cell 1:2:5: panic: runtime error: makeslice: len out of range [panic]"},
		{"n := 1 << 50\ncap(make(chan [64]byte, n))", "cell 1:2:5: panic: runtime error: makechan: size out of range [panic]"},
		{"n := 1 << 40\nlen(make(map[string]int, n))", "cell 1:2:5: the cell asks for 25 TiB of memory at once; the limit is 1 GiB [memory]"},
		{"len(strings.Repeat(\"ab\", 1<<60))", "cell 1:1:5: the cell asks for 2.1e+06 TiB of memory at once; the limit is 1 GiB [memory]"},
		{"var a struct{ x [1 << 40]float64 }", "cell 1:1:5: a variable of more than 1 GiB is not supported; use a slice [unsupported]"},
		{"s := []int{1, 2}\ns = append(s, s...)\nlen(s)", "= 4"},
		{"func f(s string) string { return s + s }\nf(\"ab\")", "= \"abab\""},
		{"for i := 0; i < 20; i++ { _ = make([]byte, 100<<20) }\n1", "= 1"},
	} {
		if diff := cmp.Diff(test.want, limited(t, 20*time.Second, test.src)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.src, diff)
		}
	}
}

// TestHalt: what stops a cell from outside is its error; without a running cell there is nothing to stop.
func TestHalt(t *testing.T) {
	s := New(Options{})
	d := diag.Diagnostic{Code: "memory", Message: "too much"}
	if s.Halt(d) {
		t.Error("nothing ran, and was stopped")
	}
	go func() {
		for !s.Halt(d) {
			time.Sleep(time.Millisecond)
		}
	}()
	res, err := s.Run(t.Context(), "1", "for { func() { defer func() { recover() }(); for {} }() }")
	if err != nil || len(res.Diags) != 1 || res.Diags[0] != d {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestStuck: a compiled function that goes on after an interrupt is named.
func TestStuck(t *testing.T) {
	got := limited(t, 100*time.Millisecond, "var a, b big.Int\na.Exp(big.NewInt(3), big.NewInt(30000000), nil)\nfor i := 0; i < 9; i++ {\n\tb.Mul(&a, &a)\n\ta.Exp(&b, big.NewInt(3), nil)\n}")
	if !strings.Contains(got, "[interrupt] stuck in math/big.") {
		t.Error(got)
	}
}

// TestNothingRemains: what waited when it was stopped does not keep its interpreter.
func TestNothingRemains(t *testing.T) {
	for _, src := range []string{
		"var wg sync.WaitGroup\nwg.Add(1)\nwg.Wait()",
		"var mu sync.Mutex\nmu.Lock()\nmu.Lock()",
		"var mu sync.RWMutex\nmu.RLock()\nmu.Lock()",
		"type T struct{ sync.Mutex }\nvar t T\nt.Lock()\nt.Lock()",
		"type T struct{ *sync.RWMutex }\ntype U struct{ n int; T }\nu := &U{1, T{&sync.RWMutex{}}}\nu.Lock()\nu.RLock()",
		"c := make(chan int)\ngo func() { c <- 1 }()\nselect {}",
		"c := sync.NewCond(&sync.Mutex{})\nc.L.Lock()\nc.Wait()",
		"c := sync.NewCond(&sync.Mutex{})\ngo func() { c.L.Lock(); c.Wait() }()\ntime.Sleep(time.Hour)",
		"import \"golang.org/x/sync/errgroup\"\nvar g errgroup.Group\nc := sync.NewCond(&sync.Mutex{})\ng.Go(func() error { c.L.Lock(); c.Wait(); return nil })\ng.Wait()",
		"time.Sleep(time.Hour)",
	} {
		running := func() int {
			return strings.Count(traces(), "created by github.com/traefik/yaegi/interp") + strings.Count(traces(), "sync.(*Cond).Wait")
		}
		before := running() // of other tests
		limited(t, 700*time.Millisecond, src)
		for i := 0; running() > before; i++ {
			if time.Sleep(10 * time.Millisecond); i > 100 {
				t.Errorf("a goroutine remains of\n%s\n%s", src, traces())
				break
			}
		}
	}
}
