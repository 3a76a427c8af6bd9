package checkpoint

// This file has trees of calls, whose reversal runs each call site in one of two modes, and what modes cost.

import "fmt"

// Work is the code of a procedure before its calls, or after them.
type Work struct {
	Primal, Forward, Backward int64 // times: plain, while taping, reversed
	Tape                      int64 // pushed while taping
}

// Site is a call site with the procedure that it calls. Of a call in joint mode a snapshot is pushed on the way forward, and
// the procedure is run again with its tape just before it is reversed; in split mode it is taped on the way forward.
type Site struct {
	Parent    int // index of the caller's site; -1 for the root
	Pre, Post Work
	Snapshot  int64 // size
	Push, Pop int64 // times of the snapshot
	Calls     int   // one after another
}

// Tree is a tree of calls in preorder: the root, which is split, then each site before the sites in it.
type Tree []Site

const maxCalls = 1_000_000

// Check checks order and signs.
func (t Tree) Check() error {
	if len(t) == 0 {
		return fmt.Errorf("tree must not be empty")
	}
	for i, s := range t {
		if err := s.check(); err != nil {
			return fmt.Errorf("tree[%d].%w", i, err)
		}
		if i == 0 {
			if s.Parent != -1 {
				return fmt.Errorf("tree[0].parent must be -1, not %d", s.Parent)
			}
			continue
		}
		above := i - 1
		for above >= 0 && above != s.Parent {
			above = t[above].Parent
		}
		if above < 0 {
			return fmt.Errorf("tree[%d].parent must be a site that is open there in preorder, not %d", i, s.Parent)
		}
	}
	if _, _, err := t.Evaluate(t.modes('0')); err != nil {
		return err
	}
	_, _, err := t.Evaluate(t.modes('1'))
	return err
}

func (s Site) check() error {
	for _, f := range []struct {
		name  string
		value int64
	}{
		{"pre[0]", s.Pre.Primal}, {"pre[1]", s.Pre.Forward}, {"pre[2]", s.Pre.Backward}, {"pre[3]", s.Pre.Tape},
		{"post[0]", s.Post.Primal}, {"post[1]", s.Post.Forward}, {"post[2]", s.Post.Backward}, {"post[3]", s.Post.Tape},
		{"snap", s.Snapshot}, {"sw", s.Push}, {"sr", s.Pop},
	} {
		if f.value < 0 || f.value > maxAmount {
			return fmt.Errorf("%s must be between 0 and %d, not %d", f.name, maxAmount, f.value)
		}
	}
	if s.Calls < 1 || s.Calls > maxCalls {
		return fmt.Errorf("calls must be between 1 and %d, not %d", maxCalls, s.Calls)
	}
	return nil
}

// modes has one mode for all sites.
func (t Tree) modes(mode byte) string {
	m := make([]byte, len(t)-1)
	for i := range m {
		m[i] = mode
	}
	return string(m)
}

// children lists the sites in each site.
func (t Tree) children() [][]int {
	list := make([][]int, len(t))
	for i := 1; i < len(t); i++ {
		list[t[i].Parent] = append(list[t[i].Parent], i)
	}
	return list
}

// maxExpanded bounds the sites of expanded trees.
const maxExpanded = 100_000

// Expand returns the tree with a site of its own for each call.
func (t Tree) Expand() (Tree, error) {
	var out Tree
	children := t.children()
	var add func(site, parent int) bool
	add = func(site, parent int) bool {
		s := t[site]
		s.Parent, s.Calls = parent, 1
		at := len(out)
		out = append(out, s)
		for _, c := range children[site] {
			for range t[c].Calls {
				if len(out) >= maxExpanded || !add(c, at) {
					return false
				}
			}
		}
		return true
	}
	if !add(0, -1) {
		return nil, fmt.Errorf("tree has more than %d calls", maxExpanded)
	}
	return out, nil
}

// Evaluate gives the highest stack and the time for one mode a site from the second on: 1 joint, 0 split.
func (t Tree) Evaluate(modes string) (peak, time int64, err error) {
	if err := t.checkModes(modes); err != nil {
		return 0, 0, err
	}
	list, primal := make([]triple, len(t)), t.primal()
	children := t.children()
	for i := len(t) - 1; i >= 0; i-- {
		acc := t[i].start()
		for _, c := range children[i] {
			run := list[c]
			if modes[c-1] == '1' {
				run = t[c].joint(run, primal[c])
			}
			acc = acc.then(run, int64(t[c].Calls))
		}
		if list[i] = t[i].end(acc); list[i].R > maxTotal || list[i].K > maxTotal || list[i].X > maxTotal || primal[i] > maxTotal {
			return 0, 0, fmt.Errorf("tree[%d] has a size or a time beyond %d in all", i, int64(maxTotal))
		}
	}
	return list[0].K, list[0].X, nil
}

func (t Tree) checkModes(modes string) error {
	if len(modes) != len(t)-1 {
		return fmt.Errorf("modes must have %d characters, not %d", len(t)-1, len(modes))
	}
	for i := range len(modes) {
		if modes[i] != '0' && modes[i] != '1' {
			return fmt.Errorf("modes[%d] must be 0 or 1, not %q", i, modes[i])
		}
	}
	return nil
}

// maxTotal bounds the totals of trees, below where an int64 or a float64 would err.
const maxTotal = 1 << 52

// primal is the time of each site's procedure without a tape, with its calls.
func (t Tree) primal() []int64 {
	list := make([]int64, len(t))
	for i := len(t) - 1; i >= 0; i-- {
		list[i] = min(list[i]+t[i].Pre.Primal+t[i].Post.Primal, maxTotal+1)
		if i > 0 {
			list[t[i].Parent] = min(list[t[i].Parent]+multiple(list[i], int64(t[i].Calls)), maxTotal+1)
		}
	}
	return list
}

// multiple is k·v, or more than maxTotal.
func multiple(v, k int64) int64 {
	if v > maxTotal/k {
		return maxTotal + 1
	}
	return v * k
}

// triple is what reversing a procedure needs: the tape R that its forward sweep leaves, the height K that its reversal
// reaches, from where the procedure began, and the time X.
type triple struct{ R, K, X int64 }

func (s Site) start() triple { return triple{s.Pre.Tape, s.Pre.Tape, s.Pre.Forward + s.Pre.Backward} }

// then is the triple with k calls more.
func (a triple) then(c triple, k int64) triple {
	before := min(a.R+multiple(c.R, k)-c.R, maxTotal+1)
	return triple{min(before+c.R, maxTotal+1), min(max(a.K, before+c.K), maxTotal+1), min(a.X+multiple(c.X, k), maxTotal+1)}
}

func (s Site) end(a triple) triple {
	a.R += s.Post.Tape
	return triple{a.R, max(a.K, a.R), a.X + s.Post.Forward + s.Post.Backward}
}

// joint is the triple of a call in joint mode, of a procedure whose own is c.
func (s Site) joint(c triple, primal int64) triple {
	return triple{s.Snapshot, max(s.Snapshot, c.K), s.Push + primal + s.Pop + c.X}
}
