package interp

import (
	"bytes"
	"context"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestImportsByName: a cell may use packages without imports, where the name leaves no doubt.
func TestImportsByName(t *testing.T) {
	for _, test := range []struct {
		name, want string
		cells      []string
	}{
		{"of the standard library, gonum and ours", "2\nX 1\n= -2\n= 6\n", []string{
			"1: fmt.Println(math.Sqrt(4))",
			"2: fmt.Println(strings.ToUpper(\"x\"), sort.SearchInts([]int{1, 2, 3}, 2))",
			"3: mat.Det(mat.NewDense(2, 2, []float64{1, 2, 3, 4}))",
			"4: floats.Sum([]float64{1, 2, 3})",
		}},
		{"an import elsewhere does not matter", "= 1\n= 2\n", []string{"1: import m \"math\"\nm.Abs(-1)", "2: math.Abs(-2)"}},
		{"nor beside another name in the cell", "= 3\n", []string{"1: import m \"math\"\nm.Abs(-1) + math.Abs(-2)"}},
		{"ambiguous",
			"cell 1:2:6: undefined: rand; the packages math/rand and math/rand/v2 have that name: import the one that is meant [type]\n",
			[]string{"1: x := 1\ny := rand.Float64()"}},
		{"ambiguous, but an earlier cell says", "= true\n", []string{
			"1: import \"math/rand/v2\"\nx := rand.Float64()", "2: rand.Float64() < 1"}},
		{"a local name", "= 3\n", []string{
			"1: type T struct{ Sin int }\nfunc f(math T) int { sort := math; return sort.Sin }\nf(T{3})"}},
		{"a parameter of a literal", "= 4\n", []string{"1: func(list []struct{ Len int }) int { log := list[0]; return log.Len }([]struct{ Len int }{{4}})"}},
		{"a name of the package", "= 5\n= 5\n", []string{
			"1: type T struct{ Pi int }\nvar math = T{5}\nmath.Pi", "2: math.Pi"}},
		{"a name of a later cell", "= 3.141592653589793\n= 1\n= 1\n", []string{
			"1: math.Pi", "2: math := struct{ Pi int }{1}\nmath.Pi", "3: math.Pi"}},
		{"no such member", "cell 1:1:6: undefined: math.Sine [type]\n", []string{"1: math.Sine(1)"}},
		{"positions", "cell 1:3:11: cannot use \"\" (untyped string constant) as float64 value in argument to math.Sin [type]\n",
			[]string{"1: \n\n\tmath.Sin(\"\")"}},
		{"an import that does not exist is the cell's own fault", "cell 2:1:8: package gonum/mat is not available in a cell; there is gonum.org/v1/gonum/mat [import]\n= 1\n", []string{
			"1: func f() int { return mat.NewVecDense(1, nil).Len() }", "2: import \"gonum/mat\"\nmat.NewVecDense(2, nil).Len()", "3: f()"}},
		{"a later import does not change earlier cells", "= 3\n= 3\n= 1\n", []string{
			"1: import r \"strings\"\nfunc f() int { return r.Count(\"aaa\", \"a\") }\nf()",
			"2: import r \"bytes\"\nf()", "3: r.Count([]byte(\"ab\"), []byte(\"a\"))"}},
		{"the same name, inherited", "= \"1\"\n= 5\n= \"1\"\n", []string{
			"1: import c \"strconv\"\nc.Itoa(1)", "2: func g() string { return c.Itoa(1) }",
			"3: import c \"math\"\nc.Abs(-5)", "4: g()"}},
		{"denied without a flag", "cell 1:1:1: undefined: exec; the package os/exec is denied, since it can start programs or reach past Go's types; the flag --allow-exec allows it [type]\n", []string{"1: exec.Command(\"true\")"}},
		{"a whole file", "f.go:3:15: undefined: math; to use the package of that name, import \"math\" [type]\n",
			[]string{"f.go: package main\n\nfunc main() { math.Sin(1) }\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, transcript(t, test.cells...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestExits: a cell that leaves the program ends, and the session goes on.
func TestExits(t *testing.T) {
	const left = "the cell left the program with exit status "
	const note = "; the session goes on with the values of the other cells [exit]\n"
	for _, test := range []struct {
		name, want string
		cells      []string
	}{
		{"os.Exit", "cell 2:4:2: " + left + "3" + note +
			"= 1\n= 2\n",
			[]string{"1: x := 1", "2: \nfunc() {\n\tdefer fmt.Println(\"deferred\")\n\tos.Exit(3)\n}()\nfmt.Println(\"after\")", "3: x", "4: 1 + 1"}},
		{"status 0", "cell 1:1:1: " + left + "0" + note, []string{"1: os.Exit(0)"}},
		{"in a goroutine", "cell 1:1:4: " + left + "4" + note, []string{"1: go os.Exit(4)\n<-make(chan int)"}},
		{"in an initialisation", "cell 1:2:2: " + left + "5" + note, []string{"1: func f() int {\n\tos.Exit(5)\n\treturn 1\n}\nvar x = f()"}},
		{"log.Fatal", "no data\ncell 1:2:1: " + left + "1" + note, []string{"1: log.SetFlags(0)\nlog.Fatal(\"no \", \"data\")"}},
		{"a recover does not see it", "cell 1:1:40: " + left + "6" + note, []string{"1: func() { defer func() { recover() }(); os.Exit(6) }()"}},
		{"later, in a goroutine", "note: a goroutine of an earlier cell left the program with exit status 7; the session goes on with the values of the other cells\n= 2\n",
			[]string{"1: go func() {\n\ttime.Sleep(400 * time.Millisecond)\n\tos.Exit(7)\n}()", "2: 1 + 1"}},
		{"in one of two places", left + "1" + note, []string{"1: if len(os.Args) > 100 {\n\tos.Exit(2)\n}\nos.Exit(1)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, transcript(t, test.cells...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestProcessOfCells: the log and the flags of cells are those of the session, and new ones when the session is rebuilt.
func TestProcessOfCells(t *testing.T) {
	args := os.Args
	os.Args = args[:1] // those of the test are no flags of the cells
	defer func() { os.Args = args }()
	for _, test := range []struct {
		name, want string
		cells      []string
	}{
		{"log", "a: 1 [x]\nb: y\n", []string{
			"1: log.SetFlags(0)\nlog.SetPrefix(\"a: \")\nlog.Print(1, []string{\"x\"})",
			"2: log.SetPrefix(\"b: \")\nlog.Default().Print(\"y\")"}},
		{"flags of a cell that runs again", "4\n4\n", []string{
			"1: var n = flag.Int(\"n\", 4, \"\")\nflag.Parse()\nfmt.Println(*n)",
			"1: var n = flag.Int(\"n\", 4, \"\")\nflag.Parse()\nfmt.Println(*n)"}},
		{"lines", "cell 1:1:18: log.Lshortfile may not be used in a cell [denied]\n", []string{"1: log.SetFlags(log.Lshortfile)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, transcript(t, test.cells...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestAllowExec: with leave, cells start programs and look past Go's types as far as the interpreter can.
func TestAllowExec(t *testing.T) {
	cells := []string{
		`1: out, err := exec.Command(os.Args[0], "-test.run=^$").Output()
fmt.Println(len(out) > 0, err)`,
		`2: p, err := os.StartProcess(os.Args[0], []string{os.Args[0], "-test.run=^$"}, &os.ProcAttr{})
fmt.Println(err)
state, err := p.Wait()
fmt.Println(state.Success(), err)`,
		`3: fmt.Println(unsafe.Sizeof(struct{ a int32; b float64 }{}), syscall.SIGTERM, syscall.Getpid() == os.Getpid())`,
		`4: x := 1.5
y := *(*uint64)(unsafe.Pointer(&x))`,
	}
	for _, allow := range []bool{true, false} {
		var out bytes.Buffer
		s := New(Options{Stdout: &out, Stderr: &out, AllowExec: allow})
		refused := 0
		for _, c := range cells {
			id, src, _ := strings.Cut(c, ": ")
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			res, err := s.Run(ctx, id, src)
			cancel()
			if err != nil {
				t.Fatalf("cell %s: %v", id, err)
			}
			for _, d := range res.Diags {
				refused++
				if allow {
					out.WriteString(d.String() + "\n")
				}
			}
		}
		want := "true <nil>\n<nil>\ntrue <nil>\n16 terminated true\ncell 4:2:24: "
		if allow && !strings.HasPrefix(out.String(), want) {
			t.Errorf("printed %q, want %q", out.String(), want)
		}
		if !allow && (out.Len() > 0 || refused < len(cells)) {
			t.Errorf("without leave %d of %d cells are refused, and printed is %q", refused, len(cells), out.String())
		}
	}
}

const emptyEnvironment = "INTERP_TEST_EMPTY_ENVIRONMENT"

// TestEmptyEnvironment runs cells where no toolchain can be found: this test binary without any environment.
func TestEmptyEnvironment(t *testing.T) {
	if os.Getenv(emptyEnvironment) == "" {
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(exe, "-test.run=^TestEmptyEnvironment$", "-test.v")
		cmd.Dir = t.TempDir()
		cmd.Env = []string{emptyEnvironment + "=1", "PATH=", "GOROOT="}
		if out, err := cmd.CombinedOutput(); err != nil || !regexp.MustCompile(`(?m)^--- PASS: TestEmptyEnvironment`).Match(out) {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	if _, err := exec.LookPath("go"); err == nil {
		t.Fatal("there is a toolchain after all")
	}
	got := transcript(t,
		"1: a := mat.NewDense(2, 2, []float64{2, 1, 1, 3})\nvar x mat.VecDense\nerr := x.SolveVec(a, mat.NewVecDense(2, []float64{3, 5}))\nfmt.Printf(\"%.1f %v\\n\", mat.Formatted(&x), err)",
		"2: import \"math/rand/v2\"\nr := rand.New(rand.NewPCG(1, 2))\nxs := make([]float64, 1000)\nfor i := range xs {\n\txs[i] = r.NormFloat64()\n}\nmath.Abs(stat.Mean(xs, nil)) < 0.2",
		"3: strings.Join(strings.Fields(\" a  b \"), \"+\") + strconv.Itoa(big.NewInt(7).BitLen())",
		"4: var g errgroup.Group\ng.Go(func() error { return errors.New(\"one\") })\ng.Wait()",
		"5: fd.Derivative(math.Sin, 0, nil) > 0.999 && integrate.Trapezoidal([]float64{0, 1}, []float64{1, 1}) == 1",
	)
	want := "⎡0.8⎤\n⎣1.4⎦ <nil>\n= true\n= \"a+b3\"\n= one\n= true\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestExitOfCall: a function that is called from outside may leave, too.
func TestExitOfCall(t *testing.T) {
	s := New(Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if res, err := s.Run(ctx, "1", "func f() int {\n\tlog.SetOutput(io.Discard)\n\tlog.Fatal(\"end\")\n\treturn 1\n}"); err != nil || !res.OK {
		t.Fatal(err, res)
	}
	_, err := s.Call(ctx, "f", func(Func) ([]reflect.Value, error) { return nil, nil })
	if err == nil || !strings.HasPrefix(err.Error(), "cell 1:3:2: the cell left the program with exit status 1") {
		t.Errorf("the error is %v", err)
	}
	if res, err := s.Run(ctx, "2", "1 + 1"); err != nil || !res.OK || res.Values[0].Text != "2" {
		t.Errorf("afterwards: %v, %+v", err, res)
	}
}

// TestPackagesInCells runs the program of each package as a cell: without package clause and imports.
func TestPackagesInCells(t *testing.T) {
	args := os.Args
	os.Args = args[:1] // those of the test are no flags of the cells
	defer func() { os.Args = args }()
	ran := 0
	for name, src := range loadPrograms(t) {
		if !strings.HasPrefix(name, "p_") || name == "p_log_fatal" { // which leaves
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		text := src[file.Decls[len(file.Decls)-1].End()-file.FileStart:]
		for _, spec := range file.Imports { // where the name leaves a doubt
			if strings.Contains(spec.Path.Value, "rand") {
				text = "import " + spec.Path.Value + "\n" + text
			}
		}
		ran++
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join(programsDir, name, "out.txt"))
			if err != nil {
				t.Fatal(err)
			}
			out, err := os.Create(filepath.Join(t.TempDir(), "out")) // a file, since os.Stdout is one
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			s := New(Options{Stdout: out, Stderr: out})
			for i, cell := range []string{strings.Replace(text, "func main()", "func program()", 1), "program()"} {
				res, err := s.Run(t.Context(), strconv.Itoa(i+1), cell)
				if err != nil {
					t.Fatal(err)
				}
				if !res.OK {
					t.Fatal(res.Diags)
				}
			}
			got, err := os.ReadFile(out.Name())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if ran < 45 {
		t.Errorf("only %d programs", ran)
	}
}
