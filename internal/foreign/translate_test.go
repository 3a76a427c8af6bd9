package foreign

// This file runs the cells of testdata: what they are translated to, what is said, and what a session does with them.

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/costate/costate/interp"
)

var update = flag.Bool("update", false, "rewrite the expectations")

// TestCells runs the archives. The first line of one names the kernel; a file without a point in its name is a cell, and what is
// expected of it has its name and .want.
func TestCells(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d archives, %v", len(files), err)
	}
	cells := map[Kernel]int{}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(a.Comment), "\n")
		kernel := Kernel(strings.TrimPrefix(first, "kernel: "))
		for _, f := range a.Files {
			if !strings.Contains(f.Name, ".") {
				cells[kernel]++
			}
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { runArchive(t, file, a, kernel) })
	}
	for _, k := range []Kernel{GoNB, Gophernotes, Lgo, Other} {
		if cells[k] == 0 {
			t.Errorf("there are no cells for %s", k)
		}
	}
}

func runArchive(t *testing.T, file string, a *txtar.Archive, k Kernel) {
	restore := os.Args
	defer func() { os.Args = restore }()
	var out strings.Builder
	s := interp.New(interp.Options{Stdout: &out, Stderr: &out})
	want := map[string]string{}
	for _, f := range a.Files {
		want[f.Name] = string(f.Data)
	}
	var again []txtar.File
	for _, f := range a.Files {
		if strings.Contains(f.Name, ".") {
			continue
		}
		src := strings.TrimSuffix(string(f.Data), "\n")
		tr := Translate(src, Options{Kernel: k})
		checkPlaces(t, f.Name, src, tr.Text)
		out.Reset()
		got := report(src, tr) + ran(t, s, f.Name, tr, &out)
		again = append(again, f, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
		if d := cmp.Diff(want[f.Name+".want"], got); d != "" && !*update {
			t.Errorf("cell %s: %s", f.Name, d)
		}
	}
	if *update {
		a.Files = again
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// report writes a translation, each line of the text between bars if it is not the source.
func report(src string, tr Translation) string {
	var b strings.Builder
	if tr.Text != src {
		for l := range strings.SplitSeq(tr.Text, "\n") {
			fmt.Fprintf(&b, "|%s|\n", l)
		}
	}
	for _, n := range tr.Notes {
		fmt.Fprintf(&b, "%d %s: %s\n", n.Line, n.Kind, n.Text)
	}
	return b.String()
}

// ran runs the cell and writes what came of it.
func ran(t *testing.T, s *interp.Session, id string, tr Translation, out *strings.Builder) string {
	t.Helper()
	if tr.Empty() {
		return "nothing to run\n"
	}
	res, err := s.Run(context.Background(), id, tr.Text)
	if err != nil {
		t.Fatalf("cell %s: %v", id, err)
	}
	var b strings.Builder
	for l := range strings.Lines(out.String()) {
		b.WriteString("> " + strings.TrimSuffix(l, "\n") + "\n")
	}
	for _, v := range res.Values {
		if v.Bundle == nil {
			fmt.Fprintf(&b, "= %s\n", v.Text)
		}
		for _, mime := range []string{"text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml", "image/png"} {
			if data, ok := v.Bundle[mime]; ok {
				fmt.Fprintf(&b, "%s: %.200q\n", mime, data)
			}
		}
	}
	for _, d := range res.Diags {
		fmt.Fprintf(&b, "! %d:%d %s [%s]\n", d.Pos.Line, d.Pos.Column, d.Message, d.Code)
	}
	return b.String()
}

// replaced are the tokens that a translation may take out or put another in the place of.
var replaced = regexp.MustCompile(`^([{}]|package|main|import|func|init|init_\w+|\(|\)|\.|,|;|nil|gonbui|ui|display|_ctx|Display\w*|Update\w*|Unique\w*|Sync|IsNotebook|HTML|PNG|Text|SVG|Markdown|Latex|"github.com/janpfeifer/gonb/gonbui")$`)

// checkPlaces checks that a translation has as many lines, and that the tokens of the source's Go stand in it where they stood.
func checkPlaces(t *testing.T, name, src, text string) {
	t.Helper()
	was, now := strings.Split(src, "\n"), strings.Split(text, "\n")
	if len(was) != len(now) {
		t.Fatalf("cell %s: %d lines are %d", name, len(was), len(now))
	}
	at := map[int]string{}
	for _, k := range significant(text) {
		at[lineColumn(text, k.at)] = text[k.at:k.end]
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	for i, l := range was { // lines of other kernels are no Go
		if l != now[i] && strings.HasPrefix(l, "%") || strings.HasPrefix(l, "//gonb:") || now[i] == "" {
			was[i] = strings.Repeat(" ", len(l))
		}
	}
	src = strings.Join(was, "\n")
	for _, k := range significant(src) {
		if lit := src[k.at:k.end]; lit != "" && at[lineColumn(src, k.at)] != lit && !replaced.MatchString(lit) {
			t.Errorf("cell %s: %q of line %d is not where it was", name, lit, 1+strings.Count(src[:k.at], "\n"))
		}
	}
}

func lineColumn(s string, at int) int {
	before := s[:at]
	return strings.Count(before, "\n")<<16 + at - strings.LastIndexByte(before, '\n')
}

// TestShellCommands checks that commands become Go if that is asked for, and nothing otherwise.
func TestShellCommands(t *testing.T) {
	tests := []struct {
		src  string
		k    Kernel
		want []string // what the lines are given to sh as
		part Part
	}{
		{"!ls -l", GoNB, []string{`"ls -l"`}, ShellCell},
		{"!*go get \\\n  x@v1", GoNB, []string{`"go get    x@v1"`, ""}, ShellCell},
		{"x := 1\n!echo a\n!echo b", GoNB, []string{"", `"echo a"`, `"echo b"`}, ShellLines},
		{"%%bash -e\nls\npwd", GoNB, []string{`"bash -e"`, "", ""}, ShellCell},
		{"%%sh\nls", GoNB, []string{`"sh"`, ""}, ShellCell},
		{"%%script python3 -q\n1", GoNB, []string{`"python3 -q"`, ""}, ShellCell},
		{"%%script\n1", GoNB, []string{"", ""}, ShellCell},
		{"$ls -l", Gophernotes, []string{`"ls -l"`}, ShellCell},
		{"!true", Lgo, []string{""}, ""},
	}
	for _, tt := range tests {
		var got []string
		with := Translate(tt.src, Options{Kernel: tt.k, RunShell: true})
		for _, line := range strings.Split(with.Text, "\n") {
			_, command, _ := strings.Cut(line, `"sh", "-c", `)
			command, _, _ = strings.Cut(command, "}")
			got = append(got, command)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q: %s", tt.src, d)
		}
		without := Translate(tt.src, Options{Kernel: tt.k})
		if strings.Contains(without.Text, "exec.") || without.Shell != tt.part || with.Shell != tt.part {
			t.Errorf("%q: %q, part %q and %q", tt.src, without.Text, without.Shell, with.Shell)
		}
	}
}

func TestKernelOf(t *testing.T) {
	tests := []struct {
		name, display string
		want          Kernel
		ok            bool
	}{
		{"costate", "Costate (Go)", "", false},
		{"", "", "", false},
		{"gonb", "Go (gonb)", GoNB, true},
		{"gophernotes", "Go", Gophernotes, true},
		{"lgo", "Go (lgo)", Lgo, true},
		{"go", "Go (lgo)", Lgo, true},
		{"", "GoNB", GoNB, true},
		{"go-kernel", "Go", Other, true},
	}
	for _, tt := range tests {
		if got, ok := KernelOf(tt.name, tt.display); got != tt.want || ok != tt.ok {
			t.Errorf("KernelOf(%q, %q) = %q, %v", tt.name, tt.display, got, ok)
		}
	}
}

func TestSummary(t *testing.T) {
	cells := []string{"%%\nx()", "!ls\n!pwd", "%wasm\nfunc main() {}", "%goflags -race\n%reset", "import \"github.com/janpfeifer/gonb/gonbui\"", "%goflags", "x := 1"}
	want := Summary{Kernel: GoNB, Shell: true, Text: "This notebook was written for GoNB. Its cells are translated when they are run, and the file is not changed.", List: []string{
		"Emulated: %%: the rest of the cell is run as a main function; gonbui: what the cell displays is shown where it says so.",
		"Ignored: %goflags: flags of the Go compiler mean nothing here; %reset: a new kernel forgets everything.",
		"Not run: 2 shell commands.",
		"Not available: %wasm: the cell is written for a browser, as WebAssembly; it is not run.",
	}}
	if d := cmp.Diff(want, Summarise(cells, Options{Kernel: GoNB})); d != "" {
		t.Error(d)
	}
	if s := Summarise([]string{"x := 1"}, Options{}); s.List != nil || s.Kernel != Other {
		t.Errorf("%+v", s)
	}
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("%%unknown%d", i))
	}
	if s := Summarise(many, Options{}); len(s.List) != 1 || !strings.HasSuffix(s.List[0], "; and 4 more.") {
		t.Errorf("%q", s.List)
	}
}

// TestSourceOfOthers checks that what is our own comes back as it was, for each kernel.
func TestSourceOfOthers(t *testing.T) {
	for _, src := range []string{
		"", "x := 1", "import \"fmt\"\n\nfmt.Println(\"%d\\n\", 5)", "s := `\n%%\n!ls\n$x\n`", "/*\n%env A=b\n*/\ntype T struct{ main int }",
		"func f() int { return 7 % 3 }\nf()", "package foo\n\nfunc g() {}", "é := \"世界\"\né", "x := []int{1,\n2}", "'\\''", "a := `unfinished\n%x",
	} {
		for _, k := range []Kernel{GoNB, Gophernotes, Lgo, Other} {
			if tr := Translate(src, Options{Kernel: k}); tr.Text != src || tr.Notes != nil {
				t.Errorf("%s, %q: %q %v", k, src, tr.Text, tr.Notes)
			}
		}
	}
}

// FuzzTranslate checks that any text is translated to as many lines.
func FuzzTranslate(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, cell := range a.Files {
			if !strings.HasSuffix(cell.Name, ".want") {
				for k := range 4 {
					f.Add(string(cell.Data), byte(k))
				}
			}
		}
	}
	f.Add("func main(){}\r\nmain()\r\n%%\\\r\n`\r", byte(0))
	f.Fuzz(func(t *testing.T, src string, k byte) {
		o := Options{Kernel: []Kernel{GoNB, Gophernotes, Lgo, Other}[k%4], RunShell: k&4 != 0}
		tr := Translate(src, o)
		src = strings.ReplaceAll(src, "\r\n", "\n")
		if a, b := strings.Count(src, "\n"), strings.Count(tr.Text, "\n"); a != b {
			t.Fatalf("%d line ends become %d: %q", a, b, tr.Text)
		}
		for _, n := range tr.Notes {
			if n.Line < 1 || n.Line > 1+strings.Count(src, "\n") || n.Text == "" {
				t.Errorf("note %+v", n)
			}
		}
	})
}
