package typing

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/gcexportdata"
)

// readExport reads the data of a package for a system, without the comparison with this system that an Importer makes.
func readExport(t *testing.T, p Package, goos string) *types.Package {
	t.Helper()
	data, err := exportFiles.ReadFile("export/" + ExportFile(p, goos))
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), map[string]*types.Package{}, p.Path)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// TestPerOS: a constant that differs between systems has this system's value or none.
func TestPerOS(t *testing.T) {
	checked, faults := checkText(t, New(), `package p
import ("os"; "path/filepath")
const flags = os.O_CREATE | os.O_TRUNC
const null = os.DevNull
const separator = filepath.Separator
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	value := func(name string) string {
		return checked.Pkg.Scope().Lookup(name).(*types.Const).Val().ExactString()
	}
	for name, want := range map[string]string{
		"flags":     strconv.Itoa(os.O_CREATE | os.O_TRUNC),
		"null":      strconv.Quote(os.DevNull),
		"separator": strconv.Itoa(filepath.Separator),
	} {
		if got := value(name); got != want {
			t.Errorf("%s is %s, here it is %s", name, got, want)
		}
	}
	other := "windows"
	if runtime.GOOS == other {
		other = "linux"
	}
	im := NewImporter()
	im.goos = other
	for _, path := range []string{"os", "path/filepath"} {
		if _, err := im.Import(path); err == nil {
			t.Errorf("%s is imported with the constants of %s", path, other)
		}
	}
}

// TestPerOSComplete compares the values of all constants between the systems with data of their own.
func TestPerOSComplete(t *testing.T) {
	for _, p := range Packages() {
		if len(p.PerOS) == 0 {
			continue
		}
		pkgs := map[string]*types.Package{}
		for _, goos := range []string{"linux", "darwin", "windows"} {
			pkgs[goos] = readExport(t, p, goos)
		}
		var differ []string
		scope := pkgs["linux"].Scope()
		for _, name := range scope.Names() {
			c, ok := scope.Lookup(name).(*types.Const)
			if !ok || !c.Exported() {
				continue
			}
			for _, goos := range []string{"darwin", "windows"} {
				if o := pkgs[goos].Scope().Lookup(name).(*types.Const); !sameConstant(c.Val(), o.Val()) {
					differ = append(differ, name)
					break
				}
			}
		}
		if want := slices.Sorted(slices.Values(p.PerOS)); !slices.Equal(differ, want) {
			t.Errorf("%s: %v differ, the table says %v", p.Path, differ, want)
		}
	}
}

// TestTypeIdentity: packages loaded in any order share their types, so an iterator of package strings is one of package iter.
func TestTypeIdentity(t *testing.T) {
	for _, imports := range []string{`"iter"; "slices"; "strings"`, `"strings"; "slices"; "iter"`} {
		_, faults := checkText(t, New(), "package p\nimport ("+imports+")\n"+`
var lines iter.Seq[string] = strings.Lines("a")
var all = slices.Collect(lines)
var _ []string = all
`)
		if len(faults) > 0 {
			t.Errorf("%s: %s", imports, faults)
		}
	}
}

// TestDenyList: each denied name exists, so that a misspelt one cannot let something through.
func TestDenyList(t *testing.T) {
	for _, p := range Packages() {
		scopes := []*types.Scope{}
		if len(p.PerOS) > 0 {
			for _, goos := range []string{"linux", "darwin", "windows"} {
				scopes = append(scopes, readExport(t, p, goos).Scope())
			}
		} else {
			im := NewImporter()
			pkg, err := im.load(p.Path)
			if err != nil {
				t.Fatal(err)
			}
			scopes = append(scopes, pkg.Scope())
		}
		for _, name := range slices.Concat(p.Deny, p.Only, p.Starts) {
			if !slices.ContainsFunc(scopes, func(s *types.Scope) bool { return hasMember(s, name) }) {
				t.Errorf("%s has no %s", p.Path, name)
			}
		}
	}
}

// hasMember looks up Name or Type.Method.
func hasMember(scope *types.Scope, name string) bool {
	name, method, isMethod := strings.Cut(name, ".")
	obj := scope.Lookup(name)
	if obj == nil || !isMethod {
		return obj != nil
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, obj.Pkg(), method)
	_, ok := m.(*types.Func)
	return ok
}

// TestFormsAreDeclared: the forms known here and the functions that package ad documents are the same.
func TestFormsAreDeclared(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "../../ad/ad.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
			declared = append(declared, fn.Name.Name)
		}
	}
	slices.Sort(declared)
	if !slices.Equal(declared, formNames[:]) {
		t.Errorf("package ad declares %v, the forms are %v", declared, formNames)
	}
}
