// Package exportdata makes the export data of supported packages, with the go command, in the form that package
// typing embeds: indexed, without function bodies and without positions, so that the data changes only with the
// interfaces. The test for freshness of the embedded data uses it too.
package exportdata

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/costate/costate/internal/typing"
)

// systems are the operating systems for which packages with constants per system are written; the first is
// that of all other packages.
var systems = [...]string{"linux", "darwin", "windows"}

// Files returns the content of the folder internal/typing/export by file name.
func Files(list []typing.Package) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, goos := range systems {
		var paths []string
		for _, p := range list {
			if !p.Src && p.Path != "unsafe" && (goos == systems[0] || len(p.PerOS) > 0) {
				paths = append(paths, p.Path)
			}
		}
		pkgs, err := Load(goos, paths)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			pkg := pkgs[p.Path]
			if pkg == nil {
				continue
			}
			name := typing.ExportFile(p, goos)
			var buf bytes.Buffer
			if err := gcexportdata.Write(&buf, nil, pkg); err != nil {
				return nil, fmt.Errorf("write %s: %w", name, err)
			}
			files[name] = buf.Bytes()
		}
	}
	return files, nil
}

// Load returns the packages of the given paths as the go command compiles them for an operating system.
func Load(goos string, paths []string) (map[string]*types.Package, error) {
	args := append([]string{"list", "-export", "-trimpath", "-f", "{{.ImportPath}}\t{{.Export}}"}, paths...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -export for %s: %w", goos, err)
	}
	pkgs := map[string]*types.Package{}
	imports := map[string]*types.Package{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		pkg, err := read(path, file, imports)
		if err != nil {
			return nil, fmt.Errorf("export data of %s: %w", path, err)
		}
		pkgs[path] = pkg
	}
	return pkgs, nil
}

// read decodes what the compiler wrote.
func read(path, file string, imports map[string]*types.Package) (*types.Package, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Archives are what the go command gives up to Go 1.27; later it gives plain export data, which NewReader
	// passes through.
	//lint:ignore SA1019 the toolchain of go.mod writes archives
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, token.NewFileSet(), imports, path)
}
