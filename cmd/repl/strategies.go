package main

// This file is the command plan strategies.

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/costate/costate/synth"
)

// strategyFlags are the flags of plan strategies.
type strategyFlags struct {
	hierarchy      []int
	matrix, links  string
	reduce         []int
	length, top    int
	bytes          float64
	algorithm      string
	asJSON, priced bool
}

func planStrategies(env *streams) *cobra.Command {
	var f strategyFlags
	cmd := &cobra.Command{
		Use:   "strategies --hierarchy 2,4 --matrix '[[2,4]]' --reduce 0",
		Short: "List the programs that reduce over axes of a placement, with their costs",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.priced = f.links != ""
			if !f.priced && (cmd.Flags().Changed("bytes") || cmd.Flags().Changed("algorithm") || cmd.Flags().Changed("top")) {
				return usageError{fmt.Errorf("costs need --links")}
			}
			return strategies(cmd, env, &f)
		},
	}
	flags := cmd.Flags()
	flags.IntSliceVar(&f.hierarchy, "hierarchy", nil, "cardinalities of the levels, outermost first")
	flags.StringVar(&f.matrix, "matrix", "", "the parallelism matrix, as JSON: a row per axis, a column per level")
	flags.IntSliceVar(&f.reduce, "reduce", nil, "the axes to reduce over, counted from 0")
	flags.IntVar(&f.length, "max-length", synth.DefaultLength, "steps of the longest programs")
	flags.StringVar(&f.links, "links", "", `the interconnect of each level, as JSON: [{"alpha":seconds,"bw":bytes per second},…]`)
	flags.Float64Var(&f.bytes, "bytes", 1<<30, "bytes that each device has at the start")
	flags.StringVar(&f.algorithm, "algorithm", "ring", "how collectives are done: ring, tree or nccl")
	flags.IntVar(&f.top, "top", 0, "only so many programs, the cheapest first")
	flags.BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

// strategy is a program in the output.
type strategy struct {
	Program    string   `json:"program"`
	Positional bool     `json:"positional"`
	Cost       *float64 `json:"cost,omitempty"`
}

func strategies(cmd *cobra.Command, env *streams, f *strategyFlags) error {
	var m synth.Matrix
	if err := json.Unmarshal([]byte(f.matrix), &m); err != nil {
		return fmt.Errorf("--matrix: %w", err)
	}
	p, err := synth.NewPlacement(m, f.hierarchy)
	if err != nil {
		return err
	}
	space, err := synth.NewSpace(p, f.reduce, nil, synth.ReductionAxes, false)
	if err != nil {
		return err
	}
	model, alg, err := f.model(m)
	if err != nil {
		return err
	}
	list, err := synth.Synthesize(cmd.Context(), space.Cards, f.length)
	if err != nil {
		return err
	}
	out := struct {
		Counts   map[string]int `json:"counts"`
		Programs []strategy     `json:"programs"`
		SHA256   string         `json:"sha256"`
	}{map[string]int{}, []strategy{}, list.Hash()}
	for n, count := range list.Counts {
		if count > 0 {
			out.Counts[strconv.Itoa(n)] = count
		}
	}
	chosen := make([]synth.Priced, len(list.Programs))
	for i, prog := range list.Programs {
		chosen[i].Program = prog
	}
	if f.priced {
		if chosen, err = f.price(model, list.Programs, alg); err != nil {
			return err
		}
	}
	shown := &synth.Strategies{Levels: list.Levels}
	for _, c := range chosen {
		shown.Programs = append(shown.Programs, c.Program)
		if f.top == 0 {
			continue // as many as these are proved where each level has two children
		}
		if err := synth.Verify(space.Cards, c.Program); err != nil {
			return fmt.Errorf("%s was found and does not reduce: %w", c.Program, err)
		}
	}
	positional, err := synth.PositionalOf(space.Cards, shown)
	if err != nil {
		return err
	}
	for i, c := range chosen {
		s := strategy{Program: c.Program.String(), Positional: positional[i]}
		if f.priced {
			s.Cost = &c.Seconds
		}
		out.Programs = append(out.Programs, s)
	}
	if f.asJSON {
		return env.printJSON(out)
	}
	for _, s := range out.Programs {
		line := s.Program
		if s.Cost != nil {
			line = fmt.Sprintf("%.6g s\t%s", *s.Cost, line)
		}
		if !s.Positional {
			line += "\tneeds a permutation"
		}
		env.print(line + "\n")
	}
	return nil
}

// model reads the links; without them there is none.
func (f *strategyFlags) model(m synth.Matrix) (*synth.Model, synth.Algorithm, error) {
	if !f.priced {
		return nil, 0, nil
	}
	var links []synth.Link
	if err := json.Unmarshal([]byte(f.links), &links); err != nil {
		return nil, 0, fmt.Errorf("--links: %w", err)
	}
	alg, err := synth.ParseAlgorithm(f.algorithm)
	if err != nil {
		return nil, 0, err
	}
	hierarchy := f.hierarchy
	if hierarchy == nil {
		p, err := synth.NewPlacement(m, nil)
		if err != nil {
			return nil, 0, err
		}
		hierarchy = p.Hierarchy
	}
	top, err := synth.NewTopology(hierarchy, links, nil)
	if err != nil {
		return nil, 0, err
	}
	model, err := synth.NewModel(top, m, f.reduce)
	return model, alg, err
}

// price prices programs, and ranks them if only the best are asked for.
func (f *strategyFlags) price(model *synth.Model, list []synth.Program, alg synth.Algorithm) ([]synth.Priced, error) {
	if f.top > 0 {
		ranked, err := model.Rank(list, f.bytes, alg)
		if err != nil {
			return nil, err
		}
		return ranked[:min(f.top, len(ranked))], nil
	}
	priced := make([]synth.Priced, len(list))
	for i, p := range list {
		t, err := model.Seconds(p, f.bytes, alg)
		if err != nil {
			return nil, err
		}
		priced[i] = synth.Priced{Program: p, Seconds: t}
	}
	return priced, nil
}
