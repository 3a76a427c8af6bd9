package main

// This file runs a notebook from beginning to end.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/costate/costate/internal/foreign"
	"github.com/costate/costate/internal/kernel"
)

func runCommand(env *streams) *cobra.Command {
	var out, engine string
	cmd := &cobra.Command{
		Use:   "run FILE.ipynb|FILE.go [-- ARGUMENTS]",
		Short: "Run the cells of a notebook in order, or a Go program",
		Example: `  repl run notebook.ipynb --out pictures
  repl run program.go -- -n 10          as go run program.go -n 10, by the interpreter
  repl run program.go --engine native   the same, compiled
  repl run - < program.go               the program from standard input`,
		Args: usage(func(cmd *cobra.Command, args []string) error {
			if n := cmd.ArgsLenAtDash(); n >= 0 {
				args = args[:n]
			}
			return cobra.ExactArgs(1)(cmd, args)
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			path, args := args[0], args[1:]
			if engine != "yaegi" && engine != "native" {
				return usageError{fmt.Errorf("--engine is yaegi or native, not %s", engine)}
			}
			switch {
			case filepath.Ext(path) == ".go" || path == "-":
				if out != "" {
					return usageError{errors.New("--out is for notebooks")}
				}
				return runFile(cmd.Context(), env, path, engine, args)
			case filepath.Ext(path) != ".ipynb":
				return usageError{fmt.Errorf("%s is neither a notebook (.ipynb) nor a Go file (.go)", path)}
			case engine != "yaegi":
				return usageError{errors.New("--engine is for Go files")}
			case len(args) > 0:
				return usageError{errors.New("notebooks have no arguments")}
			}
			ctx, cancel := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer cancel()
			return runNotebook(ctx, env, path, out)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "directory for the pictures of a notebook, as cell-N-K.svg and cell-N-K.png")
	cmd.Flags().StringVar(&engine, "engine", "yaegi", "what runs a Go file: yaegi or native")
	return cmd
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
	k, err := kernel.Start(ctx, kernel.Options{Dir: filepath.Dir(path), AllowExec: env.allowExec})
	if err != nil {
		return err
	}
	defer k.Close()
	other, isOther := otherKernel(data)
	for _, c := range cells {
		text := c.source
		if isOther {
			t := foreign.Translate(c.source, foreign.Options{Kernel: other})
			text = t.Text
			for _, n := range t.Notes {
				fmt.Fprintf(env.stderr, "%s: cell %d, line %d: %s\n", path, c.number, n.Line, n.Text)
			}
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		reply, err := k.Run(ctx, strconv.Itoa(c.number), text, env.output)
		if err != nil {
			return fmt.Errorf("%s: cell %d: %w", path, c.number, err)
		}
		if isOther {
			sourceLines(reply, c)
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

// sourceLines puts the line of the file in the place of that of its translation, where a fault is in the cell.
func sourceLines(reply *kernel.Reply, c codeCell) {
	lines := strings.Split(strings.ReplaceAll(c.source, "\r\n", "\n"), "\n")
	for i, f := range reply.Faults {
		if f.Line != "" && f.Pos.Line > 0 && f.Pos.Line <= len(lines) && f.Pos.Filename == "cell "+strconv.Itoa(c.number) {
			reply.Faults[i].Line = lines[f.Pos.Line-1]
		}
	}
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
