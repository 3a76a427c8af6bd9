package core

// This file prints declarations: types, functions and their signatures.

import (
	"fmt"
	"go/types"
	"strings"
)

func (p *printer) typeDecl(t *TypeDecl) {
	p.at(t.At)
	p.put("type " + t.Named.Name() + " ")
	if t.Named.IsAlias() {
		rhs := t.Named.Type()
		if a, ok := rhs.(*types.Alias); ok {
			rhs = a.Rhs()
		}
		p.put("= " + p.typ(rhs))
		return
	}
	under := t.Named.Type().Underlying()
	if n, ok := t.Named.Type().(*types.Named); ok {
		under = n.Underlying()
	}
	st, ok := under.(*types.Struct)
	if !ok || st.NumFields() == 0 {
		p.put(p.typ(under))
		return
	}
	p.put("struct {")
	p.indent++
	for i := range st.NumFields() {
		p.newline()
		f := st.Field(i)
		if !f.Embedded() {
			p.put(f.Name() + " ")
		}
		p.put(p.typ(f.Type()))
		if tag := st.Tag(i); tag != "" {
			p.put(fmt.Sprintf(" %q", tag))
		}
	}
	p.indent--
	p.newline()
	p.put("}")
}

func (p *printer) fn(f *Func) {
	for _, line := range f.Doc {
		p.put(strings.TrimRight("// "+line, " "))
		p.newline()
	}
	p.at(f.At)
	p.put("func ")
	if f.Recv != nil {
		p.put("(" + f.Recv.Name + " " + p.typ(f.Recv.Type) + ") ")
	}
	p.put(f.Name)
	p.function(&f.Signature, f.Body)
}

// function prints parameters, results and body.
func (p *printer) function(s *Signature, body []Stmt) {
	results := p.results
	p.results = s.Results
	p.signature(s)
	p.put(" ")
	p.block(body)
	p.results = results
}

// signature prints parameters and results.
func (p *printer) signature(s *Signature) {
	p.put("(")
	for i, v := range s.Params {
		if i > 0 {
			p.put(", ")
		}
		p.put(v.Name)
		last := i == len(s.Params)-1
		switch {
		case last && s.Variadic:
			p.put(" ..." + p.typ(v.Type.Underlying().(*types.Slice).Elem()))
		case last || !types.Identical(v.Type, s.Params[i+1].Type) || (i == len(s.Params)-2 && s.Variadic):
			p.put(" " + p.typ(v.Type))
		}
	}
	p.put(")")
	switch len(s.Results) {
	case 0:
	case 1:
		p.put(" ")
		if _, isFunc := s.Results[0].(*types.Signature); isFunc {
			p.put(p.typ(s.Results[0]))
		} else {
			p.put(p.typ(s.Results[0]))
		}
	default:
		parts := make([]string, len(s.Results))
		for i, r := range s.Results {
			parts[i] = p.typ(r)
		}
		p.put(" (" + strings.Join(parts, ", ") + ")")
	}
}
