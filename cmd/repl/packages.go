package main

// This file is the command packages.

import (
	"github.com/spf13/cobra"

	"github.com/costate/costate/internal/typing"
)

// formsPath is the package of the special forms.
const formsPath = "github.com/costate/costate/ad"

func packagesCommand(env *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "packages",
		Short: "List the packages that cells and programs may import",
		Args:  usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			for _, p := range typing.Available(env.allowExec) {
				env.print(p + "\n")
			}
			return nil
		},
	}
}
