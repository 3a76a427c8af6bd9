package notebook

// This file checks that a tree is a notebook, and repairs what nbformat 4.5 demands and a file lacks. What cannot be
// understood is an error; what can be repaired is a problem that the user is told of and that the first edit mends.

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
)

// validID is the form of cell ids in nbformat 4.5.
var validID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// check returns why root is not a notebook of format 4 that can be shown, or nil.
func check(text string, root *Value) error {
	bad := func(v *Value, format string, args ...any) error {
		return faultAt(text, v.pos, format, args...)
	}
	if root.Kind() != Object {
		return bad(root, "this is not a notebook: it is %s, not an object", root.Kind())
	}
	if m := root.Get("metadata"); m != nil && m.Kind() != Object {
		return bad(m, "metadata is %s, not an object", m.Kind())
	}
	cells := root.Get("cells")
	if cells == nil {
		return bad(root, "this is not a notebook: cells are missing")
	}
	if cells.Kind() != Array {
		return bad(cells, "cells is %s, not an array", cells.Kind())
	}
	if n := cells.Len(); n > maxCells {
		return bad(cells, "there are %d cells; at most %d are supported", n, maxCells)
	}
	for i, it := range cells.items {
		if v, msg := checkCell(it.value); msg != "" {
			return bad(v, "cell %d: %s", i+1, msg)
		}
	}
	return nil
}

// checkCell returns the part of a cell that makes it no cell, and why.
func checkCell(c *Value) (*Value, string) {
	if c.Kind() != Object {
		return c, fmt.Sprintf("it is %s, not an object", c.Kind())
	}
	kind, ok := c.Get("cell_type").Text()
	if !ok {
		return c, "cell_type is missing or not a string"
	}
	if !CellKind(kind).Known() {
		return nil, ""
	}
	if m := c.Get("metadata"); m != nil && m.Kind() != Object {
		return m, fmt.Sprintf("metadata is %s, not an object", m.Kind())
	}
	if src := c.Get("source"); src != nil {
		if _, ok := src.Lines(); !ok {
			return src, "source is neither a string nor an array of strings"
		}
	}
	outputs := c.Get("outputs")
	if CellKind(kind) != Code || outputs == nil {
		return nil, ""
	}
	return checkOutputs(outputs)
}

// checkOutputs returns the part of an array of outputs that makes it none, and why.
func checkOutputs(outputs *Value) (*Value, string) {
	if outputs.Kind() != Array {
		return outputs, fmt.Sprintf("outputs is %s, not an array", outputs.Kind())
	}
	if n := outputs.Len(); n > maxOutputs {
		return outputs, fmt.Sprintf("there are %d outputs; at most %d are supported", n, maxOutputs)
	}
	for i, it := range outputs.items {
		if _, ok := it.value.Get("output_type").Text(); !ok {
			return it.value, fmt.Sprintf("output %d: output_type is missing or not a string", i+1)
		}
	}
	return nil, ""
}

// repair returns root as nbformat 4.5 wants it, and what had to be mended. Of files of an older minor version ids are
// not expected, so giving them is no repair. A root that needs nothing is returned itself.
func repair(text string, root *Value, st style) (*Value, []Fault) {
	var problems []Fault
	tell := func(v *Value, format string, args ...any) {
		problems = append(problems, *faultAt(text, v.pos, format, args...))
	}
	minor, ok := root.Get("nbformat_minor").Int()
	if !ok || minor < 0 {
		tell(root, "nbformat_minor is missing or not a number of a version")
		minor = 0
	}
	if minor < 5 {
		root = st.set(root, "nbformat_minor", integer(5), 0)
	}
	if root.Get("metadata") == nil {
		tell(root, "metadata is missing")
		root = st.set(root, "metadata", st.format(object(), 1), 0)
	}
	cells := root.Get("cells")
	ids := map[string]bool{}
	for _, it := range cells.items {
		if id, ok := it.value.Get("id").Text(); ok && validID.MatchString(id) {
			ids[id] = true
		}
	}
	used := map[string]bool{}
	items := slices.Clone(cells.items)
	for i, it := range cells.items {
		c := it.value
		kind := cellKind(c)
		if kind.Known() {
			var missing []string
			c, missing = fill(c, st)
			for _, m := range missing {
				tell(it.value, "cell %d: %s", i+1, m)
			}
		}
		id, isText := it.value.Get("id").Text()
		switch {
		case isText && validID.MatchString(id) && !used[id]:
			used[id] = true
			if c != it.value {
				items[i] = it.with(c)
			}
			continue
		case minor < 5 || !kind.Known():
		case it.value.Get("id") == nil:
			tell(it.value, "cell %d has no id; the first edit gives it one", i+1)
		case used[id]:
			tell(it.value, "cell %d has the id %q of an earlier cell; the first edit gives it another", i+1, id)
		default:
			tell(it.value, "cell %d has an id that is not 1 to 64 letters, digits, - and _; the first edit gives it another", i+1)
		}
		id = deriveID(i, c, ids)
		ids[id], used[id] = true, true
		if kind.Known() {
			items[i] = it.with(st.set(c, "id", scalar(String, st.encode(id)), 2))
			continue
		}
		// What this program does not know it leaves alone; the id serves in memory only.
		items[i] = it.with(c)
		items[i].label = id
	}
	if slices.Equal(items, cells.items) {
		return root, problems
	}
	return root.withValue(root.find("cells"), cells.keep(items)), problems
}

// fill adds the members that a cell of a known kind must have, and says what was missing.
func fill(c *Value, st style) (*Value, []string) {
	var missing []string
	need := func(name string, v *Value) {
		if c.Get(name) == nil {
			missing = append(missing, name+" is missing")
			c = st.set(c, name, st.format(v, 3), 2)
		}
	}
	need("metadata", object())
	need("source", array())
	if cellKind(c) == Code {
		need("outputs", array())
		need("execution_count", null())
		count := c.Get("execution_count")
		if n, ok := count.Int(); count.Kind() != Null && (!ok || n < 0) {
			missing = append(missing, "execution_count is neither null nor a count")
			c = st.set(c, "execution_count", null(), 2)
		}
	}
	return c, missing
}

// deriveID makes an id from a cell's place and text, so that two people who upgrade one file get the same ids.
func deriveID(index int, c *Value, taken map[string]bool) string {
	src, _ := c.Get("source").Lines()
	for salt := 0; ; salt++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%d\n%s", index, cellKind(c), salt, src))
		if id := fmt.Sprintf("c-%x", sum[:4]); !taken[id] {
			return id
		}
	}
}
