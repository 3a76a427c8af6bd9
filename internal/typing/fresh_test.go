package typing_test

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/costate/costate/internal/typing"
	"github.com/costate/costate/internal/typing/gen/exportdata"
)

// TestFresh makes the export data again and compares the interfaces. Bytes would differ between patch releases.
func TestFresh(t *testing.T) {
	files, err := exportdata.Files(typing.Packages())
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	err = filepath.WalkDir("export", func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel("export", path)
			names[filepath.ToSlash(name)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		if !names[name] {
			t.Errorf("export/%s is missing: run go generate ./internal/typing", name)
			continue
		}
		delete(names, name)
		have, err := os.ReadFile(filepath.Join("export", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(dump(t, name, have), dump(t, name, data)); diff != "" {
			t.Errorf("export/%s is stale: run go generate ./internal/typing (-embedded +toolchain):\n%s", name, diff)
		}
	}
	for name := range names {
		t.Errorf("export/%s is of no supported package", name)
	}
}

// dump lists the interface of a package, a line for each exported object, field and method.
func dump(t *testing.T, name string, data []byte) []string {
	t.Helper()
	path, _, _ := strings.Cut(strings.TrimSuffix(name, ".bin"), "@")
	pkg, err := gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), map[string]*types.Package{}, path)
	if err != nil {
		t.Fatalf("read %s: %v", name, err)
	}
	var lines []string
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			lines = append(lines, fmt.Sprintf("%s = %s", obj, obj.Val().ExactString()))
		case *types.TypeName:
			lines = append(lines, fmt.Sprintf("type %s %T", obj.Name(), obj.Type().Underlying()))
			if s, ok := obj.Type().Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					if f.Exported() {
						lines = append(lines, fmt.Sprintf("%s: %s", obj.Name(), f))
					}
				}
			} else {
				lines = append(lines, fmt.Sprintf("%s: %s", obj.Name(), obj.Type().Underlying()))
			}
			methods := types.NewMethodSet(types.NewPointer(obj.Type()))
			for m := range methods.Methods() {
				if m.Obj().Exported() {
					lines = append(lines, m.String())
				}
			}
		default:
			lines = append(lines, obj.String())
		}
	}
	return lines
}
