package interp

// This file binds compiled functions that may take all memory at once, or that go on calling interpreted code after it was stopped.

import (
	"bytes"
	"fmt"
	"math/bits"
	"reflect"
	"runtime"
	"runtime/metrics"
	"strings"

	yaegi "github.com/traefik/yaegi/interp"
	"gonum.org/v1/gonum/mat"

	"github.com/costate/costate/parallel"
)

// smallRoom is the size from which memory is asked for before it is taken.
const smallRoom = 16 << 20

// maxAddress is more than any process can have.
const maxAddress = 1 << 47

// room panics if n elements of a size cannot be had, and returns n. what is how the runtime begins when n is out of all bounds:
// "makeslice: len".
func (m *machine) room(n, width int, what string) int {
	if n <= 0 || width <= 0 {
		return n
	}
	hi, total := bits.Mul64(uint64(n), uint64(width))
	switch {
	case hi == 0 && total < smallRoom:
		return n
	case (hi > 0 || total > maxAddress) && what != "":
		panic(goError("runtime error: " + what + " out of range"))
	case hi > 0 || total > 1<<62:
		total = 1 << 62
	}
	limit, used := m.memoryLimit(), heapInUse()
	if int64(total) > limit-used {
		runtime.GC() // some of it may be garbage
		used = heapInUse()
	}
	if int64(total) > limit-used {
		panic(memoryError(fmt.Sprintf("the cell asks for %s"+roomText+"; the limit is %s", sizeOfNeed(total), size(limit)) + alreadyUsed(used, limit)))
	}
	return n
}

func sizeOfNeed(n uint64) string {
	if n >= 1<<62 {
		return "far more than any machine has"
	}
	return size(int64(n))
}

// concat is a + b.
func (m *machine) concat(a, b string) string {
	m.room(len(a)+len(b), 1, "")
	return a + b
}

// roomText is in all messages about room.
const roomText = " of memory at once"

// alreadyUsed adds what is in use, if that matters.
func alreadyUsed(used, limit int64) string {
	if used < limit/10 {
		return ""
	}
	return fmt.Sprintf(", and %s are in use", size(used))
}

// memoryError says that memory cannot be had.
type memoryError string

// Error gives the text.
func (e memoryError) Error() string { return string(e) }

// RuntimeError says that it is one.
func (e memoryError) RuntimeError() {}

// heapInUse is the memory of the values that are there, and of those that are not yet known to be garbage.
func heapInUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// bulk are functions that take much memory by a number.
func (m *machine) bulk() yaegi.Exports {
	square := func(n int) int { m.room(n, 8, ""); m.room(n*n, 8, ""); return n }
	return yaegi.Exports{
		"strings/strings": {"Repeat": reflect.ValueOf(func(s string, n int) string { return strings.Repeat(s, m.room(n, len(s), "")) })},
		"bytes/bytes":     {"Repeat": reflect.ValueOf(func(b []byte, n int) []byte { return bytes.Repeat(b, m.room(n, len(b), "")) })},
		"gonum.org/v1/gonum/mat/mat": {
			"NewDense": reflect.ValueOf(func(r, c int, data []float64) *mat.Dense {
				if data == nil && r > 0 && c > 0 {
					m.room(r, 8*c, "")
				}
				return mat.NewDense(r, c, data)
			}),
			"NewVecDense": reflect.ValueOf(func(n int, data []float64) *mat.VecDense {
				if data == nil {
					m.room(n, 8, "")
				}
				return mat.NewVecDense(n, data)
			}),
			"NewSymDense": reflect.ValueOf(func(n int, data []float64) *mat.SymDense {
				if data == nil {
					square(n)
				}
				return mat.NewSymDense(n, data)
			}),
		},
		"github.com/costate/costate/parallel/parallel": {
			"For": reflect.ValueOf(func(n int, body func(int)) {
				m.maps.open(false)
				parallel.For(n, func(i int) { m.alive(); body(i) })
			}),
			"ForRange": reflect.ValueOf(func(n int, body func(lo, hi int)) {
				m.maps.open(false)
				parallel.ForRange(n, func(lo, hi int) { m.alive(); body(lo, hi) })
			}),
			"ForChunks": reflect.ValueOf(func(n int, body func(chunk, lo, hi int)) {
				m.maps.open(false)
				parallel.ForChunks(n, func(c, lo, hi int) { m.alive(); body(c, lo, hi) })
			}),
		},
	}
}

// alive panics if the machine was stopped: interpreted bodies return at once then, and a loop over them would only take time.
func (m *machine) alive() {
	if m.dead.Load() {
		panic(errStopped)
	}
}
