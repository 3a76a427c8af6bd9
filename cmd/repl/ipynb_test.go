package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCodeCells(t *testing.T) {
	const head = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"language": "go"}}, "cells": `
	tests := []struct {
		name, data string
		want       []codeCell
		err        string
	}{
		{"both shapes of source", head + `[{"cell_type": "code", "source": "x := 1"}, {"cell_type": "markdown", "source": "t"}, {"cell_type": "code", "source": ["a\n", "b"]}]}`,
			[]codeCell{{1, "x := 1"}, {2, "a\nb"}}, ""},
		{"keys keep their case", head + `[{"cell_type": "code", "source": "x", "Source": "y"}]}`, []codeCell{{1, "x"}}, ""},
		{"no cells", head + `[]}`, nil, ""},
		{"not JSON", "x := 1", nil, "it is not JSON: invalid character"},
		{"no object", "[]", nil, "it holds no JSON object"},
		{"a byte order mark", "\ufeff" + head + `[{"cell_type": "code", "source": "x"}]}`, []codeCell{{1, "x"}}, ""},
		{"format in words", `{"nbformat": "four"}`, nil, `nbformat is "four", not a whole number`},
		{"cells of numbers", head + "[1]}", nil, "cells is not an array of objects"},
		{"cells are null", head + "null}", nil, "cells is not an array of objects"},
		{"cells are missing", `{"nbformat": 4}`, nil, "cells are missing"},
		{"no format", "{}", nil, "nbformat is missing"},
		{"old format", `{"nbformat": 3}`, nil, "format 3 is not supported"},
		{"other language", `{"nbformat": 4, "metadata": {"kernelspec": {"language": "python"}}, "cells": []}`, nil, "for python"},
		{"source of numbers", head + `[{"cell_type": "code", "source": [1]}]}`, nil, "neither a string"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := codeCells([]byte(tt.data))
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error %v, want one with %q", err, tt.err)
			}
			if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(codeCell{})); d != "" {
				t.Errorf("cells (-want +got):\n%s", d)
			}
		})
	}
}

func FuzzCodeCells(f *testing.F) {
	f.Add([]byte(`{"nbformat": 4, "cells": [{"cell_type": "code", "source": ["a"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) { codeCells(data) })
}
