package engine

// This file differentiates random programs and compares them with the oracle: values and effects on arguments bit by
// bit, derivatives to rounding. All programs of a run are built into one worker.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/worker"
)

// randomTolerance bounds the difference of two derivatives that are computed by the same formulas in different
// orders, relative to the largest derivative or to one.
const randomTolerance = 1e-8

// aProgram is one random program of a package.
type aProgram struct {
	name  string // prefix of its functions
	main  genFunc
	seed  uint64
	setup string // statements that make the arguments p0, p1 ... of a seed; "" for random ones
	want  []string
	level Level
	value string // the name of the function that gives value and gradient
}

// parallel reports whether the program may have parallel loops.
func (p aProgram) parallel() bool { return p.seed%3 == 0 }

const programHeader = `package random

import (
	"math"

	"github.com/costate/costate/parallel"
)

func unusedImports() { parallel.For(0, func(int) {}); _ = math.Pi }

`

// randomPackage writes and differentiates some programs. It returns the sources of a package, and the programs that
// were not refused.
func randomPackage(t *testing.T, seeds []uint64, level Level) (map[string]string, []aProgram) {
	t.Helper()
	var source strings.Builder
	source.WriteString(programHeader)
	var programs []aProgram
	for _, seed := range seeds {
		name := fmt.Sprintf("P%d", seed)
		text, f := generate(seed, name)
		fmt.Fprintf(&source, "var %sscale = 0.8\n\nvar %stab = []float64{0.3, 0.9, -0.5}\n\n%s", name, name, text)
		programs = append(programs, aProgram{name: name, main: f, seed: seed, level: level})
	}
	return differentiated(t, fmt.Sprint(seeds[0]), source.String(), programs)
}

// differentiated returns a package with the programs, their derivatives, oracles and checks, and the programs that were
// not refused.
func differentiated(t *testing.T, which, text string, programs []aProgram) (map[string]string, []aProgram) {
	t.Helper()
	dump(t, "random"+which+".go", text)
	p, err := load(t, "random.go", text)
	if err != nil {
		t.Fatalf("programs %s: %v", which, err)
	}
	whole := *p
	var accepted []aProgram
	pullbacks := map[string]string{}
	for _, prog := range programs {
		d, err := GradientAt(p, prog.main.name, prog.level)
		var list diag.List
		switch {
		case errors.As(err, &list):
			t.Logf("%s is refused: %s", prog.name, strings.SplitN(err.Error(), "\n", 2)[0])
			continue
		case err != nil:
			t.Errorf("%s: %v", prog.name, err)
			var broken internalError
			if errors.As(err, &broken) {
				t.Log(broken.stack)
			}
			continue
		}
		if err := core.Check(d.Package); err != nil {
			t.Errorf("%s: %v", prog.name, err)
		}
		for _, o := range d.Others {
			switch o := o.(type) {
			case *core.TypeDecl:
				whole.Types = append(whole.Types[:len(whole.Types):len(whole.Types)], o)
			case *core.Var:
				whole.Vars = append(whole.Vars[:len(whole.Vars):len(whole.Vars)], o)
			}
		}
		whole.Funcs = append(whole.Funcs[:len(whole.Funcs):len(whole.Funcs)], d.Funcs...)
		prog.value = d.ValueAndGrad.Name
		for _, f := range d.Funcs {
			if strings.HasPrefix(f.Name, prog.main.name+"VJP") {
				pullbacks[prog.name] = pullbackTest(prog, f)
				break
			}
		}
		accepted = append(accepted, prog)
	}
	out, err := core.Print(&whole)
	if err != nil {
		t.Fatalf("programs %s: %v", which, err)
	}
	dump(t, "adjoint"+which+".go", out.Text)
	if formatted, err := format.Source([]byte(out.Text)); err != nil || string(formatted) != out.Text {
		t.Errorf("programs %s: the adjoint's text is not in the form of gofmt (%v)", which, err)
	}
	var tests strings.Builder
	tests.WriteString("package random\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\t\"math/rand/v2\"\n)\n\nvar _ = rand.New\nvar _ = fmt.Sprint\nvar _ = math.Pi\n" + checkSupport)
	for _, prog := range accepted {
		tests.WriteString(programTest(prog, pullbacks[prog.name]))
	}
	oracle := complexProgram(t, text, "z")
	at := strings.Index(oracle, "package random") + len("package random")
	imports := ""
	if i := strings.Index(text, "\nimport ("); i >= 0 {
		imports = text[i : i+strings.Index(text[i:], "\n)")+3]
		imports = strings.Replace(imports, "\t\"github.com/costate/costate/parallel\"\n", "", 1)
	}
	oracle = oracle[:at] + imports + oracleSupport + oracle[at:]
	dump(t, "oracle"+which+".go", oracle)
	return map[string]string{"adjoint.go": out.Text, "oracle.go": oracle, "check.go": tests.String()}, accepted
}

// dump writes a text to the directory COSTATE_DUMP, if that is set.
func dump(t testing.TB, name, text string) {
	if dir := os.Getenv("COSTATE_DUMP"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkSupport is what the checks of all programs share.
const checkSupport = `
func randomSlice(r *rand.Rand) []float64 {
	n := 1 + r.IntN(5)
	x := make([]float64, n, n+r.IntN(3))
	for i := range x {
		x[i] = 1.8*r.Float64() - 0.9
	}
	return x
}

func randomRows(r *rand.Rand) [][]float64 {
	w := make([][]float64, 1+r.IntN(3))
	for i := range w {
		w[i] = randomSlice(r)
	}
	return w
}

func cloneRows(w [][]float64) [][]float64 {
	c := make([][]float64, len(w))
	for i := range w {
		c[i] = clone(w[i])
	}
	return c
}

// clone copies a slice to one with the same spare capacity.
func clone(x []float64) []float64 {
	c := make([]float64, len(x), cap(x))
	copy(c, x)
	return c
}

func lift(x []float64) []complex128 {
	z := make([]complex128, len(x), cap(x))
	for i := range x {
		z[i] = complex(x[i], 0)
	}
	return z
}

func liftRows(w [][]float64) [][]complex128 {
	z := make([][]complex128, len(w))
	for i := range w {
		z[i] = lift(w[i])
	}
	return z
}

func flat(list ...any) []float64 {
	var all []float64
	for _, v := range list {
		switch v := v.(type) {
		case float64:
			all = append(all, v)
		case []float64:
			all = append(all, v...)
		case [][]float64:
			for _, row := range v {
				all = append(all, row...)
			}
		}
	}
	return all
}

// compare returns what is wrong with a gradient.
func compare(what string, got, want []float64, tol float64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%s: %d numbers instead of %d", what, len(got), len(want))
	}
	scale := 1.0
	for _, w := range want {
		scale = max(scale, w, -w)
	}
	if scale > 1e8 || scale != scale {
		return ""
	}
	for i := range got {
		if d := got[i] - want[i]; !(d <= tol*scale && -d <= tol*scale) {
			return fmt.Sprintf("%s: number %d is %v instead of %v; all: %v instead of %v", what, i, got[i], want[i], got, want)
		}
	}
	return ""
}
`

// programTest writes the check of a program: a function from a seed to what is wrong.
func programTest(p aProgram, pullback string) string {
	var make, args, clones, lifted, grads, zargs strings.Builder
	var flats, counts []string
	for i, k := range p.main.params {
		v := fmt.Sprintf("p%d", i)
		gen := map[kind]string{aFloat: "1.8*rnd.Float64() - 0.9", anInt: "rnd.IntN(5)", aBool: "rnd.IntN(2) == 0", aSlice: "randomSlice(rnd)", someRows: "randomRows(rnd)"}[k]
		if p.setup == "" {
			fmt.Fprintf(&make, "\t%s := %s\n", v, gen)
		}
		clone := map[kind]string{aSlice: "clone(%s)", someRows: "cloneRows(%s)"}[k]
		if clone == "" {
			clone = "%s"
		}
		fmt.Fprintf(&clones, "\tq%d := "+clone+"\n", i, v)
		fmt.Fprintf(&args, "q%d, ", i)
		lift := map[kind]string{aFloat: "complex(%s, 0)", aSlice: "lift(%s)", someRows: "liftRows(%s)"}[k]
		if lift == "" {
			lift = "%s"
		}
		fmt.Fprintf(&lifted, "\t\tz%d := "+lift+"\n", i, v)
		fmt.Fprintf(&zargs, "z%d, ", i)
		switch k {
		case aFloat:
			fmt.Fprintf(&lifted, "\t\tif n == at {\n\t\t\tz%d += 1e-100i\n\t\t}\n\t\tn++\n", i)
		case aSlice:
			fmt.Fprintf(&lifted, "\t\tfor i := range z%d {\n\t\t\tif n == at {\n\t\t\t\tz%d[i] += 1e-100i\n\t\t\t}\n\t\t\tn++\n\t\t}\n", i, i)
		case someRows:
			fmt.Fprintf(&lifted, "\t\tfor i := range z%d {\n\t\t\tfor j := range z%d[i] {\n\t\t\t\tif n == at {\n\t\t\t\t\tz%d[i][j] += 1e-100i\n\t\t\t\t}\n\t\t\t\tn++\n\t\t\t}\n\t\t}\n", i, i, i)
		default:
			continue
		}
		fmt.Fprintf(&grads, ", g%d", i)
		flats = append(flats, fmt.Sprintf("g%d", i))
		counts = append(counts, v)
	}
	make.WriteString(p.setup)
	stated := ""
	if p.want != nil {
		stated = fmt.Sprintf("\tif text := %#v[seed]; text != \"\" {\n\t\tif fmt.Sprint(grad) != text {\n\t\t\treturn fmt.Sprint(\"gradient \", grad, \" instead of \", text)\n\t\t}\n\t\treturn \"\"\n\t}\n", p.want)
	}
	name := p.main.name
	list := strings.Join(flats, ", ")
	return fmt.Sprintf(`
func %[1]sCheck(seed int) string {
	rnd := rand.New(rand.NewPCG(uint64(seed), 7))
%[2]s	{
%[3]s	value%[5]s := %[15]s(%[4]s)
	grad := flat(%[6]s)
	after := flat(%[4]s)
%[14]s	var want []float64
	for at := range flat(%[7]s) {
		n := 0
%[8]s		z := z%[1]s(%[9]s)
		if !same(real(z), value) {
			return fmt.Sprintf("the value is %%v instead of %%v", value, real(z))
		}
		want = append(want, imag(z)/1e-100)
	}
	if bad := compare("gradient", grad, want, %[10]g); bad != "" {
		return bad
	}
	for range 2 {
%[3]s		value2%[11]s := %[15]s(%[4]s)
		if bad := compare("second time", flat(value2, %[12]s), flat(value, grad), 0); bad != "" {
			return bad
		}
	}
	{
%[3]s		value3 := %[1]s(%[4]s)
		if !same(value3, value) {
			return fmt.Sprintf("the value is %%v, the primal's is %%v", value, value3)
		}
		if bad := compare("effects on arguments", after, flat(%[4]s), 0); bad != "" {
			return bad
		}
	}
%[13]s	}
	return ""
}
`, name, make.String(), clones.String(), strings.TrimSuffix(args.String(), ", "), grads.String(), list, strings.Join(counts, ", "),
		lifted.String(), zargs.String(), randomTolerance, strings.ReplaceAll(grads.String(), "g", "h"), strings.ReplaceAll(list, "g", "h"), pullback, stated, p.value)
}

// pullbackTest runs the pullback itself twice: its shadows must be zero but for those of the arguments, and a second
// run must give the same.
func pullbackTest(p aProgram, vjp *core.Func) string {
	var setup, args, floats strings.Builder
	var slices, clears []string
	seed := "1"
	if vjp.Results[len(vjp.Results)-1].String() == "func()" || strings.HasPrefix(vjp.Results[len(vjp.Results)-1].String(), "func() ") {
		seed = ""
	}
	for i, k := range p.main.params {
		clone := map[kind]string{aSlice: "clone(p%d)", someRows: "cloneRows(p%d)"}[k]
		if clone == "" {
			fmt.Fprintf(&args, "p%d, ", i)
			if k == aFloat {
				fmt.Fprintf(&floats, "f%d, ", i)
				slices = append(slices, fmt.Sprintf("f%d", i))
			}
			continue
		}
		fmt.Fprintf(&setup, "\t\tq%d := "+clone+"\n\t\tb%d := "+clone+"\n", i, i, i, i)
		name := fmt.Sprintf("b%d", i)
		if k == aSlice {
			clears = append(clears, "clear("+name+")")
		} else {
			clears = append(clears, "for _, row := range "+name+" {\nclear(row)\n}")
		}
		slices = append(slices, name)
		fmt.Fprintf(&args, "q%d, b%d, ", i, i)
	}
	result := strings.TrimSuffix(floats.String(), ", ")
	if result != "" {
		result += " := "
	}
	clear := strings.Join(clears, "\n")
	rows := ""
	for i, k := range p.main.params {
		if k == someRows {
			rows += fmt.Sprintf("\t\tkeep%d := append([][]float64(nil), b%d...)\n", i, i)
		}
	}
	list := strings.Join(slices, ", ")
	for i, k := range p.main.params {
		if k == someRows { // the rows of the arguments, wherever the program has put them
			list = strings.ReplaceAll(list, fmt.Sprintf("b%d", i), fmt.Sprintf("keep%d", i))
			clear = strings.ReplaceAll(clear, fmt.Sprintf("range b%d", i), fmt.Sprintf("range keep%d", i))
		}
	}
	return fmt.Sprintf(`	{
%[1]s%[2]s		%[3]s
		_, back := %[4]s(%[5]s)
		for k := range 2 {
			%[3]s
			%[6]sback(%[7]s)
			if bad := compare(fmt.Sprintf("pullback %%d", k), flat(%[8]s), grad, 1e-12); bad != "" {
				return bad
			}
		}
	}
`, setup.String(), rows, clear, vjp.Name, strings.TrimSuffix(args.String(), ", "), result, seed, list)
}

// runRandom checks the programs of some seeds at several points.
func runRandom(t *testing.T, b *worker.Builder, first, count uint64, points int, level Level) {
	t.Helper()
	const perPackage = 25
	prog := worker.Program{Packages: map[string]map[string]string{}}
	var all []aProgram
	for at := first; at < first+count; at += perPackage {
		var seeds []uint64
		for seed := at; seed < min(at+perPackage, first+count); seed++ {
			if level == General && seed%3 == 0 { // these have parallel loops
				continue
			}
			seeds = append(seeds, seed)
		}
		files, programs := randomPackage(t, seeds, level)
		name := fmt.Sprintf("random%d", at)
		prog.Packages[name] = files
		for _, p := range programs {
			prog.Funcs = append(prog.Funcs, worker.Func{Name: p.name, Package: name, Expr: p.main.name + "Check", Params: []string{"seed"}, Values: 1})
		}
		all = append(all, programs...)
	}
	path, err := b.Build(context.Background(), prog)
	if err != nil {
		t.Fatal(err)
	}
	wrong := check(t, path, nil, all, func(aProgram) int { return points })
	var parallel []aProgram
	for _, p := range all {
		if p.parallel() && level == Fast {
			parallel = append(parallel, p)
		}
	}
	for _, workers := range []string{"1", "8"} {
		wrong += check(t, path, []string{"GOMAXPROCS=" + workers, "GORACE=halt_on_error=1"}, parallel, func(aProgram) int { return points })
	}
	t.Logf("seeds %d to %d: %d programs, %d refused, %d wrong", first, first+count-1, len(all), int(count)-len(all), wrong)
	want := count * 9 / 10
	if level == General {
		want = count * 6 / 10
	}
	if uint64(len(all)) < want {
		t.Errorf("only %d of %d programs are supported", len(all), count)
	}
}

// check runs programs of a worker at so many points each, in an environment. It returns how many are wrong.
func check(t *testing.T, path string, environment []string, all []aProgram, points func(aProgram) int) int {
	t.Helper()
	options := worker.Options{}
	if environment != nil {
		options.Env = append(os.Environ(), environment...)
	}
	w, err := worker.Start(path, options)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { w.Close() }()
	wrong := 0
	for _, p := range all {
		for point := range points(p) {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			answer, err := w.Call(ctx, p.name, json.RawMessage(fmt.Sprintf("[%d]", point)))
			cancel()
			if err != nil {
				t.Errorf("%s point %d %v: %v", p.name, point, environment, err)
				wrong++
				if ctx.Err() != nil { // the worker was killed
					w.Close()
					if w, err = worker.Start(path, options); err != nil {
						t.Fatal(err)
					}
				}
				break
			}
			if bad := string(answer.Value); bad != `""` {
				t.Errorf("%s point %d %v: %s", p.name, point, environment, bad)
				wrong++
				break
			}
		}
	}
	return wrong
}

func TestRandomPrograms(t *testing.T) {
	first := uint64(1)
	if s := os.Getenv("COSTATE_SEED"); s != "" {
		if _, err := fmt.Sscan(s, &first); err != nil {
			t.Fatal(err)
		}
	}
	count := uint64(150)
	if s := os.Getenv("COSTATE_COUNT"); s != "" {
		if _, err := fmt.Sscan(s, &count); err != nil {
			t.Fatal(err)
		}
	}
	var b worker.Builder
	for _, level := range []Level{Fast, General} {
		runRandom(t, &b, first, count, 4, level)
	}
}
