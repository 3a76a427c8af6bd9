package typing

// This file turns the errors of the last round into diagnostics.

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/costate/costate/internal/diag"
)

// report returns the diagnostics of the last round, sorted.
func (r *run) report() diag.List {
	list := r.faults
	dropped := diag.List{}
	for _, e := range r.errs {
		if r.shown(e) || r.answered[e.Pos] {
			continue
		}
		if strings.HasPrefix(e.Msg, "\t") { // says more about the error before it
			if n := len(list); n > 0 {
				list[n-1].Message += "; " + strings.TrimSpace(e.Msg) + " at " + r.fset.Position(e.Pos).String()
			}
			continue
		}
		d := diag.Diagnostic{Pos: r.fset.Position(e.Pos), Code: "type", Message: clean(e.Msg)}
		if text, ok := importError(e.Msg); ok {
			d.Code, d.Message = "import", text
		}
		if name, ok := strings.CutPrefix(e.Msg, "undefined: "); ok && r.selects(e.Pos) {
			d.Message += importHint(name, r.opts.AllowExec)
		}
		// What depends on a form without a type is no fault of its own.
		if strings.Contains(e.Msg, "invalid type") {
			dropped = append(dropped, d)
			continue
		}
		list = append(list, d)
	}
	list = append(list, r.denied()...)
	if len(list) == 0 {
		list = append(list, dropped...)
	}
	if len(list) == 0 {
		for _, call := range r.waiting {
			list.Add(r.fset, call.Pos(), "ad", "the type of %s is not known here", describe(call.Args[0]))
		}
	}
	list.Sort()
	return list
}

// shown reports whether an error says only that a shown expression is not used.
func (r *run) shown(e types.Error) bool {
	if !strings.HasSuffix(e.Msg, " is not used") {
		return false
	}
	for expr := range r.opts.UnusedOK {
		// The error is at the start of the expression. Statements inside of it, in a function literal, start later.
		if expr.Pos() == e.Pos {
			return true
		}
	}
	return false
}

// selects reports whether the name at pos stands before a dot, as that of a package does.
func (r *run) selects(pos token.Pos) (found bool) {
	for _, f := range r.files {
		if pos < f.FileStart || pos > f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.X.Pos() == pos {
				_, ident := sel.X.(*ast.Ident)
				found = found || ident
			}
			return !found
		})
	}
	return found
}

// importError returns the reason out of an error about an import.
func importError(msg string) (reason string, ok bool) {
	rest, ok := strings.CutPrefix(msg, "could not import ")
	if !ok {
		return "", false
	}
	if _, reason, ok = strings.Cut(rest, " ("); ok {
		return strings.TrimSuffix(reason, ")"), true
	}
	return rest, true
}

var (
	stubShape  = regexp.MustCompile(`\b(` + strings.Join(formNames[:], "|") + `)` + stubMark + `[cf]*`)
	noPosition = regexp.MustCompile(` \(declared at -\)`)
)

// clean makes one plain line of a message of go/types: no names of stubs, no missing positions.
func clean(msg string) string {
	msg = stubShape.ReplaceAllString(msg, "$1")
	msg = noPosition.ReplaceAllString(msg, "")
	return strings.ReplaceAll(msg, "\n\t", "; ")
}

// denied reports the uses of members that packages.txt withholds from cells.
func (r *run) denied() diag.List {
	var list diag.List
	for id, obj := range r.info.Uses {
		if obj.Pkg() == nil || obj.Pkg() == r.pkg {
			continue
		}
		p, ok := r.importer.list[obj.Pkg().Path()]
		switch name := memberName(obj); {
		case !ok:
		case p.Denies(name):
			list.Add(r.fset, id.Pos(), "denied", "%s.%s may not be used in a cell", obj.Pkg().Name(), name)
		case !r.opts.AllowExec && p.NeedsExec(name):
			list.Add(r.fset, id.Pos(), "denied", "%s.%s %s", obj.Pkg().Name(), name, needsExec)
		}
	}
	return list
}

// memberName is Name, or Type.Method for a method. It is empty for fields.
func memberName(obj types.Object) string {
	if obj.Parent() == obj.Pkg().Scope() {
		return obj.Name()
	}
	f, ok := obj.(*types.Func)
	if !ok {
		return ""
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "." + obj.Name()
	}
	return ""
}
