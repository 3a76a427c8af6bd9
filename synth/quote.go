package synth

// This file remembers prices: a step costs the same wherever the classes of devices hold the same numbers of chunks, and
// there are few such numbers.

import "fmt"

// quote are the prices for a buffer of a size and an algorithm.
type quote struct {
	m     *Model
	size  float64
	alg   Algorithm
	nodes map[string]*quoteNode
	start *quoteNode
}

// quoteNode is what the classes of devices hold.
type quoteNode struct {
	held []int
	next []*quoteStep // by step
}

// quoteStep is a step from a node.
type quoteStep struct {
	price   price
	seconds float64
	to      *quoteNode
	err     error // why there is no node
}

func (m *Model) quoteFor(size float64, alg Algorithm) *quote {
	if q := m.quote; q != nil && q.size == size && q.alg == alg {
		return q
	}
	q := &quote{m: m, size: size, alg: alg, nodes: map[string]*quoteNode{}}
	q.start = q.node(m.tracker.start())
	m.quote = q
	return q
}

func (q *quote) node(held []int) *quoteNode {
	key := make([]byte, 0, 3*len(held))
	for _, n := range held {
		key = append(key, byte(n), byte(n>>8), byte(n>>16))
	}
	n, ok := q.nodes[string(key)]
	if !ok {
		n = &quoteNode{held, make([]*quoteStep, len(rules)*patterns(q.m.space.Cards))}
		q.nodes[string(key)] = n
	}
	return n
}

// step gives the price of a step and what it leads to.
func (q *quote) step(n *quoteNode, s Step) *quoteStep {
	at := int(s.Op)*patterns(q.m.space.Cards) + s.pattern(len(q.m.space.Cards))
	if n.next[at] == nil {
		st := &quoteStep{}
		if q.alg == NCCL {
			st.price = q.m.ncclPrice(s, n.held, q.size)
		} else {
			st.price = q.m.plainPrice(s, n.held, q.size, q.alg)
		}
		st.seconds = q.m.total([]price{st.price}, q.size)
		after, err := q.m.tracker.next(n.held, s)
		if st.err = err; err == nil {
			st.to = q.node(after)
		}
		n.next[at] = st
	}
	return n.next[at]
}

// prices gives the prices of the steps of a program.
func (q *quote) prices(p Program) ([]price, error) {
	list := make([]price, 0, len(p))
	n := q.start
	for i, s := range p {
		st := q.step(n, s)
		if st.err != nil {
			return nil, fmt.Errorf("step %d: %w", i, st.err)
		}
		list = append(list, st.price)
		n = st.to
	}
	return list, nil
}

// Cheapest finds the cheapest of valid programs, the first of those that cost the same.
func (m *Model) Cheapest(list []Program, size float64, alg Algorithm) (*Priced, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no program to choose from")
	}
	var best *Priced
	for i, p := range list {
		if best != nil {
			above, err := m.above(p, size, alg, best.Seconds*(1+1e-9))
			if err != nil {
				return nil, err
			}
			if above {
				continue
			}
		}
		t, err := m.Seconds(p, size, alg)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		if best == nil || rounded(t) < rounded(best.Seconds) {
			best = &Priced{p, t, i}
		}
	}
	return best, nil
}

// above reports whether the first steps of a program cost more than a limit. Steps that are not looked at are not
// priced.
func (m *Model) above(p Program, size float64, alg Algorithm, limit float64) (bool, error) {
	q := m.quoteFor(size, alg)
	n := q.start
	sum := 0.0
	for _, s := range p {
		if f := m.fits(s); f != nil {
			return false, f
		}
		st := q.step(n, s)
		if st.err != nil {
			return false, st.err
		}
		if sum += st.seconds; sum > limit {
			return true, nil
		}
		n = st.to
	}
	return false, nil
}
