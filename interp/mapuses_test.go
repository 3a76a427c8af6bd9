package interp

import (
	"strings"
	"testing"
	"time"
)

// TestMapUses: two goroutines that use a map at the same time end the cell; what is guarded does not.
func TestMapUses(t *testing.T) {
	const said = "two goroutines use the map at the same time; guard it with a sync.Mutex or use sync.Map"
	for _, test := range []struct{ name, src, want string }{
		{"writers", "m := map[int]int{}\nvar wg sync.WaitGroup\nfor i := 0; i < 4; i++ {\n\twg.Add(1)\n\tgo func() { for k := 0; ; k++ { m[k%64] = k } }()\n}\nwg.Wait()", "cell 1:5:34: " + said + " [map]"},
		{"a writer beside a reader", "m := map[string]int{}\ngo func() {\n\tfor { m[\"a\"]++ }\n}()\nn := 0\nfor {\n\tif m[\"b\"] > 0 { n++ }\n}", said},
		{"a writer beside a range", "m := map[int]int{}\nfor i := range 100 { m[i] = i }\ngo func() {\n\tfor { m[200] = 1; delete(m, 200) }\n}()\nn := 0\nfor {\n\tfor k := range m {\n\t\tif k == 3 { continue }\n\t\tn += k\n\t}\n}", said},
		{"a recover", "m := map[int]int{}\nf := func() { defer func() { recover() }(); for k := 0; ; k++ { m[k%64] = k } }\ngo f()\nfor { f() }", said},
		{"bodies of a parallel loop", "m := map[int]int{}\nparallel.For(1000000, func(i int) { m[i%64] += i })", said},
		{"a compiled function that calls back", "m := map[int]int{}\nx := make([]float64, 2000)\nfor range 50 { fd.Gradient(nil, func(x []float64) float64 { for i := range 20 { m[i]++ }; return 1 }, x, &fd.Settings{Concurrent: true}) }", said},
		{"a group", "m := map[int]int{}\nvar wg sync.WaitGroup\nfor range 2 { wg.Go(func() { for i := 0; ; i++ { m[i%64] = i } }) }\nwg.Wait()", said},
		{"a map of maps", "m := map[int]map[int]int{1: {}}\nf := func() { for i := 0; ; i++ { m[1][i%64] = i } }\ngo f()\nf()", said},
		{"clear", "m := map[int]int{}\ngo func() { for { clear(m) } }()\nfor i := 0; ; i++ { m[i%64] = i }", said},
		{"package maps", "m := map[int]int{1: 1}\ngo func() { for i := 0; ; i++ { m[i%64] = i } }()\nfor { maps.Clone(m) }", said},
		{"any keys", "m := map[any]int{}\nf := func() { for i := 0; ; i++ { m[i%64] = i } }\ngo f()\nf()", said},

		{"a mutex", "m := map[int]int{}\nvar mu sync.Mutex\nvar wg sync.WaitGroup\nfor i := range 4 {\n\twg.Go(func() { for k := range 500 { mu.Lock(); m[k%64] += i; delete(m, k%7); mu.Unlock() } })\n}\nwg.Wait()\nlen(m)", "= 57"},
		{"channels", "m := map[int]int{}\na, b := make(chan bool), make(chan bool)\ngo func() { for range 500 { <-a; for k := range m { m[k]++ }; m[1]++; b <- true } }()\nfor range 500 { m[1]++; a <- true; <-b }\nm[1]", "= 1500"},
		{"a range that waits", "m := map[int]int{1: 1, 2: 2}\na, b := make(chan bool), make(chan bool)\ngo func() { for range a { m[1]++; b <- true } }()\nn := 0\nfor range 100 { for k := range m { if k == 2 { continue }; a <- true; <-b; n++ } }\nclose(a)\nfmt.Print(n, \" \")\nm[1]", "100 = 101"},
		{"readers", "m := map[int]int{1: 1}\nvar wg sync.WaitGroup\nvar n atomic.Int64\nfor range 4 { wg.Go(func() { for range 500 { for k, v := range m { n.Add(int64(k + v + m[1])) } } }) }\nwg.Wait()\nn.Load()", "= 6000"},
		{"maps of their own", "var wg sync.WaitGroup\nfor range 4 { wg.Go(func() { m := map[int]int{}; for k := range 500 { m[k%8]++ } }) }\nwg.Wait()\n1", "= 1"},
		{"panics", `var mu sync.Mutex
m := map[any]int{}
var none map[int]int
try := func(f func()) {
	defer func() { recover(); mu.Unlock() }()
	mu.Lock()
	f()
}
zero := 0
var wg sync.WaitGroup
n := 0
for range 4 {
	wg.Go(func() {
		for range 50 {
			try(func() { m[[]int{1}]++ })
			try(func() { n += m[[]int{1}] })
			try(func() { delete(m, any([]int{1})) })
			try(func() { none[1] = 2 })
			try(func() { m[1] /= zero })
			try(func() { m[1] += []int{}[zero] })
			try(func() { for k := range m { _ = k; panic(1) } })
			try(func() { m[1]++; n++ })
		}
	})
}
wg.Wait()
fmt.Print(n, " ")
m[1]`, "200 = 200"},
		{"a mutex in a range", "m := map[int]int{}\nfor i := range 50 { m[i] = 1 }\nvar mu sync.Mutex\nvar wg sync.WaitGroup\nfind := func() int { mu.Lock(); defer mu.Unlock(); for k := range m { if k > 5 { m[k]++; return k } }; return 0 }\nfor range 4 { wg.Go(func() { for range 50 { find() } }) }\nwg.Wait()\nsum := 0\nfor _, v := range m { sum += v }\nsum", "= 250"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := limited(t, 20*time.Second, test.src); !strings.Contains(got, test.want) || strings.HasPrefix(test.want, "=") && got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
