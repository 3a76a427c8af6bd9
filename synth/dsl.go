package synth

// This file holds the language of programs with named levels, its parser and printer.

import (
	"fmt"
	"strings"
)

// Form is the form of an instruction.
type Form uint8

// The forms. Below the slice level all devices of a node form a group; parallel to it, devices of the same position below
// the slice form a group under each node of the ancestor; the master form keeps only the first position.
const (
	InsideGroup Form = iota
	Parallel
	Master
)

// Instruction is a step as it is written: a slice level, a form with its ancestor level, and a collective. Levels are
// counted from the root, which is 0.
type Instruction struct {
	Slice    int
	Form     Form
	Ancestor int // of Parallel and Master
	Op       Op
}

// Step is the canonical form of an instruction in a hierarchy of so many levels.
func (in Instruction) Step(levels int) (Step, error) {
	if in.Slice < 0 || in.Slice > levels {
		return Step{}, &Fault{Code: EForm, Text: "slice level out of range"}
	}
	if in.Form == InsideGroup {
		return Step{in.Op, in.Slice, levels, false}, nil
	}
	if in.Ancestor < 0 || in.Ancestor >= in.Slice {
		return Step{}, &Fault{Code: EForm, Text: "ancestor level out of range"}
	}
	return Step{in.Op, in.Ancestor, in.Slice, in.Form == Master && in.Slice < levels}, nil
}

// Instruction writes a canonical step with the shortest form.
func (s Step) Instruction(levels int) Instruction {
	switch {
	case s.Hi == levels:
		return Instruction{Slice: s.Lo, Form: InsideGroup, Op: s.Op}
	case s.Master:
		return Instruction{Slice: s.Hi, Form: Master, Ancestor: s.Lo, Op: s.Op}
	}
	return Instruction{Slice: s.Hi, Form: Parallel, Ancestor: s.Lo, Op: s.Op}
}

// forms are the names of the forms.
var forms = [...]string{InsideGroup: "InsideGroup", Parallel: "Parallel", Master: "Master"}

// Print writes an instruction with the names of the levels, as in (server, Parallel(root), AllReduce).
func (in Instruction) Print(names []string) string {
	form := forms[in.Form]
	if in.Form != InsideGroup {
		form += "(" + levelName(names, in.Ancestor) + ")"
	}
	return "(" + levelName(names, in.Slice) + ", " + form + ", " + in.Op.String() + ")"
}

// levelName names a level, with the root as 0.
func levelName(names []string, level int) string {
	switch {
	case level == 0:
		return rootName
	case level > 0 && level <= len(names):
		return names[level-1]
	}
	return fmt.Sprintf("#%d", level)
}

// ParseInstruction reads what [Instruction.Print] writes.
func ParseInstruction(text string, names []string) (Instruction, error) {
	var in Instruction
	inner := strings.TrimSpace(text)
	if !strings.HasPrefix(inner, "(") || !strings.HasSuffix(inner, ")") {
		return in, fmt.Errorf("%q: an instruction is written like (level, Parallel(root), AllReduce)", text)
	}
	parts := strings.Split(inner[1:len(inner)-1], ",")
	if len(parts) != 3 {
		return in, fmt.Errorf("%q: an instruction has a level, a form and a collective", text)
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	level := func(name string) (int, error) {
		for i := 0; i <= len(names); i++ {
			if levelName(names, i) == name {
				return i, nil
			}
		}
		return 0, fmt.Errorf("%q: there is no level %q", text, name)
	}
	var err error
	if in.Slice, err = level(parts[0]); err != nil {
		return in, err
	}
	form, arg, hasArg := strings.Cut(strings.TrimSuffix(parts[1], ")"), "(")
	found := false
	for f, name := range forms {
		if name == form {
			in.Form, found = Form(f), true
		}
	}
	if !found || hasArg != strings.HasSuffix(parts[1], ")") || hasArg == (in.Form == InsideGroup) {
		return in, fmt.Errorf("%q: %q is not a form; forms are InsideGroup, Parallel(level) and Master(level)", text, parts[1])
	}
	if hasArg {
		if in.Ancestor, err = level(strings.TrimSpace(arg)); err != nil {
			return in, err
		}
	}
	op, ok := opNamed(parts[2])
	if !ok {
		return in, fmt.Errorf("%q: there is no collective %q", text, parts[2])
	}
	in.Op = op
	return in, nil
}

// Print writes a program with the names of the levels, an instruction a line.
func (p Program) Print(names []string) string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(s.Instruction(len(names)).Print(names) + "\n")
	}
	return b.String()
}

// ParseDSL reads what [Program.Print] writes; blank lines are skipped. Forms that mean the same give the same step.
func ParseDSL(text string, names []string) (Program, error) {
	var p Program
	n := 0
	for line := range strings.Lines(text) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		in, err := ParseInstruction(line, names)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		s, err := in.Step(len(names))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		p = append(p, s)
	}
	return p, nil
}
