package checkpoint

// This file finds the least cost of reversals by a search over all states of a machine; it assumes nothing of schedules.

import (
	"container/heap"
	"math/bits"
)

// position is a state of a machine: the live state or -1, the step to be reversed next, and the states at each level as bits.
type position struct {
	live, next int
	kept       [3]uint16
}

type queued struct {
	position
	cost int64
}

type queue []queued

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(queued)) }
func (q *queue) Pop() any {
	x := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return x
}

// search is Dijkstra's over positions.
func search(m Machine) int64 {
	best := map[position]int64{}
	q := &queue{}
	reach := func(p position, cost int64) {
		if c, ok := best[p]; !ok || cost < c {
			best[p] = cost
			heap.Push(q, queued{p, cost})
		}
	}
	reach(position{next: m.Steps - 1}, 0)
	for {
		at := heap.Pop(q).(queued)
		if at.next < 0 {
			return at.cost
		}
		if best[at.position] < at.cost {
			continue
		}
		if at.live >= 0 && at.live < m.Steps {
			to := at.position
			to.live++
			reach(to, at.cost+m.Forward)
		}
		if at.live == at.next {
			to := at.position
			to.live, to.next = -1, at.next-1
			reach(to, at.cost+m.Reverse)
		}
		for k, l := range m.Levels {
			used := 0
			for i := range m.Steps {
				if at.kept[k]&(1<<i) == 0 {
					continue
				}
				used++
				to := at.position
				to.live = i
				reach(to, at.cost+l.Read)
				to = at.position
				to.kept[k] &^= 1 << i
				reach(to, at.cost)
			}
			if at.live >= 0 && used < l.Slots {
				to := at.position
				to.kept[k] |= 1 << at.live
				reach(to, at.cost+l.Write)
			}
		}
	}
}

// searchMixed is the fewest steps run where a slot holds a state or a record. kept[0] are states, kept[1] records.
func searchMixed(steps, slots int) int {
	best := map[position]int64{}
	q := &queue{}
	reach := func(p position, cost int64) {
		if c, ok := best[p]; !ok || cost < c {
			best[p] = cost
			heap.Push(q, queued{p, cost})
		}
	}
	reach(position{next: steps - 1}, 0)
	for {
		at := heap.Pop(q).(queued)
		if at.next < 0 {
			return int(at.cost)
		}
		free := slots - bits.OnesCount16(at.kept[0]) - bits.OnesCount16(at.kept[1])
		for i := range steps {
			for k := range 2 {
				if to := at.position; to.kept[k]&(1<<i) != 0 {
					to.kept[k] &^= 1 << i
					reach(to, at.cost)
				}
			}
			if to := at.position; to.kept[0]&(1<<i) != 0 {
				to.live = i
				reach(to, at.cost)
			}
		}
		turned := at.position
		turned.live, turned.next = -1, at.next-1
		if at.kept[1]&(1<<at.next) != 0 {
			reach(turned, at.cost)
		}
		if at.live == at.next {
			reach(turned, at.cost+1)
		}
		if at.live < 0 || at.live >= steps {
			continue
		}
		to := at.position
		to.live++
		reach(to, at.cost+1)
		if free > 0 {
			to.kept[1] |= 1 << at.live
			reach(to, at.cost+1)
			to = at.position
			to.kept[0] |= 1 << at.live
			reach(to, at.cost)
		}
	}
}
