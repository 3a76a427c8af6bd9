package interp

// This file decides what a session would be with a cell added: which definition of a name wins, which cells
// still type-check, what the cell's last expression shows. It changes nothing in the session.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/typing"
	"github.com/costate/costate/interp/legal"
)

// plan is a session as it would be.
type plan struct {
	cell       *cell
	cells      []*cell
	files      map[*cell]*composed
	broken     []brokenCell
	out        map[*cell]diag.Diagnostic // other cells that do not fit, with the reasons
	fset       *token.FileSet
	checked    *typing.Checked
	typed      *core.Package  // before the hooks
	program    *core.Package  // after the hooks
	entry      *core.Package  // with the functions that running the cell calls
	core       *core.Package  // for the interpreter
	boxes      *legal.Program // with the types that it puts into interfaces
	steps      []step         // of cell, each with a function
	transient  map[string]bool
	made       map[string]bool   // types that core made of generic ones and of those in functions
	hooked     map[string]bool   // functions that set variables which hooks added
	old        *cell             // as it was before, or nil
	owned      []string          // names that it defined then
	carried    map[string]bool   // variables whose values outlive a rebuild
	moved      map[string]bool   // those of them with boxes that must be written anew
	sampled    map[string]bool   // types that can be shown
	sampler    core.Unit         // the function that shows the types of these
	again      map[string]string // variables whose definitions can be repeated, with functions that do; "-" for those of the cell
	order      []string          // of these
	assigns    map[string]bool   // variables that code may have assigned
	redeclares bool              // the cell has run before, and declares names or did
	rebuild    bool              // the interpreter must be made anew
	units      []core.Unit       // what the interpreter must be told
	texts      map[string]string // canonical, by unitKey
}

type brokenCell struct {
	cell *cell
	diag diag.Diagnostic
}

// plan type-checks the session with text as the cell id and without the cells in out.
func (s *Session) plan(id string, text *cellText, assign bool, out map[*cell]diag.Diagnostic) (*plan, diag.List) {
	s.runs++
	p := &plan{out: out, cell: &cell{id: id, text: text, opts: composeOptions{run: s.runs}}}
	var old *cell
	for _, c := range s.cells {
		switch {
		case c.id == id:
			old = c
		case !c.only: // these are looked for anew
			p.cells = append(p.cells, c)
		}
	}
	p.cells = append(p.cells, p.cell)
	if assign {
		if diags := s.decideAssigns(p); len(diags) > 0 {
			return nil, diags
		}
	}
	if diags := s.check(p); len(diags) > 0 {
		return nil, diags
	}
	if f := p.files[p.cell]; f.last != nil {
		if d, bad := p.unshowable(f.last.X); bad {
			return nil, diag.List{d}
		}
		if n := results(p.checked.Info.Types[f.last.X]); n > 0 && !prints(p.checked.Info, f.last.X) {
			p.cell.opts.shown = n
			if diags := s.check(p); len(diags) > 0 {
				return nil, diags
			}
		}
	}
	p.transient = map[string]bool{}
	p.relate()
	p.cell.declares, p.old = len(p.cell.defines) > 0, old
	if old != nil {
		p.redeclares = old.ran && (old.declaresVars() || p.cell.declaresVars())
		p.owned = s.owned(old, p.cell)
	}
	return p, nil
}

// declares lists the package-level names that a cell introduces.
func (p *plan) declares(c *cell) []string {
	return slices.DeleteFunc(declaredNames(p.files[c].file), func(n string) bool { return strings.HasPrefix(n, c.text.prefix+"_") })
}

// declaresVars reports whether a cell defines variables: they are other ones when it runs again.
func (c *cell) declaresVars() bool {
	return slices.ContainsFunc(c.defines, func(n string) bool { return c.vars[n] != "" })
}

// results counts the values of an expression.
func results(tv types.TypeAndValue) int {
	if t, ok := tv.Type.(*types.Tuple); ok {
		return t.Len()
	}
	if tv.IsValue() && !tv.IsVoid() {
		return 1
	}
	return 0
}

// prints reports whether e calls one of fmt's functions that print: their results are not worth showing.
func prints(info *types.Info, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" &&
		(strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint"))
}

// decideAssigns finds the names whose := in the cell assigns to a variable of another cell: those with the
// type that the variable has.
func (s *Session) decideAssigns(p *plan) diag.List {
	probe := map[string]bool{}
	for _, pc := range p.cell.text.pieces {
		for _, n := range pc.names {
			if _, ok := s.types[n]; ok && n != "_" && s.ownedByOther(p, n) {
				probe[n] = true
			}
		}
	}
	if len(probe) == 0 {
		return nil
	}
	// A first check with the values in variables of their own tells their types.
	p.cell.opts.probe = probe
	files, diags := p.compose()
	if len(diags) > 0 {
		return diags
	}
	var list []*ast.File
	for _, c := range p.cells {
		if f := files[c]; f != nil {
			list = append(list, f.file)
		}
	}
	s.inheritImports(p, files)
	checked, _ := s.checker.Check(p.fset, "session", list, typing.CheckOptions{AllowExec: s.opts.AllowExec})
	p.cell.opts.probe = nil
	assign := map[string]bool{}
	for n := range probe {
		v := checked.Pkg.Scope().Lookup(probeName(p.cell.text, n))
		other := checked.Pkg.Scope().Lookup(n) // the session's may be that of the cell itself, which goes
		if v != nil && types.TypeString(v.Type(), types.RelativeTo(checked.Pkg)) == s.types[n] && (other == nil || types.Identical(other.Type(), v.Type())) {
			assign[n] = true
		}
	}
	p.cell.opts.assign = assign
	return nil
}

// ownedByOther reports whether a cell other than the plan's declares n.
func (s *Session) ownedByOther(p *plan, n string) bool {
	for _, c := range p.cells {
		if c != p.cell && !c.broken && c.text.mayDeclare(n) && !c.opts.assign[n] {
			return true
		}
	}
	return false
}

// mayDeclare reports whether the text declares n at the top level.
func (c *cellText) mayDeclare(n string) bool {
	f, diags := compose(token.NewFileSet(), c, composeOptions{})
	return len(diags) == 0 && slices.Contains(declaredNames(f.file), n)
}

// compose writes the files of all cells and leaves out the definitions that later cells replace.
func (p *plan) compose() (map[*cell]*composed, diag.List) {
	p.fset = token.NewFileSet()
	files := map[*cell]*composed{}
	owner := map[string]*cell{}
	for _, c := range p.cells {
		if c != p.cell && (c.broken || !c.declares && !c.imports()) {
			continue // statements that have run matter no more
		}
		o := c.opts
		if len(o.assign) > 0 && c != p.cell {
			o.assign = map[string]bool{}
			for n := range c.opts.assign { // without the variable the definition is one again
				o.assign[n] = owner[n] != nil
			}
		}
		f, diags := compose(p.fset, c.text, o)
		if len(diags) > 0 {
			if c == p.cell {
				return nil, diags
			}
			continue
		}
		files[c] = f
		for _, n := range declaredNames(f.file) {
			owner[n] = c
		}
	}
	for c, f := range files {
		dropReplaced(f.file, func(name string) bool { return owner[name] != c })
	}
	return files, nil
}

// imports reports whether a cell imports packages, which later cells may use.
func (c *cell) imports() bool {
	return slices.ContainsFunc(c.text.pieces, func(p piece) bool { return p.kind == pieceImport })
}

// check composes and type-checks. Cells that do not fit the new one are left out, one round after another.
func (s *Session) check(p *plan) diag.List {
	p.broken = nil
	p.cells = slices.DeleteFunc(p.cells, func(c *cell) bool { return c.only })
	for _, c := range p.cells {
		d, bad := p.out[c]
		c.broken = bad // what did not fit may fit again
		if bad {
			p.broken = append(p.broken, brokenCell{c, d})
		}
	}
	tried := map[string]bool{}
	defer func() {
		for _, b := range p.broken {
			b.cell.broken = false // until the plan is carried out
		}
	}()
	for {
		files, diags := p.compose()
		if len(diags) > 0 {
			return diags
		}
		s.inheritImports(p, files)
		p.files = files
		var list []*ast.File
		for _, c := range p.cells {
			if f := files[c]; f != nil {
				list = append(list, f.file)
			}
		}
		opts := typing.CheckOptions{AllowExec: s.opts.AllowExec, UnusedOK: map[ast.Expr]bool{}}
		if f := files[p.cell]; f.last != nil {
			opts.UnusedOK[f.last.X] = true
		}
		checked, diags := s.checker.Check(p.fset, "session", list, opts)
		p.checked = checked
		var own diag.List
		others := map[string]diag.Diagnostic{}
		for _, d := range diags {
			d = inCycle(d, p.cell.text.name)
			switch {
			case unusedImport(d.Message) && (!p.cell.text.whole || d.Pos.Filename != p.cell.text.name):
			case d.Pos.Filename == p.cell.text.name || !d.Pos.IsValid():
				own = append(own, d)
			default:
				if _, ok := others[d.Pos.Filename]; !ok {
					others[d.Pos.Filename] = d
				}
			}
		}
		if s.fetch(p, diags, tried) {
			continue
		}
		if len(own) > 0 {
			return s.explain(p, own)
		}
		if len(others) == 0 {
			return nil
		}
		found := false
		for _, c := range p.cells {
			if d, ok := others[c.text.name]; ok {
				found = true
				p.broken = append(p.broken, brokenCell{c, d})
				c.broken = true
			}
		}
		if !found { // in no cell: nothing can be left out
			return diags
		}
	}
}

// inCycle puts the message about declarations that lead back to themselves at those of the cell, if it is in the cycle: without it there
// was none.
func inCycle(d diag.Diagnostic, name string) diag.Diagnostic {
	if !strings.HasPrefix(d.Message, "initialization cycle") && !strings.HasPrefix(d.Message, "invalid recursive type") {
		return d
	}
	_, rest, ok := strings.Cut(d.Message, " at "+name+":")
	if d.Pos.Filename == name || !ok {
		return d
	}
	if n, _ := fmt.Sscanf(rest, "%d:%d", &d.Pos.Line, &d.Pos.Column); n == 2 {
		d.Pos.Filename = name
	}
	return d
}

// probeName is the variable by which the type of a definition is learned.
func probeName(c *cellText, n string) string { return fmt.Sprintf("%s_%s_probe", n, c.prefix) }

// unusedImport recognises the checker's message about an import that nothing uses, by its own name or another.
func unusedImport(message string) bool {
	return strings.HasSuffix(message, "imported and not used") ||
		strings.Contains(message, " imported as ") && strings.HasSuffix(message, " and not used")
}
