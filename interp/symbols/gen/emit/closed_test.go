package emit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/internal/typing"
)

// open lists the packages that cells may not import though types of theirs occur in what cells may import, and where.
var open = map[string][]string{
	"reflect": {"encoding/json"}, // in errors that name the type of a value, which is only shown
}

// TestClosed: a cell can name the types of what it holds.
func TestClosed(t *testing.T) {
	im := typing.NewImporter()
	known, exec := map[string]bool{}, map[string]bool{}
	for _, p := range typing.Packages() {
		known[p.Path] = !p.Hidden && !p.Exec
		exec[p.Path] = p.Exec
	}
	for _, starts := range []bool{false, true} {
		missing := map[string][]string{}
		for _, p := range typing.Packages() {
			if p.Hidden || p.Path == "unsafe" || p.Exec && !starts {
				continue
			}
			pkg, err := im.Import(p.Path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mentioned(p, pkg, starts) {
				if !known[m] && !(exec[m] && starts) {
					missing[m] = append(missing[m], p.Path)
				}
			}
		}
		if diff := cmp.Diff(open, missing); diff != "" {
			t.Errorf("packages that are mentioned and not supported, with processes %v (-known +found):\n%s", starts, diff)
		}
	}
}
