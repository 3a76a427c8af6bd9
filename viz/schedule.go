package viz

// This file draws checkpoint schedules: what is run and kept, over time.

import (
	"fmt"
	"iter"
	"math"

	"github.com/costate/costate/checkpoint"
)

// maxDrawn bounds the actions of a picture.
const maxDrawn = 200_000

// Timeline plots the steps of a schedule over time, as the machine's prices give it: lines up are steps run, lines down steps
// reversed, level lines states and records that are kept, and points are those that are loaded. The actions are played
// on the machine; if one breaks its rules the plot has that error.
//
//	viz.Timeline(s.Machine(), s.Actions())
func Timeline(m checkpoint.Machine, actions iter.Seq[checkpoint.Action]) *Plot {
	t := newTrack(len(m.Levels))
	final, err := watch(m, actions, t.action)
	t.end(final.Total)
	p := t.plot()
	p.fail(err)
	return p.Title("Schedule").X("time").Y("step")
}

// Memory plots the slots in use at each level over time.
func Memory(m checkpoint.Machine, actions iter.Seq[checkpoint.Action]) *Plot {
	xs, ys := make([][]float64, len(m.Levels)), make([][]float64, len(m.Levels))
	used := make([]int, len(m.Levels))
	final, err := watch(m, actions, func(a checkpoint.Action, before, after int64) {
		change := 0
		switch a.Kind {
		case checkpoint.Snapshot, checkpoint.Record:
			change = 1
		case checkpoint.Discard, checkpoint.Forget:
			change = -1
		default:
			return
		}
		l := a.Level
		xs[l] = append(xs[l], float64(before), float64(before))
		ys[l] = append(ys[l], float64(used[l]), float64(used[l]+change))
		used[l] += change
	})
	var p *Plot
	for l := range m.Levels {
		xs[l], ys[l] = append([]float64{0}, xs[l]...), append([]float64{0}, ys[l]...)
		level := XY(append(xs[l], float64(final.Total)), append(ys[l], float64(used[l]))).Name(levelName(l, len(m.Levels)))
		level.series[0].words = fmt.Sprintf("at most %d of %s in use, %d written, %d read", final.Peak[l], plural(m.Levels[l].Slots, "slot"),
			final.Writes[l], final.Reads[l])
		if p == nil {
			p = level
		} else {
			p.Add(level)
		}
	}
	if p == nil {
		p = newPlot(nil, nil, true)
	}
	p.fail(err)
	return p.Title("Memory").X("time").Y("slots in use")
}

// watch plays actions and tells of each, with the time before and after. Steps take time even if the machine's are free.
func watch(m checkpoint.Machine, actions iter.Seq[checkpoint.Action], tell func(a checkpoint.Action, before, after int64)) (checkpoint.Costs, error) {
	m.Forward, m.Reverse = max(m.Forward, 1), max(m.Reverse, 1)
	p := m.Player()
	drawn := 0
	for a := range actions {
		if drawn++; drawn > maxDrawn {
			return p.Costs(), fmt.Errorf("schedule: more than %d actions cannot be drawn", maxDrawn)
		}
		before := p.Total()
		if err := p.Do(a); err != nil {
			return p.Costs(), fmt.Errorf("schedule: %w", err)
		}
		tell(a, before, p.Total())
	}
	if err := p.End(); err != nil {
		return p.Costs(), fmt.Errorf("schedule: %w", err)
	}
	return p.Costs(), nil
}

func levelName(level, levels int) string {
	if levels == 1 {
		return "kept"
	}
	return fmt.Sprintf("kept at level %d", level)
}

// track collects the lines of a timeline.
type track struct {
	run, taped, reversed, loaded strokes
	steps                        int // run in advances
	kept                         []strokes
	since                        map[kept]int64
	order                        []kept
}

// kept is what a bar is for.
type kept struct {
	step, level int
	record      bool
}

func newTrack(levels int) *track {
	return &track{kept: make([]strokes, levels), since: map[kept]int64{}}
}

func (t *track) action(a checkpoint.Action, before, after int64) {
	key := kept{a.Step, a.Level, a.Kind == checkpoint.Record || a.Kind == checkpoint.Forget}
	switch a.Kind {
	case checkpoint.Advance:
		t.run.line(before, a.Step, after, a.To)
		t.steps += a.To - a.Step
	case checkpoint.Turn:
		t.reversed.line(before, a.Step+1, after, a.Step)
	case checkpoint.Restore, checkpoint.Recall:
		t.loaded.dot(after, a.Step)
	case checkpoint.Snapshot, checkpoint.Record:
		if a.Kind == checkpoint.Record {
			t.taped.line(before, a.Step, max(after, before+1), a.Step+1)
		}
		t.since[key] = before
		t.order = append(t.order, key)
	case checkpoint.Discard, checkpoint.Forget:
		t.bar(key, before)
	}
}

// bar ends the bar of what is kept no more.
func (t *track) bar(key kept, now int64) {
	if since, ok := t.since[key]; ok {
		t.kept[key.level].line(since, key.step, now, key.step)
		delete(t.since, key)
	}
}

// end ends all bars.
func (t *track) end(now int64) {
	for _, key := range t.order {
		t.bar(key, now)
	}
}

func (t *track) plot() *Plot {
	p := &Plot{width: defaultWidth, height: defaultHeight}
	t.run.add(p, "run", true, plural(t.steps, "step")+" in "+plural(t.run.count, "sweep"))
	t.taped.add(p, "taped", true, plural(t.taped.count, "step"))
	t.reversed.add(p, "reversed", true, plural(t.reversed.count, "step"))
	for l := range t.kept {
		t.kept[l].add(p, levelName(l, len(t.kept)), true, plural(t.kept[l].count, "time"))
	}
	t.loaded.add(p, "loaded", false, plural(t.loaded.count, "time"))
	return p
}

// strokes are lines with gaps between them, or dots.
type strokes struct {
	xs, ys []float64
	count  int
	gaps   int
}

func (s *strokes) line(x0 int64, y0 int, x1 int64, y1 int) {
	if s.count > 0 {
		s.xs, s.ys = append(s.xs, math.NaN()), append(s.ys, math.NaN())
		s.gaps++
	}
	s.xs, s.ys = append(s.xs, float64(x0), float64(x1)), append(s.ys, float64(y0), float64(y1))
	s.count++
}

func (s *strokes) dot(x int64, y int) {
	s.xs, s.ys = append(s.xs, float64(x)), append(s.ys, float64(y))
	s.count++
}

func (s *strokes) add(p *Plot, name string, joined bool, words string) {
	if s.count > 0 {
		p.series = append(p.series, series{name: name, xs: s.xs, ys: s.ys, joined: joined, gaps: s.gaps, words: words})
	}
}
