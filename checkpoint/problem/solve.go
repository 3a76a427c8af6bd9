package problem

// This file solves problems, kind by kind.

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/costate/costate/checkpoint"
)

// MaxActions is how many actions a solution has, if not all are asked for: one with more has none.
const MaxActions = 100_000

// Options says what solutions have.
type Options struct {
	AllActions bool // the actions even where they are many
}

// Solve reads a problem and solves it. The solution is a value for package json.
func Solve(ctx context.Context, data []byte, opts Options) (any, error) {
	o := parse("", data)
	var kind string
	o.take("kind", "a word", true, &kind)
	solver, ok := solvers[kind]
	if !ok {
		o.fail("kind", "must be one of %s, not %q", strings.Join(slices.Sorted(maps.Keys(solvers)), ", "), kind)
	}
	if o.err != nil {
		return nil, o.err
	}
	return solver(ctx, o, opts)
}

// solvers are the kinds of problems.
var solvers = map[string]func(context.Context, *object, Options) (any, error){
	"revolve":    revolve,
	"multistage": multistage,
	"twolevel":   twoLevel,
	"mixed":      mixed,
	"hrevolve":   hierarchy,
	"chain":      chain,
	"calltree":   callTree,
}

// forward is the solution of schedules that are told by the steps they run.
type forward struct {
	Forward int                 `json:"forward"`
	Actions []checkpoint.Action `json:"actions,omitempty"`
}

// listed lists a schedule's actions, after it was played and its cost is found to be as stated.
func listed(ctx context.Context, s checkpoint.Schedule, opts Options, right func(checkpoint.Costs) bool) ([]checkpoint.Action, error) {
	var list []checkpoint.Action
	p := s.Machine().Player()
	for a := range s.Actions() {
		if len(list) == MaxActions && !opts.AllActions {
			return nil, nil
		}
		if len(list)%1000 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("list the actions of %v: %w", s, ctx.Err())
		}
		if err := p.Do(a); err != nil {
			return nil, fmt.Errorf("internal error: %v: %w", s, err)
		}
		list = append(list, a)
	}
	if err := p.End(); err != nil {
		return nil, fmt.Errorf("internal error: %v: %w", s, err)
	}
	if !right(p.Costs()) {
		return nil, fmt.Errorf("internal error: %v plays to %+v", s, p.Costs())
	}
	return list, nil
}

// ran solves by a schedule that is told by the steps it runs.
func ran(ctx context.Context, s checkpoint.Schedule, steps int, opts Options) (any, error) {
	actions, err := listed(ctx, s, opts, func(c checkpoint.Costs) bool { return c.Run() == steps })
	return forward{steps, actions}, err
}

func revolve(ctx context.Context, o *object, opts Options) (any, error) {
	steps, slots := o.count("steps"), o.count("slots")
	if o.end("revolve"); o.err != nil {
		return nil, o.err
	}
	s, err := checkpoint.NewRevolve(steps, slots)
	if err != nil {
		return nil, err
	}
	var writes *int
	if w, known := s.Writes(); known {
		writes = &w
	}
	actions, err := listed(ctx, s, opts, func(c checkpoint.Costs) bool {
		return c.Advanced == s.Extra() && (writes == nil || c.Writes[0] == *writes)
	})
	return struct {
		Extra   int                 `json:"extra"`
		Forward int                 `json:"forward"`
		Writes  *int                `json:"writes"`
		Actions []checkpoint.Action `json:"actions,omitempty"`
	}{s.Extra(), s.Extra() + steps, writes, actions}, err
}

func multistage(ctx context.Context, o *object, opts Options) (any, error) {
	steps, ram, disk := o.count("steps"), o.count("ram"), o.count("disk")
	if o.end("multistage"); o.err != nil {
		return nil, o.err
	}
	s, err := checkpoint.NewMultistage(steps, ram, disk)
	if err != nil {
		return nil, err
	}
	return ran(ctx, s, s.Extra()+steps, opts)
}

func twoLevel(ctx context.Context, o *object, opts Options) (any, error) {
	steps, period, slots := o.count("steps"), o.count("period"), o.count("slots")
	if o.end("twolevel"); o.err != nil {
		return nil, o.err
	}
	s, err := checkpoint.NewTwoLevel(steps, period, slots)
	if err != nil {
		return nil, err
	}
	return ran(ctx, s, s.Forward(), opts)
}

func mixed(ctx context.Context, o *object, opts Options) (any, error) {
	steps, slots := o.count("steps"), o.count("slots")
	if o.end("mixed"); o.err != nil {
		return nil, o.err
	}
	s, err := checkpoint.NewMixed(steps, slots)
	if err != nil {
		return nil, err
	}
	return ran(ctx, s, s.Forward(), opts)
}

func hierarchy(ctx context.Context, o *object, opts Options) (any, error) {
	m := checkpoint.Machine{Steps: o.count("steps"), Forward: o.whole("uf"), Reverse: o.whole("ub")}
	o.objects("levels", func(l *object) {
		m.Levels = append(m.Levels, checkpoint.Level{Slots: l.count("slots"), Write: l.optional("write", 0), Read: l.optional("read", 0)})
	})
	if o.end("hrevolve"); o.err != nil {
		return nil, o.err
	}
	s, err := checkpoint.NewHierarchy(m)
	if err != nil {
		return nil, err
	}
	actions, err := listed(ctx, s, opts, func(c checkpoint.Costs) bool { return c.Total == s.Cost() })
	return struct {
		Cost    int64               `json:"cost"`
		Actions []checkpoint.Action `json:"actions,omitempty"`
	}{s.Cost(), actions}, err
}

// values yields a list.
func values(list []checkpoint.Action) iter.Seq[checkpoint.Action] { return slices.Values(list) }
