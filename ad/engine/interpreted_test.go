package engine

// This file runs the hard programs in interpreted sessions and natively: values and gradients must be the same to the
// last bit.

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/worker"
	"github.com/costate/costate/interp"
)

// pointTest is a function that prints value and gradient at a point of a program.
func pointTest(h hardProgram, function string, k int, grads int) string {
	var names []string
	for i := range grads {
		names = append(names, fmt.Sprintf("g%d", i))
	}
	list := strings.Join(names, ", ")
	return fmt.Sprintf("func %sPoint%d() string {\n\tv, %s := %s(%s)\n\treturn fmt.Sprint(v, %s)\n}\n\n",
		h.name, k, list, function, strings.ReplaceAll(h.points[k], "; ", ", "), list)
}

func TestHardInterpreted(t *testing.T) {
	const imports = "import (\n\t\"fmt\"\n\t\"io\"\n\t\"math\"\n\trand \"math/rand/v2\"\n\t\"strings\"\n\t\"time\"\n\n\t\"github.com/costate/costate/ad\"\n\t\"github.com/costate/costate/parallel\"\n)\n\n" +
		"func unusedImports() { parallel.For(0, func(int) {}); _, _ = math.Pi, rand.NewPCG(1, 2); _, _, _, _ = fmt.Sprint(), io.EOF, strings.ToUpper(\"\"), time.Now() }\n\n"
	native := imports
	native = strings.Replace(native, "\t\"github.com/costate/costate/ad\"\n", "", 1)
	prog := worker.Program{Packages: map[string]map[string]string{}}
	grads := map[string]int{}
	for _, h := range hardPrograms {
		p, err := load(t, h.name+".go", "package hard\n\n"+native+strings.ReplaceAll(h.source, "$", h.name))
		if err != nil {
			t.Fatal(err)
		}
		d, err := Gradient(p, h.name+"F")
		if err != nil {
			t.Fatal(err)
		}
		out, err := core.Print(d.Package)
		if err != nil {
			t.Fatal(err)
		}
		grads[h.name] = len(d.Params)
		tests := "package hard\n\nimport (\n\t\"fmt\"\n\t\"math\"\n)\n\nvar _ = math.Pi\n\n"
		for k := range h.points {
			tests += pointTest(h, d.ValueAndGrad.Name, k, len(d.Params))
			name := fmt.Sprintf("%sPoint%d", h.name, k)
			prog.Funcs = append(prog.Funcs, worker.Func{Name: name, Package: h.name, Expr: name, Values: 1})
		}
		prog.Packages[h.name] = map[string]string{"hard.go": out.Text, "points.go": tests}
	}
	var b worker.Builder
	ctx := context.Background()
	path, err := b.Build(ctx, prog)
	if err != nil {
		t.Fatal(err)
	}
	w, err := worker.Start(path, worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, h := range hardPrograms {
		t.Run(h.name, func(t *testing.T) {
			source := imports + strings.ReplaceAll(h.source, "$", h.name) + "\n\n"
			for k := range h.points {
				source += pointTest(h, "ad.ValueAndGrad("+h.name+"F)", k, grads[h.name])
			}
			s := interp.New(interp.Options{Hooks: []interp.Hook{Expand}})
			if err := runCell(ctx, s, "cell", source); err != nil {
				t.Fatal(err)
			}
			for k := range h.points {
				name := fmt.Sprintf("%sPoint%d", h.name, k)
				out, err := s.Call(ctx, name, func(interp.Func) ([]reflect.Value, error) { return nil, nil })
				if err != nil {
					t.Errorf("point %d: %v", k, err)
					continue
				}
				answer, err := w.Call(ctx, name, json.RawMessage("[]"))
				if err != nil {
					t.Errorf("point %d: %v", k, err)
					continue
				}
				var want string
				if err := json.Unmarshal(answer.Value, &want); err != nil {
					t.Fatal(err)
				}
				if got := out[0].String(); got != want {
					t.Errorf("point %d: interpreted %s, native %s", k, got, want)
				}
			}
		})
	}
}
