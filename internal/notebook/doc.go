// Package notebook holds documents in Jupyter's format, nbformat 4.5.
//
// A document is the tree of the file, with keys in their order and every string and number as it is spelled there.
// Open and Bytes give back the file to the byte, and an edit changes the part that it is about and nothing else: the
// other cells, unknown keys, mime types and cell types stand as they stood. What a program does with a file that
// many other programs read and that lies in repositories should be visible in a diff and explained by it.
//
//	d, err := notebook.Open(data)
//	undo, err := d.Apply(notebook.Edit{Base: d.Version(), Op: notebook.Splice{Cell: id, From: 0, To: 3, Text: "x := 1"}})
//	_, err = d.Apply(undo) // d.Bytes() is data again
//
// # Concepts
//
//   - Document: a tree with a version. Values of the tree are immutable, so views and clones stay valid.
//   - Cell, Output, Value: views of a version.
//   - Edit: an operation on a version. Applying one yields its inverse and makes the next version. The JSON form of
//     edits is the protocol between server and pages; testdata/ops has examples.
//   - Aspect: what an edit touches, as the source of one cell. An edit made for an older version is refused only if
//     somebody else changed what it touches since.
//   - Problem: what is wrong in a file and can be mended. The first edit mends it, and undoing all edits gives back
//     the file as it was.
//   - Collector: the outputs of a running cell, bounded.
//   - File: a document on disk, with atomic saves that notice other writers.
//
// # Limits
//
// Files of more than 50 MiB, nesting beyond 64, strings beyond 16 MiB, more than 10,000 cells or 1,000 outputs of a
// cell, repeated keys and text that is not UTF-8 are refused with a position. Format 3 is converted on opening, and
// saved only as a new file; formats 1 and 2 are refused. An unpaired surrogate shows as U+FFFD and survives as long as
// its line is not edited.
package notebook
