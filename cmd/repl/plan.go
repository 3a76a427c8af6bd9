package main

// This file is the command plan: placements, strategies and their checks, as JSON.

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/costate/costate/synth"
)

// planDevices bounds the device numbers that plan placements lists; plan strategies needs none.
const planDevices = 1 << 22

func planCommand(env *streams) *cobra.Command {
	group := &cobra.Command{
		Use:   "plan",
		Short: "Place axes of parallelism on a cluster and find reductions for them",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usageError{fmt.Errorf("plan has the commands placements, strategies, check, best, export and presets")}
		},
	}
	group.AddCommand(planPlacements(env), planStrategies(env), planCheck(env), planBest(env), planExport(env), planPresets(env))
	return group
}

func planPlacements(env *streams) *cobra.Command {
	var hierarchy, axes []int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "placements --hierarchy 2,4 --axes 4,2",
		Short: "List the parallelism matrices of axes on a hierarchy, and where they put the devices",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := synth.CheckAxes(hierarchy, axes); err != nil {
				return err
			}
			return placements(env, hierarchy, axes, asJSON)
		},
	}
	cmd.Flags().IntSliceVar(&hierarchy, "hierarchy", nil, "cardinalities of the levels, outermost first")
	cmd.Flags().IntSliceVar(&axes, "axes", nil, "sizes of the axes of parallelism")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, with the coordinates of each device")
	return cmd
}

func placements(env *streams, hierarchy, axes []int, asJSON bool) error {
	out := struct {
		Matrices     []synth.Matrix `json:"matrices"`
		DeviceToAxis [][][]int      `json:"device_to_axis"`
	}{[]synth.Matrix{}, [][][]int{}}
	listed := 0
	for m, err := range synth.Placements(hierarchy, axes) {
		if err != nil {
			return err
		}
		if !asJSON {
			env.print(m.String() + "\n")
			continue
		}
		p, err := synth.NewPlacement(m, hierarchy)
		if err != nil {
			return err
		}
		if listed += p.Devices() * len(axes); listed > planDevices {
			return fmt.Errorf("more than %d coordinates to list; without --json the matrices are written alone", planDevices)
		}
		coords := make([][]int, 0, p.Devices())
		for _, c := range p.Mapping() {
			coords = append(coords, c)
		}
		out.Matrices = append(out.Matrices, m)
		out.DeviceToAxis = append(out.DeviceToAxis, coords)
	}
	if !asJSON {
		return nil
	}
	return env.printJSON(out)
}

// printJSON writes a value on a line.
func (s *streams) printJSON(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	s.print(string(text) + "\n")
	return nil
}

func planCheck(env *streams) *cobra.Command {
	var cards []int
	cmd := &cobra.Command{
		Use:   "check --cards 2,4 'RS(1,2);AR(0,1);AG(1,2)'",
		Short: "Say whether a program reduces, or what is wrong with it, as JSON",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := synth.ParseProgram(args[0])
			if err != nil {
				return err
			}
			err = synth.Check(cards, p)
			if fault, ok := synth.FaultOf(err); ok {
				group := fault.Group
				if group == nil {
					group = []int{}
				}
				return env.printJSON(struct {
					Valid   bool       `json:"valid"`
					Code    synth.Code `json:"code"`
					Step    int        `json:"step"`
					Group   []int      `json:"group"`
					Message string     `json:"message"`
				}{false, fault.Code, fault.Step, group, fault.Text})
			}
			if err != nil {
				return err
			}
			return env.printJSON(map[string]bool{"valid": true})
		},
	}
	cmd.Flags().IntSliceVar(&cards, "cards", nil, "cardinalities of the levels of the reduction, outermost first")
	return cmd
}

func planBest(env *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "best TOPOLOGY.json REQUEST.json",
		Short: "Choose a placement and the programs of several reductions at once, as JSON",
		Args:  usage(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			top, err := synth.ParseTopology(text)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if text, err = os.ReadFile(args[1]); err != nil {
				return err
			}
			r, err := synth.ParseRequest(text)
			if err != nil {
				return fmt.Errorf("%s: %w", args[1], err)
			}
			list, err := synth.Best(cmd.Context(), top, r)
			if err != nil {
				return err
			}
			return env.printJSON(list)
		},
	}
}

func planExport(env *streams) *cobra.Command {
	var to, matrix string
	var hierarchy, reduce []int
	cmd := &cobra.Command{
		Use:   "export --to mpi --matrix '[[2,4]]' --reduce 0 'RS(1,2);AR(0,1);AG(1,2)'",
		Short: "Write a program as code for another system",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			var m synth.Matrix
			if err := json.Unmarshal([]byte(matrix), &m); err != nil {
				return fmt.Errorf("--matrix: %w", err)
			}
			p, err := synth.NewPlacement(m, hierarchy)
			if err != nil {
				return err
			}
			prog, err := synth.ParseProgram(args[0])
			if err != nil {
				return err
			}
			code, err := synth.Export(to, p, reduce, nil, prog)
			if err != nil {
				return err
			}
			env.print(code)
			return nil
		},
	}
	targets := synth.Targets()
	cmd.Flags().StringVar(&to, "to", "", "the system: "+strings.Join(slices.Sorted(maps.Keys(targets)), ", "))
	cmd.Flags().StringVar(&matrix, "matrix", "", "the parallelism matrix, as JSON: a row per axis, a column per level")
	cmd.Flags().IntSliceVar(&hierarchy, "hierarchy", nil, "cardinalities of the levels, outermost first; if given, the matrix must fit")
	cmd.Flags().IntSliceVar(&reduce, "reduce", nil, "the axes to reduce over, counted from 0")
	return cmd
}

func planPresets(env *streams) *cobra.Command {
	var nodes int
	cmd := &cobra.Command{
		Use:   "presets [NAME]",
		Short: "List known clusters, or write the topology of one as JSON",
		Args:  usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, p := range synth.Presets() {
					env.print(p.Name + "\n")
				}
				return nil
			}
			top, err := synth.FromPreset(args[0], nodes)
			if err != nil {
				return err
			}
			return env.printJSON(top)
		},
	}
	cmd.Flags().IntVar(&nodes, "nodes", 2, "how many outermost nodes")
	return cmd
}
