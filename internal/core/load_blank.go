package core

// This file says what may be left out because nothing can see it.

import "strings"

// loudPackages are packages of the standard library, or folders of them, whose import alone does something.
var loudPackages = []string{"crypto/", "database/", "debug/", "expvar", "image/", "net/http/pprof", "runtime/", "time/tzdata"}

// idleImport reports whether an import for its effects has none: packages of the standard library register
// themselves where others look, if at all. What other packages do is not known.
func idleImport(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return false
	}
	for _, p := range loudPackages {
		if path == p || strings.HasSuffix(p, "/") && strings.HasPrefix(path, p) {
			return false
		}
	}
	return true
}

// idle reports whether evaluating e does nothing and cannot fail.
func idle(e Expr) bool {
	switch e := e.(type) {
	case *Const, *Ref, *FuncLit:
		return true
	case *Composite:
		for _, v := range append(e.Keys, e.Vals...) {
			if v != nil && !idle(v) {
				return false
			}
		}
		return true
	}
	return false
}
