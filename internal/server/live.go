package server

// This file streams what a running cell writes: to the document within its limits, and to clients in batches.

import (
	"strings"
	"time"
	"unicode/utf8"

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
	for i, o := range r.outputs() {
		if i < len(r.sent) {
			s := &r.sent[i]
			if s.value != nil && s.value == o.Value() {
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
