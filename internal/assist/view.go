package assist

// This file checks the cells as one package, seen from the cell that is asked about.

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/typing"
	"github.com/costate/costate/interp"
)

// file is the file of a cell in a check.
type file struct {
	draft  *interp.Draft
	syntax *ast.File
	place  *token.File
}

// view is a checked package.
type view struct {
	a       *Assistant
	files   []file // the cell that is asked about is the last
	checked *typing.Checked
	faults  diag.List
	docs    map[token.Pos]string // of declarations in cells, by the place of their names
}

// view checks the cells, with text for the one that is asked about: the cell's own, or one that was cut.
//
// x := e defines x or, if x is a variable of another cell with the type of e, assigns to it. For types that is the same, unless e
// depends on x. So it is a definition if e does not name x and if, taken for one, it has no more faults than as an assignment.
func (a *Assistant) view(ctx context.Context, q *question, text string) (*view, error) {
	var others []draft
	names := map[string]int{} // the cells that declare one
	var ids []string
	for _, c := range q.cells {
		d := a.draft(c.ID, c.Text)
		if good, ok := a.good[c.ID]; ok && len(d.Faults) > 0 {
			d = good
		}
		if c.ID != q.id {
			others, ids = append(others, d), append(ids, c.ID)
			count(names, d)
		}
	}
	d := a.draft(q.id, q.text)
	var old *interp.Draft
	if text != q.text {
		d = draft{text, interp.NewDraft(q.id, text, nil)}
	}
	if good := a.good[q.id]; good.Draft != d.Draft {
		old = good.Draft
	}
	count(names, d)
	var drafts []*interp.Draft
	for i, d := range others {
		drafts = append(drafts, assigning(ids[i], d, d.Needs, names))
	}
	first := assigning(q.id, d, d.Needs, names)
	v, err := a.check(ctx, drafts, old, first)
	if err != nil || len(v.own()) == 0 {
		return v, err
	}
	if second := assigning(q.id, d, d.Sets, names); second != d.Draft {
		w, err := a.check(ctx, drafts, old, second)
		if err != nil || len(w.own()) < len(v.own()) {
			return w, err
		}
	}
	if first != d.Draft && text == q.text { // neither fits: it is said of the definition, as it is of one that is run
		w, err := a.check(ctx, drafts, old, d.Draft)
		if err != nil || len(w.own()) <= len(v.own()) {
			return w, err
		}
	}
	return v, nil
}

// count counts the names that a draft declares.
func count(names map[string]int, d draft) {
	for _, n := range d.Names {
		names[n]++
	}
}

// assigning returns the draft of a cell whose := assigns to those of the given names that other cells declare too.
func assigning(id string, d draft, set []string, names map[string]int) *interp.Draft {
	assign := map[string]bool{}
	for _, n := range set {
		if names[n] > 1 && n != "_" {
			assign[n] = true
		}
	}
	if len(assign) == 0 {
		return d.Draft
	}
	return interp.NewDraft(id, d.text, assign)
}

// own are the faults of the cell that is asked about.
func (v *view) own() diag.List {
	d := v.focus().draft
	var list diag.List
	for _, f := range v.faults {
		if f.Pos.Filename == d.Name && (d.Whole || !interp.UnusedImport(f.Message)) {
			list = append(list, f)
		}
	}
	return list
}

// check checks files of cells, of which d is the one that is asked about and old its last text that could be parsed.
func (a *Assistant) check(ctx context.Context, others []*interp.Draft, old, d *interp.Draft) (*view, error) {
	drafts := slices.Clone(others)
	if old != nil {
		drafts = append(drafts, old)
	}
	drafts = append(drafts, d)
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	fset := token.NewFileSet()
	v := &view{a: a}
	var list []*ast.File
	var whole []bool
	for _, d := range drafts {
		f := file{draft: d, syntax: d.Parse(fset)}
		f.place = fset.File(f.syntax.FileStart)
		if d == old {
			keepDeclarations(f)
		}
		v.files = append(v.files, f)
		list, whole = append(list, f.syntax), append(whole, d.Whole)
	}
	interp.Join(list, whole, a.opts.AllowExec)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	opts := typing.CheckOptions{AllowExec: a.opts.AllowExec, UnusedOK: map[ast.Expr]bool{}}
	if e := v.shown(); e != nil {
		opts.UnusedOK[e] = true
	}
	v.checked, v.faults = a.checker.Check(fset, "session", list, opts)
	return v, ctx.Err()
}

// focus is the file of the cell that is asked about.
func (v *view) focus() file { return v.files[len(v.files)-1] }

// shown is the expression whose value the cell would show.
func (v *view) shown() ast.Expr {
	f := v.focus()
	if f.draft.Shown < 0 {
		return nil
	}
	pos := f.pos(f.draft.Shown)
	for _, d := range f.syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && len(fn.Body.List) > 0 {
			if s, ok := fn.Body.List[len(fn.Body.List)-1].(*ast.ExprStmt); ok && s.Pos() == pos {
				return s.X
			}
		}
	}
	return nil
}

// pos is the place in the file of an offset in the cell, or NoPos.
func (f file) pos(offset int) token.Pos {
	for _, p := range f.draft.Parts {
		if offset >= p.Cell && offset < p.Cell+p.Len || offset == p.Cell+p.Len && p.Len > 0 {
			return f.place.Pos(p.File + offset - p.Cell)
		}
	}
	return token.NoPos
}

// offset is the offset in the cell of a place in the file.
func (f file) offset(pos token.Pos) (offset int, ok bool) {
	if !f.has(pos) {
		return 0, false
	}
	at := f.place.Offset(pos)
	for _, p := range f.draft.Parts {
		if at >= p.File && at <= p.File+p.Len {
			return at - p.File + p.Cell, true
		}
	}
	return 0, false
}

func (f file) has(pos token.Pos) bool {
	return pos >= token.Pos(f.place.Base()) && pos <= token.Pos(f.place.Base()+f.place.Size())
}

// written reports whether an object is declared by the text of a cell, and not by what was composed around it.
func (v *view) written(obj types.Object) bool {
	for _, f := range v.files {
		if f.has(obj.Pos()) {
			_, ok := f.offset(obj.Pos())
			return ok
		}
	}
	return false
}

// keepDeclarations leaves the declarations of an older text, which stand in for those that the newer one has lost.
func keepDeclarations(f file) {
	kept := f.syntax.Decls[:0]
	for _, d := range f.syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			if _, ok := f.offset(fn.Name.Pos()); !ok {
				continue
			}
		}
		kept = append(kept, d)
	}
	f.syntax.Decls = kept
}

// doc is the comment of the declaration of an object of the session.
func (v *view) doc(obj types.Object) string {
	if v.docs == nil {
		v.docs = map[token.Pos]string{}
		for _, f := range v.files {
			v.collectDocs(f.syntax)
		}
	}
	return v.docs[obj.Pos()]
}

func (v *view) collectDocs(f *ast.File) {
	note := func(id *ast.Ident, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if text := commentText(g); text != "" && v.docs[id.Pos()] == "" {
				v.docs[id.Pos()] = text
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			note(n.Name, n.Doc)
		case *ast.GenDecl:
			for _, s := range n.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					note(s.Name, s.Doc, n.Doc, s.Comment)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						note(id, s.Doc, n.Doc, s.Comment)
					}
				}
			}
		case *ast.Field:
			for _, id := range n.Names {
				note(id, n.Doc, n.Comment)
			}
		}
		return true
	})
}

// commentText is the text of comments without the line directives that composing has put before them.
func commentText(g *ast.CommentGroup) string {
	if g == nil {
		return ""
	}
	var own ast.CommentGroup
	for _, c := range g.List {
		if !strings.HasPrefix(c.Text, "/*line ") {
			own.List = append(own.List, c)
		}
	}
	return strings.TrimSpace(own.Text())
}
