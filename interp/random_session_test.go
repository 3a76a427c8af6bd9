package interp

// This file compares sessions that have seen random edits, runs, deletions and interrupts with fresh sessions that run the same
// document from the top. COSTATE_SEED and COSTATE_SESSIONS choose others.

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/ad/engine"
)

func TestRandomSessions(t *testing.T) {
	first := environmentNumber(t, "COSTATE_SEED", 1)
	for seed := first; seed < first+environmentNumber(t, "COSTATE_SESSIONS", 8); seed++ {
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
			t.Parallel()
			playRandom(t, seed, 25)
		})
	}
}

// slots is how many places a random document has for cells. A cell uses names of earlier ones only.
const slots = 10

// randomCell is a cell of such a document.
type randomCell struct {
	text  string
	probe string // an expression that shows what it defines, "" for none
	dirty bool   // edited since it ran
}

// randomBook is a document with the session that runs it.
type randomBook struct {
	t     *testing.T
	r     *rand.Rand
	cells [slots]*randomCell // nil are deleted
	play  *player
	shown [slots]string // what the last run of each cell gave
	log   []string
}

func playRandom(t *testing.T, seed uint64, steps int) {
	b := &randomBook{t: t, r: rand.New(rand.NewPCG(seed, 77)), play: randomPlayer()}
	defer func() {
		if t.Failed() {
			t.Logf("seed %d:\n%s", seed, strings.Join(b.log, "\n"))
		}
	}()
	for k := range slots {
		b.edit(k)
		b.run(k, false)
	}
	for step := range steps {
		k := b.r.IntN(slots)
		switch n := b.r.IntN(20); {
		case n < 9:
			b.edit(k)
			b.run(k, false)
		case n < 11:
			b.edit(k)
		case n < 14:
			b.run(k, false)
		case n < 16:
			b.delete(k)
		case n < 17:
			b.run(k, true)
		default:
			b.rerun()
		}
		if step%8 == 7 || step == steps-1 {
			if b.compare(); t.Failed() {
				return
			}
		}
	}
}

func randomPlayer() *player {
	p := &player{}
	p.s = New(Options{Stdout: &p.out, Stderr: &p.out, Hooks: []Hook{engine.Expand}})
	return p
}

// edit writes a new text for a cell.
func (b *randomBook) edit(k int) {
	c := b.random(k)
	c.dirty = true
	b.cells[k] = c
	b.log = append(b.log, fmt.Sprintf("edit %d: %s", k, c.text))
	b.document()
}

func (b *randomBook) delete(k int) {
	b.cells[k], b.shown[k] = nil, ""
	b.log = append(b.log, fmt.Sprintf("delete %d", k))
	b.document()
}

// document tells the session the cells' texts.
func (b *randomBook) document() {
	b.play.doc = nil
	for k, c := range b.cells {
		if c != nil {
			b.play.doc = append(b.play.doc, Source{fmt.Sprint(k), c.text})
		}
	}
	b.play.s.SetDocument(b.play.doc)
}

// run runs a cell, or interrupts it after its statements.
func (b *randomBook) run(k int, interrupt bool) {
	c := b.cells[k]
	if c == nil {
		return
	}
	text, timeout := c.text, time.Minute
	if interrupt {
		text, timeout = text+"\nfor {}", 30*time.Millisecond
	}
	b.shown[k] = b.play.once(b.t, fmt.Sprint(k), text, timeout)
	c.dirty = interrupt
	b.log = append(b.log, fmt.Sprintf("run %d, interrupt %v: %s", k, interrupt, b.shown[k]))
}

// once runs a cell and writes down what it gave, without what it says of others.
func (p *player) once(t *testing.T, id, text string, timeout time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	p.out.Reset()
	res, err := p.s.Run(ctx, id, text)
	if err != nil {
		t.Errorf("cell %s, %s: %v", id, text, err)
		return err.Error()
	}
	p.stale = res.Stale
	var out bytes.Buffer
	out.WriteString(p.out.String())
	for _, v := range res.Values {
		fmt.Fprintf(&out, "= %s\n", v.Text)
	}
	if !res.OK {
		fmt.Fprintf(&out, "failed: %v\n", res.Diags)
	}
	return out.String()
}

// rerun runs what the last run made stale.
func (b *randomBook) rerun() {
	for _, id := range slices.Clone(b.play.stale) {
		if k := strings.Index("0123456789", id); k >= 0 && b.cells[k] != nil && !b.cells[k].dirty {
			b.run(k, false)
		}
	}
}

// states gives the states of the session's cells.
func (p *player) states() map[string]State {
	out := map[string]State{}
	for _, c := range p.s.Cells() {
		out[c.ID] = c.State
	}
	return out
}

// failed reports whether a cell gave an error.
func failed(shown string) bool { return strings.Contains(shown, "failed: ") }

var nameOfCell = regexp.MustCompile(`\b[a-zT](\d)\b`)

// mentionsFailed reports whether a cell uses names of a cell that fails in a fresh session. Here what that cell has defined before it was
// edited may be there still: a cell that does not type-check changes nothing.
func (b *randomBook) mentionsFailed(c *randomCell, ok map[int]bool) bool {
	for _, g := range nameOfCell.FindAllStringSubmatch(c.text, -1) {
		if fine, known := ok[int(g[1][0]-'0')]; known && !fine {
			return true
		}
	}
	return false
}

// compare runs what is not as the document says, and then looks at everything beside a fresh session. What a cell that has not run
// again has shown must be what it shows there.
func (b *randomBook) compare() {
	for k, c := range b.cells {
		if c != nil && (c.dirty || failed(b.shown[k]) || b.play.states()[fmt.Sprint(k)] != StateOK) {
			b.run(k, false)
		}
	}
	fresh := randomPlayer()
	fresh.s.SetDocument(b.play.doc)
	ok := map[int]bool{}
	for k, c := range b.cells {
		if c == nil {
			continue
		}
		got := fresh.once(b.t, fmt.Sprint(k), c.text, time.Minute)
		ok[k] = !failed(got)
		b.log = append(b.log, fmt.Sprintf("fresh %d: %s", k, got))
		state := b.play.states()[fmt.Sprint(k)]
		if ok[k] && state != StateOK || !ok[k] && state == StateOK && !failed(b.shown[k]) && !b.mentionsFailed(c, ok) {
			b.t.Errorf("cell %d is %q here; in a fresh session it gives %s", k, state, got)
		}
		if d := cmp.Diff(got, b.shown[k]); d != "" && ok[k] {
			b.t.Errorf("cell %d has shown (-fresh +here):\n%s", k, d)
		}
	}
	for k, c := range b.cells {
		if c == nil || !ok[k] || c.probe == "" || b.mentionsFailed(c, ok) {
			continue
		}
		want := fresh.once(b.t, "probe", c.probe, time.Minute)
		if d := cmp.Diff(want, b.play.once(b.t, "probe", c.probe, time.Minute)); d != "" {
			b.t.Errorf("%s (-fresh +here):\n%s", c.probe, d)
		}
	}
	b.play.s.Remove("probe")
}
