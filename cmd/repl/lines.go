package main

// This file is the REPL on pipes and plain terminals: it reads lines until they make a cell, runs it, writes
// its value.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/interp"
)

const help = `:help     this text
:vars     the variables: types, sizes, and the beginnings of their values
:cells    the inputs and what became of them
:rerun    run again the inputs whose variables lost their values
:restart  forget everything
:quit     leave (so does the end of the input)
Two empty lines run what was typed so far. Ctrl-C interrupts a running cell.
`

// console is a running REPL.
type console struct {
	*streams
	k        *kernel.Kernel
	terminal bool
	failed   bool
	count    int
	sources  map[string]string // inputs by cell
}

func repl(ctx context.Context, env *streams) error {
	k, err := kernel.Start(ctx, kernel.Options{AllowExec: env.allowExec})
	if err != nil {
		return err
	}
	defer k.Close()
	c := &console{streams: env, k: k, terminal: isTerminal(env.stdin), sources: map[string]string{}}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	lines := make(chan string)
	stop := make(chan struct{})
	defer close(stop)
	go readLines(env.stdin, lines, stop)
	var text strings.Builder
	empty := 0
	c.prompt("> ")
	for {
		select {
		case <-signals:
			if !c.terminal {
				return errReported
			}
			text.Reset()
			fmt.Fprintln(c.stderr)
			c.prompt("> ")
		case line, ok := <-lines:
			if !ok {
				if strings.TrimSpace(text.String()) != "" {
					c.cell(ctx, text.String(), signals)
				}
				if c.failed && !c.terminal {
					return errReported
				}
				return nil
			}
			if text.Len() == 0 && strings.HasPrefix(strings.TrimSpace(line), ":") {
				if c.command(ctx, strings.TrimSpace(line), signals) {
					if c.failed && !c.terminal {
						return errReported
					}
					return nil
				}
				c.prompt("> ")
				continue
			}
			text.WriteString(line + "\n")
			if empty++; strings.TrimSpace(line) != "" {
				empty = 0
			}
			if interp.Incomplete(text.String()) && (empty < 2 || !c.terminal) {
				c.prompt("... ")
				continue
			}
			if strings.TrimSpace(text.String()) != "" {
				c.cell(ctx, text.String(), signals)
			}
			text.Reset()
			empty = 0
			c.prompt("> ")
		}
	}
}

// readLines sends lines until the end of the input or of the REPL.
func readLines(r io.Reader, lines chan<- string, stop <-chan struct{}) {
	defer close(lines)
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" || err == nil {
			select {
			case lines <- strings.TrimRight(line, "\r\n"):
			case <-stop:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}

// prompt is for people only.
func (c *console) prompt(s string) {
	if c.terminal {
		fmt.Fprint(c.stderr, s)
	}
}

// cell runs a new input.
func (c *console) cell(ctx context.Context, src string, signals <-chan os.Signal) {
	c.count++
	id := strconv.Itoa(c.count)
	c.sources[id] = src
	c.run(ctx, id, signals)
}

// rerun runs the inputs that are stale or whose variables have no values, in their order, up to the first that fails.
func (c *console) rerun(ctx context.Context, signals <-chan os.Signal) {
	reply, err := c.k.Cells(ctx)
	if err != nil {
		fmt.Fprintln(c.stderr, err)
		c.failed = true
		return
	}
	var ids []int
	for _, s := range reply.Cells {
		if n, err := strconv.Atoi(s.ID); err == nil && (len(s.Missing) > 0 || s.State == interp.StateStale) {
			ids = append(ids, n)
		}
	}
	if len(ids) == 0 {
		fmt.Fprintln(c.stderr, "nothing is stale")
	}
	slices.Sort(ids)
	for _, n := range ids {
		id := strconv.Itoa(n)
		fmt.Fprintf(c.stderr, "%s: %s\n", id, firstLine(c.sources[id]))
		if !c.run(ctx, id, signals) {
			return
		}
	}
}

// firstLine is the first line of an input, with a mark if there are more.
func firstLine(src string) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(src), "\n")
	if strings.TrimSpace(rest) != "" {
		line += " …"
	}
	return line
}

// run runs an input, new or old, and reports whether it ran to its end. An interrupt while it runs stops it.
func (c *console) run(ctx context.Context, id string, signals <-chan os.Signal) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-signals:
			cancel()
		case <-done:
		}
	}()
	reply, err := c.k.Run(ctx, id, c.sources[id], c.output)
	if err != nil {
		c.failed = true
		fmt.Fprintf(c.stderr, "%v\n", err)
		var ended *kernel.Ended
		if errors.As(err, &ended) {
			if err := c.k.Restart(context.WithoutCancel(ctx)); err != nil {
				fmt.Fprintf(c.stderr, "%v\n", err)
				return false
			}
			fmt.Fprintln(c.stderr, "a new kernel was started")
		}
		return false
	}
	c.show(reply, "", true)
	c.failed = c.failed || !reply.OK
	return reply.OK
}

// command carries out a line that begins with a colon; quit says to leave.
func (c *console) command(ctx context.Context, line string, signals <-chan os.Signal) (quit bool) {
	switch line {
	case ":help":
		c.print(help)
	case ":quit":
		return true
	case ":rerun":
		c.rerun(ctx, signals)
	case ":restart":
		if err := c.k.Restart(ctx); err != nil {
			fmt.Fprintln(c.stderr, err)
			c.failed = true
		}
		c.count = 0
		clear(c.sources)
	case ":vars":
		vars, err := c.k.Variables(ctx)
		if err != nil {
			fmt.Fprintln(c.stderr, err)
			c.failed = true
		}
		for _, v := range vars {
			line := v.Name + " " + v.Type
			if v.Size != "" {
				line += " (" + v.Size + ")"
			}
			switch {
			case v.Bytes > 0 && v.More:
				line += fmt.Sprintf(", more than %d bytes", v.Bytes)
			case v.Bytes > 0:
				line += fmt.Sprintf(", %d bytes", v.Bytes)
			default:
				line += ", no value"
			}
			if v.Value != "" {
				line += ": " + v.Value
			}
			c.print(line + "\n")
		}
	case ":cells":
		reply, err := c.k.Cells(ctx)
		if err != nil {
			fmt.Fprintln(c.stderr, err)
			c.failed = true
			break
		}
		for _, s := range reply.Cells {
			line := fmt.Sprintf("%s %s: %s", s.ID, s.State, firstLine(c.sources[s.ID]))
			if s.Note != "" {
				line += " (" + s.Note + ")"
			}
			c.print(line + "\n")
		}
	default:
		fmt.Fprintf(c.stderr, "%s is no command; :help lists them\n", line)
		c.failed = true
	}
	return false
}

// show writes the values, notes and faults of a reply. where is put before the name of a cell; source lines
// follow the faults if lines is set.
func (s *streams) show(reply *kernel.Reply, where string, lines bool) {
	for _, v := range reply.Values {
		s.print(v.Text + "\n")
	}
	if len(reply.Lost) > 0 {
		fmt.Fprintln(s.stderr, "the session was rebuilt; values of some inputs could not be kept, which :cells shows and :rerun makes again")
	}
	for _, n := range reply.Notes {
		fmt.Fprintln(s.stderr, n)
	}
	if len(reply.Stale) > 0 && len(reply.Lost) == 0 {
		fmt.Fprintf(s.stderr, "stale now: %s; :rerun runs them again\n", strings.Join(reply.Stale, ", "))
	}
	for _, f := range reply.Faults {
		if lines && strings.TrimSpace(f.Line) != "" {
			fmt.Fprintln(s.stderr, where+interp.FormatDiagnostic(f.Diagnostic, f.Line))
		} else {
			fmt.Fprintln(s.stderr, where+f.String())
		}
	}
}
