package synth

// This file holds a cost model with NCCL's constants, from src/graph/tuning.cc of NVIDIA/nccl: base latencies, latencies
// of NVLink and of the network, and what share of a link the protocols use. It is like NCCL's own and not the same: NCCL
// knows more of a machine than levels.

// protocol is a way of moving data: latencies in microseconds and the share of the bandwidth that is left for data.
type protocol struct {
	name              string
	alg               Algorithm
	base, local, net  float64
	share, treeFactor float64
}

var protocols = [...]protocol{
	{"LL", Ring, 6.6, 0.6, 2.7, 0.5, 1},
	{"LL128", Ring, 14.0, 1.9, 4.0, 0.92, 1},
	{"Simple", Ring, 8.4, 3.4, 14.0, 1, 1},
	{"LL", Tree, 6.8, 0.6, 5.0, 0.5, 1 / 3.8},
	{"LL128", Tree, 14.0, 1.25, 8.5, 0.92, 1},
	{"Simple", Tree, 8.4, 4.0, 14.0, 1, 0.92},
}

// ncclPrice takes the fastest protocol. The outermost level with children is the network if there is another below it.
// Trees are for all-reduce alone.
func (m *Model) ncclPrice(s Step, held []int, size float64) price {
	best := price{}
	for i, pr := range protocols {
		if pr.alg == Tree && s.Op != AllReduce {
			continue
		}
		p := m.plainPrice(s, held, size, pr.alg)
		hop := pr.local
		for j, load := range p.levels {
			if load > 0 && m.isNetwork(j) {
				hop = pr.net
			}
		}
		share := pr.share
		if pr.alg == Tree {
			share *= pr.treeFactor
		}
		t := (pr.base+float64(p.rounds)*hop)*1e-6 + m.transfer(p.load, p.loadLevel, size)/share
		if i == 0 || t < best.seconds {
			best = price{seconds: t, levels: p.levels}
		}
	}
	return best
}

// isNetwork reports whether a level is the network.
func (m *Model) isNetwork(level int) bool {
	first, more := -1, false
	for j, c := range m.cards {
		switch {
		case c > 1 && first < 0:
			first = j
		case c > 1:
			more = true
		}
	}
	return level == first && more
}
