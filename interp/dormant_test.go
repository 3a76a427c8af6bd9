//go:build !race

package interp

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestDormant: goroutines that wait for other goroutines go on in later cells.
func TestDormant(t *testing.T) {
	const producer = "1: ch, done := make(chan int), make(chan bool)\nfunc producer(c chan<- int) {\n\tfor i := 0; ; i++ {\n\t\tc <- i * i\n\t}\n}\ngo producer(ch)\nn := 41"
	for _, test := range []struct {
		name  string
		cells []string
		want  string
	}{
		{"a producer", []string{producer, "2: import \"fmt\"\nfmt.Println(<-ch, <-ch, <-ch)", "3: n + <-ch"}, "0 1 4\n= 50\n"},
		{"a range", []string{"1: ch := make(chan int, 8)\nfor i := range 3 { ch <- i }\nsums := make(chan int)\ngo func() { s := 0; for v := range ch { s += v }; sums <- s }()", "2: ch <- 4\nclose(ch)\n<-sums"}, "= 7\n"},
		{"a mutex", []string{"1: var mu sync.Mutex\ndone := make(chan string)\nmu.Lock()\ngo func() { mu.Lock(); done <- \"locked\" }()", "2: mu.Unlock()\n<-done"}, "= \"locked\"\n"},
		{"a select", []string{"1: a, b := make(chan int), make(chan int)\ngo func() { for { select { case v := <-a: b <- v + 1 } } }()", "2: a <- 1\n<-b", "3: a <- 5\n<-b"}, "= 2\n= 6\n"},
		{"a condition", []string{"1: c := sync.NewCond(&sync.Mutex{})\nready, done := false, make(chan int)\ngo func() { c.L.Lock(); for !ready { c.Wait() }; c.L.Unlock(); done <- 3 }()", "2: c.L.Lock()\nready = true\nc.L.Unlock()\nc.Broadcast()\n<-done"}, "= 3\n"},
		{"a deadlock with one", []string{"1: a := make(chan int)\ngo func() { a <- 1; a <- 2 }()", "2: <-a\nselect {}"},
			"note: the session goes on with the values of the other cells\ncell 2:2:1: deadlock: all goroutines wait for each other: the cell waits in a select (cell 2:2:1); the goroutine started at cell 1:2:1 waits to send to a channel (cell 1:2:21) [deadlock]\n"},
		{"a panic of one", []string{"1: a := make(chan []int)\ngo func() { x := <-a; x[0] = 1 }()", "2: a <- nil\nselect {}"},
			"note: the session goes on with the values of the other cells\ncell 1:2:23: panic: runtime error: index out of range (in a goroutine) [panic]\n"},
		{"a map with one", []string{"1: m := map[int]int{}\na := make(chan int)\ngo func() { <-a; for i := 0; ; i++ { m[i%8]++ } }()", "2: a <- 1\nfor i := 0; ; i++ { m[i%8]++ }"},
			"note: the session goes on with the values of the other cells\ncell 2:2:21: two goroutines use the map at the same time; guard it with a sync.Mutex or use sync.Map (the other one is at cell 1:3:38) [map]\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := transcript(t, test.cells...)
			if test.name == "a map with one" && strings.Contains(got, "cell 1:3:38: two") { // whichever comes second
				return
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("transcript (-want +got):\n%s", d)
			}
		})
	}
}

// TestDormantEnd: an interrupt ends them, and so does a machine that is made anew.
func TestDormantEnd(t *testing.T) {
	const waiting = `ch := make(chan int)
var mu sync.Mutex
mu.Lock()
func send() { ch <- 1 }
go send()
go func() { <-ch; ch <- 2; for range ch {}; select {} }()
go func() { mu.Lock() }()
go func() { select { case ch <- 3: } }()`
	for _, test := range []struct{ name, id, src, note string }{
		{"interrupt", "3", "for {}", ""},
		{"error", "3", "select {}", "the session goes on with the values of the other cells"},
		{"rebuild", "2", "type point struct{ x, y int }\np := point{1, 2}", "goroutines of earlier cells that were waiting have been ended, since the session was rebuilt"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			s := New(Options{Stdout: &out, Stderr: &out})
			if res, err := s.Run(t.Context(), "1", waiting); err != nil || !res.OK {
				t.Fatalf("%+v, %v", res, err)
			}
			if res, err := s.Run(t.Context(), "2", "type point struct{ x int }\np := point{1}"); err != nil || !res.OK {
				t.Fatalf("%+v, %v", res, err)
			}
			label := s.vm.label
			if list, _ := goroutinesOf(label); len(list) == 0 {
				t.Fatal("nothing waits")
			}
			ctx, cancel := context.WithTimeout(t.Context(), 900*time.Millisecond)
			defer cancel()
			res, err := s.Run(ctx, test.id, test.src)
			if err != nil || len(res.Diags) > 0 && res.Diags[0].Code == "busy" {
				t.Fatalf("%+v, %v", res, err)
			}
			if d := cmp.Diff(test.note, strings.Join(res.Notes, "; ")); d != "" {
				t.Errorf("notes (-want +got):\n%s", d)
			}
			for i := 0; ; i++ {
				list, complete := goroutinesOf(label)
				var held int // by frames of the interpreter
				for _, g := range list {
					if strings.Contains(strings.Join(g.frames, " "), interpreterPath) {
						held++
					}
				}
				if complete && held == 0 {
					break
				}
				if time.Sleep(10 * time.Millisecond); i > 200 {
					t.Fatalf("%d goroutines remain: %+v", held, list)
				}
			}
		})
	}
}
