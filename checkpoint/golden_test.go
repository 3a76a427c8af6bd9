package checkpoint

// This file reads the golden data: numbers that were computed in other ways than ours.

import (
	"encoding/json"
	"os"
	"testing"
)

// golden reads a file of testdata into a value.
func golden(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// play checks a schedule on its machine.
func play(t *testing.T, s Schedule) Costs {
	t.Helper()
	c, err := Play(s)
	if err != nil {
		t.Fatalf("%v: %v", s, err)
	}
	return c
}
