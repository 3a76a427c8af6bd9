package synth

// This file holds topologies: what they are, their JSON and what is wrong with one.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Limits of what is computed.
const (
	MaxDevices = 1 << 20 // devices of a topology
	MaxPriced  = 1 << 16 // devices of a topology whose costs are computed
	MaxLevels  = 6       // levels of a reduction
)

// Level is a level of a topology: what joins the children of a node of the level above.
type Level struct {
	Name      string  `json:"name"`
	Card      int     `json:"card"`             // children per node
	Alpha     float64 `json:"alpha"`            // latency of a message in seconds
	Bandwidth float64 `json:"bw"`               // bytes per second of one port, in each direction
	Torus     bool    `json:"torus,omitempty"`  // the children form a ring with links between neighbours
	Source    string  `json:"source,omitempty"` // where the figures are from
}

// Topology is a cluster, outermost level first.
type Topology struct {
	Name   string  `json:"name,omitempty"`
	Levels []Level `json:"levels"`
}

// ParseTopology reads the JSON of a topology and checks it.
func ParseTopology(data []byte) (*Topology, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var t Topology
	if err := d.Decode(&t); err != nil {
		return nil, fmt.Errorf("topology: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("topology: more than one value")
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return &t, nil
}

// Validate reports everything that is wrong with a topology.
func (t *Topology) Validate() error {
	var faults []error
	if len(t.Levels) == 0 {
		faults = append(faults, fmt.Errorf("a topology needs a level"))
	}
	names := map[string]bool{rootName: true}
	for i, l := range t.Levels {
		where := fmt.Sprintf("level %d", i)
		if l.Name != "" {
			where = fmt.Sprintf("level %q", l.Name)
		}
		switch {
		case l.Name == "":
			faults = append(faults, fmt.Errorf("%s has no name", where))
		case !isName(l.Name):
			faults = append(faults, fmt.Errorf("%s: a name has letters, digits, '-', '_' and '.' only", where))
		case names[l.Name]:
			faults = append(faults, fmt.Errorf("%s: the name is taken", where))
		}
		names[l.Name] = true
		if l.Card < 1 {
			faults = append(faults, fmt.Errorf("%s: cardinality %d is less than 1", where, l.Card))
		}
		if err := l.link().validate(); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", where, err))
		}
	}
	if len(faults) == 0 {
		if _, err := product("devices", t.Cards(), MaxDevices); err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("topology: %w", errors.Join(faults...))
}

// Cards lists the cardinalities of the levels.
func (t *Topology) Cards() []int {
	cards := make([]int, len(t.Levels))
	for i, l := range t.Levels {
		cards[i] = l.Card
	}
	return cards
}

// Names lists the names of the levels.
func (t *Topology) Names() []string {
	names := make([]string, len(t.Levels))
	for i, l := range t.Levels {
		names[i] = l.Name
	}
	return names
}

// NewTopology gives levels names, if there are none, and checks what comes out.
func NewTopology(cards []int, links []Link, names []string) (*Topology, error) {
	if len(cards) != len(links) {
		return nil, fmt.Errorf("%d levels have %d links", len(cards), len(links))
	}
	if names != nil && len(names) != len(cards) {
		return nil, fmt.Errorf("%d levels have %d names", len(cards), len(names))
	}
	t := &Topology{}
	for i, card := range cards {
		name := fmt.Sprintf("level%d", i)
		if names != nil {
			name = names[i]
		}
		t.Levels = append(t.Levels, Level{Name: name, Card: card, Alpha: links[i].Alpha, Bandwidth: links[i].Bandwidth})
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return t, nil
}

// Link is the interconnect of a level.
type Link struct {
	Alpha     float64 `json:"alpha"` // seconds
	Bandwidth float64 `json:"bw"`    // bytes per second
}

func (l Level) link() Link { return Link{l.Alpha, l.Bandwidth} }

func (l Link) validate() error {
	switch {
	case !(l.Bandwidth > 0) || math.IsInf(l.Bandwidth, 0):
		return fmt.Errorf("bandwidth %v is not a positive number of bytes per second", l.Bandwidth)
	case !(l.Alpha >= 0) || math.IsInf(l.Alpha, 0):
		return fmt.Errorf("latency %v is not a number of seconds", l.Alpha)
	}
	return nil
}

// product multiplies positive numbers, up to a limit.
func product(what string, list []int, limit int) (int, error) {
	p := 1
	for _, c := range list {
		if c < 1 {
			return 0, fmt.Errorf("%s: cardinality %d is less than 1", what, c)
		}
		if c > limit/p {
			return 0, fmt.Errorf("%s: %v multiply to more than %d", what, list, limit)
		}
		p *= c
	}
	return p, nil
}

func isName(s string) bool {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.') {
			return false
		}
	}
	return s != ""
}
