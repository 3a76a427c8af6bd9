package core

// This file loads packages of the standard library, written by others and for other ends than our tests:
// each must load, satisfy Check and print as Go that type-checks, or be refused.

import (
	"go/build"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// stdPackages lists packages of the standard library with a part of the diagnostic that refuses them, or "".
var stdPackages = map[string]string{
	"bufio":                "",
	"cmp":                  "",
	"compress/flate":       "",
	"compress/lzw":         "",
	"container/heap":       "",
	"container/list":       "",
	"container/ring":       "",
	"context":              "",
	"debug/dwarf":          "",
	"encoding/ascii85":     "",
	"encoding/binary":      "",
	"encoding/csv":         "",
	"encoding/json":        "reflect.TypeAssert is generic",
	"go/ast":               "",
	"go/constant":          "",
	"go/parser":            "",
	"go/printer":           "",
	"go/scanner":           "",
	"hash/crc64":           "",
	"image":                "",
	"image/draw":           "",
	"image/jpeg":           "",
	"image/png":            "",
	"internal/diff":        "",
	"internal/zstd":        "",
	"iter":                 "has no body",
	"log":                  "",
	"maps":                 "has no body",
	"math":                 "has no body",
	"math/big":             "has no body",
	"math/cmplx":           "",
	"math/rand/v2":         "has no body",
	"mime/quotedprintable": "",
	"net/netip":            "unique.Make is generic",
	"net/smtp":             "",
	"net/url":              "has no body",
	"path":                 "",
	"regexp":               "",
	"regexp/syntax":        "",
	"slices":               "unsafe",
	"sort":                 "",
	"strings":              "unsafe",
	"sync":                 "unsafe",
	"text/scanner":         "",
	"text/tabwriter":       "",
	"text/template/parse":  "",
	"unicode/utf16":        "",
}

// loadStd type-checks a package of the standard library from its source.
func loadStd(imp types.Importer, path string) (LoadInput, error) {
	dir, err := build.Import(path, "", 0)
	if err != nil {
		return LoadInput{}, err
	}
	var names []string
	for _, f := range dir.GoFiles {
		names = append(names, filepath.Join(dir.Dir, f))
	}
	in, err := typecheck(imp, path, names, func(string) any { return nil })
	in.Mirror = mirrors(imp)
	return in, err
}

func TestStandardLibrary(t *testing.T) {
	imp := newImporter()
	for path, want := range stdPackages {
		t.Run(path, func(t *testing.T) {
			in, err := loadStd(imp, path)
			if err != nil {
				t.Fatal(err)
			}
			p, diags := Load(in)
			if want != "" {
				if p != nil || !strings.Contains(diags.Error(), want) {
					t.Errorf("want a diagnostic about %s, got %.300s", want, diags.Error())
				}
				return
			}
			if diags.Err() != nil {
				t.Fatal(diags)
			}
			if err := Check(p); err != nil {
				t.Fatal(err)
			}
			mustPrint(t, imp, p)
		})
	}
}
