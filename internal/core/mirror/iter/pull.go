// Package iter mirrors the generic functions of the standard package iter. Its types Seq and Seq2 need no mirror.
package iter

// This file pulls values out of a sequence. The sequence runs in a goroutine of its own, in turns with the caller: one of
// the two waits for the other at any time, so what they share needs no lock.

import "iter"

// puller is a sequence that is being pulled.
type puller[V any] struct {
	name    string
	seq     iter.Seq[V]
	resume  chan bool // the caller's turn ends
	pause   chan bool // the sequence's turn ends
	value   V
	ok      bool
	started bool
	running bool // the sequence has its turn
	done    bool // the sequence ended, or is to end
	panics  any  // what the sequence panicked with
}

func newPuller[V any](name string, seq iter.Seq[V]) *puller[V] {
	return &puller[V]{name: name, seq: seq, resume: make(chan bool), pause: make(chan bool)}
}

// Pull returns functions that give the next value of seq, and that end it. The sequence starts at the first value.
func Pull[V any](seq iter.Seq[V]) (func() (V, bool), func()) {
	p := newPuller("iter.Pull", seq)
	return func() (V, bool) { return p.next() }, func() { p.stop() }
}

// pair is a value of an iter.Seq2.
type pair[K, V any] struct {
	k K
	v V
}

// Pull2 is Pull for a sequence of pairs.
func Pull2[K, V any](seq iter.Seq2[K, V]) (func() (K, V, bool), func()) {
	p := newPuller("iter.Pull2", func(yield func(pair[K, V]) bool) {
		seq(func(k K, v V) bool { return yield(pair[K, V]{k, v}) })
	})
	next := func() (K, V, bool) {
		kv, ok := p.next()
		return kv.k, kv.v, ok
	}
	return next, func() { p.stop() }
}

func (p *puller[V]) next() (V, bool) {
	if p.running {
		panic(p.name + ": next called again before yield")
	}
	if p.done {
		var zero V
		return zero, false
	}
	p.turn()
	return p.value, p.ok
}

func (p *puller[V]) stop() {
	if p.done {
		return
	}
	p.done = true
	if p.started && !p.running {
		p.turn()
	}
}

// turn lets the sequence run until it yields or ends, and passes its panic on.
func (p *puller[V]) turn() {
	p.running = true
	if p.started {
		p.resume <- true
	} else {
		p.started = true
		go p.run()
	}
	<-p.pause
	if r := p.panics; r != nil {
		p.panics = nil
		panic(r)
	}
}

// run is the goroutine of the sequence.
func (p *puller[V]) run() {
	defer p.finish()
	p.seq(func(v V) bool { return p.yield(v) })
}

// finish ends the last turn of the sequence, however it ends.
func (p *puller[V]) finish() {
	r := recover()
	var zero V
	p.panics = r
	p.value, p.ok = zero, false
	p.running = false
	p.done = true
	p.pause <- true
}

// yield is what the sequence calls.
func (p *puller[V]) yield(v V) bool {
	if p.done {
		return false
	}
	if !p.running {
		panic(p.name + ": yield called again before next")
	}
	p.value, p.ok = v, true
	p.running = false
	p.pause <- true
	<-p.resume
	return !p.done
}
