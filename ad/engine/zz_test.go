package engine

import (
	"os"
	"testing"

	"github.com/costate/costate/internal/core"
)

func TestZZ(t *testing.T) {
	src, err := os.ReadFile(os.Getenv("ZZ"))
	if err != nil {
		return
	}
	p, err := load(t, "t.go", string(src))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Gradient(p, "F")
	if err != nil {
		t.Fatal(err)
	}
	if err := core.Check(d.Package); err != nil {
		t.Error(err)
	}
	out, err := core.Print(d.Package)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + out.Text)
}
