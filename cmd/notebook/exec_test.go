package main

import (
	"path/filepath"
	"testing"

	"github.com/costate/costate/internal/server/servertest"
)

// TestAllowExec: the flag reaches the kernels of the notebooks, and without it they say its name.
func TestAllowExec(t *testing.T) {
	const cell = `{"type":"edit","ref":"1","base":0,"ops":[{"op":"insert","at":0,"cell":{"id":"aa","kind":"code",` +
		`"source":"import \"unsafe\"\n100 + unsafe.Sizeof(1.5)"}}]}`
	for _, test := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--allow-exec"}, `"108"`},
		{nil, `the flag --allow-exec allows it`},
	} {
		file := filepath.Join(t.TempDir(), "new.ipynb")
		p := start(t, append([]string{file, "--no-browser"}, test.flags...)...)
		c, err := servertest.Dial(p.addr, p.token, "new.ipynb")
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.Say(cell, `{"type":"runAll"}`); err != nil {
			t.Fatal(err)
		}
		if err := c.Until(test.want); err != nil {
			t.Errorf("%v: %v", test.flags, err)
		}
	}
}
