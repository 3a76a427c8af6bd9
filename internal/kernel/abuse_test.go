package kernel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// abuse is a cell that takes more than its due.
type abuse struct {
	name, src string
	want      string // what is said, in parts that are all there; separated by |
	interrupt bool   // it runs until it is interrupted
	ends      bool   // it takes the kernel along
}

var abuses = []abuse{
	// Loops without end, which only an interrupt stops.
	{"for", "for {}", "interrupted", true, false},
	{"for with a body", "x := 0\nfor { x++ }", "interrupted", true, false},
	{"goto", "func f() {\nagain:\n\tgoto again\n}\nf()", "interrupted", true, false},
	{"condition", "func yes() bool { return true }\nfor yes() {}", "interrupted", true, false},
	{"range over a function", "func all(yield func(int) bool) { for yield(1) {} }\nfor range all {}", "interrupted", true, false},
	{"recover in a loop", "for { func() { defer func() { recover() }(); for {} }() }", "interrupted", true, false},
	{"panic and recover in a loop", "for { func() { defer func() { recover() }(); panic(1) }() }", "interrupted", true, false},
	{"recover that starts again", "func f() { defer func() { recover(); f() }(); for {} }\nf()", "interrupted", true, false},
	{"defer in a loop", "func f() { for { func() { defer func() {}() }() } }\nf()", "interrupted", true, false},
	{"goroutine that spins", "go func() { for {} }()\nselect {}", "interrupted", true, false},
	{"select with default", "c := make(chan int)\nfor { select { case <-c: default: } }", "interrupted", true, false},
	{"channel ping-pong", "a, b := make(chan int), make(chan int)\ngo func() { for v := range a { b <- v } }()\nfor { a <- 1; <-b }", "interrupted", true, false},
	{"closures", "func f() func() { return func() { f()() } }\nfor { x := f; _ = x }", "interrupted", true, false},
	{"sleep", "time.Sleep(time.Hour)", "interrupted", true, false},
	{"timer", "<-time.After(time.Hour)", "interrupted", true, false},
	{"ticker", "for range time.Tick(time.Millisecond) {}", "interrupted", true, false},
	{"wait beside a sleeper", "var wg sync.WaitGroup\nwg.Add(1)\ngo func() { time.Sleep(time.Hour); wg.Done() }()\nwg.Wait()", "interrupted", true, false},
	{"condition of a sleeper", "c := sync.NewCond(&sync.Mutex{})\ngo func() { time.Sleep(time.Hour); c.Signal() }()\nc.L.Lock()\nc.Wait()", "interrupted", true, false},
	{"errgroup", "import \"golang.org/x/sync/errgroup\"\nvar g errgroup.Group\ng.Go(func() error { time.Sleep(time.Hour); return nil })\ng.Wait()", "interrupted", true, false},
	{"parallel loop", "parallel.For(1<<50, func(i int) {})", "interrupted", true, false},
	{"parallel bodies", "parallel.ForRange(8, func(lo, hi int) { for {} })", "interrupted", true, false},
	{"callback of a sort", "x := make([]int, 1000)\nsort.Slice(x, func(i, j int) bool { for {}; return true })", "interrupted", true, false},
	{"minimize", "optimize.Minimize(optimize.Problem{Func: func(x []float64) float64 { for {}; return 0 }}, []float64{1}, nil, &optimize.NelderMead{})", "interrupted", true, false},
	{"regexp", "re := regexp.MustCompile(`(a|b|ab)*c`)\ns := strings.Repeat(\"ab\", 100)\nfor { re.MatchString(s) }", "interrupted", true, false},
	{"compiled call", "var a, b big.Int\na.Exp(big.NewInt(3), big.NewInt(40000000), nil)\nb.Exp(&a, big.NewInt(3), nil)", "not the function|big.|lost", true, true},

	// Floods.
	{"prints", "for i := 0; ; i++ { fmt.Println(i) }", "interrupted", true, false},
	{"prints to both", "for { fmt.Print(\"a\"); fmt.Fprint(os.Stderr, \"b\") }", "interrupted", true, false},
	{"one long line", "fmt.Print(strings.Repeat(\"x\", 20<<20))", "", false, false},
	{"printing goroutines", "for i := 0; i < 8; i++ { go func() { for { fmt.Println(i) } }() }\nselect {}", "interrupted", true, false},

	// Memory.
	{"1 TB", "a := make([]float64, 1<<37)\nlen(a)", "the cell asks for 1 TiB of memory at once; the limit is 1 GiB", false, false},
	{"out of range", "n := 1 << 60\nlen(make([]float64, n))", "makeslice: len out of range", false, false},
	{"channel", "n := 1 << 40\ncap(make(chan [64]byte, n))", "of memory at once", false, false},
	{"map", "n := 1 << 40\nlen(make(map[int]int, n))", "of memory at once", false, false},
	{"array", "var a [1 << 40]float64\nlen(a)", "more than 1 GiB is not supported", false, false},
	{"repeat", "len(strings.Repeat(\"ab\", 1<<40))", "of memory at once", false, false},
	{"matrix", "mat.NewDense(1<<20, 1<<20, nil)", "of memory at once", false, false},
	{"slices", "var a [][]float64\nfor { a = append(a, make([]float64, 1<<17)) }", "needed more than 768 MiB of memory", false, false},
	{"append", "a := []int{1}\nfor { a = append(a, a...) }", "1 GiB|[memory]", false, false},
	{"text", "s := \"ab\"\nfor { s += s }", "1 GiB|[memory]", false, false},
	{"growing map", "m := map[int][]byte{}\nfor i := 0; ; i++ { m[i] = make([]byte, 1<<16) }", "needed more than 768 MiB of memory", false, false},
	{"list", "type node struct { next *node; pad [1 << 16]byte }\nvar l *node\nfor { l = &node{next: l} }", "needed more than 768 MiB of memory", false, false},
	{"goroutines", "for i := 0; i < 1000000; i++ { go func() { select {} }() }", "more than 16384 goroutines at a time are too many", false, false},
	{"goroutines that fork", "func f() { go f(); go f(); select {} }\nf()", "more than 16384 goroutines at a time are too many", false, false},

	// Recursion.
	{"recursion", "func f(n int) int { return f(n+1) + 1 }\nf(0)", "the recursion is too deep: f calls itself", false, false},
	{"recursion of two", "func odd(n int) bool { return !even(n + 1) }\nfunc even(n int) bool { return !odd(n + 1) }\nodd(0)", "the recursion is too deep: it is in one of even, odd", false, false},
	{"recursion by a String method", "type T struct{}\nfunc (t T) String() string { return fmt.Sprint(\"T\", t) }\nfmt.Println(T{})", "the recursion is too deep: T.String calls itself", false, false},
	{"recursion in a goroutine", "func f(n int) int { return f(n+1) + 1 }\ndone := make(chan int)\ngo func() { done <- f(0) }()\n<-done", "the recursion is too deep: f calls itself", false, false},
	{"recursion that recovers", "func f(n int) { defer func() { recover() }(); f(n + 1) }\nf(0)", "the recursion is too deep: f calls itself", false, false},

	// Deadlocks.
	{"receive", "c := make(chan int)\n<-c", "cell 1:2:1: deadlock: the cell waits to receive from a channel", false, false},
	{"nil channel", "var c chan int\nc <- 1", "cell 1:2:1: deadlock: the cell waits to send to a channel", false, false},
	{"select{}", "select {}", "cell 1:1:1: deadlock: the cell waits in a select", false, false},
	{"beside a ticker", "t := time.NewTicker(time.Millisecond)\nticks := t.C\n<-ticks\nselect {}", "cell 1:4:1: deadlock: the cell waits in a select", false, false},
	{"condition of nobody", "c := sync.NewCond(&sync.Mutex{})\nc.L.Lock()\nc.Wait()", "cell 1:3:1: deadlock: the cell waits for a sync.Cond", false, false},
	{"WaitGroup", "var wg sync.WaitGroup\nwg.Add(1)\nwg.Wait()", "cell 1:3:1: deadlock: the cell waits for a sync.WaitGroup", false, false},
	{"two mutexes", `var a, b sync.Mutex
var wg sync.WaitGroup
wg.Add(2)
go func() {
	a.Lock()
	time.Sleep(50 * time.Millisecond)
	b.Lock()
	wg.Done()
}()
go func() {
	b.Lock()
	time.Sleep(50 * time.Millisecond)
	a.Lock()
	wg.Done()
}()
wg.Wait()`, "the cell waits for a sync.WaitGroup (cell 1:16:1)|the goroutine started at cell 1:4:1 waits for a sync.Mutex (cell 1:7:2)|the goroutine started at cell 1:10:1 waits for a sync.Mutex (cell 1:13:2)", false, false},
	{"four senders", "c := make(chan int)\nfor i := 0; i < 4; i++ {\n\tgo func() { c <- 1; c <- 2 }()\n}\n<-c\nselect {}", "3 goroutines started at cell 1:3:2 wait to send to a channel (cell 1:3:14)", false, false},

	// Ends.
	{"panic in a goroutine", "go func() { panic(\"own\") }()\nselect {}", "cell 1:1:13: panic: own (in a goroutine)", false, false},
	{"panic with a panic", "func f() { defer func() { panic(\"second\") }(); panic(\"first\") }\nf()", "panic: second", false, false},
	{"exit", "os.Exit(3)", "left the program with exit status 3", false, false},
	{"exit in a deferred call", "func f() { defer os.Exit(4); panic(1) }\nf()", "left the program with exit status 4", false, false},
	{"fatal", "log.Fatal(\"no\")", "left the program with exit status 1", false, false},
	{"reads of the standard input", "b, err := io.ReadAll(os.Stdin)\nlen(b) + 1", "= 1", false, false},
	{"closed streams", "os.Stdout.Close()\nos.Stderr.Close()", "", false, false},
	{"map race with a range", "m := map[int]int{}\nfor i := range 100 { m[i] = i }\ngo func() {\n\tfor { m[200] = 1; delete(m, 200) }\n}()\nfor { for k := range m { _ = k } }", "two goroutines use the map at the same time", false, false},
	{"map race that recovers", "m := map[int]int{}\nf := func() { for { func() { defer func() { recover() }(); m[1]++ }() } }\ngo f()\nf()", "two goroutines use the map at the same time", false, false},
	{"map race", "m := map[int]int{}\nvar wg sync.WaitGroup\nfor i := 0; i < 4; i++ {\n\twg.Add(1)\n\tgo func() { for k := 0; ; k++ { m[k%64] = k } }()\n}\nwg.Wait()", "cell 1:5:34: two goroutines use the map at the same time; guard it with a sync.Mutex or use sync.Map", false, false},
}

// TestAbuse runs the cells in one kernel, while another answers as ever.
func TestAbuse(t *testing.T) {
	const limit = 1 << 30
	k, other := newKernel(t, Options{MemoryLimit: limit}), newKernel(t, Options{MemoryLimit: limit})
	latencies, stop := make(chan []time.Duration), make(chan bool)
	go func() {
		var all []time.Duration
		for {
			start := time.Now()
			if out, _, err := run(t, other, "1", "1 + 1"); err != nil || out != "= 2" {
				t.Errorf("the other kernel: %q, %v", out, err)
			}
			all = append(all, time.Since(start))
			select {
			case <-stop:
				latencies <- all
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	for _, a := range abuses {
		t.Run(a.name, func(t *testing.T) { a.run(t, k) })
	}
	close(stop)
	all := <-latencies
	slices.Sort(all)
	median := all[len(all)/2]
	t.Logf("the other kernel: %d answers, median %v, slowest %v", len(all), median, all[len(all)-1])
	if median > 100*time.Millisecond {
		t.Errorf("the other kernel's median latency is %v", median)
	}
}

func (a abuse) run(t *testing.T, k *Kernel) {
	if _, _, err := run(t, k, "0", "lost := 1"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var interrupted time.Time
	if a.interrupt {
		time.AfterFunc(200*time.Millisecond, func() {
			interrupted = time.Now()
			cancel()
		})
	}
	var mu sync.Mutex
	var text strings.Builder
	begun := time.Now()
	reply, err := k.Run(ctx, "1", a.src, func(o Output) {
		mu.Lock()
		defer mu.Unlock()
		if text.Len() < 1<<20 {
			text.WriteString(o.Text)
		}
	})
	took := time.Since(begun)
	most := 8 * time.Second // what fills memory takes its time on a busy machine
	switch {
	case a.interrupt && !a.ends:
		took, most = time.Since(interrupted), 500*time.Millisecond
	case a.interrupt:
		took, most = time.Since(interrupted), 2500*time.Millisecond
	}
	t.Logf("ended after %v", took.Round(time.Millisecond))
	if took > most {
		t.Errorf("it took %v to end, want at most %v", took, most)
	}
	said := text.String()
	var ended *Ended
	switch {
	case errors.As(err, &ended):
		said += err.Error()
	case err != nil:
		t.Fatal(err)
	default:
		for _, v := range reply.Values {
			said += "= " + v.Text
		}
		for _, f := range reply.Faults {
			said += fmt.Sprintln(f)
		}
	}
	if (ended != nil) != a.ends {
		t.Errorf("the kernel's end: %v", err)
	}
	for _, part := range strings.Split(a.want, "|") {
		if !strings.Contains(said, part) {
			t.Errorf("it said %q, want %q", said[max(0, len(said)-1000):], part)
		}
	}
	if strings.Contains(said, "goroutine 1 [") {
		t.Error("a dump is shown")
	}
	if ended != nil {
		if err := k.Restart(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if out, _, err := run(t, k, "2", "1 + 1"); err != nil || out != "= 2" {
		t.Errorf("afterwards: %q, %v", out, err)
	}
}
