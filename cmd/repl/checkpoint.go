package main

// This file is the command checkpoint.

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/costate/costate/checkpoint/problem"
)

func checkpointCommand(env *streams) *cobra.Command {
	group := &cobra.Command{
		Use:   "checkpoint",
		Short: "Plan reversals in limited memory",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usageError{fmt.Errorf("checkpoint has the command solve")}
		},
	}
	var opts problem.Options
	solve := &cobra.Command{
		Use:   "solve FILE.json",
		Short: "Solve a checkpointing problem; the solution is JSON",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			solution, err := problem.Solve(cmd.Context(), data, opts)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			text, err := json.Marshal(solution)
			if err != nil {
				return fmt.Errorf("write a solution: %w", err)
			}
			env.print(string(text) + "\n")
			return nil
		},
	}
	solve.Flags().BoolVar(&opts.AllActions, "actions", false, fmt.Sprintf("list the actions even if they are more than %d", problem.MaxActions))
	group.AddCommand(solve)
	return group
}
