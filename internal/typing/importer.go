package typing

// This file imports packages from embedded data.

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/costate/costate/ad/rt"
	"github.com/costate/costate/parallel"
)

//go:embed export
var exportFiles embed.FS

const (
	modulePath = "github.com/costate/costate"
	adPath     = modulePath + "/ad"
	rtPath     = modulePath + "/ad/rt"
)

// ExportFile is the name, inside the folder export, of the file with the export data of p for an operating system.
func ExportFile(p Package, goos string) string {
	if len(p.PerOS) == 0 {
		return p.Path + ".bin"
	}
	switch goos {
	case "linux", "android":
		return p.Path + "@linux.bin"
	case "windows":
		return p.Path + "@windows.bin"
	}
	// The other systems are checked against the constants of the running program when the package is loaded.
	return p.Path + "@darwin.bin"
}

// importerFunc is an importer made of one function.
type importerFunc func(path string) (*types.Package, error)

// Import calls f.
func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// sources returns the embedded source of our package at path.
func sources(path string) fs.FS {
	switch path {
	case modulePath + "/parallel":
		return parallel.Files
	case rtPath:
		return rt.Files
	}
	return nil
}

// Importer imports the supported packages. All packages of an Importer share their types. It is safe for concurrent use.
type Importer struct {
	list map[string]Package
	goos string

	mu      sync.Mutex
	imports map[string]*types.Package // those loaded, and those that they refer to
	loaded  map[string]bool
}

// NewImporter returns an importer of the supported packages.
func NewImporter() *Importer {
	im := &Importer{list: map[string]Package{}, goos: runtime.GOOS, imports: map[string]*types.Package{}, loaded: map[string]bool{}}
	for _, p := range Packages() {
		im.list[p.Path] = p
	}
	return im
}

// Import returns the package at path, if cells may import it.
func (im *Importer) Import(path string) (*types.Package, error) {
	if p, ok := im.list[path]; !ok || p.Hidden {
		return nil, unavailable(path)
	}
	if strconv.IntSize != 64 {
		return nil, fmt.Errorf("package %s has constants for 64 bits, and this system has %d", path, strconv.IntSize)
	}
	im.mu.Lock()
	defer im.mu.Unlock()
	return im.load(path)
}

// load returns any package of the table; the caller holds the lock.
func (im *Importer) load(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	p, ok := im.list[path]
	if !ok {
		return nil, fmt.Errorf("package %s is not in the package table", path)
	}
	if im.loaded[path] {
		return im.imports[path], nil
	}
	var data []byte
	var err error
	if p.Src {
		data, err = im.fromSource(path)
	} else {
		data, err = exportFiles.ReadFile("export/" + ExportFile(p, im.goos))
	}
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	pkg, err := gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), im.imports, path)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	for _, name := range p.PerOS {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok || !sameConstant(c.Val(), perOS(path, name)) {
			return nil, fmt.Errorf("import %s: the value of %s is not known for the operating system %s", path, name, runtime.GOOS)
		}
	}
	im.loaded[path] = true
	return pkg, nil
}

// fromSource checks one of our packages and returns its export data. The way over export data drops the
// positions, which belong to another file set than the cells'.
func (im *Importer) fromSource(path string) ([]byte, error) {
	fsys := sources(path)
	names, err := fs.Glob(fsys, "*.go")
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := config(importerFunc(im.load))
	conf.IgnoreFuncBodies = true
	conf.DisableUnusedImportCheck = true
	pkg, err := conf.Check(path, fset, files, nil)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if err := gcexportdata.Write(&buf, nil, pkg); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
