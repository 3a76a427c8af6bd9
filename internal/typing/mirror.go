package typing

// This file checks the mirrors of generic packages, which core loads instances from.

import (
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"slices"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/core/mirror"
)

// Mirror returns the source of the generic members of the package at path, checked once, or nil if there is none. It
// imports the packages that cells import, so the types are the same.
func (c *Checker) Mirror(path string) (*Checked, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m, known := c.mirrors[path]; known {
		return m, nil
	}
	sources, ok := mirror.Source(path)
	if !ok {
		return nil, nil
	}
	m := &Checked{Fset: token.NewFileSet(), Info: newInfo()}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		f, err := parser.ParseFile(m.Fset, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("mirror of %s: %w", path, err)
		}
		m.Files = append(m.Files, f)
	}
	var err error
	if m.Pkg, err = config(importerFunc(c.importer.Import)).Check("mirror/"+path, m.Fset, m.Files, m.Info); err != nil {
		return nil, fmt.Errorf("mirror of %s: %w", path, err)
	}
	c.mirrors[path] = m
	return m, nil
}

// Input makes what core.Load takes of a package that was checked without errors.
func (c *Checker) Input(checked *Checked) core.LoadInput {
	in := input(checked)
	in.Mirror = func(path string) (*core.LoadInput, error) {
		m, err := c.Mirror(path)
		if m == nil || err != nil {
			return nil, err
		}
		in := input(m)
		return &in, nil
	}
	return in
}

func input(c *Checked) core.LoadInput {
	return core.LoadInput{Fset: c.Fset, Pkg: c.Pkg, Info: c.Info, Files: c.Files}
}
