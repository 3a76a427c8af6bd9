package engine

// This file runs the cases through both engines: all that the differentiation accepts are built into one native worker and run in
// interpreted sessions, and compared with the values and derivatives that case.json states. A case is right or refused
// with a diagnostic, never wrong.

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/costate/costate/internal/adcases"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/worker"
	"github.com/costate/costate/interp"
)

// mustBeRight are the cases that are right, so that none of them is lost to a refusal unnoticed. All others are refused.
const mustBeRight = `
	alias_append_capacity alias_butterfly alias_component_update_chain alias_dead_store
	alias_element_pointer_after_growth alias_input_mutated alias_pointer_retarget alias_prefix_products
	alias_reverse_negative_stride alias_same_ref_twice alias_self_overwrite_loop alias_snapshot_across_call
	alias_struct_shared_buffer alias_subslice_views alias_three_way_rotation flow_active_only_in_condition
	flow_argmax_continue flow_condition_with_side_effect flow_early_return_before_loop flow_goto_retry
	flow_iterator_function flow_labelled_break_continue flow_long_loop_tape flow_multi_exit_search
	flow_newton_to_tolerance flow_panic_recover flow_range_value_semantics flow_switch_fallthrough
	flow_var_live_across_dynamic_loop hess_early_return hess_hypot_norm hess_log_squared hess_norm_zero_directional
	hess_pow_at_zero hess_rosenbrock4 lang_closure_mutates_capture lang_embedding_shadowing
	lang_generic_named_float lang_interface_dispatch lang_map_accumulate lang_multi_value_swap lang_package_state
	lang_type_switch_any rec_adaptive_simpson rec_deep_chain rec_expression_tree rec_memo_map rec_mutual
	spec_abs_zero spec_atan2_axes spec_guarded_branch_where spec_hypot spec_lgamma_digamma spec_logsumexp_minus_inf
	spec_mod_floor_trunc spec_norm_squared_at_zero spec_softplus_at_kink spec_sqrt_at_zero
	spec_unselected_inf_partial spec_xlogy_branch
`

// aCase is a case as case.json states it.
type aCase struct {
	name, source string
	scalar       bool // F takes a number, not a slice
	Points       []struct {
		X        []json.RawMessage
		Value    json.RawMessage
		Gradient []json.RawMessage
		Accept   [][]json.RawMessage
	}
	Tolerance struct {
		Value    float64 `json:"value_rel"`
		Gradient float64 `json:"gradient_rel"`
	}
}

// gradientFunc computes value and gradient at a point.
type gradientFunc func(x []float64) (float64, []float64, error)

func loadCases(t *testing.T) []*aCase {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*/f.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases: ", err)
	}
	var list []*aCase
	for _, file := range files {
		dir := filepath.Dir(file)
		c := &aCase{name: filepath.Base(dir)}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c.source = string(source)
		c.scalar = strings.Contains(c.source, "func F(x float64)")
		text, err := os.ReadFile(filepath.Join(dir, "case.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, c); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		list = append(list, c)
	}
	return list
}

// number reads a number of case.json or of a worker, where text stands for what JSON has no numbers for.
func number(t *testing.T, raw json.RawMessage) float64 {
	t.Helper()
	text := strings.Trim(string(raw), `"`)
	switch text {
	case "+Inf", "Inf":
		return math.Inf(1)
	case "-Inf":
		return math.Inf(-1)
	case "NaN":
		return math.NaN()
	}
	var f float64
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatalf("number %s: %v", raw, err)
	}
	return f
}

func numbers(t *testing.T, raw []json.RawMessage) []float64 {
	t.Helper()
	out := make([]float64, len(raw))
	for i, r := range raw {
		out[i] = number(t, r)
	}
	return out
}

// check compares a gradient function with what the case states at all its points.
func (c *aCase) check(t *testing.T, f gradientFunc) {
	t.Helper()
	for i, pt := range c.Points {
		value, grad, err := f(numbers(t, pt.X))
		if err != nil {
			t.Errorf("point %d: %v", i, err)
			continue
		}
		if want := number(t, pt.Value); !adcases.Near([]float64{value}, []float64{want}, c.Tolerance.Value) {
			t.Errorf("point %d: value %v, want %v", i, value, want)
		}
		accepted := adcases.Near(grad, numbers(t, pt.Gradient), c.Tolerance.Gradient)
		for _, a := range pt.Accept {
			accepted = accepted || adcases.Near(grad, numbers(t, a), c.Tolerance.Gradient)
		}
		if !accepted {
			t.Errorf("point %d: gradient %v, want %s", i, grad, pt.Gradient)
		}
	}
}

func TestCases(t *testing.T) {
	engines := []struct {
		name  string
		start func(*testing.T, []*aCase) (map[string]gradientFunc, map[string]error)
	}{
		{"native", nativeCases},
		{"native general", nativeGeneral},
		{"interpreted", interpretedCases},
		{"interpreted general", interpretedGeneral},
	}
	cases := loadCases(t)
	right := strings.Fields(mustBeRight)
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			funcs, refused := e.start(t, cases)
			for _, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					must := slices.Contains(right, c.name)
					if err := refused[c.name]; err != nil {
						var list diag.List
						switch {
						case !errors.As(err, &list):
							t.Errorf("not refused but broken: %v", err)
						case must:
							t.Errorf("it was right once and is refused now: %v", err)
						case !list[0].Pos.IsValid():
							t.Errorf("refused without a position: %v", err)
						}
						return
					}
					c.check(t, funcs[c.name])
					if !must && !t.Failed() {
						t.Errorf("it is right now: enter it in mustBeRight")
					}
				})
			}
		})
	}
	if len(right) < 20 {
		t.Errorf("only %d cases are right", len(right))
	}
}

// nativeCases builds one worker for all cases.
func nativeCases(t *testing.T, cases []*aCase) (map[string]gradientFunc, map[string]error) {
	return nativeAt(t, cases, Fast)
}

func nativeGeneral(t *testing.T, cases []*aCase) (map[string]gradientFunc, map[string]error) {
	return nativeAt(t, cases, General)
}

func nativeAt(t *testing.T, cases []*aCase, level Level) (map[string]gradientFunc, map[string]error) {
	prog := worker.Program{Packages: map[string]map[string]string{}}
	funcs, refused := map[string]gradientFunc{}, map[string]error{}
	params := map[string]string{}
	for _, c := range cases {
		p, err := load(t, "f.go", c.source)
		if err != nil {
			refused[c.name] = err
			continue
		}
		d, err := GradientAt(p, "F", level)
		if err != nil {
			refused[c.name] = err
			continue
		}
		if err := core.Check(d.Package); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		out, err := core.Print(d.Package)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		dump(t, c.name+".go", out.Text)
		prog.Packages[c.name] = map[string]string{"f.go": out.Text}
		prog.Funcs = append(prog.Funcs, worker.Func{Name: c.name, Package: c.name, Expr: d.ValueAndGrad.Name, Params: d.Params, Values: 1, Grads: d.Params})
		params[c.name] = d.Params[0]
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
	t.Cleanup(func() { w.Close() })
	for _, c := range cases {
		funcs[c.name] = func(x []float64) (float64, []float64, error) {
			var arg any = x
			if c.scalar {
				arg = x[0]
			}
			args, err := json.Marshal([]any{arg})
			if err != nil {
				return 0, nil, err
			}
			answer, err := w.Call(context.Background(), c.name, args)
			if err != nil {
				return 0, nil, err
			}
			var grads map[string]json.RawMessage
			if err := json.Unmarshal(answer.Gradient, &grads); err != nil {
				return 0, nil, err
			}
			raw := []json.RawMessage{grads[params[c.name]]}
			if !c.scalar {
				if err := json.Unmarshal(grads[params[c.name]], &raw); err != nil {
					return 0, nil, err
				}
			}
			return number(t, answer.Value), numbers(t, raw), nil
		}
	}
	return funcs, refused
}

// interpretedCases runs each case in a session of its own.
func interpretedCases(_ *testing.T, cases []*aCase) (map[string]gradientFunc, map[string]error) {
	return interpretedAt(cases, Fast)
}

func interpretedGeneral(_ *testing.T, cases []*aCase) (map[string]gradientFunc, map[string]error) {
	return interpretedAt(cases, General)
}

func interpretedAt(cases []*aCase, level Level) (map[string]gradientFunc, map[string]error) {
	expand := Expand
	if level == General {
		expand = ExpandAs(FormGeneral)
	}
	funcs, refused := map[string]gradientFunc{}, map[string]error{}
	ctx := context.Background()
	for _, c := range cases {
		s := interp.New(interp.Options{Hooks: []interp.Hook{expand}})
		err := runCell(ctx, s, "f", strings.Replace(c.source, "package p\n", "", 1))
		if err == nil {
			err = runCell(ctx, s, "g", "import \"github.com/costate/costate/ad\"\n\nvar valueAndGrad = ad.ValueAndGrad(F)")
		}
		if err != nil {
			refused[c.name] = err
			continue
		}
		funcs[c.name] = func(x []float64) (float64, []float64, error) {
			arg := reflect.ValueOf(x)
			if c.scalar {
				arg = reflect.ValueOf(x[0])
			}
			out, err := s.Call(ctx, "valueAndGrad", func(interp.Func) ([]reflect.Value, error) { return []reflect.Value{arg}, nil })
			if err != nil {
				return 0, nil, err
			}
			if c.scalar {
				return out[0].Float(), []float64{out[1].Float()}, nil
			}
			return out[0].Float(), out[1].Interface().([]float64), nil
		}
	}
	return funcs, refused
}

// runCell runs a cell; what is wrong with its program is an error.
func runCell(ctx context.Context, s *interp.Session, name, text string) error {
	r, err := s.Run(ctx, name, text)
	if err != nil {
		return err
	}
	return r.Diags.Err()
}
