package kernel

// This file keeps what a cell writes to its two streams, and what it shows, in one order. Each stream has a pipe of its own, which
// compiled code writes to by itself. Where interpreted code goes from one stream to the other, the child writes a mark to both: the
// parent reads on behind the mark of the second when it has read the first up to its mark. What is shown travels with the events;
// its mark stands in the pipe of standard output.

import (
	"fmt"
	"os"
	"sync"
)

// What a mark says, the byte behind it.
const (
	markEnd   = 'E' // of a request
	markLeft  = 'L' // the other stream is written from here on
	markTaken = 'T' // this stream is written from here on
	markShown = 'D' // a display stands here, the next of the events
)

// order is the child's side: the streams as one.
type order struct {
	mark    string
	files   [2]*os.File // what interpreted code writes to
	marked  [2]*os.File // the same pipes, for marks: cells may close the files
	send    func(event) error
	mu      sync.Mutex
	current int // the stream that was written last
}

// stream is a stream of interpreted code.
type stream struct {
	*order
	n int // 0 is standard output
}

// Write writes behind all that was written to either stream.
func (s stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.take(s.n); err != nil {
		return 0, err
	}
	return s.files[s.n].Write(p)
}

// File returns the file of the stream.
func (s stream) File() *os.File { return s.files[s.n] }

// take goes to a stream. o.mu is held.
func (o *order) take(n int) error {
	if o.current == n {
		return nil
	}
	if err := o.put(o.current, markLeft); err != nil {
		return err
	}
	o.current = n
	return o.put(n, markTaken)
}

// put writes a mark. It is shorter than what pipes write at once.
func (o *order) put(n int, what byte) error {
	_, err := o.marked[n].WriteString(o.mark + string(what))
	return err
}

// maxShown is how large what is shown may be, in bytes; a page takes no more.
const maxShown = 16 << 20

// showable returns a bundle, or a sentence in its place if it is too large to be passed on.
func showable(bundle map[string][]byte) map[string][]byte {
	n := 0
	for _, data := range bundle {
		n += len(data)
	}
	if n <= maxShown {
		return bundle
	}
	return map[string][]byte{"text/plain": fmt.Appendf(nil, "%s are too much to be shown; the limit is %s.", size(int64(n)), size(maxShown))}
}

// show shows a bundle.
func (o *order) show(id string, bundle map[string][]byte) {
	bundle = showable(bundle)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.take(0) != nil || o.send(event{Show: &Display{ID: id, Bundle: bundle}}) != nil {
		return // the parent has gone
	}
	o.put(0, markShown)
}

// end ends the output of a request.
func (o *order) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for n := range o.marked {
		o.put(n, markEnd)
	}
}

// act does what a mark in a stream of the process says, on the parent's side.
func (p *process) act(what byte, n int) {
	switch what {
	case markEnd:
		p.put(piece{end: true})
	case markLeft:
		select {
		case p.turn <- struct{}{}:
		case <-p.read[1-n]: // the other mark was not written any more
		case <-p.dropped:
		}
	case markTaken:
		select {
		case <-p.turn:
		case <-p.read[1-n]:
		case <-p.dropped:
		}
	case markShown:
		select {
		case d := <-p.shown:
			p.put(piece{Output: Output{Display: d}})
		case <-p.dropped:
		}
	}
}
