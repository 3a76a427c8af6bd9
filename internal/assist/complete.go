package assist

// This file lists what may stand at the cursor.

import (
	"cmp"
	"context"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/costate/costate/internal/typing"
)

// maxItems bounds an answer.
const maxItems = 400

// Kind says what a candidate is.
type Kind string

// The kinds of candidates.
const (
	Variable Kind = "variable"
	Field    Kind = "field"
	Function Kind = "function"
	Method   Kind = "method"
	Type     Kind = "type"
	Constant Kind = "constant"
	Package  Kind = "package"
	Keyword  Kind = "keyword"
)

// Item is a candidate.
type Item struct {
	Label  string
	Insert string // what is written, if it is not the label
	Kind   Kind
	Type   string // of a value; the path of a package
	Doc    string // a sentence
	rank   rank
	fits   bool // its type is the one that is wanted
}

// rank orders kinds of origin: the nearest first.
type rank int

const (
	rankKey rank = iota // of a struct literal
	rankLocal
	rankSession
	rankImported
	rankPackage // that needs no import
	rankUniverse
	rankKeyword
)

// Completion is an answer: the items may replace the text from From to To. The best come first.
type Completion struct {
	From, To int
	Items    []Item
}

// Complete returns what may stand at an offset of a cell.
func (a *Assistant) Complete(ctx context.Context, cells []Cell, id string, offset int) (_ *Completion, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer recovered("complete", id, &err)
	q, err := a.question(cells, id, offset)
	if err != nil {
		return nil, err
	}
	c := cutAt(a.draft(id, q.text).Draft, q.text, q.offset)
	out := &Completion{From: c.from, To: c.to}
	switch {
	case c.where == inImport:
		out.Items = a.importPaths(c.prefix)
		return out, nil
	case c.where != inCode || startsWithDigit(c.prefix):
		return out, nil
	}
	cur, err := a.cursor(ctx, q, c)
	if err != nil {
		return nil, err
	}
	var items []Item
	if sel, ok := cur.parent(1).(*ast.SelectorExpr); ok && sel.Sel == cur.ident {
		items = cur.selected(sel.X)
	} else if !cur.declares() {
		items = cur.names()
	}
	want := cur.expected()
	lower := strings.ToLower(c.prefix)
	for _, it := range items {
		if it.fits = it.fits && want != nil; strings.HasPrefix(strings.ToLower(it.Label), lower) {
			out.Items = append(out.Items, it)
		}
	}
	slices.SortStableFunc(out.Items, func(x, y Item) int {
		exact := func(i Item) int { return btoi(!strings.HasPrefix(i.Label, c.prefix)) }
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(btoi(!x.fits), btoi(!y.fits)), cmp.Compare(exact(x), exact(y)),
			cmp.Compare(strings.ToLower(x.Label), strings.ToLower(y.Label)), cmp.Compare(x.Label, y.Label))
	})
	out.Items = out.Items[:min(len(out.Items), maxItems)]
	return out, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// importPaths lists the packages that a cell may import.
func (a *Assistant) importPaths(prefix string) []Item {
	var items []Item
	for _, path := range typing.Available(a.opts.AllowExec) {
		if strings.HasPrefix(path, prefix) || strings.HasPrefix(path[strings.LastIndex(path, "/")+1:], prefix) {
			items = append(items, Item{Label: path, Kind: Package, Doc: synopsis(documentation(path, ""))})
		}
	}
	return items
}

// names lists what has a name at the mark.
func (c *cursor) names() []Item {
	var items []Item
	onlyKeys := false
	if lit, s := c.literal(); s != nil {
		items, onlyKeys = c.keys(lit, s)
	}
	if onlyKeys {
		return items
	}
	seen := map[string]bool{}
	onlyTypes := c.wantsType()
	want := c.expected()
	add := func(obj types.Object, r rank) {
		if seen[obj.Name()] || obj.Name() == "_" || obj.Name() == mark || strings.ContainsRune(obj.Name(), '·') {
			return
		}
		seen[obj.Name()] = true
		if onlyTypes {
			switch obj.(type) {
			case *types.TypeName, *types.PkgName:
			default:
				return
			}
		}
		it := c.item(obj)
		it.rank, it.fits = r, fits(obj, want)
		items = append(items, it)
	}
	inner := c.checked.Pkg.Scope().Innermost(c.pos)
	if inner == nil {
		inner = c.checked.Pkg.Scope()
	}
	for s := inner; s != nil; s = s.Parent() {
		for _, name := range s.Names() {
			obj := s.Lookup(name)
			switch s {
			case types.Universe:
				add(obj, rankUniverse)
			case c.checked.Pkg.Scope():
				if c.written(obj) {
					add(obj, rankSession)
				}
			default:
				if _, pkg := obj.(*types.PkgName); pkg {
					add(obj, rankImported)
				} else if _, seen := s.LookupParent(name, c.pos); seen == obj {
					add(obj, rankLocal)
				}
			}
		}
	}
	for name, path := range c.otherPackages() {
		if !seen[name] {
			items = append(items, Item{Label: name, Kind: Package, Type: path, Doc: synopsis(documentation(path, "")), rank: rankPackage})
		}
	}
	if !onlyTypes && c.prefix != "" {
		items = append(items, c.keywords()...)
	}
	return items
}

// otherPackages are those that the cell may name without importing them: by import path, those that are imported elsewhere first.
func (c *cursor) otherPackages() map[string]string {
	paths := map[string]string{}
	for name, path := range c.a.names {
		paths[name] = path
	}
	if c.focus().draft.Whole {
		return nil
	}
	for _, f := range c.files {
		if f.draft.Whole {
			continue
		}
		for _, spec := range f.syntax.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			var obj types.Object
			if spec.Name != nil {
				obj = c.checked.Info.Defs[spec.Name]
			} else {
				obj = c.checked.Info.Implicits[spec]
			}
			if p, ok := obj.(*types.PkgName); ok && p.Imported().Complete() && p.Name() != "_" {
				paths[p.Name()] = path
			}
		}
	}
	return paths
}

// keys lists the fields of a struct literal that have no value yet. If the literal has keys nothing else may stand there.
func (c *cursor) keys(lit *ast.CompositeLit, s *types.Struct) (items []Item, only bool) {
	have := map[string]bool{}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				have[key.Name], only = true, true
			}
		} else if e != c.ident {
			return nil, false // values in their order
		}
	}
	for f := range s.Fields() {
		if !have[f.Name()] && (f.Exported() || f.Pkg() == c.checked.Pkg) {
			it := c.item(f)
			it.Insert, it.rank = f.Name()+": ", rankKey
			items = append(items, it)
		}
	}
	return items, only
}

// keywords lists the keywords that may begin a statement, or an operand.
func (c *cursor) keywords() []Item {
	words := []string{"func", "interface", "map", "struct", "chan"}
	if _, ok := c.parent(1).(*ast.ExprStmt); ok {
		words = []string{"break", "const", "continue", "defer", "for", "func", "go", "if", "import", "return", "select", "switch", "type", "var"}
	}
	var items []Item
	for _, w := range words {
		items = append(items, Item{Label: w, Kind: Keyword, rank: rankKeyword})
	}
	return items
}

// item describes an object.
func (v *view) item(obj types.Object) Item {
	it := Item{Label: obj.Name(), Doc: synopsis(v.documentation(obj))}
	switch obj := obj.(type) {
	case *types.Var:
		it.Kind, it.Type = Variable, v.typeString(obj.Type())
		if obj.IsField() {
			it.Kind = Field
		}
	case *types.Func:
		it.Kind, it.Type = Function, v.typeString(obj.Type())
		if obj.Signature().Recv() != nil {
			it.Kind = Method
		}
		if form, ok := typing.FormName(obj); ok {
			it.Label, it.Type = form, ""
		}
	case *types.TypeName:
		it.Kind, it.Type = Type, kindOfType(obj)
	case *types.Const:
		it.Kind, it.Type = Constant, v.typeString(obj.Type())
	case *types.PkgName:
		it.Kind, it.Type = Package, obj.Imported().Path()
	case *types.Builtin:
		it.Kind = Function
	case *types.Nil:
		it.Kind = Constant
	}
	return it
}

// kindOfType says what a type is at bottom.
func kindOfType(obj *types.TypeName) string {
	switch obj.Type().Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	case *types.Signature:
		return "func"
	case *types.Basic:
		if obj.Pkg() != nil {
			return obj.Type().Underlying().String()
		}
	case *types.Map:
		return "map"
	case *types.Slice, *types.Array:
		return "list"
	}
	return ""
}

// fits reports whether an object, or what it returns, may stand where a value of a type is wanted.
func fits(obj types.Object, want types.Type) bool {
	if want == nil {
		return false
	}
	t := obj.Type()
	switch o := obj.(type) {
	case *types.TypeName, *types.PkgName, *types.Builtin, *types.Nil:
		return false
	case *types.Func:
		if sig := o.Signature(); sig.Results().Len() == 1 && !isFunc(want) {
			t = sig.Results().At(0).Type()
		}
	}
	if _, ok := want.(*types.TypeParam); ok || t == nil || t == types.Typ[types.Invalid] {
		return false
	}
	if b, ok := want.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		want = types.Default(want)
	}
	return types.AssignableTo(t, want)
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
