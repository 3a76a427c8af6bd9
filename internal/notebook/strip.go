package notebook

// This file takes out of a document what a repository should not hold.

import "encoding/json"

// Strip returns the edits that take the outputs and counts out of a document, for its present version and those that
// the edits make one by one. With keepOutputs only the counts go, those in results among the outputs included.
func (d *Document) Strip(keepOutputs bool) []Edit {
	var out []Edit
	add := func(op Op) { out = append(out, Edit{Base: d.version + uint64(len(out)), Op: op}) }
	for _, c := range d.Cells() {
		if c.Kind() != Code {
			continue
		}
		outputs := c.Outputs()
		if len(outputs) > 0 && !keepOutputs {
			add(SetOutputs{Cell: c.ID(), To: len(outputs), Outputs: []json.RawMessage{}})
		}
		for i, o := range outputs {
			at := o.v.find("execution_count")
			if !keepOutputs || at < 0 || o.v.At(at).Kind() == Null {
				continue
			}
			b, _ := o.v.withValue(at, null()).MarshalJSON()
			add(SetOutputs{Cell: c.ID(), From: i, To: i + 1, Outputs: []json.RawMessage{b}})
		}
		if _, ok := c.Count(); ok {
			add(SetCount{Cell: c.ID()})
		}
	}
	return out
}

// EditOutputs returns the operation that gives a cell these outputs instead of those it has. Outputs that stay at the
// beginning are not part of it.
func (c Cell) EditOutputs(outputs []Output) SetOutputs {
	old := c.Outputs()
	from := 0
	for from < min(len(old), len(outputs)) && sameOutput(old[from], outputs[from]) {
		from++
	}
	op := SetOutputs{Cell: c.ID(), From: from, To: len(old), Outputs: []json.RawMessage{}}
	for _, o := range outputs[from:] {
		b, _ := o.MarshalJSON()
		op.Outputs = append(op.Outputs, b)
	}
	return op
}

func sameOutput(a, b Output) bool {
	return same(splitOutputs(array(a.v)), splitOutputs(array(b.v)))
}
