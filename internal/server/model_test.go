package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/internal/notebook"
)

// This file replays what clients are told and compares it with the document: pages apply the same operations.

// replica is a page's document.
type replica []cellView

func (r replica) find(id string) int {
	return slices.IndexFunc(r, func(c cellView) bool { return c.ID == id })
}

func (r replica) apply(m msgApplied) replica {
	for _, o := range m.Ops {
		switch o.Op {
		case "insert":
			r = slices.Insert(r, *o.At, *o.Cell.cell)
			continue
		}
		i := r.find(o.Cell.id)
		switch o.Op {
		case "delete":
			r = slices.Delete(r, i, i+1)
		case "move":
			c := r[i]
			r = slices.Insert(slices.Delete(r, i, i+1), *o.At, c)
		case "kind":
			r[i].Kind, r[i].HTML = o.Kind, ""
		case "source":
			r[i].Source = *o.Source
		}
	}
	for id, html := range m.HTML {
		r[r.find(id)].HTML = html
	}
	return r
}

// lines are cells as JSON.
func lines(t *testing.T, cells []cellView) []string {
	t.Helper()
	var list []string
	for _, c := range cells {
		data, err := encode(c)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(data))
	}
	return list
}

// offline is a hub without connections, and clients whose queues the test reads.
func offline(t testing.TB, file string, n int) (*hub, []*client) {
	t.Helper()
	s, err := New(Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := create(s.root, "a.ipynb", []byte(file)); err != nil {
		t.Fatal(err)
	}
	h, err := s.hub("a.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var list []*client
	for i := range n {
		c := &client{id: fmt.Sprint("c", i), role: roleOwner, wake: make(chan struct{}, 1)}
		if r := h.hello(c, msgHello{}); r != nil {
			t.Fatal(r)
		}
		c.take()
		list = append(list, c)
	}
	return h, list
}

func TestReplicasAgree(t *testing.T) {
	for seed := range uint64(30) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		h, clients := offline(t, book("a", "x := 1", "b", "y := 2", "m", "# t", "c", ""), 2)
		page := replica(h.snapshot().Cells)
		base := h.version()
		var versions []uint64
		accepted := 0
		for step := range 60 {
			c := clients[rnd.IntN(2)]
			id := "none"
			if len(page) > 0 {
				id = page[rnd.IntN(len(page))].ID
			}
			var text string
			switch rnd.IntN(6) {
			case 0:
				text = fmt.Sprintf(`{"op":"insert","at":%d,"cell":{"id":"n%d","kind":%q,"source":"new %d"}}`, rnd.IntN(len(page)+1), step, []string{"code", "markdown"}[rnd.IntN(2)], step)
			case 1:
				text = fmt.Sprintf(`{"op":"delete","cell":%q}`, id)
			case 2:
				text = fmt.Sprintf(`{"op":"move","cell":%q,"at":%d}`, id, rnd.IntN(max(len(page), 1)))
			case 3:
				text = fmt.Sprintf(`{"op":"kind","cell":%q,"kind":%q}`, id, []string{"code", "markdown", "raw"}[rnd.IntN(3)])
			case 4:
				text = fmt.Sprintf(`{"op":"source","cell":%q,"source":%q}`, id, strings.Repeat("é", rnd.IntN(4))+"😀"[:4*rnd.IntN(2)]+fmt.Sprint(step))
			}
			message := fmt.Sprintf(`{"type":"edit","ref":"%d","base":%d,"ops":[%s]}`, step, base, text)
			if text == "" {
				if len(versions) == 0 {
					continue
				}
				message = fmt.Sprintf(`{"type":"revert","ref":"%d","edit":%d}`, step, versions[len(versions)-1-rnd.IntN(min(3, len(versions)))])
			}
			rejected, bad := dispatch(incoming(), h, c, []byte(message))
			if bad {
				t.Fatalf("seed %d: %s is no message", seed, message)
			}
			if rnd.IntN(3) > 0 {
				base = h.version() // else the next edit is made in ignorance of this one
			}
			queues := [2][]string{}
			for i, c := range clients {
				batch, _ := c.take()
				for _, data := range batch {
					queues[i] = append(queues[i], string(data))
				}
			}
			if d := cmp.Diff(queues[0], queues[1]); d != "" {
				t.Fatalf("seed %d: the clients were told different things: %s", seed, d)
			}
			if (rejected == nil) != (len(queues[0]) > 0) {
				t.Fatalf("seed %d: %s: rejected %v, told %v", seed, message, rejected, queues[0])
			}
			for _, data := range queues[0] {
				var m msgApplied
				if strings.HasPrefix(data, `{"type":"applied"`) {
					if err := json.Unmarshal([]byte(data), &m); err != nil {
						t.Fatal(err)
					}
					page = page.apply(m)
					versions = append(versions, m.Version)
					accepted++
				}
			}
			if d := cmp.Diff(lines(t, page), lines(t, h.snapshot().Cells)); d != "" {
				t.Fatalf("seed %d, step %d, %s: the page and the document (-page +document):\n%s", seed, step, message, d)
			}
		}
		if accepted < 20 {
			t.Errorf("seed %d: only %d edits were accepted", seed, accepted)
		}
		if _, err := notebook.Open(h.file.Doc.Bytes()); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// FuzzDispatch sends a hub any text that does not make it run something.
func FuzzDispatch(f *testing.F) {
	for _, r := range incoming() {
		f.Add(`{"type":"` + r.name + `"}`)
	}
	f.Add(`{"type":"edit","base":0,"ops":[{"op":"insert","at":0,"cell":{"id":"z","kind":"code","source":"\ud800"}}]}`)
	f.Add(`{"type":"edit","base":0,"ops":[{"op":"source","cell":"a","source":"😀"},{"op":"kind","cell":"a","kind":"raw"}]}`)
	f.Add(`{"type":"revert","edit":1}`)
	rows := incoming()
	rows = slices.DeleteFunc(rows, func(r rowIn) bool { return slices.Contains([]string{"run", "runAll", "restart", "save"}, r.name) })
	f.Fuzz(func(t *testing.T, text string) {
		h, clients := offline(t, book("a", "x := 1", "m", "# t"), 1)
		for range 2 {
			dispatch(rows, h, clients[0], []byte(text))
		}
		if _, err := notebook.Open(h.file.Doc.Bytes()); err != nil {
			t.Error(err)
		}
		batch, _ := clients[0].take()
		for _, data := range batch {
			if !json.Valid(data) {
				t.Errorf("told %q", data)
			}
		}
	})
}
