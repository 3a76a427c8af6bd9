package interp

// This file checks that a cell which has given a name of another cell a new type can run again.

import (
	"context"
	"testing"
)

func TestRedefineAgain(t *testing.T) {
	s := New(Options{})
	steps := []struct{ id, src, want string }{
		{"a", "limit := 3", ""},
		{"b", "limit := \"three\"", ""},
		{"c", "limit", `"three"`},
		{"b", "limit := \"four\"", ""},
		{"c", "limit", `"four"`},
		{"b", "limit := 5", ""},
		{"c", "limit", "5"},
		{"b", "limit := 2.5", ""},
		{"c", "limit", "2.5"},
		{"a", "limit := 1", ""},
		{"c", "limit", "1"},
	}
	for i, st := range steps {
		res, err := s.Run(context.Background(), st.id, st.src)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, v := range res.Values {
			got += v.Text
		}
		if got != st.want || len(res.Diags) > 0 {
			t.Errorf("step %d, cell %s: %q, want %q; %v", i, st.id, got, st.want, res.Diags)
		}
	}
}
