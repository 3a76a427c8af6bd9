package notebook

// This file bounds what a running cell stores. A program may print without end; its first and its last output are
// kept, and a marker line says what was left out between them. Memory is bounded while it runs, too.

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The limits on the stored output of one cell.
const (
	MaxOutputBytes = 1 << 20
	MaxOutputLines = 5_000
)

// maxPiece is the size from which on a line is cut into several pieces, so that one endless line is bounded too.
const maxPiece = 4 << 10

// piece is a line of a stream, a part of a long line, or an output of another type.
type piece struct {
	run    int // pieces of one stream output have the same number
	stream string
	text   string
	output Output
	id     string // of an output that may be replaced
	bytes  int
	lines  int
}

// Collector gathers the outputs of one run of a cell within the limits. Text that a program writes to the same stream
// in several portions becomes one output, as in Jupyter. The zero Collector is ready for use.
type Collector struct {
	head, tail             []piece
	headBytes, headLines   int
	tailBytes, tailLines   int
	run                    int // of the last piece
	open                   string
	line                   screenLine // the last line of that stream, while programs may write over it
	full                   bool       // the head takes no more
	lostLines, lostOutputs int
	lostBytes              int
}

// Reset forgets everything, as at the start of a run.
func (c *Collector) Reset() { *c = Collector{} }

// Write adds text that the program wrote to a stream.
func (c *Collector) Write(stream, text string) {
	text = valid(text)
	if text == "" {
		return
	}
	if c.open != stream {
		c.close()
		c.open = stream
		c.run++
	}
	for line := range strings.Lines(text) {
		body, whole := strings.CutSuffix(line, "\n")
		if len(c.line.cells) == 0 && whole && !strings.ContainsAny(body, "\r\b") {
			c.lines(line)
			continue
		}
		if c.line.write(body); whole {
			line = c.line.String() + "\n"
			c.line = screenLine{cells: c.line.cells[:0]}
			c.lines(line)
		} else if len(c.line.cells) > maxPiece {
			c.close() // from here on it cannot be written over
		}
	}
}

// close takes the last line as it is.
func (c *Collector) close() {
	line := c.line.String()
	c.line = screenLine{cells: c.line.cells[:0]}
	c.lines(line)
}

// lines adds text of the open stream.
func (c *Collector) lines(text string) {
	for line := range strings.Lines(text) {
		for line != "" {
			n := len(line)
			if n > maxPiece {
				for n = maxPiece; !utf8.RuneStart(line[n]); n-- {
				}
			}
			c.add(piece{run: c.run, stream: c.open, text: line[:n], bytes: n, lines: strings.Count(line[:n], "\n")})
			line = line[n:]
		}
	}
}

// Add adds an output of a type other than a stream.
func (c *Collector) Add(o Output) {
	if o.Type() == StreamOutput {
		c.Write(o.Stream())
		return
	}
	c.show("", o)
}

// Show adds an output of a type other than a stream under an id, or replaces the output that has it.
func (c *Collector) Show(id string, o Output) { c.show(id, o) }

func (c *Collector) show(id string, o Output) {
	b, _ := o.MarshalJSON()
	p := piece{output: o, bytes: len(b), lines: 1, id: id}
	if id != "" && c.replace(p) {
		return
	}
	c.close()
	c.open = ""
	c.run++
	p.run = c.run
	c.add(p)
}

// replace puts an output in the place of the one with the same id, if there is one and it is not too large for that.
func (c *Collector) replace(p piece) bool {
	for _, part := range []struct {
		list  []piece
		bytes *int
	}{{c.head, &c.headBytes}, {c.tail, &c.tailBytes}} {
		for i := len(part.list) - 1; i >= 0; i-- {
			q := &part.list[i]
			if q.id != p.id {
				continue
			}
			more := p.bytes - q.bytes
			if c.headBytes+c.tailBytes+more+200 > MaxOutputBytes-128<<10 {
				return false
			}
			*part.bytes += more
			q.output, q.bytes = p.output, p.bytes
			return true
		}
	}
	return false
}

func (c *Collector) add(p piece) {
	// Lines of streams fill at most half of the room, so that the end of a flood is seen. Pictures count for more than
	// lines and may fill more, but leave room for the error that ends a run.
	room, lines := MaxOutputBytes/2, MaxOutputLines/2
	if p.output.v != nil {
		room, lines = MaxOutputBytes-128<<10, MaxOutputLines/4*3
	}
	if !c.full && c.headBytes+p.bytes <= room && c.headLines+p.lines <= lines && p.run <= maxOutputs/2 {
		c.head = append(c.head, p)
		c.headBytes += p.bytes
		c.headLines += p.lines
		return
	}
	c.full = true
	c.tail = append(c.tail, p)
	c.tailBytes += p.bytes
	c.tailLines += p.lines
	drop := 0
	for ; drop < len(c.tail) && c.over(c.tail[drop:]); drop++ {
		q := c.tail[drop]
		c.tailBytes -= q.bytes
		c.tailLines -= q.lines
		c.lostBytes += q.bytes
		if q.output.v != nil {
			c.lostOutputs++
		} else {
			c.lostLines += q.lines
		}
	}
	clear(c.tail[:drop])
	c.tail = c.tail[drop:]
}

// over reports whether a tail does not fit beside the head. A marker of up to 200 bytes must fit as well.
func (c *Collector) over(tail []piece) bool {
	runs := 0
	if len(c.head) > 0 {
		runs = c.head[len(c.head)-1].run
	}
	runs += tail[len(tail)-1].run - tail[0].run + 1
	return c.headBytes+c.tailBytes+200 > MaxOutputBytes || c.headLines+c.tailLines+2 > MaxOutputLines || runs > maxOutputs-1
}

// Outputs returns what is stored.
func (c *Collector) Outputs() []Output {
	if len(c.line.cells) > 0 { // as if it were whole
		all := *c
		all.head, all.tail = slices.Clone(c.head), slices.Clone(c.tail)
		all.line.cells = slices.Clone(c.line.cells)
		all.close()
		c = &all
	}
	marker := c.marker()
	if marker == "" {
		return join(nil, slices.Concat(c.head, c.tail))
	}
	return join(append(join(nil, c.head), NewStream("stderr", marker)), c.tail)
}

// marker is the line that says what was left out, or "".
func (c *Collector) marker() string {
	if c.lostBytes == 0 {
		return ""
	}
	var what []string
	switch {
	case c.lostLines > 0:
		what = append(what, fmt.Sprintf("%d lines", c.lostLines))
	case c.lostOutputs == 0:
		what = append(what, "parts of a line")
	}
	if c.lostOutputs > 0 {
		what = append(what, fmt.Sprintf("%d pictures or other outputs", c.lostOutputs))
	}
	return fmt.Sprintf("… %s are left out here (%d bytes); a cell stores at most %d lines and %d MiB …\n",
		strings.Join(what, " and "), c.lostBytes, MaxOutputLines, MaxOutputBytes>>20)
}

// join appends pieces as outputs, with one output for the pieces of a run.
func join(out []Output, pieces []piece) []Output {
	for i := 0; i < len(pieces); {
		p := pieces[i]
		if p.output.v != nil {
			out = append(out, p.output)
			i++
			continue
		}
		var text strings.Builder
		for ; i < len(pieces) && pieces[i].run == p.run; i++ {
			text.WriteString(pieces[i].text)
		}
		out = append(out, NewStream(p.stream, text.String()))
	}
	return out
}
