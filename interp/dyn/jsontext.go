package dyn

// This file finds the parts of a JSON text that is known to be valid.

import "encoding/json"

// space returns where the space at i ends.
func space(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t' || data[i] == '\n' || data[i] == '\r') {
		i++
	}
	return i
}

// valueEnd returns where the value at i ends.
func valueEnd(data []byte, i int) int {
	depth := 0
	for ; i < len(data); i++ {
		switch data[i] {
		case '"':
			if i = stringEnd(data, i) - 1; depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 { // after a number or a word
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ':', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// stringEnd returns where the string at i ends.
func stringEnd(data []byte, i int) int {
	for i++; data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// member is a part of an array or an object: the text from start to end, and its name.
type member struct {
	name       string
	key        []byte // the name as it is written
	start, end int
}

// members returns the parts of the array or object that begins at i.
func members(data []byte, i int) []member {
	object := data[i] == '{'
	var out []member
	for i = space(data, i+1); data[i] != '}' && data[i] != ']'; {
		var m member
		if object {
			end := stringEnd(data, i)
			m.key = data[i:end]
			m.name, _ = unquote(m.key)
			i = space(data, space(data, end)+1)
		}
		m.start, m.end = i, valueEnd(data, i)
		out = append(out, m)
		if i = space(data, m.end); data[i] == ',' {
			i = space(data, i+1)
		}
	}
	return out
}

// unquote reads a JSON string.
func unquote(text []byte) (string, bool) {
	var s string
	ok := len(text) > 1 && text[0] == '"' && json.Unmarshal(text, &s) == nil
	return s, ok
}
