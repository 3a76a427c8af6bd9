package examples

import "testing"

// timing takes the place of the descent: it times the objective and its gradient in the session. Each is the best of
// several, as in the benchmark that the objective comes from.
const timing = `
import "time"

func best(f func()) float64 {
	least := math.Inf(1)
	for i := 0; i < 5; i++ {
		begin := time.Now()
		f()
		least = math.Min(least, float64(time.Since(begin).Nanoseconds()))
	}
	return least
}

primal := best(func() { objective(start) })
fmt.Println("objective ns:", primal)
fmt.Println("gradient ns:", best(func() { gradient(start) }))

loss := []float64{primal}
`

// BenchmarkInterpreted reports what the objective and its gradient take in a notebook.
func BenchmarkInterpreted(b *testing.B) {
	path := edited(b, map[string]string{"var loss": timing})
	for b.Loop() {
		out := runNotebook(b, path)
		primal := numbers(b, out, `objective ns: (\S+)`)
		gradient := numbers(b, out, `gradient ns: (\S+)`)
		if len(primal) != 1 || len(gradient) != 1 {
			b.Fatalf("no times in\n%s", out)
		}
		b.ReportMetric(primal[0], "objective-ns")
		b.ReportMetric(gradient[0], "gradient-ns")
		b.ReportMetric(gradient[0]/primal[0], "gradient/objective")
	}
}
