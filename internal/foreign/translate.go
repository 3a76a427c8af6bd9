package foreign

// This file is the translation of a cell: what is done in which order.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kind says what became of a part of a cell.
type Kind string

// The kinds of notes.
const (
	Emulated Kind = "emulated" // it does here what it did there
	Ignored  Kind = "ignored"  // it does nothing here, which changes no result of the cell's Go
	Shell    Kind = "shell"    // a shell command that is not run
	Warning  Kind = "warning"  // it does not work here
)

// Note says in a plain sentence what became of a part of a cell.
type Note struct {
	Line int // of the source, from 1
	Kind Kind
	Text string
}

// Options say how a cell is read.
type Options struct {
	Kernel Kernel // "" is Other
	// RunShell makes Go of the shell commands, which a session that may start processes runs. Without it they are not run.
	RunShell bool
	// ShellLimit is how long a shell command may take; 0 is five minutes.
	ShellLimit time.Duration
}

// Part says how much of a cell is for a shell.
type Part string

// The parts of a cell that are for a shell, "" if none is.
const (
	ShellCell  Part = "cell"  // all of it
	ShellLines Part = "lines" // some lines
)

// Translation is a cell as this project's sessions run it.
type Translation struct {
	Text  string
	Notes []Note // by line
	Shell Part   // of the source, whether it is run or not
}

// Empty reports whether there is nothing to run.
func (t Translation) Empty() bool { return len(significant(t.Text)) == 0 }

// Translate translates a cell's text.
func Translate(src string, o Options) Translation {
	if o.Kernel == "" {
		o.Kernel = Other
	}
	c := &cell{Options: o, lines: strings.Split(strings.ReplaceAll(src, "\r\n", "\n"), "\n")}
	if !c.whole() {
		c.directives()
		c.program()
		c.displays()
	}
	slices.SortStableFunc(c.notes, func(a, b Note) int { return cmp.Compare(a.Line, b.Line) })
	return Translation{Text: c.text(), Notes: c.notes, Shell: c.part}
}

// cell is a cell in the making.
type cell struct {
	Options
	lines []string
	notes []Note
	part  Part

	main    int       // line of %% or %main, from 1
	mainPre string    // statements that it begins with
	blockAt int       // where that line begins; without one the end of the text
	fn      *mainFunc // func main, of kernels that run it
	args    []string  // for the flags
	inits   []string  // calls of functions init_x
	calls   []string  // statements behind the cell

	edits []edit
}

// edit replaces a stretch of the text by another of as many lines, or inserts one.
type edit struct {
	at, end int
	text    string
}

// note adds a note.
func (c *cell) note(line int, k Kind, format string, args ...any) {
	c.notes = append(c.notes, Note{Line: line, Kind: k, Text: fmt.Sprintf(format, args...)})
}

// joined is the text without the edits.
func (c *cell) joined() string { return strings.Join(c.lines, "\n") }

// text is the text with the edits.
func (c *cell) text() string {
	src := c.joined()
	// What is inserted at a place comes before what replaces the text there.
	slices.SortStableFunc(c.edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.end, b.end)) })
	var b strings.Builder
	at := 0
	for _, e := range c.edits {
		b.WriteString(src[at:e.at])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(src[at:])
	return b.String()
}

// blank replaces a stretch by white space, line ends apart.
func (c *cell) blank(at, end int) {
	src := c.joined()
	c.edits = append(c.edits, edit{at, end, strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, ascii(src[at:end]))})
}

// ascii has a letter for each byte, so that white space in its place takes as many columns.
func ascii(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= 0x80 {
			b[i] = 'x'
		}
	}
	return string(b)
}

// replace puts a text in the place of a longer one and fills up with white space. It reports whether there is room.
func (c *cell) replace(at, end int, text string) bool {
	if len(text) > end-at {
		return false
	}
	c.edits = append(c.edits, edit{at, end, filled(text, c.joined()[at:end])})
	return true
}

// filled is a text with as many columns in the last line, and lines, as the one whose place it takes. The text goes as far as it can into the
// first line, and its end, behind a point or a parenthesis, where Go goes on in the next line.
func filled(text, place string) string {
	_, rest, more := strings.Cut(place, "\n")
	if !more {
		return text + strings.Repeat(" ", max(len(place)-len(text), 0))
	}
	last := rest[strings.LastIndexByte(rest, '\n')+1:]
	ends := strings.Repeat("\n", strings.Count(place, "\n"))
	cut := strings.LastIndexAny(text, ".(") + 1
	if cut == len(text) { // all of it ends with a parenthesis, behind which a line may end
		return text + ends + strings.Repeat(" ", len(last))
	}
	return text[:cut] + ends + text[cut:] + strings.Repeat(" ", max(len(last)-len(text)+cut, 0))
}

// insert puts in a text.
func (c *cell) insert(at int, text string) { c.edits = append(c.edits, edit{at, at, text}) }

// line is the number of the line of an offset.
func (c *cell) line(at int) int { return 1 + strings.Count(c.joined()[:at], "\n") }
