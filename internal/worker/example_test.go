package worker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/costate/costate/internal/worker"
)

func Example() {
	cache, err := os.MkdirTemp("", "workers-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(cache)
	b := worker.Builder{Cache: cache}
	ctx := context.Background()
	path, err := b.Build(ctx, worker.Program{
		Packages: map[string]map[string]string{"square": {"square.go": `
			package square
			func squareValueAndGrad(x float64) (float64, float64) { return x * x, 2 * x }
		`}},
		Funcs: []worker.Func{{
			Name: "square", Package: "square", Expr: "squareValueAndGrad",
			Params: []string{"x"}, Values: 1, Grads: []string{"x"},
		}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := worker.Start(path, worker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer p.Close()
	answer, err := p.Call(ctx, "square", json.RawMessage(`[3]`))
	fmt.Println(string(answer.Value), string(answer.Gradient), err)
	_, err = p.Call(ctx, "square", json.RawMessage(`["three"]`))
	fmt.Println(err)
	// Output:
	// 9 {"x":6} <nil>
	// argument 1 (x): want a number (or "NaN", "+Inf", "-Inf"), got the string "three"
}
