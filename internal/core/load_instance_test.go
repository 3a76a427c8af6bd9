package core

// This file tests the limits of instances.

import (
	"fmt"
	"strings"
	"testing"
)

// nested is a program with 2 to the power n instances, and some.
func nested(n int) string {
	var b strings.Builder
	b.WriteString("package p\n\n")
	for i := range n {
		fmt.Fprintf(&b, "func f%d[T any]() { f%d[[1]T](); f%d[[2]T]() }\n", i, i+1, i+1)
	}
	fmt.Fprintf(&b, "func f%d[T any]() {}\nfunc F() { f0[int]() }\n", n)
	return b.String()
}

func TestManyInstances(t *testing.T) {
	if p := mustLoad(t, newImporter(), "p.go", nested(10)); len(p.Funcs) != 1<<11 {
		t.Errorf("%d functions, want %d", len(p.Funcs), 1<<11)
	}
	in, err := checkText(newImporter(), "p.go", nested(20))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("more than %d instances", maxInstances)
	if p, diags := Load(in); p != nil || len(diags) != 1 || !strings.Contains(diags.Error(), want) {
		t.Errorf("want one diagnostic about %s, got %v", want, diags)
	}
}

// TestEndlessInstances says where programs with infinitely many instances are refused: by the type checker.
func TestEndlessInstances(t *testing.T) {
	for _, text := range []string{
		"func f[T any](n int, x T) { if n > 0 { f(n-1, []T{x}) } }\nfunc F() { f(3, 1) }",
		"func f[T any](n int) { g[*T](n) }\nfunc g[T any](n int) { if n > 0 { f[T](n-1) } }",
		"type T[P any] struct{ f *T[[]P] }\nvar x T[int]",
		"type T[P any] struct{}\nfunc (t T[P]) M(n int) { T[*P]{}.M(n-1) }\nvar x T[int]",
	} {
		in, err := checkText(newImporter(), "p.go", "package p\n\n"+text+"\n")
		if err == nil {
			_, diags := Load(in)
			err = diags.Err()
		}
		if err == nil {
			t.Errorf("not refused: %s", text)
		}
	}
}
