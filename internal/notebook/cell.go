package notebook

// This file views the cells of a document. A view is of the document at one version; edits do not change it.

// CellKind is the type of a cell. A file of a newer minor version may hold kinds that are not known here: they are
// kept, shown as unknown, and can be deleted and moved but not edited.
type CellKind string

// The kinds of cells that nbformat 4.5 knows.
const (
	Code     CellKind = "code"
	Markdown CellKind = "markdown"
	Raw      CellKind = "raw"
)

// Known reports whether nbformat 4.5 knows the kind.
func (k CellKind) Known() bool { return k == Code || k == Markdown || k == Raw }

// Cell is a cell of a document.
type Cell struct {
	item *item
}

// Cells returns the cells in order.
func (d *Document) Cells() []Cell {
	items := d.root.Get("cells").items
	out := make([]Cell, len(items))
	for i, it := range items {
		out[i] = Cell{it}
	}
	return out
}

// Cell returns the cell with an id.
func (d *Document) Cell(id string) (Cell, bool) {
	for _, it := range d.root.Get("cells").items {
		if c := (Cell{it}); c.ID() == id {
			return c, true
		}
	}
	return Cell{}, false
}

// ID returns the cell's id, which is unique in the document. In a file that has no ids it is the one that the first
// edit would write.
func (c Cell) ID() string {
	if c.item.label != "" {
		return c.item.label
	}
	id, _ := c.item.value.Get("id").Text()
	return id
}

func cellKind(v *Value) CellKind {
	k, _ := v.Get("cell_type").Text()
	return CellKind(k)
}

// Kind returns the kind of the cell.
func (c Cell) Kind() CellKind { return cellKind(c.item.value) }

// Source returns the text of the cell.
func (c Cell) Source() string {
	s, _ := c.item.value.Get("source").Lines()
	return s
}

// Count returns the number of the run that the outputs are of, and whether the cell was run.
func (c Cell) Count() (int, bool) { return c.item.value.Get("execution_count").Int() }

// Metadata returns the cell's metadata.
func (c Cell) Metadata() *Value { return c.item.value.Get("metadata") }

// Attachments returns the files attached to a markdown or raw cell, mime bundles by name, or nil.
func (c Cell) Attachments() *Value { return c.item.value.Get("attachments") }

// Value returns the whole cell.
func (c Cell) Value() *Value { return c.item.value }

// Outputs returns the outputs of a code cell.
func (c Cell) Outputs() []Output {
	if c.Kind() != Code {
		return nil
	}
	v := c.item.value.Get("outputs")
	out := make([]Output, v.Len())
	for i := range out {
		out[i] = Output{v.At(i)}
	}
	return out
}
