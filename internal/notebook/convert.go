package notebook

// This file converts notebooks of format 3, which IPython wrote until 2014. The mapping is that of nbformat's
// v4/convert.py: worksheets are joined, headings become markdown, and outputs hold their data by mime type.

import "strings"

// mime3 are the names that format 3 has for mime types.
var mime3 = map[string]string{
	"text": "text/plain", "html": "text/html", "svg": "image/svg+xml", "png": "image/png", "jpeg": "image/jpeg",
	"latex": "text/latex", "json": "application/json", "javascript": "application/javascript",
}

// convert makes a tree of format 4.4, which repair gives ids. Its parts are laid out anew, in the style of the file.
func convert(text string, root *Value, st style) (*Value, error) {
	cells := array()
	sheets := root.Get("worksheets")
	if sheets.Kind() != Array {
		return nil, faultAt(text, root.pos, "this is not a notebook: worksheets are missing")
	}
	for _, s := range sheets.items {
		in := s.value.Get("cells")
		if in.Kind() != Array {
			return nil, faultAt(text, s.value.pos, "cells of a worksheet are missing")
		}
		for _, it := range in.items {
			c := it.value
			if c.Kind() != Object {
				return nil, faultAt(text, c.pos, "a cell is %s, not an object", c.Kind())
			}
			if outputs := c.Get("outputs"); outputs != nil {
				if v, msg := checkOutputs(outputs); msg != "" {
					return nil, faultAt(text, v.pos, "%s", msg)
				}
			}
			if m := c.Get("metadata"); m != nil && m.Kind() != Object {
				return nil, faultAt(text, m.pos, "metadata is %s, not an object", m.Kind())
			}
			v, msg := convertCell(c)
			if msg != "" {
				return nil, faultAt(text, c.pos, "%s", msg)
			}
			cells.items = append(cells.items, &item{value: splitTexts(v)})
		}
	}
	if m := root.Get("metadata"); m != nil && m.Kind() != Object {
		return nil, faultAt(text, m.pos, "metadata is %s, not an object", m.Kind())
	}
	meta := omit(root.Get("metadata"), "name", "signature", "orig_nbformat", "orig_nbformat_minor")
	out := object(member{"cells", cells}, member{"metadata", meta}, member{"nbformat", integer(4)}, member{"nbformat_minor", integer(4)})
	return st.format(out, 0), nil
}

// omit returns a new object with the members of o but the named ones.
func omit(o *Value, names ...string) *Value {
	out := object()
next:
	for i := range o.Len() {
		for _, n := range names {
			if o.Name(i) == n {
				continue next
			}
		}
		out.items = append(out.items, &item{key: o.items[i].key, name: o.Name(i), value: o.At(i)})
	}
	return out
}

// put sets a member of an object that is being made.
func put(o *Value, name string, v *Value) {
	if v == nil {
		return
	}
	if i := o.find(name); i >= 0 {
		o.items[i].value = v
		return
	}
	o.items = append(o.items, object(member{name, v}).items...)
}

// renameMimes gives the members of a new object their mime types for names. If that makes two of a name, the
// first stays.
func renameMimes(o *Value) *Value {
	out := object()
	seen := map[string]bool{}
	for _, it := range o.items {
		name := it.name
		if m, ok := mime3[name]; ok {
			name = m
		}
		if !seen[name] {
			seen[name] = true
			out.items = append(out.items, object(member{name, it.value}).items...)
		}
	}
	return out
}

func convertCell(c *Value) (*Value, string) {
	kind, ok := c.Get("cell_type").Text()
	if !ok {
		return nil, "cell_type is missing or not a string"
	}
	meta := omit(c.Get("metadata"))
	switch kind {
	case "code":
		if v := c.Get("collapsed"); v.Kind() == Bool {
			put(meta, "collapsed", v)
		}
		outputs := array()
		for i := range c.Get("outputs").Len() {
			o, msg := convertOutput(c.Get("outputs").At(i))
			if msg != "" {
				return nil, msg
			}
			outputs.items = append(outputs.items, &item{value: o})
		}
		count := c.Get("prompt_number")
		if n, ok := count.Int(); !ok || n < 0 {
			count = null() // IPython wrote "*" while a cell ran
		}
		src := c.Get("input")
		if src == nil {
			src = array()
		}
		return object(member{"cell_type", str("code")}, member{"execution_count", count}, member{"metadata", meta},
			member{"outputs", outputs}, member{"source", src}), ""
	case "heading":
		level, ok := c.Get("level").Int()
		if !ok {
			level = 1
		}
		src, ok := c.Get("source").Lines()
		if !ok && c.Get("source") != nil {
			return nil, "source is neither a string nor an array of strings"
		}
		words := []string{strings.Repeat("#", min(max(level, 1), 6))}
		for _, l := range splitLines(src) {
			words = append(words, strings.TrimRight(l, "\r\n"))
		}
		src = strings.Join(words, " ")
		return object(member{"cell_type", str("markdown")}, member{"metadata", meta}, member{"source", lines(src)}), ""
	case "markdown", "html", "raw":
		if kind == "html" {
			kind = "markdown"
		}
		src := c.Get("source")
		if src == nil {
			src = array()
		}
		return object(member{"cell_type", str(kind)}, member{"metadata", meta}, member{"source", src}), ""
	}
	return nil, "cells of type " + kind + " are not supported in format 3"
}

func convertOutput(o *Value) (*Value, string) {
	kind, _ := o.Get("output_type").Text()
	switch kind {
	case "stream":
		name := o.Get("stream")
		if name.Kind() != String {
			name = str("stdout")
		}
		text := o.Get("text")
		if text == nil {
			text = array()
		}
		return object(member{"name", name}, member{"output_type", str("stream")}, member{"text", text}), ""
	case "pyerr":
		out := object(member{"output_type", str("error")})
		for _, name := range []string{"ename", "evalue"} {
			v := o.Get(name)
			if v.Kind() != String {
				v = str("")
			}
			put(out, name, v)
		}
		trace := o.Get("traceback")
		if trace.Kind() != Array {
			trace = array()
		}
		put(out, "traceback", trace)
		return out, ""
	case "pyout", "display_data":
		data := renameMimes(omit(o, "output_type", "prompt_number", "metadata"))
		if i := data.find("application/json"); i >= 0 {
			if s, ok := data.At(i).lines(); ok {
				_, v, _, _, err := parse(s, 6)
				if err != nil {
					return nil, "an output of JSON does not hold JSON"
				}
				data.items[i].value = v
			}
		}
		meta := renameMimes(omit(o.Get("metadata")))
		out := object(member{"data", data}, member{"metadata", meta}, member{"output_type", str("display_data")})
		if kind == "pyout" {
			put(out, "output_type", str("execute_result"))
			count := o.Get("prompt_number")
			if n, ok := count.Int(); !ok || n < 0 {
				count = null()
			}
			put(out, "execution_count", count)
		}
		return out, ""
	}
	return nil, "outputs of type " + kind + " are not supported in format 3"
}
