package mirror

// This file carries the sources of the mirrors in the binary and finds them by import path.

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
)

// folders holds for each mirrored package the folder of its mirror.
var folders = map[string]string{
	"cmp":          "cmp",
	"errors":       "errors",
	"iter":         "iter",
	"maps":         "maps",
	"math/rand/v2": "rand",
	"slices":       "slices",
	"sync":         "sync",
	"sync/atomic":  "atomic",
}

//go:embed cmp/*.go errors/*.go iter/*.go maps/*.go rand/*.go slices/*.go sync/*.go atomic/*.go
var files embed.FS

// Paths returns the import paths of the mirrored packages, sorted.
func Paths() []string { return slices.Sorted(maps.Keys(folders)) }

// Source returns the files of the mirror of the standard package with an import path, by name; ok is false if it has none.
func Source(importPath string) (sources map[string]string, ok bool) {
	folder, ok := folders[importPath]
	if !ok {
		return nil, false
	}
	entries, err := files.ReadDir(folder)
	if err != nil {
		panic(fmt.Sprintf("mirror of %s: %v", importPath, err)) // the folder is part of the program
	}
	sources = make(map[string]string, len(entries))
	for _, e := range entries {
		text, err := files.ReadFile(path.Join(folder, e.Name()))
		if err != nil {
			panic(fmt.Sprintf("mirror of %s: %v", importPath, err))
		}
		sources[e.Name()] = string(text)
	}
	return sources, true
}
