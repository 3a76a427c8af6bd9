package interp

// This file checks that what variables hold does not depend on when they are looked at.

import (
	"context"
	"testing"
)

// TestSizesBehindSleep checks that maps have their sizes right after a cell that has slept: no code can run that would change them.
func TestSizesBehindSleep(t *testing.T) {
	s := New(Options{})
	if _, err := s.Run(context.Background(), "a", "import \"time\"\ncounts := map[string]int{\"a\": 1, \"b\": 2}\ntime.Sleep(time.Millisecond)"); err != nil {
		t.Fatal(err)
	}
	for _, v := range s.Sizes() {
		if v.Name == "counts" && (v.Size != "2" || v.More) {
			t.Errorf("%+v", v)
		}
	}
}
