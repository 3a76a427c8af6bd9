package problem

// This file solves the problems with a budget: chains and call trees.

import (
	"context"
	"errors"
	"fmt"

	"github.com/costate/costate/checkpoint"
)

func chain(_ context.Context, o *object, opts Options) (any, error) {
	c := checkpoint.Chain{Forward: o.numbers("f"), Record: o.numbers("ft"), Reverse: o.numbers("b"), State: o.numbers("a"),
		RecordSize: o.numbers("tp"), Gradient: o.numbers("d")}
	memory := o.whole("memory")
	var optimum string
	o.take("optimum", `"true" or "persistent"`, true, &optimum)
	plan := c.Persistent
	switch optimum {
	case "true":
		plan = c.Optimal
	case "persistent":
	default:
		o.fail("optimum", `must be "true" or "persistent", not %q`, optimum)
	}
	if o.end("chain"); o.err != nil {
		return nil, o.err
	}
	found, err := plan(memory)
	var budget *checkpoint.BudgetError
	switch {
	case errors.As(err, &budget):
		return struct {
			Infeasible bool  `json:"infeasible"`
			Least      int64 `json:"least"`
		}{true, budget.Least}, nil
	case errors.Is(err, checkpoint.ErrSearch):
		return nil, fmt.Errorf(`optimum cannot be "true": %w`, err)
	case err != nil:
		return nil, err
	}
	if costs, err := c.Play(memory, values(found.Actions)); err != nil || costs.Time != found.Time {
		return nil, fmt.Errorf("internal error: a plan of time %d plays to %+v: %w", found.Time, costs, err)
	}
	if len(found.Actions) > MaxActions && !opts.AllActions {
		found.Actions = nil
	}
	return struct {
		Time    int64               `json:"time"`
		Actions []checkpoint.Action `json:"actions,omitempty"`
	}{found.Time, found.Actions}, nil
}

// frontier is the solution of call trees.
type frontier struct {
	Pareto [][3]any `json:"pareto"`
	Exact  bool     `json:"exact"`
	Gap    *float64 `json:"gap,omitempty"` // proven, where not exact
}

// manySites is how many sites a tree has, with one for each call if each has its mode, that is solved within manyGap if the
// problem does not say otherwise.
const (
	manySites = 200
	manyGap   = 0.05
)

func callTree(ctx context.Context, o *object, _ Options) (any, error) {
	tree := readTree(o)
	perInstance, epsilon := false, 0.0
	o.take("per_instance", "true or false", false, &perInstance)
	_, set := o.fields["epsilon"]
	o.take("epsilon", "a number", false, &epsilon)
	if set && !(epsilon >= 0 && epsilon <= 1) {
		o.fail("epsilon", "must be between 0 and 1, not %v", epsilon)
	}
	if o.end("calltree"); o.err != nil {
		return nil, o.err
	}
	if err := tree.Check(); err != nil {
		return nil, err
	}
	played := tree // by the modes
	if perInstance {
		var err error
		if played, err = tree.Expand(); err != nil {
			return nil, err
		}
	}
	if !set && len(played) > manySites {
		epsilon = manyGap
	}
	found, err := frontierOf(ctx, tree, perInstance, epsilon)
	if err != nil {
		return nil, err
	}
	result := frontier{Exact: epsilon == 0, Pareto: [][3]any{}}
	if !result.Exact {
		result.Gap = &found.Gap
	}
	for _, p := range found.Points {
		peak, time, err := played.Evaluate(p.Modes)
		if err != nil || peak != p.Peak || time != p.Time {
			return nil, fmt.Errorf("internal error: modes of height %d, time %d play to %d, %d: %w", p.Peak, p.Time, peak, time, err)
		}
		result.Pareto = append(result.Pareto, [3]any{p.Peak, p.Time, p.Modes})
	}
	return result, nil
}

// frontierOf solves a tree, exactly if epsilon is 0.
func frontierOf(ctx context.Context, tree checkpoint.Tree, perInstance bool, epsilon float64) (checkpoint.Frontier, error) {
	if epsilon > 0 {
		return tree.Approximate(ctx, perInstance, epsilon)
	}
	points, err := tree.Pareto(ctx, perInstance)
	return checkpoint.Frontier{Points: points}, err
}

// readTree reads the sites, whose ids are their places.
func readTree(o *object) checkpoint.Tree {
	var tree checkpoint.Tree
	o.objects("tree", func(s *object) {
		if id := s.optional("id", int64(len(tree))); id != int64(len(tree)) {
			s.fail("id", "must be %d, as sites are in preorder, not %d", len(tree), id)
		}
		work := func(field string) checkpoint.Work {
			v := s.numbers(field)
			if len(v) != 4 {
				s.fail(field, "must have 4 numbers, not %d", len(v))
				return checkpoint.Work{}
			}
			return checkpoint.Work{Primal: v[0], Forward: v[1], Backward: v[2], Tape: v[3]}
		}
		tree = append(tree, checkpoint.Site{Parent: int(s.whole("parent")), Pre: work("pre"), Post: work("post"),
			Snapshot: s.optional("snap", 0), Push: s.optional("sw", 0), Pop: s.optional("sr", 0), Calls: int(s.optional("calls", 1))})
	})
	return tree
}
