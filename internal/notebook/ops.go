package notebook

// This file holds the operations. Each is a struct whose JSON form is part of the protocol; testdata/ops holds an
// example of each with what it does to a document.

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Insert puts a cell at an index. Value is the cell as nbformat has it; what must be there and is not is filled in,
// so {"cell_type":"code"} is an empty code cell. Source may be a string.
type Insert struct {
	Cell  string          `json:"cell"`
	At    int             `json:"at"`
	Value json.RawMessage `json:"value"`
}

// Delete removes a cell.
type Delete struct {
	Cell string `json:"cell"`
}

// Move puts a cell at an index, counted without the cell itself.
type Move struct {
	Cell string `json:"cell"`
	At   int    `json:"at"`
}

// Splice replaces part of a cell's source. From and To count UTF-16 units, as editors in a browser do.
type Splice struct {
	Cell string `json:"cell"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// SetKind makes a cell one of another kind. What the new kind cannot hold (outputs, the count, attachments) goes, and
// the inverse brings it back in Value, an object of those members.
type SetKind struct {
	Cell  string          `json:"cell"`
	Kind  CellKind        `json:"kind"`
	Value json.RawMessage `json:"value,omitempty"`
}

// SetOutputs replaces the outputs from From up to To.
type SetOutputs struct {
	Cell    string            `json:"cell"`
	From    int               `json:"from"`
	To      int               `json:"to"`
	Outputs []json.RawMessage `json:"outputs"`
}

// SetCount sets the number of the run that a code cell's outputs are of; nil says that it was not run. Results among
// the outputs carry the number too and are made with it.
type SetCount struct {
	Cell  string `json:"cell"`
	Count *int   `json:"count"`
}

// SetMeta sets a key of the metadata of a cell, or of the notebook if Cell is "". Without a Value it removes the key.
type SetMeta struct {
	Cell  string          `json:"cell"`
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value,omitempty"`
}

func (Insert) name() string     { return "insert" }
func (Delete) name() string     { return "delete" }
func (Move) name() string       { return "move" }
func (Splice) name() string     { return "splice" }
func (SetKind) name() string    { return "kind" }
func (SetOutputs) name() string { return "outputs" }
func (SetCount) name() string   { return "count" }
func (SetMeta) name() string    { return "meta" }

func (o Insert) target() string     { return o.Cell }
func (o Delete) target() string     { return o.Cell }
func (o Move) target() string       { return o.Cell }
func (o Splice) target() string     { return o.Cell }
func (o SetKind) target() string    { return o.Cell }
func (o SetOutputs) target() string { return o.Cell }
func (o SetCount) target() string   { return o.Cell }
func (o SetMeta) target() string    { return o.Cell }

func (o Insert) needs() []string { return []string{"cells"} }
func (o Delete) needs() []string { return nil }
func (o Move) needs() []string   { return []string{"cells"} }
func (o Splice) needs() []string { return []string{o.Cell + "/source"} }
func (o SetKind) needs() []string {
	return []string{o.Cell + "/kind"}
}
func (o SetOutputs) needs() []string { return []string{o.Cell + "/outputs"} }
func (o SetCount) needs() []string   { return []string{o.Cell + "/count"} }
func (o SetMeta) needs() []string {
	if o.Cell == "" {
		return []string{"metadata/" + o.Key}
	}
	return []string{o.Cell + "/metadata/" + o.Key}
}

func (o Insert) changes() []string {
	return []string{"cells", o.Cell + "/source", o.Cell + "/kind", o.Cell + "/outputs", o.Cell + "/count"}
}
func (o Delete) changes() []string { return []string{"cells"} }
func (o Move) changes() []string   { return o.needs() }
func (o Splice) changes() []string { return o.needs() }
func (o SetKind) changes() []string {
	return []string{o.Cell + "/kind", o.Cell + "/outputs", o.Cell + "/count"}
}
func (o SetOutputs) changes() []string { return o.needs() }
func (o SetCount) changes() []string   { return o.needs() }
func (o SetMeta) changes() []string    { return o.needs() }

func (o Insert) apply(s state) (state, Op, error) {
	cells := s.cells()
	switch {
	case !validID.MatchString(o.Cell):
		return s, nil, fmt.Errorf("%q is not an id of a cell: it must be 1 to 64 letters, digits, - and _", o.Cell)
	case o.At < 0 || o.At > cells.Len():
		return s, nil, fmt.Errorf("there is no place %d among %d cells", o.At, cells.Len())
	case cells.Len() >= maxCells:
		return s, nil, fmt.Errorf("a notebook has at most %d cells", maxCells)
	}
	if _, err := s.find(o.Cell); err == nil {
		return s, nil, fmt.Errorf("there is a cell with the id %q already", o.Cell)
	}
	c, err := parseFor(o.Value, 2, "the cell to insert")
	if err != nil {
		return s, nil, err
	}
	if _, msg := checkCell(c); msg != "" {
		return s, nil, errors.New("the cell to insert: " + msg)
	}
	id, hasID := c.Get("id").Text()
	if hasID && id != o.Cell {
		return s, nil, fmt.Errorf("the cell to insert has the id %q, not %q", id, o.Cell)
	}
	it := &item{}
	if cellKind(c).Known() {
		c, _ = fill(splitTexts(c), s.style)
		c = s.style.set(c, "id", str(o.Cell), 2)
	} else if !hasID {
		it.label = o.Cell
	}
	it.value = s.style.format(c, 2)
	it.before = s.style.fit(cells, o.At, 1)
	return s.withCells(s.style.shape(cells.keep(slices.Insert(slices.Clone(cells.items), o.At, it)), 1)), Delete{o.Cell}, nil
}

func (o Delete) apply(s state) (state, Op, error) {
	i, err := s.find(o.Cell)
	if err != nil {
		return s, nil, err
	}
	value, _ := s.cells().At(i).MarshalJSON()
	cells := s.cells()
	return s.withCells(cells.keep(slices.Delete(slices.Clone(cells.items), i, i+1))), Insert{o.Cell, i, value}, nil
}

func (o Move) apply(s state) (state, Op, error) {
	i, err := s.find(o.Cell)
	if err != nil {
		return s, nil, err
	}
	cells := s.cells()
	if o.At < 0 || o.At >= cells.Len() {
		return s, nil, fmt.Errorf("there is no place %d among %d cells", o.At, cells.Len())
	}
	it := cells.items[i]
	items := slices.Delete(slices.Clone(cells.items), i, i+1)
	return s.withCells(cells.keep(slices.Insert(items, o.At, it))), Move{o.Cell, i}, nil
}

func (o Splice) apply(s state) (state, Op, error) {
	i, c, err := s.known(o.Cell)
	if err != nil {
		return s, nil, err
	}
	at := c.find("source")
	src, _ := c.At(at).lines()
	text := valid(o.Text)
	now, was, ok := splice(src, o.From, o.To, text)
	if !ok {
		return s, nil, fmt.Errorf("%d to %d is not a range of whole characters of the cell, which has %d", o.From, o.To, len(units(src)))
	}
	inverse := Splice{o.Cell, o.From, o.From + len(units(text)), visible(was)}
	if now != src {
		c = c.withValue(at, s.style.setText(c.At(at), now, 3))
	}
	if v := c.At(at); len(v.text) > maxString || slices.ContainsFunc(v.items, func(it *item) bool { return len(it.value.text) > maxString }) {
		return s, nil, fmt.Errorf("a line of a cell has at most %d MiB", maxString>>20)
	}
	return s.withCell(i, c), inverse, nil
}

func (o SetKind) apply(s state) (state, Op, error) {
	i, c, err := s.known(o.Cell)
	if err != nil {
		return s, nil, err
	}
	if !o.Kind.Known() {
		return s, nil, fmt.Errorf("cells of kind %q are not known", o.Kind)
	}
	inverse := SetKind{Cell: o.Cell, Kind: cellKind(c)}
	foreign := func(k CellKind) []string {
		if k == Code {
			return []string{"attachments"}
		}
		return []string{"execution_count", "outputs"}
	}
	for _, name := range foreign(inverse.Kind) {
		if c.Get(name) != nil {
			return s, nil, fmt.Errorf("the cell cannot change its kind, since it has %s, which no cell of kind %q has", name, inverse.Kind)
		}
	}
	gone := foreign(o.Kind)
	lost := object()
	for _, name := range gone {
		if j := c.find(name); j >= 0 {
			put(lost, name, c.At(j))
			c = c.without(j)
		}
	}
	if lost.Len() > 0 {
		inverse.Value, _ = lost.MarshalJSON()
	}
	if o.Value != nil {
		more, err := parseFor(o.Value, 2, "the members to restore")
		if err != nil {
			return s, nil, err
		}
		if more.Kind() != Object {
			return s, nil, errors.New("the members to restore are not an object")
		}
		for j := range more.Len() {
			name := more.Name(j)
			if !slices.Contains([]string{"attachments", "execution_count", "outputs"}, name) || slices.Contains(gone, name) {
				return s, nil, fmt.Errorf("a cell of kind %q cannot be given %q", o.Kind, name)
			}
			if c.Get(name) != nil {
				return s, nil, fmt.Errorf("the cell has %s already", name)
			}
			c = s.style.set(c, name, s.style.format(splitTexts(object(member{name, more.At(j)})).At(0), 3), 2)
		}
	}
	c = s.style.set(c, "cell_type", scalar(String, s.style.encode(string(o.Kind))), 2)
	if _, msg := checkCell(c); msg != "" {
		return s, nil, errors.New("the members to restore: " + msg)
	}
	c, _ = fill(c, s.style)
	return s.withCell(i, c), inverse, nil
}

func (o SetOutputs) apply(s state) (state, Op, error) {
	i, c, err := s.known(o.Cell)
	if err != nil {
		return s, nil, err
	}
	if cellKind(c) != Code {
		return s, nil, fmt.Errorf("a cell of kind %q has no outputs", cellKind(c))
	}
	at := c.find("outputs")
	old := c.At(at)
	if o.From < 0 || o.From > o.To || o.To > old.Len() {
		return s, nil, fmt.Errorf("%d to %d is not a range of the cell's %d outputs", o.From, o.To, old.Len())
	}
	inverse := SetOutputs{o.Cell, o.From, o.From + len(o.Outputs), []json.RawMessage{}}
	for _, it := range old.items[o.From:o.To] {
		b, _ := it.value.MarshalJSON()
		inverse.Outputs = append(inverse.Outputs, b)
	}
	added := array()
	for j, raw := range o.Outputs {
		v, err := parseFor(raw, 4, fmt.Sprintf("output %d", j+1))
		if err != nil {
			return s, nil, err
		}
		added.items = append(added.items, &item{value: v})
	}
	if _, msg := checkOutputs(added); msg != "" {
		return s, nil, errors.New(msg)
	}
	out := old.with(slices.Delete(slices.Clone(old.items), o.From, o.To))
	for j, it := range splitOutputs(added).items {
		out = s.style.insert(out, o.From+j, 3, &item{value: s.style.format(it.value, 4)})
	}
	if _, msg := checkOutputs(out); msg != "" {
		return s, nil, errors.New(msg)
	}
	return s.withCell(i, c.withValue(at, out)), inverse, nil
}

func (o SetCount) apply(s state) (state, Op, error) {
	i, c, err := s.known(o.Cell)
	if err != nil {
		return s, nil, err
	}
	if cellKind(c) != Code {
		return s, nil, fmt.Errorf("a cell of kind %q has no count", cellKind(c))
	}
	if o.Count != nil && *o.Count < 0 {
		return s, nil, errors.New("a count is not negative")
	}
	inverse := SetCount{Cell: o.Cell}
	if n, ok := (Cell{s.cells().items[i]}).Count(); ok {
		inverse.Count = &n
	}
	count := null()
	if o.Count != nil {
		count = integer(*o.Count)
	}
	return s.withCell(i, s.style.set(c, "execution_count", count, 2)), inverse, nil
}

func (o SetMeta) apply(s state) (state, Op, error) {
	where, i, c, depth := s.root, 0, (*Value)(nil), 1
	if o.Cell != "" {
		var err error
		if i, c, err = s.known(o.Cell); err != nil {
			return s, nil, err
		}
		where, depth = c, 3
	}
	at := where.find("metadata")
	meta := where.At(at)
	old := meta.Get(o.Key)
	inverse := SetMeta{Cell: o.Cell, Key: o.Key}
	if old != nil {
		inverse.Value, _ = old.MarshalJSON()
	}
	var now *Value
	if o.Value != nil {
		v, err := parseFor(o.Value, depth+1, "the value of "+o.Key)
		if err != nil {
			return s, nil, err
		}
		now = s.style.format(v, depth+1)
	}
	if err := checkMeta(o.Cell != "", o.Key, old, now); err != nil {
		return s, nil, err
	}
	switch {
	case now != nil:
		meta = s.style.set(meta, o.Key, now, depth)
	case old != nil:
		meta = meta.without(meta.find(o.Key))
	}
	if c == nil {
		s.root = s.root.withValue(at, meta)
		return s, inverse, nil
	}
	return s.withCell(i, c.withValue(at, meta)), inverse, nil
}
