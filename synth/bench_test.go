package synth

// This file measures the searches on four levels, with 16 and with 4,096 devices.

import (
	"testing"
)

func benchTopology(cards []int) *Topology {
	top := &Topology{}
	for i, c := range cards {
		top.Levels = append(top.Levels, Level{Name: string(rune('a' + i)), Card: c, Alpha: 1e-5 / float64(i+1), Bandwidth: 1e9 * float64(i+1)})
	}
	return top
}

var benchSizes = []struct {
	name        string
	cards, axes []int
	matrix      Matrix
	reduce      []int
}{
	{"16", []int{2, 2, 2, 2}, []int{4, 2, 2}, Matrix{{2, 2, 2, 2}}, []int{0}},
	{"4096", []int{16, 8, 8, 4}, []int{16, 16, 16}, Matrix{{16, 8, 8, 4}}, []int{0}},
	{"4096x3", []int{16, 8, 8, 4}, []int{16, 16, 16}, Matrix{{2, 2, 2, 2}, {4, 2, 2, 1}, {2, 2, 2, 2}}, []int{0, 2}},
}

func BenchmarkPlacements(b *testing.B) {
	for _, c := range benchSizes {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = 0
				for _, err := range Placements(c.cards, c.axes) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
			}
			b.ReportMetric(float64(n), "placements")
		})
	}
}

func BenchmarkStrategies(b *testing.B) {
	for _, c := range benchSizes {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, err := NewModel(benchTopology(c.cards), c.matrix, c.reduce)
				if err != nil {
					b.Fatal(err)
				}
				list, err := Synthesize(b.Context(), m.Space().Cards, 5)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := m.Rank(list.Programs, 1<<30, Ring); err != nil {
					b.Fatal(err)
				}
				if _, err := PositionalOf(m.Space().Cards, list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSynthesize(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Synthesize(b.Context(), []int{16, 8, 8, 4}, 5); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstAnswer measures until the first program is there and priced.
func BenchmarkFirstAnswer(b *testing.B) {
	for _, c := range benchSizes {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				m, err := NewModel(benchTopology(c.cards), c.matrix, c.reduce)
				if err != nil {
					b.Fatal(err)
				}
				for p, err := range SynthesizeSeq(b.Context(), m.Space().Cards, 5) {
					if err != nil {
						b.Fatal(err)
					}
					if _, err := m.Seconds(p, 1<<30, Ring); err != nil {
						b.Fatal(err)
					}
					break
				}
			}
		})
	}
}
