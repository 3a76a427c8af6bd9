//go:build soak

package core

// This file runs the standard library's own tests on packages that were loaded and printed: with -overlay the
// printed source stands in for the package's files. It takes a minute, so it is part of the soak.

import (
	"encoding/json"
	"go/constant"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// overlayExempt lists packages whose tests read package variables before init functions ran, which is when
// printed source gives them their values, those that export generic functions, which printed source does not, and what our own
// slices sort with, since printed source has them.
var overlayExempt = map[string]bool{"encoding/csv": true, "cmp": true, "sort": true}

func TestStandardLibraryTests(t *testing.T) {
	imp := newImporter()
	for path, refused := range stdPackages {
		if refused != "" || overlayExempt[path] {
			continue
		}
		t.Run(path, func(t *testing.T) {
			in, err := loadStd(imp, path)
			if err != nil {
				t.Fatal(err)
			}
			p, diags := Load(in)
			if diags.Err() != nil {
				t.Fatal(diags)
			}
			printed := filepath.Join(t.TempDir(), "printed.go")
			mustWrite(t, printed, mustPrint(t, imp, p)+constDecls(in.Pkg))
			replace := map[string]string{}
			for i, f := range in.Files {
				name := in.Fset.Position(f.Pos()).Filename
				replace[name] = ""
				if i == 0 {
					replace[name] = printed
				}
			}
			overlay, err := json.Marshal(map[string]any{"Replace": replace})
			if err != nil {
				t.Fatal(err)
			}
			mustWrite(t, printed+".json", string(overlay))
			cmd := exec.Command("go", "test", "-short", "-vet=off", "-overlay", printed+".json", path)
			cmd.Env = append(os.Environ(), "GOFLAGS=")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// constDecls declares the constants that loading folded away: the tests of a package name them.
func constDecls(pkg *types.Package) string {
	var b strings.Builder
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok {
			continue
		}
		typ, value := "", c.Val().ExactString()
		basic, isBasic := c.Type().(*types.Basic)
		if !isBasic || basic.Info()&types.IsUntyped == 0 {
			typ = types.TypeString(c.Type(), func(p *types.Package) string {
				if p == pkg {
					return ""
				}
				return p.Name()
			})
		} else if c.Val().Kind() == constant.Float {
			value = strings.Replace(value+".0", "/", ".0/", 1)
		}
		b.WriteString("const " + name + " " + typ + " = " + value + "\n")
	}
	return b.String()
}
