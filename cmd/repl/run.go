package main

// This file runs a notebook or a Go file from beginning to end.

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/costate/costate/internal/kernel"
)

func runCommand(env *streams) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "run FILE.ipynb|FILE.go",
		Short: "Run the cells of a notebook in order, or a Go file",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer cancel()
			switch filepath.Ext(args[0]) {
			case ".ipynb":
				return runNotebook(ctx, env, args[0], out)
			case ".go":
				return runFile(ctx, env, args[0])
			}
			return usageError{fmt.Errorf("%s is neither a notebook (.ipynb) nor a Go file (.go)", args[0])}
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "directory for pictures, as cell-N-K.svg and cell-N-K.png")
	return cmd
}

func runFile(ctx context.Context, env *streams, path string) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	k, err := kernel.Start(ctx, kernel.Options{})
	if err != nil {
		return err
	}
	defer k.Close()
	reply, err := k.Run(ctx, path, string(src), env.output)
	if err != nil {
		return err
	}
	env.show(reply, "", false)
	if !reply.OK {
		return errReported
	}
	return nil
}

func runNotebook(ctx context.Context, env *streams, path, out string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	cells, err := codeCells(data)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if out != "" {
		if err := os.MkdirAll(out, 0o755); err != nil {
			return err
		}
	}
	// Cells read files by paths beside the notebook.
	k, err := kernel.Start(ctx, kernel.Options{Dir: filepath.Dir(path)})
	if err != nil {
		return err
	}
	defer k.Close()
	for _, c := range cells {
		if strings.TrimSpace(c.source) == "" {
			continue
		}
		reply, err := k.Run(ctx, strconv.Itoa(c.number), c.source, env.output)
		if err != nil {
			return fmt.Errorf("%s: cell %d: %w", path, c.number, err)
		}
		env.show(reply, path+":", true)
		if err := pictures(reply, out, c.number); err != nil {
			return err
		}
		if !reply.OK {
			return errReported
		}
	}
	return nil
}

// pictures writes the pictures of a cell to the directory out, if there is one.
func pictures(reply *kernel.Reply, out string, cell int) error {
	if out == "" {
		return nil
	}
	n := 0
	for _, v := range reply.Values {
		if len(v.Bundle) == 0 {
			continue
		}
		n++
		for _, kind := range []struct{ mime, ext string }{{"image/svg+xml", "svg"}, {"image/png", "png"}} {
			if data := v.Bundle[kind.mime]; !slices.Equal(data, nil) {
				name := filepath.Join(out, fmt.Sprintf("cell-%d-%d.%s", cell, n, kind.ext))
				if err := os.WriteFile(name, data, 0o644); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
