package main

// This file takes the code cells out of a notebook file in Jupyter's format; what else is in the file is left alone. Objects are decoded as maps, since encoding/json would take
// a key such as Source for source.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/costate/costate/internal/foreign"
)

// codeCell is a code cell.
type codeCell struct {
	number int // among the code cells, from 1
	source string
}

// otherKernel is the kernel that a notebook file was written for, if it is another one of Go.
func otherKernel(data []byte) (foreign.Kernel, bool) {
	var top, meta map[string]json.RawMessage
	var spec map[string]any
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if json.Unmarshal(data, &top) != nil || json.Unmarshal(top["metadata"], &meta) != nil || json.Unmarshal(meta["kernelspec"], &spec) != nil {
		return "", false
	}
	name, _ := spec["name"].(string)
	display, _ := spec["display_name"].(string)
	return foreign.KernelOf(name, display)
}

// codeCells returns the code cells of a notebook file.
func codeCells(data []byte) ([]codeCell, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // some editors put it there
	var top map[string]json.RawMessage
	var wrong *json.UnmarshalTypeError
	switch err := json.Unmarshal(data, &top); {
	case errors.As(err, &wrong):
		return nil, errors.New("it is not a notebook: it holds no JSON object")
	case err != nil:
		return nil, fmt.Errorf("it is not a notebook: it is not JSON: %w", err)
	}
	var format int
	if top["nbformat"] == nil {
		return nil, errors.New("it is not a notebook: nbformat is missing")
	}
	if err := json.Unmarshal(top["nbformat"], &format); err != nil {
		return nil, fmt.Errorf("it is not a notebook: nbformat is %s, not a whole number", top["nbformat"])
	}
	if format != 4 {
		return nil, fmt.Errorf("notebook format %d is not supported; convert it to format 4", format)
	}
	if lang := language(top["metadata"]); lang != "" && !strings.EqualFold(lang, "go") {
		return nil, fmt.Errorf("it is a notebook for %s, not for Go", lang)
	}
	var cells []map[string]json.RawMessage
	if top["cells"] == nil {
		return nil, errors.New("it is not a notebook: cells are missing")
	}
	if err := json.Unmarshal(top["cells"], &cells); err != nil || cells == nil {
		return nil, errors.New("it is not a notebook: cells is not an array of objects")
	}
	var out []codeCell
	for i, c := range cells {
		var kind string
		if err := json.Unmarshal(c["cell_type"], &kind); err != nil {
			return nil, fmt.Errorf("cell at index %d: cell_type is missing", i)
		}
		if kind != "code" {
			continue
		}
		src, err := sourceText(c["source"])
		if err != nil {
			return nil, fmt.Errorf("cell at index %d: %w", i, err)
		}
		out = append(out, codeCell{number: len(out) + 1, source: src})
	}
	return out, nil
}

// sourceText joins what may be a string or an array of strings.
func sourceText(raw json.RawMessage) (string, error) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	var lines []string
	if err := json.Unmarshal(raw, &lines); err != nil {
		return "", errors.New("source is neither a string nor an array of strings")
	}
	return strings.Join(lines, ""), nil
}

// language is the programming language that the file says it is in, or "".
func language(raw json.RawMessage) string {
	var meta map[string]json.RawMessage
	if json.Unmarshal(raw, &meta) != nil {
		return ""
	}
	for _, where := range []struct{ object, key string }{{"kernelspec", "language"}, {"language_info", "name"}} {
		var m map[string]json.RawMessage
		var s string
		if json.Unmarshal(meta[where.object], &m) == nil && json.Unmarshal(m[where.key], &s) == nil && s != "" {
			return s
		}
	}
	return ""
}
