package engine

// This file compares the two forms of derivatives over random programs: what is traced equals the oracle for every program, and the
// adjoint, where there is one.

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/costate/costate/ad/trace"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/worker"
)

// tracedSeeds is how many random programs are traced, tracedTogether how many share a package.
const (
	tracedSeeds    = 200
	tracedTogether = 10
)

// tracedPackage writes some random programs with both forms of their derivatives, and the checks.
func tracedPackage(t *testing.T, seeds []uint64) (sources map[string]string, programs []aProgram, adjoints int) {
	t.Helper()
	var source strings.Builder
	source.WriteString(programHeader)
	for _, seed := range seeds {
		name := fmt.Sprintf("P%d", seed)
		text, f := generate(seed, name)
		fmt.Fprintf(&source, "var %sscale = 0.8\n\nvar %stab = []float64{0.3, 0.9, -0.5}\n\n%s", name, name, text)
		programs = append(programs, aProgram{name: name, main: f, seed: seed})
	}
	text := source.String()
	p, err := load(t, "random.go", text)
	if err != nil {
		t.Fatal(err)
	}
	e := trace.NewEmitter(p)
	var funcs []*core.Func
	var tests strings.Builder
	tests.WriteString("package random\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\t\"math/rand/v2\"\n)\n\nvar _ = rand.New\nvar _ = fmt.Sprint\nvar _ = math.Pi\n" + checkSupport)
	for _, prog := range programs {
		var main *core.Func
		for _, f := range p.Funcs {
			if f.Name == prog.main.name {
				main = f
			}
		}
		adjoint := ""
		if d, err := Gradient(p, main.Name); err == nil {
			taken := map[string]bool{}
			for _, f := range d.Funcs {
				taken[f.Name] = true
			}
			e.Take(taken)
			funcs = append(funcs, d.Funcs...)
			adjoint = d.ValueAndGrad.Name
			adjoints++
		}
		m, err := e.Differentiate(main, main.At)
		if err != nil {
			t.Fatalf("%s: %v", prog.name, err)
		}
		prog.value = m.ValueAndGrad.Name
		tests.WriteString(programTest(prog, bothTest(prog, adjoint)))
	}
	whole := e.Package()
	whole.Funcs = append(whole.Funcs, funcs...)
	if err := core.Check(whole); err != nil {
		t.Error(err)
	}
	out, err := core.Print(whole)
	if err != nil {
		t.Fatal(err)
	}
	oracle := complexProgram(t, text, "z")
	at := strings.Index(oracle, "package random") + len("package random")
	oracle = oracle[:at] + "\n\nimport \"math\"\n" + oracleSupport + oracle[at:]
	dump(t, fmt.Sprintf("traced%d.go", seeds[0]), out.Text)
	return map[string]string{"traced.go": out.Text, "oracle.go": oracle, "check.go": tests.String()}, programs, adjoints
}

// bothTest compares the traced gradient with the adjoint's.
func bothTest(p aProgram, adjoint string) string {
	if adjoint == "" {
		return ""
	}
	var clones, args, grads strings.Builder
	var list []string
	for i, k := range p.main.params {
		clone := map[kind]string{aSlice: "clone(p%d)", someRows: "cloneRows(p%d)"}[k]
		if clone == "" {
			clone = "p%d"
		}
		fmt.Fprintf(&clones, "\tq%d := "+clone+"\n", i, i)
		fmt.Fprintf(&args, "q%d, ", i)
		switch k {
		case aFloat, aSlice, someRows:
			fmt.Fprintf(&grads, ", a%d", i)
			list = append(list, fmt.Sprintf("a%d", i))
		}
	}
	return fmt.Sprintf("\t{\n%s\tvalueA%s := %s(%s)\n\tif bad := compare(\"the adjoint\", flat(valueA, %s), flat(value, grad), %g); bad != \"\" {\n\t\treturn bad\n\t}\n\t}\n",
		clones.String(), grads.String(), adjoint, strings.TrimSuffix(args.String(), ", "), strings.Join(list, ", "), randomTolerance)
}

func TestTracedRandomPrograms(t *testing.T) {
	n := uint64(tracedSeeds)
	if testing.Short() {
		n = 20
	}
	prog := worker.Program{Packages: map[string]map[string]string{}}
	var programs []aProgram
	adjoints := 0
	for first := uint64(1); first <= n; first += tracedTogether {
		var seeds []uint64
		for seed := first; seed < first+tracedTogether; seed++ {
			seeds = append(seeds, seed)
		}
		sources, list, accepted := tracedPackage(t, seeds)
		adjoints += accepted
		pkg := fmt.Sprintf("traced%d", first)
		prog.Packages[pkg] = sources
		for _, p := range list {
			prog.Funcs = append(prog.Funcs, worker.Func{Name: p.name, Package: pkg, Expr: p.main.name + "Check", Params: []string{"seed"}, Values: 1})
		}
		programs = append(programs, list...)
	}
	t.Logf("%d programs, %d with an adjoint", len(programs), adjoints)
	if adjoints < len(programs)/2 {
		t.Errorf("only %d of %d programs have an adjoint to compare with", adjoints, len(programs))
	}
	var b worker.Builder
	path, err := b.Build(context.Background(), prog)
	if err != nil {
		t.Fatal(err)
	}
	w, err := worker.Start(path, worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, p := range programs {
		for k := range 4 {
			answer, err := w.Call(context.Background(), p.name, json.RawMessage(fmt.Sprintf("[%d]", k)))
			if err != nil {
				t.Errorf("program %d, point %d: %v", p.seed, k, err)
				break
			}
			var wrong string
			if err := json.Unmarshal(answer.Value, &wrong); err != nil {
				t.Fatal(err)
			}
			if wrong != "" {
				t.Errorf("program %d, point %d: %s", p.seed, k, wrong)
				break
			}
		}
	}
}
