package foreign

// This file writes the Go that runs a shell command, for notebooks whose people have asked for it.

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// shellLimit is how long a shell command may take if Options say nothing.
const shellLimit = 5 * time.Minute

// shellCode is a statement of one line that runs a command by sh, with its output as that of the cell. What is there of input is its
// standard input. A failure or the end of the time is a panic.
//
// An interrupt stops interpreted code without running what it has deferred. So the code must keep a timer from running down,
// which ends the command: the timer and what it calls are compiled. That is the Kill of the command's Process, and the command leads a
// group of its own if there is a program setsid: the group stands there while the command runs, for all that it has started to end
// with it.
func shellCode(command, input string, limit time.Duration) string {
	if limit <= 0 {
		limit = shellLimit
	}
	in := ""
	if input != "" {
		in = "c.Stdin = strings.NewReader(" + strconv.Quote(input) + "); "
	}
	return `func() { ` +
		`args := []string{"sh", "-c", ` + strconv.Quote(command) + `}; ` +
		`_, alone := exec.LookPath("setsid"); if alone == nil { args = append([]string{"setsid"}, args...) }; ` +
		`ctx, cancel := context.WithCancel(context.Background()); ` +
		`c := exec.CommandContext(ctx, args[0], args[1:]...); c.Stdout, c.Stderr = os.Stdout, os.Stderr; ` + in +
		`err := c.Start(); late := false; ` +
		`if err == nil { ` +
		`p := c.Process; if alone == nil { c.Process, _ = os.FindProcess(-p.Pid) }; ` +
		`beat := time.AfterFunc(time.Second, cancel); done := make(chan error, 1); ` +
		`go func() { state, err := p.Wait(); if err == nil && !state.Success() { err = errors.New(state.String()) }; done <- err }(); ` +
		`end := time.Now().Add(time.Duration(` + strconv.FormatInt(int64(limit), 10) + `)); ` +
		`for waits := true; waits; { select { case err = <-done: waits = false; ` +
		`case <-time.After(20 * time.Millisecond): if late = time.Now().After(end); late { cancel() } else { beat.Reset(time.Second) } } }; ` +
		`beat.Stop(); c.Process = p; c.Wait() }; cancel(); ` +
		fmt.Sprintf(`if late { panic(%q) }; `, "the shell command took more than "+limit.String()) +
		`if err != nil { panic("the shell command failed: " + err.Error()) } }()`
}

// shell deals with a command for a shell at a line, and returns the statement for its place. What it is stands in the note.
func (c *cell) shell(line int, what, shown, command, input string) string {
	if !c.RunShell {
		c.note(line, Shell, "%s, not run%s", what, shown)
		return ""
	}
	c.note(line, Emulated, "%s, run by sh%s", what, shown)
	return shellCode(command, input, c.ShellLimit)
}

// scriptOf is the command for the shell that runs the rest of a cell, from the first line: %%bash and %%sh are %%script bash and sh.
func scriptOf(name, rest string) string {
	rest = strings.TrimSpace(rest)
	switch name {
	case "%%bash", "%%sh":
		return strings.TrimSpace(strings.TrimPrefix(name, "%%") + " " + rest)
	}
	return rest
}
