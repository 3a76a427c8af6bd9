package interp

// This file makes a program that differs smaller while it differs: statements, declarations and parts of statements are left out.

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// maxShrunk is how many programs of a run are shrunk, and shrinkTime how long each may take.
const (
	maxShrunk  = 2
	shrinkTime = 90 * time.Second
)

// shrink returns a smaller program that differs.
func shrink(t *testing.T, src string) difference {
	t.Helper()
	best := difference{source: src}
	if f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.SkipObjectResolution); err == nil {
		prune(f)
		var b bytes.Buffer
		if format.Node(&b, token.NewFileSet(), f) == nil && compiles(b.String()) {
			for _, d := range compare(t, map[string]string{"c": b.String()}) {
				best = d
			}
		}
	}
	end := time.Now().Add(shrinkTime)
	for size := 16; size >= 1 && time.Now().Before(end); {
		smaller := map[string]string{}
		all := candidates(best.source, size)
		slices.SortFunc(all, func(a, b string) int { return len(a) - len(b) })
		for i, c := range all {
			if len(smaller) < 40 && compiles(c) {
				smaller[fmt.Sprintf("c%d", i)] = c
			}
		}
		found := false
		if len(smaller) > 0 {
			for _, d := range compare(t, smaller) {
				if d.refused == "" && d.invalid == "" && len(d.source) < len(best.source) {
					best, found = d, true
				}
			}
		}
		if !found {
			size /= 2
		}
	}
	return best
}

// candidates are the programs with so many neighbouring statements left out, or a declaration, or a body put in the place of its
// statement.
func candidates(src string, size int) []string {
	var out []string
	for at := 0; ; at++ {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
		if err != nil {
			return out
		}
		if !cut(f, at, size) {
			return out
		}
		prune(f)
		var b bytes.Buffer
		if err := format.Node(&b, fset, f); err == nil && b.Len() < len(src) {
			out = append(out, b.String())
		}
	}
}

// prune leaves out declarations whose names are not used.
func prune(f *ast.File) {
	for {
		uses := map[string]int{}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				uses[n.Name]++
			case *ast.FuncDecl: // a method does not use its type, nor a function that calls itself itself
				if n.Recv != nil {
					for _, field := range n.Recv.List {
						ast.Inspect(field.Type, func(n ast.Node) bool {
							if id, ok := n.(*ast.Ident); ok {
								uses[id.Name]--
							}
							return true
						})
					}
				}
			}
			return true
		})
		dead := func(name string) bool { return uses[name] <= 1 && name != "main" && name != "init" && name != "_" }
		kept := f.Decls[:0:0]
		changed := false
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if dead(d.Name.Name) || d.Recv != nil && uses[receiverOf(d)] < 1 {
					changed = true
					continue
				}
			case *ast.GenDecl:
				specs := d.Specs[:0:0]
				for _, s := range d.Specs {
					gone := false
					switch s := s.(type) {
					case *ast.ImportSpec:
						gone = uses[strings.Trim(s.Path.Value, "\"")] == 0
					case *ast.TypeSpec:
						gone = dead(s.Name.Name)
					case *ast.ValueSpec:
						gone = len(s.Names) == 1 && (dead(s.Names[0].Name) || s.Names[0].Name == "_")
					}
					if gone {
						changed = true
					} else {
						specs = append(specs, s)
					}
				}
				if d.Specs = specs; len(specs) == 0 {
					continue
				}
			}
			kept = append(kept, d)
		}
		f.Decls = kept
		if !changed {
			return
		}
	}
}

// receiverOf is the name of the type that a method belongs to.
func receiverOf(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// cut makes the cut of number at; it reports whether there is one.
func cut(f *ast.File, at, size int) bool {
	n := 0
	done := false
	try := func() bool { n++; return !done && n-1 == at }
	lists := func(list *[]ast.Stmt) {
		for i := 0; i < len(*list); i += size {
			end := min(i+size, len(*list))
			if try() {
				*list = append(append([]ast.Stmt{}, (*list)[:i]...), (*list)[end:]...)
				done = true
				return
			}
		}
		if size > 1 {
			return
		}
		for i, s := range *list {
			var inner []ast.Stmt
			switch s := s.(type) {
			case *ast.IfStmt:
				inner = s.Body.List
			case *ast.ForStmt:
				inner = s.Body.List
			case *ast.BlockStmt:
				inner = s.List
			default:
				continue
			}
			if try() {
				*list = append(append(append([]ast.Stmt{}, (*list)[:i]...), inner...), (*list)[i+1:]...)
				done = true
				return
			}
		}
	}
	for i := 0; i < len(f.Decls) && !done; i += size {
		if try() {
			f.Decls = append(append([]ast.Decl{}, f.Decls[:i]...), f.Decls[min(i+size, len(f.Decls)):]...)
			return true
		}
	}
	ast.Inspect(f, func(node ast.Node) bool {
		if done {
			return false
		}
		switch node := node.(type) {
		case *ast.BlockStmt:
			lists(&node.List)
		case *ast.CaseClause:
			lists(&node.Body)
		case *ast.IfStmt:
			if node.Else != nil && size == 1 && try() {
				node.Else, done = nil, true
			}
		case *ast.CallExpr: // the operands of Println
			if len(node.Args) > 1 && size == 1 {
				for i := range node.Args {
					if try() {
						node.Args = append(append([]ast.Expr{}, node.Args[:i]...), node.Args[i+1:]...)
						done = true
						return false
					}
				}
			}
		case *ast.ParenExpr:
			if b, ok := node.X.(*ast.BinaryExpr); ok && size == 1 {
				if try() {
					node.X, done = b.X, true
				} else if try() {
					node.X, done = b.Y, true
				}
			}
		}
		return !done
	})
	return done
}

// compiles reports whether a program passes the session's type check and has a main function.
func compiles(src string) bool {
	if !bytes.Contains([]byte(src), []byte("func main()")) {
		return false
	}
	s := New(Options{Stdout: &lockedWriter{mu: new(sync.Mutex), w: io.Discard}})
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	res, err := s.Declare(ctx, "p.go", src)
	return err != nil || len(res.Diags) == 0 || res.Diags[0].Code != "type" && res.Diags[0].Code != "syntax"
}

func TestShrink(t *testing.T) {
	src := "package main\n\nfunc f() {}\nfunc g()\t{}\nfunc main() {\n\tf()\n\tif true {\n\t\tprintln(2)\n\t}\n}\n"
	all := strings.Join(candidates(src, 1), "-- and --\n")
	for _, want := range []string{
		"\tf()\n\n}\n",
		"package main\n\nfunc main() {\n\n\tif true {\n\t\tprintln(2)\n\t}\n}\n",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("not among the candidates:\n%s\nwhich are\n%s", want, all)
		}
	}
}
