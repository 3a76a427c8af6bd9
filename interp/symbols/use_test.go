package symbols

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/traefik/yaegi/interp"
)

// run interprets a main package with the packages that it imports and returns what it prints.
func run(t *testing.T, table *Table, streams Streams, text string, paths ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	if streams.Stdout == nil {
		streams.Stdout = &out
	}
	i := interp.New(interp.Options{})
	if err := table.Use(i, paths, streams); err != nil {
		t.Fatal(err)
	}
	_, err := i.Eval(text)
	return out.String(), err
}

// programs are run by TestUse. Imports are those of the program alone, so that what packages mention is seen to be registered.
var programs = []struct {
	name, paths, text, want string
}{
	{"print", "fmt math", `package main
import ("fmt"; "math")
func main() { fmt.Println(math.Sqrt(4)); fmt.Printf("%d|", 3); fmt.Print("a", 1) }
`, "2\n3|a1"},
	{"an interpreted io.Reader where io is not imported", "bufio fmt", `package main
import ("bufio"; "fmt")
type reader struct{ done bool }
func (r *reader) Read(p []byte) (int, error) {
	if r.done { return 0, fmt.Errorf("end") }
	r.done = true
	return copy(p, "one\ntwo\n"), nil
}
func main() {
	s := bufio.NewScanner(&reader{})
	for s.Scan() { fmt.Println("line", s.Text()) }
	fmt.Println(s.Err())
}
`, "line one\nline two\nend\n"},
	{"sort.Interface", "fmt sort", `package main
import ("fmt"; "sort")
type desc []int
func (d desc) Len() int { return len(d) }
func (d desc) Less(i, j int) bool { return d[i] > d[j] }
func (d desc) Swap(i, j int) { d[i], d[j] = d[j], d[i] }
func main() { d := desc{1, 3, 2}; sort.Sort(d); fmt.Println([]int(d)) }
`, "[3 2 1]\n"},
	{"heap.Interface", "container/heap fmt", `package main
import ("container/heap"; "fmt")
type ints []int
func (d *ints) Len() int { return len(*d) }
func (d *ints) Less(i, j int) bool { return (*d)[i] < (*d)[j] }
func (d *ints) Swap(i, j int) { (*d)[i], (*d)[j] = (*d)[j], (*d)[i] }
func (d *ints) Push(x any) { *d = append(*d, x.(int)) }
func (d *ints) Pop() any { n := len(*d) - 1; x := (*d)[n]; *d = (*d)[:n]; return x }
func main() {
	d := &ints{}
	for _, x := range []int{5, 2, 8} { heap.Push(d, x) }
	fmt.Println(heap.Pop(d), heap.Pop(d), heap.Pop(d))
}
`, "2 5 8\n"},
	{"per system constants", "fmt os path/filepath", `package main
import ("fmt"; "os"; "path/filepath")
func main() { fmt.Println(os.DevNull, filepath.Separator == os.PathSeparator) }
`, os.DevNull + " true\n"},
	{"parallel loop", "fmt github.com/costate/costate/parallel", `package main
import ("fmt"; "github.com/costate/costate/parallel")
func main() {
	x := make([]int, 100)
	parallel.For(100, func(i int) { x[i] = i })
	sum := 0
	for _, v := range x { sum += v }
	fmt.Println(sum)
}
`, "4950\n"},
	{"ad/rt", "fmt math github.com/costate/costate/ad/rt", `package main
import ("fmt"; "math"; "github.com/costate/costate/ad/rt")
func main() { fmt.Println(rt.Mul0(0, math.Inf(1)), rt.Source{Text: "x"}.String()) }
`, "0 x\n"},
	{"newer than the tables of yaegi", "fmt strings", `package main
import ("fmt"; "strings")
func main() { strings.Lines("a\nb\n")(func(s string) bool { fmt.Printf("%q", s); return true }) }
`, "\"a\\n\"\"b\\n\""},
}

func TestUse(t *testing.T) {
	table := New()
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			got, err := run(t, table, Streams{}, p.text, strings.Fields(p.paths)...)
			if err != nil {
				t.Fatal(err)
			}
			if got != p.want {
				t.Errorf("got %q, want %q", got, p.want)
			}
		})
	}
}

// TestKeyOfFmt: package fmt under its ordinary key makes yaegi compile its sources of slices, maps and cmp.
func TestKeyOfFmt(t *testing.T) {
	i := interp.New(interp.Options{})
	if err := New().Use(i, []string{"fmt", "os"}, Streams{}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"slices", "maps", "cmp"} {
		if _, err := i.Eval("import _ \"" + path + "\""); err == nil {
			t.Errorf("yaegi has a package %s of its own", path)
		}
	}
	for key := range keys() {
		if key == "fmt/fmt" {
			t.Error("fmt has its ordinary key")
		}
	}
	t.Setenv("SYMBOLS_TEST", "seen")
	if _, err := i.Eval(`import "os"`); err != nil {
		t.Fatal(err)
	}
	if v, err := i.Eval(`os.Getenv("SYMBOLS_TEST")`); err != nil || v.String() != "seen" {
		t.Errorf("os.Getenv gives %v, %v: yaegi has replaced it", v, err)
	}
}

func TestStreams(t *testing.T) {
	text := `package main
import ("fmt"; "os")
func main() {
	var a, b int
	n, err := fmt.Scan(&a, &b)
	fmt.Fprintln(os.Stdout, n, err, a+b)
	fmt.Fprint(os.Stderr, "aside")
}
`
	dir := t.TempDir()
	files := map[string]*os.File{}
	for _, name := range []string{"out", "err"} {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[name] = f
	}
	s := Streams{Stdin: strings.NewReader("3 4"), Stdout: files["out"], Stderr: files["err"]}
	if _, err := run(t, New(), s, text, "fmt", "os"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"out": "2 <nil> 7\n", "err": "aside"} {
		got, err := os.ReadFile(files[name].Name())
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
	}
	got, err := run(t, New(), Streams{}, `package main
import "fmt"
func main() { var a int; _, err := fmt.Scan(&a); fmt.Print(err) }
`, "fmt")
	if err != nil || got != "EOF" {
		t.Errorf("without input Scan gives %q, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct{ path, expr, want string }{
		{"os", "os.StartProcess", "undefined selector os.StartProcess"},
		{"os", "os.Process{}", "undefined selector os.Process"},
		{"github.com/costate/costate/parallel", "parallel.Files", "undefined selector github.com/costate/costate/parallel.Files"},
	} {
		_, err := run(t, New(), Streams{}, "package main\nimport \""+test.path+"\"\nvar x = "+test.expr+"\nfunc main() {}\n", test.path)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.expr, err, test.want)
		}
	}
	for _, path := range []string{"unsafe", "os/exec", "syscall", "reflect", "net/http", "plugin"} {
		if err := New().Use(interp.New(interp.Options{}), []string{path}, Streams{}); err == nil {
			t.Errorf("package %s is registered", path)
		}
	}
}

// TestConcurrent is for the race detector: one Table serves several interpreters.
func TestConcurrent(t *testing.T) {
	table := New()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, p := range programs[:4] {
				if got, err := run(t, table, Streams{}, p.text, strings.Fields(p.paths)...); err != nil || got != p.want {
					t.Errorf("%s: %q, %v", p.name, got, err)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkUse(b *testing.B) {
	for b.Loop() {
		i := interp.New(interp.Options{})
		if err := New().Use(i, []string{"fmt", "math", "os", "strings"}, Streams{}); err != nil {
			b.Fatal(err)
		}
	}
}
