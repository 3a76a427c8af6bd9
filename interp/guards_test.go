package interp

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGuards: a panic in a goroutine that compiled code has started is the cell's error, not the end of the process.
func TestGuards(t *testing.T) {
	for _, test := range []struct {
		name, want string
		cells      []string
	}{
		{"WaitGroup.Go", "cell 1:2:16: panic: one (in a goroutine) [panic]\n= 2\n",
			[]string{"1: var wg sync.WaitGroup\nwg.Go(func() { panic(\"one\") })\nwg.Wait()", "2: 1 + 1"}},
		{"errgroup", "= nil\ncell 1:4:2: panic: two (in a goroutine) [panic]\n= 2\n",
			[]string{"1: var g errgroup.Group\ng.Go(func() error { return nil })\nf := func() error {\n\tif 1 > len(os.Args) { panic(\"other\") } else { panic(\"two\") }\n}\ng.Go(f)\ng.Wait()", "2: 1 + 1"}},
		{"an error of an errgroup", "= three\n", []string{"1: var g errgroup.Group\ng.Go(func() error { return errors.New(\"three\") })\ng.Wait()"}},
		{"AfterFunc", "note: the session goes on with the values of the other cells\ncell 1:1:43: panic: four (in a goroutine) [panic]\n",
			[]string{"1: time.AfterFunc(time.Millisecond, func() { panic(\"four\") })\ntime.Sleep(time.Second)"}},
		{"Minimize", "cell 1:4:29: panic: five [panic]\n= 2\n", []string{
			"1: func f(x []float64) float64 {\n\treturn g(x[0])\n}\nfunc g(x float64) float64 { panic(\"five\") }\n" +
				"optimize.Minimize(optimize.Problem{Func: f}, []float64{1}, nil, &optimize.NelderMead{})", "2: 1 + 1"}},
		{"Minimize, recovered", "six\n", []string{
			"1: func() {\n\tdefer func() { fmt.Println(recover()) }()\n\toptimize.Minimize(optimize.Problem{Func: func(x []float64) float64 { panic(\"six\") }}, []float64{1}, nil, &optimize.NelderMead{})\n}()"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, transcript(t, test.cells...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
