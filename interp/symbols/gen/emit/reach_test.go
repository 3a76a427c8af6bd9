package emit

import (
	"go/types"
	"regexp"
	"testing"

	"github.com/costate/costate/internal/typing"
)

// wayOut finds in the type of a member what reaches past Go's types, or other processes.
var wayOut = regexp.MustCompile(`unsafe\.Pointer|\buintptr\b|\b(os/exec|plugin|net|syscall|runtime|testing|debug)\.|\bos\.(Process|ProcAttr|ProcessState)\b|reflect\.Value`)

// TestWaysOut walks over all that cells may use without --allow-exec. Its functions and methods take and give no processes,
// descriptors or pointers without types. (That none starts a process by itself was read in their documentation.)
func TestWaysOut(t *testing.T) {
	im := typing.NewImporter()
	var found []string
	for _, p := range typing.Packages() {
		if p.Hidden || p.Exec {
			continue
		}
		pkg, err := im.Import(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		note := func(name string, obj types.Object) {
			if !p.Denies(name) && !p.NeedsExec(name) && wayOut.MatchString(types.TypeString(obj.Type(), nil)) {
				found = append(found, p.Path+"."+name)
			}
		}
		for _, name := range pkg.Scope().Names() {
			obj := pkg.Scope().Lookup(name)
			if !obj.Exported() || p.Denies(name) || p.NeedsExec(name) {
				continue
			}
			note(name, obj)
			methods := types.NewMethodSet(types.NewPointer(obj.Type()))
			if types.IsInterface(obj.Type()) {
				methods = types.NewMethodSet(obj.Type())
			}
			if _, ok := obj.(*types.TypeName); ok {
				for m := range methods.Methods() {
					if m.Obj().Exported() {
						note(name+"."+m.Obj().Name(), m.Obj())
					}
				}
			}
		}
	}
	if len(found) > 0 {
		t.Errorf("ways out: %v", found)
	}
	for _, s := range []string{"func() *os.Process", "func(p unsafe.Pointer)", "syscall.RawConn", "[]os/exec.Cmd"} {
		if !wayOut.MatchString(s) {
			t.Errorf("%s is not seen", s)
		}
	}
}
