package interp

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/costate/costate/ad/engine"
)

var updateScripts = flag.Bool("update-sessions", false, "rewrite what the scripted sessions are to give")

// TestScripts plays the sessions of testdata/sessions. The files of an archive are actions, each followed by what it is to give:
//
//	-- run ID --      run the text as that cell of the document
//	-- edit ID --     change the text in the document, without running it
//	-- delete ID --   take the cell out of the document
//	-- move ID N --   put the cell at place N of the document, from 1
//	-- stop ID --     run the text and interrupt it after a moment
//	-- rerun --       run what is stale, in order, as a reactive notebook does
//	-- cells --       show the states
//	-- want --        output, values (=), diagnostics, notes, stale cells
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/sessions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := newPlayer()
			var played []txtar.File
			for i := 0; i < len(ar.Files); i++ {
				f := ar.Files[i]
				if f.Name == "want" {
					t.Fatalf("%s: want without an action", name)
				}
				got, err := p.play(f)
				if err != nil {
					t.Fatalf("%s: %v", f.Name, err)
				}
				want := ""
				if i+1 < len(ar.Files) && ar.Files[i+1].Name == "want" {
					i++
					want = string(ar.Files[i].Data)
				}
				if d := cmp.Diff(want, got); d != "" && !*updateScripts {
					t.Errorf("action %d, %s (-want +got):\n%s", i, f.Name, d)
				}
				played = append(played, f)
				if got != "" {
					played = append(played, txtar.File{Name: "want", Data: []byte(got)})
				}
			}
			if *updateScripts {
				ar.Files = played
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// player plays the actions of a scripted session.
type player struct {
	s     *Session
	out   bytes.Buffer
	doc   []Source
	stale []string // of the last action
}

func newPlayer() *player {
	p := &player{}
	p.s = New(Options{Stdout: &p.out, Stderr: &p.out, Hooks: []Hook{engine.Expand}})
	return p
}

func (p *player) edit(id, text string) {
	i := slices.IndexFunc(p.doc, func(c Source) bool { return c.ID == id })
	if i < 0 {
		i = len(p.doc)
		p.doc = append(p.doc, Source{ID: id})
	}
	p.doc[i].Text = text
	p.s.SetDocument(p.doc)
}

func (p *player) play(f txtar.File) (string, error) {
	op, id, _ := strings.Cut(f.Name, " ")
	text := strings.TrimRight(string(f.Data), "\n")
	var b strings.Builder
	switch op {
	case "edit":
		p.edit(id, text)
	case "run":
		p.edit(id, text)
		return p.run(context.Background(), id)
	case "stop":
		p.edit(id, text)
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		return p.run(ctx, id)
	case "delete":
		p.doc = slices.DeleteFunc(p.doc, func(c Source) bool { return c.ID == id })
		p.stale = p.s.SetDocument(p.doc)
		if len(p.stale) > 0 {
			fmt.Fprintf(&b, "stale: %s\n", strings.Join(p.stale, " "))
		}
	case "move":
		id, to, _ := strings.Cut(id, " ")
		n, err := strconv.Atoi(to)
		i := slices.IndexFunc(p.doc, func(c Source) bool { return c.ID == id })
		if err != nil || i < 0 || n < 1 || n > len(p.doc) {
			return "", fmt.Errorf("no such place")
		}
		c := p.doc[i]
		p.doc = slices.Insert(slices.Delete(p.doc, i, i+1), n-1, c)
		p.stale = p.s.SetDocument(p.doc)
		if len(p.stale) > 0 {
			fmt.Fprintf(&b, "stale: %s\n", strings.Join(p.stale, " "))
		}
	case "rerun":
		for _, id := range slices.Clone(p.stale) {
			out, err := p.run(context.Background(), id)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%s:\n%s", id, out)
		}
	case "cells":
		for _, c := range p.s.Cells() {
			fmt.Fprintf(&b, "%s: %s", c.ID, c.State)
			if len(c.Missing) > 0 {
				fmt.Fprintf(&b, ", without %s", strings.Join(c.Missing, " "))
			}
			for _, d := range c.Dups() {
				fmt.Fprintf(&b, ", %s also in %s", d, strings.Join(c.Also[d], " "))
			}
			if c.Note != "" {
				fmt.Fprintf(&b, " (%s)", c.Note)
			}
			b.WriteString("\n")
		}
	default:
		return "", fmt.Errorf("unknown action")
	}
	return b.String(), nil
}

func (p *player) run(ctx context.Context, id string) (string, error) {
	p.out.Reset()
	i := slices.IndexFunc(p.doc, func(c Source) bool { return c.ID == id })
	res, err := p.s.Run(ctx, id, p.doc[i].Text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(p.out.String())
	for _, v := range res.Values {
		fmt.Fprintf(&b, "= %s\n", v.Text)
	}
	for _, d := range res.Diags {
		fmt.Fprintf(&b, "%s\n", d)
	}
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	p.stale = res.Stale
	if len(res.Stale) > 0 {
		fmt.Fprintf(&b, "stale: %s\n", strings.Join(res.Stale, " "))
	}
	return b.String(), nil
}
