package parallel

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// atWorkers runs f at a given number of processors.
func atWorkers(t testing.TB, workers int, f func()) {
	t.Helper()
	old := runtime.GOMAXPROCS(workers)
	defer runtime.GOMAXPROCS(old)
	f()
}

func TestEveryIndexOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		for _, n := range []int{-3, 0, 1, 2, 3, 7, 8, 9, 100, 1001} {
			atWorkers(t, workers, func() {
				seen := make([]int, max(n, 0))
				For(n, func(i int) { seen[i]++ })
				ForRange(n, func(lo, hi int) {
					for i := lo; i < hi; i++ {
						seen[i]++
					}
				})
				for i, k := range seen {
					if k != 2 {
						t.Errorf("workers %d, n %d: index %d visited %d times, want 2", workers, n, i, k)
					}
				}
			})
		}
	}
}

func TestChunksAgree(t *testing.T) {
	type chunk struct{ lo, hi int }
	for _, workers := range []int{1, 2, 5} {
		for _, n := range []int{0, 1, 4, 5, 6, 99} {
			atWorkers(t, workers, func() {
				numbered := make([]chunk, Chunks(n))
				ForChunks(n, func(c, lo, hi int) { numbered[c] = chunk{lo, hi} })
				var mu sync.Mutex
				plain := map[chunk]bool{}
				ForRange(n, func(lo, hi int) {
					mu.Lock()
					defer mu.Unlock()
					plain[chunk{lo, hi}] = true
				})
				if want := min(n, workers); len(numbered) != want || len(plain) != want {
					t.Errorf("workers %d, n %d: %d and %d chunks, want %d", workers, n, len(numbered), len(plain), want)
				}
				next := 0
				for _, c := range numbered {
					if c.lo != next || c.hi <= c.lo || !plain[c] {
						t.Errorf("workers %d, n %d: chunk %v after %d, ForRange has %v", workers, n, c, next, plain)
					}
					next = c.hi
				}
				if next != n {
					t.Errorf("workers %d: chunks end at %d, want %d", workers, next, n)
				}
			})
		}
	}
}

func TestBoundsOfHugeRange(t *testing.T) {
	const huge = int(^uint(0) >> 1)
	lo, hi := bounds(huge, 7, 6)
	if hi != huge || lo >= hi || lo < 0 {
		t.Errorf("last of 7 chunks of the largest range is [%d, %d)", lo, hi)
	}
}

// recovered returns what f panics with.
func recovered(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestPanicIsCarried(t *testing.T) {
	for _, workers := range []int{1, 4} {
		atWorkers(t, workers, func() {
			var ended atomic.Int32
			value := recovered(func() {
				ForRange(8, func(lo, _ int) {
					defer ended.Add(1)
					if lo == 0 {
						time.Sleep(5 * time.Millisecond) // the lower chunk panics last
					}
					panic(fmt.Errorf("chunk at %d: %w", lo, io.EOF))
				})
			})
			p, ok := value.(*Panic)
			if !ok {
				t.Fatalf("workers %d: recovered %T, want *Panic", workers, value)
			}
			if got, want := fmt.Sprint(p.Value), "chunk at 0: EOF"; got != want {
				t.Errorf("workers %d: value %q, want %q", workers, got, want)
			}
			if !errors.Is(p, io.EOF) {
				t.Errorf("workers %d: the error is not found through the panic", workers)
			}
			if !strings.Contains(string(p.Stack), "TestPanicIsCarried") || !strings.Contains(p.Error(), "chunk at 0") {
				t.Errorf("workers %d: the panic does not say where it came from: %v", workers, p)
			}
			if int(ended.Load()) != workers {
				t.Errorf("workers %d: %d chunks had ended", workers, ended.Load())
			}
		})
	}
}

func TestPanicOfNestedLoopStaysAsItIs(t *testing.T) {
	value := recovered(func() {
		For(2, func(int) { For(2, func(int) { panic("inner") }) })
	})
	if p, ok := value.(*Panic); !ok || p.Value != "inner" {
		t.Errorf("recovered %v, want the inner panic", value)
	}
}

func TestGoexitIsNotTakenForDone(t *testing.T) {
	atWorkers(t, 2, func() {
		value := recovered(func() {
			ForChunks(2, func(chunk, _, _ int) {
				if chunk == 1 {
					runtime.Goexit()
				}
			})
		})
		if p, ok := value.(*Panic); !ok || p.Value != errGoexit {
			t.Errorf("recovered %v, want %v", value, errGoexit)
		}
	})
}

func TestNoGoroutineOutlivesItsLoop(t *testing.T) {
	before := runtime.NumGoroutine()
	atWorkers(t, 4, func() {
		for range 100 {
			For(16, func(int) {})
			recovered(func() { For(16, func(int) { panic("x") }) })
		}
	})
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond) // a goroutine is counted for a moment after its last statement
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestFilesAreComplete(t *testing.T) {
	for _, name := range []string{"doc.go", "loop.go", "panic.go"} {
		text, err := Files.ReadFile(name)
		if err != nil || !strings.Contains(string(text), "package parallel") {
			t.Errorf("source of %s: %v", name, err)
		}
	}
}

func BenchmarkForEmpty(b *testing.B) {
	for b.Loop() {
		For(1000, func(int) {})
	}
}

func BenchmarkForRangeSum(b *testing.B) {
	x := make([]float64, 1<<20)
	for b.Loop() {
		ForRange(len(x), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				x[i] = x[i]*0.5 + 1
			}
		})
	}
}
