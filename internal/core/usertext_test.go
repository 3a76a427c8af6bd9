package core

// This file tests how messages call what the loader made.

import "testing"

func TestUserText(t *testing.T) {
	p := mustLoad(t, newImporter(), "p.go", `package p

import "sync/atomic"

type Pair[A, B any] struct{ a A; b B }

func Map[T any](x T) T { return x }

func max(a int) int { return a }

func f() {
	type v struct{}
	_ = Pair[int, v]{}
	_ = Map(v{})
	var p atomic.Pointer[int]
	p.Load()
}
`)
	for _, c := range []struct{ message, want string }{
		{"variable x of type []Pair_int_v_f is odd", "variable x of type []Pair[int,v] is odd"},
		{"v_f and Map_v_f, not Map_v_fs; max1", "v and Map, not Map_v_fs; max"},
		{"*Pointer_atomic_int", "*atomic.Pointer[int]"},
		{"100 %s", "100 %s"},
	} {
		if got := p.UserText(c.message); got != c.want {
			t.Errorf("UserText(%q) = %q, want %q", c.message, got, c.want)
		}
	}
}
