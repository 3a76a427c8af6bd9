package synth

// This file counts what the messages of a step load: for each level, the ports with what goes through them. Ports that
// carry the same are counted once.

// shape is the form of the messages in a group.
type shape uint8

// The shapes. The edges of a ring and of the chains join neighbours; a binomial tree has the parent i & (i-1).
const (
	ring      shape = iota // i to i+1, the last to the first
	chainUp                // i to i-1
	chainDown              // i to i+1
	treeUp                 // i to its parent
	treeDown               // the parent to i
	treeBoth
	shapes
)

// load is what the busiest ports of a level carry: for each kind of port, how many messages from groups of each class.
type load struct {
	level int
	kinds [][]int32
}

// loads counts for a step, in the order of the levels. Only levels that are crossed are there.
func (m *Model) loads(s Step, sh shape) []load {
	key := loadKey{s.Lo, s.Hi, s.Master, sh}
	if l, ok := m.counted[key]; ok {
		return l
	}
	c := m.tracker.of(s)
	count := newPortCounter(m.cards, m.torus, len(c.groups))
	_, g, inner := spans(m.space.Cards, s)
	class := m.classOf(s)
	for _, first := range m.firsts {
		for point, id := range m.space.ids {
			pos := (point / inner) % g
			cl := class[point]
			if cl < 0 {
				continue
			}
			peer := func(i int) int { return first + m.space.ids[point+(i-pos)*inner] }
			me := first + id
			switch sh {
			case ring:
				count.message(me, peer((pos+1)%g), cl)
			case chainUp, chainDown:
				if pos == 0 {
					break
				}
				if sh == chainUp {
					count.message(me, peer(pos-1), cl)
				} else {
					count.message(peer(pos-1), me, cl)
				}
			default:
				if pos == 0 {
					break
				}
				parent := peer(pos & (pos - 1))
				if sh != treeDown {
					count.message(me, parent, cl)
				}
				if sh != treeUp {
					count.message(parent, me, cl)
				}
			}
		}
	}
	l := count.loads()
	m.counted[key] = l
	return l
}

type loadKey struct {
	lo, hi int
	master bool
	shape  shape
}

// classOf gives for each point the class of its group in a step, or -1 if it takes no part.
func (m *Model) classOf(s Step) []int {
	small := m.tracker.small
	byPoint := make([]int, m.tracker.n)
	for i := range byPoint {
		byPoint[i] = -1
	}
	for i, g := range m.tracker.of(s).groups {
		for _, point := range g {
			byPoint[point] = i
		}
	}
	list := make([]int, len(m.space.ids))
	for point := range list {
		at := 0
		for i, d := range mixedRadix(point, m.space.Cards) {
			at = at*small[i] + min(d, small[i]-1)
		}
		list[point] = byPoint[at]
	}
	return list
}

// portCounter counts messages at ports.
type portCounter struct {
	cards   []int
	torus   []bool
	below   []int     // devices below a node of a level
	tx, rx  [][]int32 // by level: ports times classes
	classes int
}

func newPortCounter(cards []int, torus []bool, classes int) *portCounter {
	c := &portCounter{cards: cards, torus: torus, classes: classes, below: make([]int, len(cards))}
	ports, below := 1, 1
	for j := len(cards) - 1; j >= 0; j-- {
		c.below[j] = below
		below *= cards[j]
	}
	for _, card := range cards {
		ports *= card
		c.tx = append(c.tx, make([]int32, ports*classes))
		c.rx = append(c.rx, make([]int32, ports*classes))
	}
	return c
}

// message counts a message. It goes through the ports of all levels from the one where its ends differ. On a torus level
// it goes as many links as the ends are apart, the shorter way round, and none if they are not.
func (c *portCounter) message(from, to, class int) {
	crossed := false
	for j, below := range c.below {
		u, v := from/below, to/below
		if u != v {
			crossed = true
		}
		if !crossed {
			continue
		}
		times := int32(1)
		if c.torus[j] {
			d := (u - v) % c.cards[j]
			if d < 0 {
				d += c.cards[j]
			}
			times = int32(min(d, c.cards[j]-d))
		}
		c.tx[j][u*c.classes+class] += times
		c.rx[j][v*c.classes+class] += times
	}
}

// loads lists the kinds of ports.
func (c *portCounter) loads() []load {
	var list []load
	for j := range c.cards {
		l := load{level: j}
		for _, counts := range [][]int32{c.tx[j], c.rx[j]} {
			for at := 0; at < len(counts); at += c.classes {
				l.addKind(counts[at : at+c.classes])
			}
		}
		if len(l.kinds) > 0 {
			list = append(list, l)
		}
	}
	return list
}

// addKind adds a kind of port unless one carries at least as much of every class.
func (l *load) addKind(kind []int32) {
	idle := true
	for _, n := range kind {
		idle = idle && n == 0
	}
	if idle {
		return
	}
	for _, old := range l.kinds {
		if dominates(old, kind) {
			return
		}
	}
	kept := l.kinds[:0]
	for _, old := range l.kinds {
		if !dominates(kind, old) {
			kept = append(kept, old)
		}
	}
	l.kinds = append(kept, kind)
}

func dominates(a, b []int32) bool {
	for i := range a {
		if a[i] < b[i] {
			return false
		}
	}
	return true
}
