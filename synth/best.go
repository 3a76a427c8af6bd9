package synth

// This file chooses a placement and the programs of several reductions at once, as a step of training needs them.

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Request is what is to be placed: axes of parallelism, and the reductions over them.
type Request struct {
	Axes       []int       `json:"axes"`
	Reductions []Reduction `json:"reductions"`
	MaxLength  int         `json:"max_length,omitempty"` // of programs; 0 is DefaultLength
	Algorithm  string      `json:"algorithm,omitempty"`  // ring if empty
	Top        int         `json:"top,omitempty"`        // how many placements to return; 0 is 10
}

// Reduction is a reduction that is run so many times.
type Reduction struct {
	Name      string  `json:"name"`
	Axes      []int   `json:"axes"`                // to reduce over
	Bytes     float64 `json:"bytes"`               // on each device
	Frequency float64 `json:"frequency,omitempty"` // how often per step; 0 is once
}

// Choice is a placement with the best program for each reduction.
type Choice struct {
	Matrix  Matrix   `json:"matrix"`
	Seconds float64  `json:"seconds"` // of all reductions, as often as they are run
	Flat    float64  `json:"flat"`    // the same with one all-reduce each
	Plans   []Chosen `json:"plans"`
}

// Chosen is the best program of a reduction on a placement.
type Chosen struct {
	Name       string  `json:"name"`
	Program    string  `json:"program"` // empty if there is nothing to reduce over
	Positional bool    `json:"positional"`
	Proved     bool    `json:"proved"`  // no valid program of the length asked for is cheaper
	Seconds    float64 `json:"seconds"` // of one run
	Flat       float64 `json:"flat"`    // of one all-reduce
	Pieces     int     `json:"pieces"`  // with which it is fastest as a pipeline
	Pipelined  float64 `json:"pipelined"`
}

// ParseRequest reads the JSON of a request.
func ParseRequest(data []byte) (*Request, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var r Request
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("request: more than one value")
	}
	return &r, nil
}

// validate checks what does not depend on a placement.
func (r *Request) validate(top *Topology) error {
	if err := top.Validate(); err != nil {
		return err
	}
	if err := CheckAxes(top.Cards(), r.Axes); err != nil {
		return err
	}
	if len(r.Reductions) == 0 {
		return fmt.Errorf("a request needs a reduction")
	}
	for i, red := range r.Reductions {
		switch {
		case !(red.Bytes >= 0):
			return fmt.Errorf("reduction %d: %v bytes are not a size", i, red.Bytes)
		case !(red.Frequency >= 0):
			return fmt.Errorf("reduction %d: frequency %v is less than 0", i, red.Frequency)
		}
	}
	if r.MaxLength < 0 || r.Top < 0 {
		return fmt.Errorf("max_length and top are not less than 0")
	}
	return nil
}

// Best lists the placements of a request with their best programs, the fastest first.
func Best(ctx context.Context, top *Topology, r *Request) ([]Choice, error) {
	if err := r.validate(top); err != nil {
		return nil, err
	}
	c := &chooser{top: top, r: r, length: cmp.Or(r.MaxLength, DefaultLength), lists: map[int]*Strategies{}}
	var err error
	if c.alg, err = ParseAlgorithm(cmp.Or(r.Algorithm, "ring")); err != nil {
		return nil, err
	}
	keep := cmp.Or(r.Top, 10)
	var list []Choice
	for m, err := range Placements(top.Cards(), r.Axes) {
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		limit := -1.0
		if len(list) == keep {
			limit = list[keep-1].Seconds
		}
		choice, err := c.choose(ctx, m, limit)
		if err != nil {
			return nil, err
		}
		if choice == nil {
			continue
		}
		list = append(list, *choice)
		slices.SortStableFunc(list, func(a, b Choice) int { return cmp.Compare(rounded(a.Seconds), rounded(b.Seconds)) })
		list = list[:min(keep, len(list))]
	}
	for i := range list {
		if err := c.finish(&list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// chooser finds the best programs of placements.
type chooser struct {
	top    *Topology
	r      *Request
	alg    Algorithm
	length int
	lists  map[int]*Strategies // by levels
}

// choose finds the best programs for a placement. If they take longer than a limit that is not negative, it gives nil.
func (c *chooser) choose(ctx context.Context, m Matrix, limit float64) (*Choice, error) {
	choice := &Choice{Matrix: m}
	for _, red := range c.r.Reductions {
		model, err := NewModel(c.top, m, red.Axes)
		if err != nil {
			return nil, err
		}
		chosen := Chosen{Name: red.Name, Positional: true, Proved: true}
		if model.space.size > 1 {
			list, err := c.strategies(ctx, len(model.space.Cards))
			if err != nil {
				return nil, err
			}
			best, err := model.Cheapest(list.Programs, red.Bytes, c.alg)
			if err != nil {
				return nil, err
			}
			if c.length > DefaultLength {
				found, err := model.Search(ctx, red.Bytes, c.alg, c.length)
				if err != nil {
					return nil, err
				}
				chosen.Proved = found.Proved
				if rounded(found.Seconds) < rounded(best.Seconds) {
					best = &found.Priced
				}
			}
			chosen.Program, chosen.Seconds = best.Program.String(), best.Seconds
			if chosen.Flat, err = model.Seconds(model.Flat(), red.Bytes, c.alg); err != nil {
				return nil, err
			}
		}
		times := cmp.Or(red.Frequency, 1)
		choice.Seconds += times * chosen.Seconds
		choice.Flat += times * chosen.Flat
		choice.Plans = append(choice.Plans, chosen)
		if limit >= 0 && choice.Seconds > limit {
			return nil, nil
		}
	}
	return choice, nil
}

// strategies lists the programs for so many levels.
func (c *chooser) strategies(ctx context.Context, levels int) (*Strategies, error) {
	if list, ok := c.lists[levels]; ok {
		return list, nil
	}
	list, err := Synthesize(ctx, slices.Repeat([]int{2}, levels), min(c.length, DefaultLength))
	if err != nil {
		return nil, err
	}
	c.lists[levels] = list
	return list, nil
}

// finish checks the programs of a choice and completes what is said of them.
func (c *chooser) finish(choice *Choice) error {
	for i, red := range c.r.Reductions {
		plan := &choice.Plans[i]
		if plan.Program == "" {
			plan.Pieces = 1
			continue
		}
		p, err := ParseProgram(plan.Program)
		if err != nil {
			return err
		}
		model, err := NewModel(c.top, choice.Matrix, red.Axes)
		if err != nil {
			return err
		}
		cards := model.space.Cards
		if err := Verify(cards, p); err != nil {
			return fmt.Errorf("%s was chosen and does not reduce: %w", p, err)
		}
		if plan.Positional, err = Positional(cards, p); err != nil {
			return err
		}
		if plan.Pieces, plan.Pipelined, err = model.BestPieces(p, red.Bytes, c.alg); err != nil {
			return err
		}
	}
	return nil
}
