package server

// This file streams what a running cell writes: to the document within its limits, and to clients in batches.

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/notebook"
)

const (
	batchEvery = 20 * time.Millisecond  // of a cell that writes little
	floodEvery = 250 * time.Millisecond // of one that writes much
	floodFrom  = 64 << 10
	floodShown = 8 << 10 // of an output that changes as a whole, while the cell runs
)

// live is the output of a run on its way. The hub's lock guards it.
type live struct {
	hub       *hub
	count     int
	collector notebook.Collector
	written   int
	cut       map[string]string // the beginning of a character, by stream
	sent      []sentOutput
	timer     *time.Timer
}

// sentOutput is what clients have of an output.
type sentOutput struct {
	value  *notebook.Value // of outputs other than streams
	stream string
	text   string
	view   outputView
}

// write takes text, which may begin and end within a character.
func (r *run) write(stderr bool, text string) {
	name := "stdout"
	if stderr {
		name = "stderr"
	}
	if r.cut == nil {
		r.cut = map[string]string{}
	}
	text = r.cut[name] + text
	n := len(text) - partialRune(text)
	r.cut[name] = text[n:]
	r.collector.Write(name, text[:n])
	r.written += n
	r.later()
}

// partialRune is the length of the beginning of a character at the end of s.
func partialRune(s string) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(s)); n++ {
		if b := s[len(s)-n]; utf8.RuneStart(b) {
			if !utf8.FullRuneInString(s[len(s)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}

// end takes characters that were never completed.
func (r *run) end() {
	for name, rest := range r.cut {
		r.collector.Write(name, rest)
	}
	r.cut = nil
}

// add takes an output other than a stream.
func (r *run) add(o notebook.Output) {
	r.collector.Add(o)
	r.later()
}

// show adds what the cell shows, or replaces what it has shown under the same id.
func (r *run) show(d *kernel.Display) {
	o, err := notebook.NewDisplay(d.Bundle)
	if err != nil {
		o = notebook.NewError("show", err.Error(), nil)
	}
	r.collector.Show(d.ID, o)
	r.written += 1 << 10 // as many small ones as make a flood of text
	r.later()
}

func (r *run) outputs() []notebook.Output { return r.collector.Outputs() }

// later sends after a while, so that many small writes make one message.
func (r *run) later() {
	if r.timer != nil {
		return
	}
	wait := batchEvery
	if r.written > floodFrom {
		wait = floodEvery
	}
	r.timer = time.AfterFunc(wait, func() {
		r.hub.mu.Lock()
		defer r.hub.mu.Unlock()
		if r.hub.running == r {
			r.flush(false)
		}
	})
}

// flush sends the outputs of the running cell that clients do not have.
func (h *hub) flush(final bool) {
	if h.running != nil {
		h.running.flush(final)
	}
}

// flush sends what clients do not have: the rest of a text that has become longer, and whole what has changed otherwise.
func (r *run) flush(final bool) {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	h := r.hub
	outputs := r.outputs()
	if len(outputs) < len(r.sent) { // what was left out joined its neighbours
		r.sent = nil
	}
	for i, o := range outputs {
		if i < len(r.sent) {
			s := &r.sent[i]
			if s.value != nil && s.value == o.Value() {
				continue
			}
			if s.value != nil && o.Type() != notebook.StreamOutput {
				s.value, s.view = o.Value(), h.outputView(o)
				view := s.view
				h.send(msgOutput{Cell: r.id, At: i, Put: &view, InPlace: true})
				continue
			}
			name, text := o.Stream()
			if s.value == nil && o.Type() == notebook.StreamOutput && s.stream == name && strings.HasPrefix(text, s.text) {
				if more := text[len(s.text):]; more != "" {
					s.text = text
					s.view.Text = &s.text
					h.send(msgOutput{Cell: r.id, At: i, Text: more})
				}
				continue
			}
			if n := common(s.text, text); s.value == nil && o.Type() == notebook.StreamOutput && s.stream == name && 2*n >= len(text) {
				keep := len16(text[:n]) // a line was written over
				h.send(msgOutput{Cell: r.id, At: i, Keep: &keep, Text: text[n:]})
				s.text = text
				s.view.Text = &s.text
				continue
			}
			r.sent = r.sent[:i]
		}
		s := sentOutput{}
		if o.Type() == notebook.StreamOutput {
			s.stream, s.text = o.Stream()
			if !final && i > 0 && len(s.text) > floodFrom {
				s.text = strings.ToValidUTF8(s.text[len(s.text)-floodShown:], "")
			}
			text := s.text
			s.view = outputView{Type: notebook.StreamOutput, Name: s.stream, Text: &text}
		} else {
			s.value, s.view = o.Value(), h.outputView(o)
		}
		r.sent = append(r.sent, s)
		view := s.view
		h.send(msgOutput{Cell: r.id, At: i, Put: &view})
	}
}

// common is how much texts have in common at the beginning, in whole characters.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(b) && !utf8.RuneStart(b[n]) {
		n--
	}
	return n
}

// shown is what clients have.
func (r *run) shown() []outputView {
	var list []outputView
	for _, s := range r.sent {
		v := s.view
		if s.value == nil {
			text := s.text
			v.Text = &text
		}
		list = append(list, v)
	}
	return list
}
