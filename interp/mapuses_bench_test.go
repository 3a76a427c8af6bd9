package interp

import (
	"fmt"
	"testing"
)

// BenchmarkMaps counts words by a map and sums it up: alone, with several goroutines that have a map each, and with the pass for maps left
// out, alone.
func BenchmarkMaps(b *testing.B) {
	const count = `func count(words []string, n int) (sum int) {
	m := map[string]int{}
	for i := 0; i < n; i++ {
		m[words[i%len(words)]]++
		w := words[i%7]
		if m[w] > 3 {
			sum += m[w]
		}
		if v, ok := m["x"]; ok {
			sum += v
		}
		if i%16 == 0 {
			for _, v := range m {
				sum += v
			}
		}
	}
	return sum
}
words := []string{"a", "b", "c", "d", "e", "f", "g", "h"}`
	const n = 10000
	for _, test := range []struct {
		name, src string
		skip      []string
	}{
		{"without the pass", fmt.Sprintf("count(words, %d)", n), []string{"maps"}},
		{"alone", fmt.Sprintf("count(words, %d)", n), nil},
		{"beside a goroutine", fmt.Sprintf("stop := make(chan int)\ngo func() { <-stop }()\ncount(words, %d)\nclose(stop)", n), nil},
		{"two goroutines", fmt.Sprintf("var wg sync.WaitGroup\nfor range 2 {\n\twg.Add(1)\n\tgo func() { defer wg.Done(); count(words, %d) }()\n}\nwg.Wait()", n/2), nil},
	} {
		b.Run(test.name, func(b *testing.B) {
			s := quiet()
			s.skip = test.skip
			mustRun(b, s, "1", count)
			mustRun(b, s, "2", test.src)
			for b.Loop() {
				mustRun(b, s, "2", test.src)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/word")
		})
	}
}
