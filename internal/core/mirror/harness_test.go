package mirror

// This file runs a function and its mirror on the same inputs and compares all that a program can see of them: result,
// capacity, shared memory, what is in memory afterwards, calls of function arguments, panics.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// input is what one call gets. Each side gets its own, made from the same random numbers.
type input[E any] struct {
	memory  []E   // all that a and part may share, to its capacity
	a, b    []E   // a is a part of memory
	part    []E   // often a part of memory, too
	v       E     // often an element of a
	i, j, n int   // indices, some out of range
	calls   []int // what function arguments were called with, as a hash
}

// called notes a call of a function argument.
func (in *input[E]) called(args ...any) {
	in.calls = append(in.calls, hash(args...))
}

// hash gives a small number for values.
func hash(args ...any) int {
	h := uint32(2166136261)
	for _, c := range []byte(fmt.Sprint(args...)) {
		h = (h ^ uint32(c)) * 16777619
	}
	return int(h >> 4)
}

func newInput[E any](rnd *rand.Rand, element func(*rand.Rand) E) *input[E] {
	in := &input[E]{memory: make([]E, rnd.IntN(24))}
	for i := range in.memory {
		in.memory[i] = element(rnd)
	}
	c := len(in.memory)
	lo := rnd.IntN(c + 1)
	hi := lo + rnd.IntN(c-lo+1)
	in.a = in.memory[lo:hi:(hi + rnd.IntN(c-hi+1))]
	if c == 0 && rnd.IntN(2) == 0 {
		in.a = nil
	}
	in.b = append(in.b, in.a...)
	if rnd.IntN(2) == 0 {
		in.b = append(in.b, element(rnd))
	}
	if len(in.b) > 0 && rnd.IntN(2) == 0 {
		in.b[rnd.IntN(len(in.b))] = element(rnd)
	}
	lo = rnd.IntN(c + 1)
	in.part = in.memory[lo : lo+rnd.IntN(c-lo+1)]
	if rnd.IntN(2) == 0 {
		in.part = append([]E(nil), in.part...)
	}
	in.v = element(rnd)
	in.i = rnd.IntN(len(in.a)+3) - 1
	in.j = in.i + rnd.IntN(len(in.a)+3) - 1
	in.n = rnd.IntN(8) - 1
	return in
}

// row compares a function with its mirror for one input.
type row[E any] struct {
	name string
	std  func(*input[E]) any
	ours func(*input[E]) any
}

// both makes a row of two functions of one type and of what is done with each.
func both[E, F any](name string, std, ours F, call func(F, *input[E]) any) row[E] {
	return row[E]{name, func(in *input[E]) any { return call(std, in) }, func(in *input[E]) any { return call(ours, in) }}
}

// outcome says in words what a call did.
func outcome[E any](in *input[E], call func(*input[E]) any) (text string) {
	memory := in.memory
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("panic %T: %v", p, p)
		}
		text += fmt.Sprintf("\nmemory %s\ncalls %v", show(memory), in.calls)
	}()
	return "result " + describe(memory, call(in))
}

// describe shows a result, of a slice also what it has beyond its elements.
func describe[E any](memory []E, result any) string {
	if list, ok := result.([]any); ok {
		var parts []string
		for _, r := range list {
			parts = append(parts, describe(memory, r))
		}
		return strings.Join(parts, "; ")
	}
	s, ok := result.([]E)
	if !ok {
		return show(result)
	}
	at := "new memory"
	if cap(s) > 0 {
		for i := range memory {
			if reflect.TypeFor[E]().Size() > 0 && &memory[i] == &s[:1][0] {
				at = fmt.Sprint("memory from ", i)
			}
		}
	}
	return fmt.Sprintf("%s nil %t, %d of %d, %s", show(s[:cap(s)]), s == nil, len(s), cap(s), at)
}

// show prints a value; floats by %v, where the zeros differ and NaNs are alike.
func show(v any) string { return fmt.Sprintf("%+v", v) }

// compare runs all rows on random inputs.
func compare[E any](t *testing.T, inputs int, element func(*rand.Rand) E, rows []row[E]) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			panicked := 0
			for seed := range uint64(inputs) {
				std := outcome(newInput(rand.New(rand.NewPCG(seed, 1)), element), r.std)
				ours := outcome(newInput(rand.New(rand.NewPCG(seed, 1)), element), r.ours)
				if d := cmp.Diff(std, ours); d != "" {
					t.Fatalf("seed %d (-standard +mirror)\n%s", seed, d)
				}
				if strings.HasPrefix(std, "panic") {
					panicked++
				}
			}
			if panicked == inputs {
				t.Error("every input made it panic")
			}
		})
	}
}

func smallInt(rnd *rand.Rand) int { return rnd.IntN(4) }

// special gives floats that are hard to order, and few others, so that many are equal.
func special(rnd *rand.Rand) float64 {
	list := []float64{0, math.Copysign(0, -1), 1, -1, 2, math.Inf(1), math.Inf(-1), math.NaN()}
	return list[rnd.IntN(len(list))]
}

// message gives the panic of f in words, or "".
func message(f func() any) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("%T: %v", p, p)
		}
	}()
	f()
	return ""
}
