package kernel

// This file reads what the child writes: replies, and the two output streams with their marks.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/costate/costate/ad/rt"
)

// readEvents passes replies on and keeps the child's last words.
func (p *process) readEvents(r io.Reader) {
	dec := json.NewDecoder(r)
	for {
		var e event
		if err := dec.Decode(&e); err != nil {
			return
		}
		if e.Dying != "" {
			p.mu.Lock()
			p.reason = e.Dying
			p.mu.Unlock()
			continue
		}
		if e.Show != nil {
			select {
			case p.shown <- e.Show:
			case <-p.read[0]: // its mark was not written any more
			case <-p.dropped:
			}
			continue
		}
		if e.Sample {
			if e.Tape == nil {
				e.Tape = []rt.Measure{}
			}
			select {
			case p.output <- piece{Output: Output{Tape: e.Tape}}:
			default: // whoever reads is behind; the next sample says more
			}
			continue
		}
		p.events <- e // there is one per request, and room for one
	}
}

// readStream cuts a stream at its marks. From standard error, what the Go runtime writes when it gives up is
// held back: the user is told in a sentence.
func (p *process) readStream(r *os.File, stderr bool) {
	mark := []byte(p.mark)
	number := 0
	if stderr {
		number = 1
	}
	defer close(p.read[number])
	buf := make([]byte, 0, 64<<10)
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		buf = append(buf, chunk[:n]...)
		for {
			i := bytes.Index(buf, mark)
			if i < 0 || i+len(mark) == len(buf) {
				break // the byte behind a mark says what it is
			}
			p.emit(buf[:i], stderr)
			p.act(buf[i+len(mark)], number)
			buf = append(buf[:0], buf[i+len(mark)+1:]...)
		}
		if err != nil {
			if n := partial(buf, mark); n > 1 {
				buf = buf[:len(buf)-n]
			}
			if stderr {
				if i := fatal(buf); i >= 0 {
					p.mu.Lock()
					p.last = string(buf[i:])
					p.mu.Unlock()
					buf = buf[:i]
				}
			}
			p.emit(buf, stderr)
			return
		}
		keep := partial(buf, mark)
		if stderr {
			if i := fatal(buf); i >= 0 && (len(buf)-i < maxDump || traceback.Match(buf[i:i+maxDump])) {
				if end := len(buf) - keep; end-i > maxDump { // the beginning says it all
					buf = append(buf[:i+maxDump], buf[end:]...)
				}
				keep = max(keep, len(buf)-i)
			}
		}
		p.emit(buf[:len(buf)-keep], stderr)
		buf = append(buf[:0], buf[len(buf)-keep:]...)
	}
}

// traceback is how the runtime's reports go on.
var traceback = regexp.MustCompile(`(?m)^goroutine \d+ .*\[[a-z].*\]:$`)

// maxDump is how much of a dump is held back at most.
const maxDump = 256 << 10

func (p *process) emit(text []byte, stderr bool) {
	if len(text) > 0 {
		p.put(piece{Output: Output{Stderr: stderr, Text: string(text)}})
	}
}

// put hands over a piece of output, which may take until the next request.
func (p *process) put(o piece) {
	select {
	case p.output <- o:
	case <-p.dropped:
	}
}

// partial is the length of the longest end of buf that begins mark.
func partial(buf, mark []byte) int {
	for n := min(len(mark), len(buf)); n > 0; n-- {
		if bytes.HasSuffix(buf, mark[:n]) {
			return n
		}
	}
	return 0
}

// fatal finds where the runtime's report begins, at the start of a line.
func fatal(buf []byte) int {
	first := -1
	for _, s := range []string{"runtime: goroutine stack exceeds", "fatal error: ", "runtime: out of memory", "panic: "} {
		for from := 0; ; {
			i := bytes.Index(buf[from:], []byte(s))
			if i < 0 {
				break
			}
			if i += from; i == 0 || buf[i-1] == '\n' {
				if first < 0 || i < first {
					first = i
				}
				break
			}
			from = i + 1
		}
	}
	return first
}

// cause says in words why a child ended by itself.
func cause(dump string, limit int64, err error) string {
	switch {
	case strings.Contains(dump, "stack exceeds"), strings.Contains(dump, "stack overflow"):
		return "a function called itself without end (stack overflow)"
	case strings.Contains(dump, "out of memory"), strings.Contains(dump, "cannot allocate"):
		return fmt.Sprintf("it needed more than %s of memory", size(limit))
	case strings.Contains(dump, "concurrent map"):
		return "two goroutines used a map at the same time"
	case strings.Contains(dump, "all goroutines are asleep"):
		return "all goroutines wait for each other (deadlock)"
	case dump != "":
		line, _, _ := strings.Cut(dump, "\n")
		return line
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "the program left it with exit status 0"
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return fmt.Sprintf("the program left it with exit status %d", exit.ExitCode())
	}
	return err.Error()
}
