package interp

// This file compares random programs in sessions with compiled Go. COSTATE_SEED and COSTATE_COUNT choose others.

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// perBinary is how many random programs are compiled at once.
const perBinary = 250

// maxRandomRefused is how many of the random programs may be refused, in per cent.
const maxRandomRefused = 1.0

// environmentNumber reads a number from the environment.
func environmentNumber(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// compareRandom compares the programs of some seeds. The first that differ are shrunk.
func compareRandom(t *testing.T, first, count uint64) {
	t.Helper()
	refused, wrong := 0, 0
	reasons := map[string]int{}
	for from := first; from < first+count; from += perBinary {
		programs := map[string]string{}
		for seed := from; seed < min(from+perBinary, first+count); seed++ {
			programs[fmt.Sprintf("seed%d", seed)] = randomProgram(seed)
		}
		for name, d := range compare(t, programs) {
			if d.invalid != "" {
				t.Errorf("%s: %s", name, d.invalid)
				continue
			}
			if d.refused != "" {
				refused++
				reasons[reason(d.refused)]++
				continue
			}
			wrong++
			if wrong > maxShrunk {
				t.Errorf("%s differs: %s", name, d.text)
				continue
			}
			small := shrink(t, programs[name])
			t.Errorf("%s differs:\n%s\nshrunk to\n%s\nwhich differs so:\n%s", name, d.text, small.source, small.text)
		}
	}
	t.Logf("seeds %d to %d: %d refused, %d wrong; reasons %v", first, first+count-1, refused, wrong, reasons)
	if p := 100 * float64(refused) / float64(count); p > maxRandomRefused {
		t.Errorf("%.1f %% of the programs are refused, at most %v may be", p, maxRandomRefused)
	}
}

// reason is a diagnostic without its place.
func reason(text string) string {
	for i := range text {
		if text[i] == ' ' {
			return text[i+1:]
		}
	}
	return text
}

// difference is how a session differs from compiled Go.
type difference struct {
	source, text, refused string
	invalid               string // the program itself fails
}

// compare runs programs compiled and in sessions, and returns those that are not the same.
func compare(t *testing.T, programs map[string]string) map[string]difference {
	t.Helper()
	set, err := buildNative(t.TempDir(), "random", programs)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	out := map[string]difference{}
	eachParallel(programs, func(name, src string) {
		want, err := set.run(name)
		if err != nil || want.timeout || want.status != 0 {
			mu.Lock()
			defer mu.Unlock()
			out[name] = difference{source: src, invalid: fmt.Sprintf("compiled: %v, status %d\n%s", err, want.status, start(want.stderr))}
			return
		}
		got := inSession(name, src, false)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case got.refused != "":
			out[name] = difference{source: src, refused: got.refused}
		case got.stdout != want.stdout || got.problem != "":
			out[name] = difference{source: src, text: got.problem + "\n(-compiled +session)\n" + start(cmp.Diff(want.stdout, got.stdout))}
		}
	})
	return out
}

// start is the start of a long text.
func start(text string) string {
	if len(text) > 3000 {
		return text[:3000] + "..."
	}
	return text
}

// eachParallel calls f for all programs, two at a time.
func eachParallel(programs map[string]string, f func(name, src string)) {
	var wg sync.WaitGroup
	slots := make(chan bool, 2)
	for name, src := range programs {
		slots <- true
		wg.Go(func() {
			defer func() { <-slots }()
			f(name, src)
		})
	}
	wg.Wait()
}

// TestRandomPrograms compares the programs of 200 seeds; COSTATE_SEED and COSTATE_COUNT choose others.
func TestRandomPrograms(t *testing.T) {
	compareRandom(t, environmentNumber(t, "COSTATE_SEED", 1), environmentNumber(t, "COSTATE_COUNT", 200))
}
