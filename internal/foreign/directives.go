package foreign

// This file deals with the lines that are no Go: those that begin with a percent sign, and those for a shell. The commands are
// those of GoNB's %help and of gophernotes.

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

// ignored are the commands that do nothing here, and why.
var ignored = map[string]string{ // never changed
	"goflags":       "flags of the Go compiler mean nothing here",
	"goworkfix":     "there is no Go module behind a notebook",
	"go111module":   "there is no Go module behind a notebook",
	"track":         "files outside of the notebook are not tracked",
	"untrack":       "files outside of the notebook are not tracked",
	"autoget":       "packages are not downloaded; those that are available need no download",
	"noautoget":     "packages are not downloaded",
	"capture":       "the output of a cell is shown and not written to a file",
	"rm":            "a name is forgotten when its cell is deleted",
	"remove":        "a name is forgotten when its cell is deleted",
	"reset":         "a new kernel forgets everything",
	"ls":            "the names of the session are in the list of variables",
	"list":          "the names of the session are in the list of variables",
	"help":          "it asks the other kernel for its manual",
	"version":       "it asks the other kernel for its version",
	"widgets":       "there is no JavaScript in a page here",
	"widgets_hb":    "there is no JavaScript in a page here",
	"with_inputs":   "it is about the next shell command, and these are not run",
	"with_password": "it is about the next shell command, and these are not run",
}

// notRun are the commands whose cells cannot be run as Go of a session.
var notRun = map[string]string{ // never changed
	"wasm": "the cell is written for a browser, as WebAssembly; it is not run",
}

// whole deals with cells of which no line is Go, and reports whether this is one.
func (c *cell) whole() bool {
	first := strings.TrimPrefix(c.lines[0], "//gonb:")
	name, rest, _ := strings.Cut(strings.TrimSpace(first), " ")
	statement := ""
	switch name {
	case "%%bash", "%%sh", "%%script":
		c.part = ShellCell
		if command := scriptOf(name, rest); command != "" {
			statement = c.shell(1, "a shell cell", "", command, strings.Join(c.lines[1:], "\n")+"\n")
		} else {
			c.note(1, Warning, "%%%%script: there is no name of a program")
		}
	case "%%writefile":
		c.note(1, Warning, "%%%%writefile: the cell would be written to the file %s; nothing is written", strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "-a ")))
	default:
		return false
	}
	for i := range c.lines {
		c.lines[i] = ""
	}
	c.lines[0] = statement
	return true
}

// directives replaces the lines that are no Go.
func (c *cell) directives() {
	var in lexer
	commands := map[int]string{}
	for i := 0; i < len(c.lines); i++ {
		line := c.lines[i]
		if rest, ok := strings.CutPrefix(line, "//gonb:"); ok && !in.inside() && strings.HasPrefix(rest, "%") {
			line = rest
		}
		if in.inside() || !c.isDirective(line) {
			in.line(line)
			continue
		}
		first := i
		command := strings.TrimRight(line, " \t\r")
		c.lines[i] = ""
		for strings.HasSuffix(command, `\`) && i+1 < len(c.lines) {
			i++
			command = strings.TrimSuffix(command, `\`) + " " + strings.TrimRight(c.lines[i], " \t\r")
			c.lines[i] = ""
		}
		if command[0] != '%' {
			commands[first] = c.shell(first+1, "a shell command", ": "+shorten(command), strings.TrimSpace(strings.TrimLeft(command[1:], "*")), "")
			continue
		}
		statement, stop := c.command(first+1, fields(command[1:]))
		if stop {
			for j := range c.lines {
				c.lines[j] = ""
			}
			c.main, c.calls = 0, nil
			return
		}
		c.lines[first] = statement
	}
	if len(commands) == 0 {
		return
	}
	c.part = ShellLines
	if len(significant(c.joined())) == 0 {
		c.part = ShellCell
	}
	for i, statement := range commands {
		c.lines[i] = statement
	}
}

// isDirective reports whether a line outside of strings and comments is for the kernel and not for Go.
func (c *cell) isDirective(line string) bool {
	if len(line) < 2 || strings.TrimSpace(line[1:]) == "" {
		return false
	}
	return line[0] == '%' || line[0] == c.Kernel.shell()
}

// command deals with a command, the first of its words being its name. It returns a statement for the place of the line, and whether
// nothing of the cell is to be run.
func (c *cell) command(line int, words []string) (statement string, stop bool) {
	name, args := words[0], words[1:]
	full := "%" + name
	name = strings.TrimPrefix(name, "%")
	switch {
	case name == "" && full == "%%" || name == "main":
		if c.main > 0 {
			c.note(line, Warning, "%s: the main function has begun at line %d", full, c.main)
			return "", false
		}
		c.main = line
		if len(args) > 0 {
			c.args = args
		}
		if len(c.args) > 0 {
			c.mainPre = parseFlags(c.args) + "; "
		}
		c.note(line, Emulated, "%s: the rest of the cell is run as a main function", full)
	case name == "args":
		c.args = args
		c.note(line, Warning, "%s: a main function behind %%%% has its flags parsed from them; os.Args stays as it is", full)
	case name == "exec":
		if len(args) == 0 || !token.IsIdentifier(args[0]) {
			c.note(line, Warning, "%s: there is no name of a function", full)
			return "", false
		}
		c.calls = append(c.calls, args[0]+"()")
		c.note(line, Emulated, "%s: %s is called at the end of the cell", full, args[0])
		if len(args) > 1 {
			c.args = args[1:]
		}
		if len(c.args) > 0 {
			c.calls = append([]string{parseFlags(c.args)}, c.calls...)
		}
	case name == "env":
		key, value, ok := variable(args)
		if !ok {
			c.note(line, Warning, "%s: it takes a name and a value", full)
			return "", false
		}
		c.note(line, Emulated, "%s: %s is set for the kernel of this notebook alone", full, key)
		return fmt.Sprintf("_ = os.Setenv(%s, %s)", strconv.Quote(key), strconv.Quote(value)), false
	case name == "cd":
		if len(args) != 1 {
			c.note(line, Ignored, "%s: without a directory it does nothing", full)
			return "", false
		}
		c.note(line, Emulated, "%s: the directory of this notebook's kernel is changed", full)
		return fmt.Sprintf("if err := os.Chdir(%s); err != nil { panic(err) }", strconv.Quote(args[0])), false
	case name == "test":
		c.note(line, Warning, "%s: tests and benchmarks are not run, and package testing is not available", full)
	case notRun[name] != "":
		c.note(line, Warning, "%s: %s", full, notRun[name])
		return "", true
	case ignored[name] != "":
		c.note(line, Ignored, "%s: %s", full, ignored[name])
	case name == "bash" || name == "sh" || name == "script" || name == "writefile":
		c.note(line, Warning, "%s: it counts in the first line of a cell only; the line is ignored", full)
	default:
		c.note(line, Warning, "%s: this command is not known; the line is ignored", shorten(full))
	}
	return "", false
}

// parseFlags is a statement. It parses the arguments themselves: os.Args are those of the kernel's process. The flag set is told
// to return its error, since it would end that process.
func parseFlags(args []string) string {
	var quoted []string
	for _, a := range args {
		quoted = append(quoted, strconv.Quote(a))
	}
	return `flag.CommandLine.Init("main", flag.ContinueOnError); if err := flag.CommandLine.Parse([]string{` + strings.Join(quoted, ", ") + `}); err != nil { panic(err) }`
}

// variable reads NAME value and NAME=value.
func variable(args []string) (key, value string, ok bool) {
	switch len(args) {
	case 1:
		if key, value, ok = strings.Cut(args[0], "="); !ok {
			return "", "", false
		}
	case 2:
		key, value = args[0], args[1]
	default:
		return "", "", false
	}
	return key, value, key != "" && !strings.ContainsAny(key, "=\x00") && !strings.Contains(value, "\x00")
}

// fields cuts a command into words; what is in quotes is one. There is at least one.
func fields(s string) []string {
	var words []string
	var b strings.Builder
	started, quoted := false, false
	rest := []rune(s)
	for i := 0; i < len(rest); i++ {
		r := rest[i]
		switch {
		case r == '"':
			quoted, started = !quoted, true
		case quoted && r == '\\' && i+1 < len(rest):
			i++
			r = rest[i]
			switch r {
			case 'n':
				r = '\n'
			case 't':
				r = '\t'
			}
			b.WriteRune(r)
		case !quoted && unicode.IsSpace(r):
			if started {
				words = append(words, b.String())
			}
			b.Reset()
			started = false
		default:
			b.WriteRune(r)
			started = true
		}
	}
	if started || len(words) == 0 {
		words = append(words, b.String())
	}
	return words
}

// shorten bounds what a note repeats of a cell.
func shorten(s string) string {
	r := []rune(strings.ToValidUTF8(s, "\ufffd"))
	if len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return string(r)
}
