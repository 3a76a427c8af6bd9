package docs

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/internal/typing"
)

var update = flag.Bool("update", false, "write the generated lists of cells.md anew")

// TestCells runs the examples of cells.md, checkpointing.md and collectives.md: cells with what they print, and programs.
func TestCells(t *testing.T) {
	repl := filepath.Join(t.TempDir(), "repl.exe")
	if out, err := exec.Command("go", "build", "-o", repl, "../cmd/repl").CombinedOutput(); err != nil {
		t.Fatalf("build repl: %v\n%s", err, out)
	}
	for _, name := range []string{"cells.md", "checkpointing.md", "collectives.md"} {
		t.Run(name, func(t *testing.T) { examples(t, repl, name) })
	}
}

func examples(t *testing.T, repl, name string) {
	compared := 0
	for _, s := range sections(t, name) {
		dir := t.TempDir()
		var cells []string
		for _, b := range s.blocks {
			var words []string
			want := b.text
			switch kind, arg, _ := strings.Cut(b.info, " "); {
			case (kind == "go" || kind == "json") && arg != "":
				write(t, filepath.Join(dir, arg), b.text)
				continue
			case kind == "go":
				cells = append(cells, b.text)
				continue
			case kind == "text":
				notebook(t, filepath.Join(dir, "nb.ipynb"), cells)
				words = []string{"run", "nb.ipynb"}
			case kind == "console":
				var command string
				command, want, _ = strings.Cut(b.text, "\n")
				words = strings.Fields(strings.TrimPrefix(command, "$ repl "))
			default:
				t.Errorf("%s: block of kind %q", s.code, b.info)
				continue
			}
			cmd := exec.Command(repl, words...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, string(out)); diff != "" {
				t.Errorf("%s: repl %s (-documented +now):\n%s", s.code, strings.Join(words, " "), diff)
			}
			compared++
		}
	}
	if compared < 2 {
		t.Errorf("%d examples in %s", compared, name)
	}
}

// TestCellLists compares the generated parts of cells.md with their sources.
func TestCellLists(t *testing.T) {
	was, err := os.ReadFile("cells.md")
	if err != nil {
		t.Fatal(err)
	}
	now := string(was)
	for name, text := range map[string]string{"packages": packageTable(), "refused": refusedList(t)} {
		begin, end := "<!-- "+name+" -->\n", "<!-- end -->"
		i := strings.Index(now, begin)
		if i < 0 || !strings.Contains(now[i:], end) {
			t.Fatalf("cells.md has no place for %s", name)
		}
		i += len(begin)
		now = now[:i] + text + now[i+strings.Index(now[i:], end):]
	}
	if *update {
		write(t, "cells.md", now)
		return
	}
	if diff := cmp.Diff(string(was), now); diff != "" {
		t.Errorf("cells.md is stale: go test ./docs -run CellLists -update (-written +now):\n%s", diff)
	}
}

// packageTable is the table of the packages that cells may import, and one of what is withheld of them.
func packageTable() string {
	groups := map[string][]string{"ours": {"github.com/costate/costate/ad"}}
	var rows []string
	for _, p := range typing.Packages() {
		if p.Hidden {
			continue
		}
		group := "standard library"
		switch {
		case strings.HasPrefix(p.Path, "github.com/costate/"):
			group = "ours"
		case strings.Contains(strings.Split(p.Path, "/")[0], "."):
			group = "others"
		}
		groups[group] = append(groups[group], p.Path)
		var without string
		if len(p.Deny) > 0 && !p.Src { // ours have names for the program itself, which are not worth a word
			without = quoted(p.Deny)
		} else if len(p.Only) > 0 {
			without = "all but " + quoted(p.Only)
		}
		with := ""
		switch {
		case p.Exec:
			with = "all of it"
		case len(p.Starts) > 0:
			with = quoted(p.Starts)
		}
		if without+with != "" {
			rows = append(rows, fmt.Sprintf("| `%s` | %s | %s |\n", p.Path, without, with))
		}
	}
	var b strings.Builder
	b.WriteString("\n| from | packages |\n|---|---|\n")
	for _, group := range []string{"standard library", "others", "ours"} {
		slices.Sort(groups[group])
		fmt.Fprintf(&b, "| %s | %s |\n", group, quoted(groups[group]))
	}
	b.WriteString("\n| of these | withheld | with `--allow-exec` only |\n|---|---|---|\n" + strings.Join(rows, "") + "\n")
	return b.String()
}

func quoted(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// refusedLine is a line of the list that the test of the programs keeps: the name, the place, the sentence, the code.
var refusedLine = regexp.MustCompile(`^(\w+) \S+\.go:\d+:\d+: (.*) \[[\w-]+\]$`)

// refusedList is the list of the refused programs.
func refusedList(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../interp/testdata/refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		m := refusedLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			t.Fatalf("refused.txt: line %q", line)
		}
		fmt.Fprintf(&b, "- `%s`: %s.\n", m[1], m[2])
	}
	if b.Len() == 0 {
		return "\nNone.\n\n"
	}
	return "\n" + b.String() + "\n"
}
