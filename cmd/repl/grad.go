package main

// This file is the command grad: the gradient of a function of a Go file, its value at a point, or its source.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/worker"
)

// formVariable tells the kernel of the command in which form to make derivatives.
const formVariable = "COSTATE_ENGINE_FORM"

// gradFlags are the flags of the command.
type gradFlags struct {
	at      string
	json    bool
	engine  string
	form    string
	adjoint bool
	out     string
}

func gradCommand(env *streams) *cobra.Command {
	var f gradFlags
	cmd := &cobra.Command{
		Use:   "grad FILE.go FUNC",
		Short: "The gradient of a function, as numbers or as Go source",
		Example: `  repl grad model.go loss --at '[[1,2,3]]'      one slice
  repl grad model.go loss --at '[1.5]' --json    one number
  repl grad model.go loss -o loss_ad.go          lossGrad and lossValueAndGrad as Go source`,
		Args: usage(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.engine != "yaegi" && f.engine != "native":
				return usageError{fmt.Errorf("--engine is yaegi or native, not %s", f.engine)}
			case !validForm(f.form):
				return usageError{fmt.Errorf("--engine-form is auto, adjoint or traced, not %s", f.form)}
			case f.at == "" && !f.adjoint && f.out == "":
				return usageError{errors.New("--at is missing: the arguments as a JSON array")}
			case filepath.Ext(args[0]) != ".go":
				return usageError{fmt.Errorf("%s is not a Go file", args[0])}
			}
			ctx, cancel := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer cancel()
			return grad(ctx, env, args[0], args[1], f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.at, "at", "", "arguments of the function, a JSON array")
	flags.BoolVar(&f.json, "json", false, "write value and gradient as JSON")
	flags.StringVar(&f.engine, "engine", "yaegi", "what computes: yaegi or native")
	flags.StringVar(&f.form, "engine-form", "auto", "adjoint, traced, or auto: traced where there is no adjoint yet")
	flags.BoolVar(&f.adjoint, "adjoint", false, "write the generated source")
	flags.StringVarP(&f.out, "output", "o", "", "write the generated source to a file of the same package")
	return cmd
}

func grad(ctx context.Context, env *streams, path, name string, f gradFlags) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	pkg, faults := loadFile(env, path, src)
	if len(faults) > 0 {
		return env.report(faults)
	}
	d, err := engine.GradientAs(pkg, name, engine.Form(f.form))
	if errors.As(err, &faults) {
		for i := range faults {
			if !faults[i].Pos.IsValid() {
				faults[i].Pos = token.Position{Filename: path, Line: 1, Column: 1}
			}
		}
		return env.report(faults)
	}
	if err != nil {
		return err
	}
	if f.adjoint || f.out != "" {
		text, err := derivatives(d)
		if err != nil {
			return err
		}
		if f.adjoint {
			if _, err := env.stdout.WriteString(text); err != nil {
				return err
			}
		}
		if f.out != "" {
			if err := writeGenerated(f.out, text); err != nil {
				return err
			}
		}
		if f.at == "" {
			return nil
		}
	}
	if !json.Valid([]byte(f.at)) {
		fmt.Fprintf(env.stderr, "repl: --at: not JSON: %s (a number that is not finite is written \"NaN\", \"+Inf\" or \"-Inf\")\n", f.at)
		return errReported
	}
	eval := interpreted
	if f.engine == "native" {
		eval = native
	}
	r, err := eval(ctx, env, path, string(src), name, d, []byte(f.at))
	if err != nil {
		return err
	}
	return env.result(r, d, f.json)
}

func validForm(name string) bool {
	_, err := engine.ParseForm(name)
	return err == nil
}

// report writes diagnostics, a line each.
func (s *streams) report(faults diag.List) error {
	faults.Sort()
	for _, f := range faults {
		fmt.Fprintln(s.stderr, f)
	}
	return errReported
}

// derivatives prints what the engine added to the package.
func derivatives(d *engine.Derivative) (string, error) {
	added := map[any]bool{}
	for _, f := range d.Funcs {
		added[f] = true
	}
	for _, o := range d.Others {
		added[o] = true
	}
	if len(d.Init) > 0 {
		added[any(nil)] = true
	}
	if d.Form == engine.FormTraced {
		for _, t := range d.Package.Types {
			if t.Orig != "" {
				return "", fmt.Errorf("%s is made from a generic or a local type, so generated source cannot name it", t.Orig)
			}
		}
	}
	if was := renamed(d); was != "" {
		return "", fmt.Errorf("%s has the name of something predeclared or imported, so generated source cannot name it; rename it in the file", was)
	}
	aliases := core.Aliases{}
	var units []core.Unit
	pkg := *d.Package
	pkg.Init = d.Init
	for _, u := range core.Units(&pkg, aliases) {
		if added[u.Decl] {
			units = append(units, u)
		}
	}
	src, err := core.Join(d.Package.Name, units, aliases)
	if err != nil {
		return "", err
	}
	return generatedMark + "\n" + src.Text, nil
}

// renamed is a function or variable of the file that the engine had to give another name, or "": source that stands
// beside the file cannot use that.
func renamed(d *engine.Derivative) string {
	was := ""
	for _, f := range d.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				switch o := r.Obj.(type) {
				case *core.Func:
					if o.Orig != "" && o.Orig != o.Name {
						was = o.Orig
					}
				case *core.Var:
					if o.Global && o.Orig != "" && o.Orig != o.Name {
						was = o.Orig
					}
				}
			}
			return true
		})
	}
	return was
}

// generatedMark begins every file that the command writes.
const generatedMark = "// Code generated by repl grad. DO NOT EDIT.\n"

// writeGenerated writes a file, over an earlier one of the same kind but never over anything else.
func writeGenerated(path, text string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return os.WriteFile(path, []byte(text), 0o644) // a pipe or a device holds nothing that could be lost
	}
	old, err := os.ReadFile(path)
	switch {
	case err == nil && !strings.HasPrefix(string(old), generatedMark):
		return fmt.Errorf("%s exists and was not written by repl grad; give another name or remove it", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// numbers is a value and its gradient, as JSON.
type numbers struct {
	value    json.RawMessage
	gradient []json.RawMessage // of the parameters that have one
}

func (s *streams) result(r *numbers, d *engine.Derivative, asJSON bool) error {
	params := d.Params
	if len(params) != len(r.gradient) {
		return fmt.Errorf("internal error: %d gradients for %d parameters", len(r.gradient), len(params))
	}
	var b bytes.Buffer
	if !asJSON {
		fmt.Fprintf(&b, "value: %s\n", r.value)
		for i, p := range params {
			fmt.Fprintf(&b, "gradient of %s: %s\n", p, r.gradient[i])
		}
		if d.Form == engine.FormTraced {
			b.WriteString("engine form: traced\n")
		}
	} else {
		fmt.Fprintf(&b, `{"value": %s, "gradient": {`, r.value)
		for i, p := range params {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%q: %s", p, r.gradient[i])
		}
		fmt.Fprintf(&b, "}, \"engine_form\": %q}\n", d.Form)
	}
	_, err := s.stdout.Write(b.Bytes())
	return err
}

// interpreted computes in a kernel.
func interpreted(ctx context.Context, env *streams, path, src, name string, d *engine.Derivative, at []byte) (*numbers, error) {
	k, err := kernel.Start(ctx, kernel.Options{AllowExec: env.allowExec, Env: append(os.Environ(), formVariable+"="+string(d.Form))})
	if err != nil {
		return nil, err
	}
	defer k.Close()
	toStderr := func(o kernel.Output) { fmt.Fprint(env.stderr, o.Text) } // standard output is for the result
	const cell = "import costateAD \"github.com/costate/costate/ad\"\ncostateGradient := costateAD.ValueAndGrad(%s)\n"
	steps := []func() (*kernel.Reply, error){
		func() (*kernel.Reply, error) { return k.Declare(ctx, path, src, toStderr) },
		func() (*kernel.Reply, error) { return k.Run(ctx, "gradient", fmt.Sprintf(cell, name), toStderr) },
		func() (*kernel.Reply, error) { return k.Call(ctx, "costateGradient", d.Args, string(at), toStderr) },
	}
	var reply *kernel.Reply
	for _, step := range steps {
		if reply, err = step(); err != nil {
			return nil, err
		}
		if !reply.OK {
			for _, f := range reply.Faults {
				if f.Code == "argument" {
					fmt.Fprintf(env.stderr, "repl: --at: %s\n", f.Message)
				} else {
					fmt.Fprintln(env.stderr, f.Diagnostic)
				}
			}
			return nil, errReported
		}
	}
	if len(reply.Call.Results) == 0 {
		return nil, errors.New("internal error: the gradient has no results")
	}
	return &numbers{reply.Call.Results[0], reply.Call.Results[1:]}, nil
}

// native computes in a worker that is built for the file.
func native(ctx context.Context, env *streams, path, _, name string, d *engine.Derivative, at []byte) (*numbers, error) {
	expanded, err := engine.ExpandAs(engine.FormAuto)(d.Package) // the file may ask for derivatives itself
	var faults diag.List
	if errors.As(err, &faults) {
		return nil, env.report(faults)
	}
	if err != nil {
		return nil, err
	}
	p := *expanded
	p.Name = "program"
	src, err := core.Print(&p)
	if err != nil {
		return nil, err
	}
	fn := worker.Func{Name: name, Package: "program", Expr: d.ValueAndGrad.Name, Params: d.Args, Values: 1, Grads: d.Params}
	var b worker.Builder
	binary, err := b.Build(ctx, worker.Program{
		Packages: map[string]map[string]string{"program": {"program.go": src.Text}},
		Funcs:    []worker.Func{fn},
	})
	if err != nil {
		return nil, err
	}
	w, err := worker.Start(binary, worker.Options{Output: env.stderr})
	if err != nil {
		return nil, err
	}
	defer w.Close()
	answer, err := w.Call(ctx, name, at)
	var wrong *worker.CallError
	if errors.As(err, &wrong) {
		if what, panicked := strings.CutPrefix(wrong.Message, name+" panics: "); panicked {
			fmt.Fprintf(env.stderr, "%s: panic: %s [panic]\n", path, what)
		} else {
			fmt.Fprintf(env.stderr, "repl: --at: %s\n", wrong.Message)
		}
		return nil, errReported
	}
	if err != nil {
		return nil, err
	}
	r := &numbers{value: answer.Value}
	var byName map[string]json.RawMessage
	if err := json.Unmarshal(answer.Gradient, &byName); err != nil {
		return nil, fmt.Errorf("answer of the worker: %w", err)
	}
	for _, p := range d.Params {
		r.gradient = append(r.gradient, byName[p])
	}
	return r, nil
}
