package main

// This file is the command packages.

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/costate/costate/internal/typing"
)

// formsPath is the package of the special forms, which no table has.
const formsPath = "github.com/costate/costate/ad"

func packagesCommand(env *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "packages",
		Short: "List the packages that cells and programs may import",
		Args:  usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			paths := []string{formsPath}
			for _, p := range typing.Packages() {
				if !p.Hidden && !p.Exec {
					paths = append(paths, p.Path)
				}
			}
			slices.Sort(paths)
			for _, p := range paths {
				env.print(p + "\n")
			}
			return nil
		},
	}
}
