package problem

// This file has a problem of each kind, and faults.

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const hand = `[{"id":0,"parent":-1,"pre":[1,1,1,2],"post":[1,1,1,1],"snap":0,"sw":0,"sr":0,"calls":1},
	{"id":1,"parent":0,"pre":[4,5,6,10],"post":[0,0,0,0],"snap":3,"sw":1,"sr":1,"calls":1},
	{"id":2,"parent":0,"pre":[2,3,3,4],"post":[0,0,0,0],"snap":6,"sw":2,"sr":2,"calls":2}]`

const short = `"f":[1,1],"ft":[1,1],"b":[1,1],"a":[1,1,1],"tp":[2,2],"d":[1,1,1]`

func TestSolve(t *testing.T) {
	for _, test := range []struct{ problem, want string }{
		{`{"kind":"revolve","steps":2,"slots":1}`,
			`{"extra":1,"forward":3,"writes":1,"actions":[["snapshot",0,0],["advance",0,1],["turn",1],["restore",0,0],["discard",0,0],["turn",0]]}`},
		{`{"kind":"revolve","steps":1,"slots":0}`, `{"extra":0,"forward":1,"writes":0,"actions":[["turn",0]]}`},
		{`{"kind":"revolve","steps":100000,"slots":50}`, `{"extra":375196,"forward":475196,"writes":null}`},
		{`{"kind":"multistage","steps":2,"ram":0,"disk":1}`,
			`{"forward":3,"actions":[["snapshot",0,1],["advance",0,1],["turn",1],["restore",0,1],["discard",0,1],["turn",0]]}`},
		{`{"kind":"twolevel","steps":2,"period":1,"slots":0}`,
			`{"forward":4,"actions":[["snapshot",0,1],["advance",0,1],["snapshot",1,1],["advance",1,2],["restore",1,1],["discard",1,1],["turn",1],["restore",0,1],["discard",0,1],["turn",0]]}`},
		{`{"kind":"mixed","steps":2,"slots":1}`, `{"forward":2,"actions":[["record",0,0],["turn",1],["recall",0,0],["forget",0,0],["turn",0]]}`},
		{`{"kind":"hrevolve","steps":2,"uf":2,"ub":1,"levels":[{"slots":0},{"slots":1,"write":3,"read":5}]}`,
			`{"cost":12,"actions":[["snapshot",0,1],["advance",0,1],["turn",1],["restore",0,1],["discard",0,1],["turn",0]]}`},
		{`{"kind":"chain",` + short + `,"memory":6,"optimum":"persistent"}`,
			`{"time":5,"actions":[["advance",0,1],["record",1,0],["discard",1,0],["discard",2,0],["turn",1],["record",0,0],["discard",0,0],["discard",1,0],["turn",0]]}`},
		{`{"kind":"chain",` + short + `,"memory":7,"optimum":"true"}`,
			`{"time":4,"actions":[["record",0,0],["discard",0,0],["record",1,0],["discard",2,0],["discard",1,0],["turn",1],["turn",0]]}`},
		{`{"kind":"chain",` + short + `,"memory":5,"optimum":"true"}`, `{"infeasible":true,"least":6}`},
		{`{"kind":"chain",` + short + `,"memory":5,"optimum":"persistent"}`, `{"infeasible":true,"least":6}`},
		{`{"kind":"calltree","tree":` + hand + `}`, `{"pareto":[[14,33,"10"],[21,27,"00"]],"exact":true}`},
		{`{"kind":"calltree","per_instance":true,"tree":` + hand + `}`, `{"pareto":[[14,33,"100"],[21,27,"000"]],"exact":true}`},
		{`{"kind":"calltree","epsilon":0.1,"tree":` + hand + `}`, `{"pareto":[[14,33,"10"],[21,27,"00"]],"exact":false,"gap":0}`},
	} {
		solution, err := Solve(t.Context(), []byte(test.problem), Options{})
		if err != nil {
			t.Errorf("%s: %v", test.problem, err)
			continue
		}
		got, err := json.Marshal(solution)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.problem, got, test.want)
		}
	}
}

func TestAllActions(t *testing.T) {
	data := []byte(`{"kind":"revolve","steps":100000,"slots":50}`)
	solution, err := Solve(t.Context(), data, Options{AllActions: true})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(solution)
	if n := strings.Count(string(text), `["turn",`); err != nil || n != 100000 {
		t.Errorf("%d turns, %v", n, err)
	}
}

// TestManySites has a tree that is solved with a gap unless it is to be exact.
func TestManySites(t *testing.T) {
	sites := []string{`{"parent":-1,"pre":[1,1,1,1],"post":[1,1,1,1]}`}
	for i := range 250 {
		sites = append(sites, fmt.Sprintf(`{"parent":0,"pre":[%d,%d,9,%d],"post":[0,0,0,0],"snap":%d}`, i%7, i%7, i%11, i%5))
	}
	for epsilon, want := range map[string]string{"": `"exact":false,"gap":0.0`, `,"epsilon":0`: `"exact":true}`} {
		solution, err := Solve(t.Context(), []byte(`{"kind":"calltree"`+epsilon+`,"tree":[`+strings.Join(sites, ",")+`]}`), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := json.Marshal(solution); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("epsilon %q: no %s, %v", epsilon, want, err)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ problem, want string }{
		{``, "problem: not JSON: EOF"},
		{`{"kind"`, "problem: not JSON: EOF"},
		{`[]`, "problem must be an object"},
		{`{"kind":"mixed","steps":1,"slots":1} 2`, "problem: something follows the object"},
		{`{}`, "kind is missing"},
		{`{"kind":7}`, "kind must be a word, not 7"},
		{`{"kind":"revolved"}`, `kind must be one of calltree, chain, hrevolve, mixed, multistage, revolve, twolevel, not "revolved"`},
		{`{"kind":"revolve","slots":1}`, "steps is missing"},
		{`{"kind":"revolve","steps":"4","slots":1}`, `steps must be a whole number, not "4"`},
		{`{"kind":"revolve","steps":4.5,"slots":1}`, "steps must be a whole number, not 4.5"},
		{`{"kind":"revolve","steps":null,"slots":1}`, "steps must be a whole number, not null"},
		{`{"kind":"revolve","steps":-1,"slots":1}`, "steps must be between 0 and 2147483648, not -1"},
		{`{"kind":"revolve","steps":0,"slots":1}`, "steps must be between 1 and 2147483648, not 0"},
		{`{"kind":"revolve","steps":4,"slots":0}`, "slots must be at least 1 for 4 steps, not 0"},
		{`{"kind":"revolve","steps":4,"steps":5,"slots":1}`, "steps is there twice"},
		{`{"kind":"revolve","steps":4,"slots":1,"slot":1}`, "slot is not a field of kind revolve"},
		{`{"kind":"multistage","steps":4,"ram":0,"disk":0}`, "ram and disk must have a slot for 4 steps"},
		{`{"kind":"twolevel","steps":4,"period":0,"slots":0}`, "period must be at least 1, not 0"},
		{`{"kind":"mixed","steps":1000000,"slots":9}`, "steps 1000000 with 9 slots are too many for a search over all cuts: steps²·slots/2 may be 4e+09"},
		{`{"kind":"hrevolve","steps":4,"uf":1,"ub":1,"levels":[]}`, "levels must not be empty"},
		{`{"kind":"hrevolve","steps":4,"uf":1,"ub":1,"levels":[{"slots":0}]}`, "levels have no slot, and 4 steps need one"},
		{`{"kind":"hrevolve","steps":4,"uf":-1,"ub":1,"levels":[{"slots":1}]}`, "uf must be between 0 and 1000000000, not -1"},
		{`{"kind":"hrevolve","steps":4,"uf":1,"ub":1,"levels":[{"slots":1},{"slots":1,"read":-2}]}`, "levels[1].read must be between 0 and 1000000000, not -2"},
		{`{"kind":"hrevolve","steps":4,"uf":1,"ub":1,"levels":[{"slots":1},{"slot":1}]}`, "levels[1].slots is missing"},
		{`{"kind":"hrevolve","steps":4,"uf":1,"ub":1,"levels":[{"slots":1,"writes":1}]}`, "levels[0].writes is not a field of it"},
		{`{"kind":"hrevolve","steps":4,"uf":1,"ub":1,"levels":[1]}`, "levels[0] must be an object"},
		{`{"kind":"chain",` + short + `,"memory":6,"optimum":"best"}`, `optimum must be "true" or "persistent", not "best"`},
		{`{"kind":"chain",` + short + `,"memory":6}`, `optimum is missing`},
		{`{"kind":"chain","f":[1],"ft":[1,1],"b":[1],"a":[1,1],"tp":[1],"d":[1,1],"memory":6,"optimum":"true"}`, "ft must have 1 numbers, not 2"},
		{`{"kind":"chain","f":[1],"ft":[1],"b":[null],"a":[1,1],"tp":[1],"d":[1,1],"memory":6,"optimum":"true"}`, "b[0] must be a whole number, not null"},
		{`{"kind":"calltree","tree":[]}`, "tree must not be empty"},
		{`{"kind":"calltree","tree":[{"parent":-1,"pre":[1,1,1],"post":[1,1,1,1]}]}`, "tree[0].pre must have 4 numbers, not 3"},
		{`{"kind":"calltree","tree":[{"parent":0,"pre":[1,1,1,1],"post":[1,1,1,1]}]}`, "tree[0].parent must be -1, not 0"},
		{`{"kind":"calltree","tree":[{"id":1,"parent":0,"pre":[1,1,1,1],"post":[1,1,1,1]}]}`, "tree[0].id must be 0, as sites are in preorder, not 1"},
		{`{"kind":"calltree","epsilon":-1,"tree":` + hand + `}`, "epsilon must be between 0 and 1, not -1"},
		{`{"kind":"calltree","epsilon":"no","tree":` + hand + `}`, `epsilon must be a number, not "no"`},
		{`{"kind":"calltree","per_instance":1,"tree":` + hand + `}`, "per_instance must be true or false, not 1"},
	} {
		if _, err := Solve(t.Context(), []byte(test.problem), Options{}); fmt.Sprint(err) != test.want {
			t.Errorf("%s\ngot  %v\nwant %s", test.problem, err, test.want)
		}
	}
}

func FuzzSolve(f *testing.F) {
	f.Add([]byte(`{"kind":"revolve","steps":4,"slots":1}`))
	f.Add([]byte(`{"kind":"chain",` + short + `,"memory":6,"optimum":"true"}`))
	f.Add([]byte(`{"kind":"calltree","tree":` + hand + `}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		o := parse("", data)
		if o.err == nil && !json.Valid(data) {
			t.Errorf("%q is not JSON and was read", data)
		}
	})
}
