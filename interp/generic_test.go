package interp

// This file tests generic code over several cells.

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGenericCells(t *testing.T) {
	const list = "1: type List[T any] []T\nfunc (l List[T]) Len() int { return len(l) }\nfunc Map[T, U any](xs []T, f func(T) U) List[U] { var out List[U]; for _, x := range xs { out = append(out, f(x)) }; return out }"
	tests := []struct {
		name  string
		cells []string
		want  string
	}{
		{"instances in later cells", []string{list, "2: xs := []int{1, 2}", "3: Map(xs, func(x int) float64 { return float64(x) / 2 })", "4: Map(xs, func(x int) string { return \"a\" }).Len()", "5: xs"},
			"= [0.5 1]\n= 2\n= [1 2]\n"},
		{"an instance that is gone and comes back", []string{list, "2: x := 1; var a any = List[string]{\"p\"}", "3: _ = List[int]{1}.Len()", "4: x", "5: List[int]{1}.Len() + a.(List[string]).Len()"},
			"= 1\n= 2\n"},
		{"types in statements", []string{"1: import \"fmt\"\nx := 1", "2: { type v struct{ a int }; fmt.Println(v{x}.a) }", "3: { type v struct{ s string }; fmt.Println(v{\"q\"}.s) }", "4: x"},
			"1\nq\n= 1\n"},
		{"a generic function that changes", []string{"1: func id[T any](x T) T { return x }", "2: id(3)", "1: func id[T any](x T) T { var z T; return z }", "2: id(3)"},
			"= 3\n= 0\n"},
		{"assigned again", []string{list, "2: l := List[int]{1}", "3: l := append(l, 2)", "4: l.Len()"}, "= 2\n"},
		{"shown by its own name", []string{list, "2: type row struct { cells List[List[int]] }\nr := row{List[List[int]]{{1}}}", "3: r"}, "= {cells: [[1]]}\n"},
		{"a panic in a mirror", []string{"1: import \"slices\"\nfunc f(xs []int) int {\n\tn := len(xs)\n\treturn slices.Max(xs) + n\n}", "2: f(nil)"},
			"cell 1:4:9: panic: slices.Max: empty list [panic]\n"},
		{"a panic in an instance", []string{"1: func at[T any](xs []T, i int) T {\n\treturn xs[i]\n}", "2: at([]int{1}, 4)"},
			"cell 1:2:9: panic: runtime error: index out of range [panic]\n"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, transcript(t, c.cells...)); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}
