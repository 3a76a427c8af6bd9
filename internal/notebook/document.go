package notebook

// This file opens and prints documents.

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
)

// Fault says where a file is not what it should be, and why.
type Fault struct {
	Line, Column int // from 1; columns count bytes
	Message      string
}

func (f *Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Message)
}

// ConflictError says that a file holds the markers that version control leaves when two changes meet.
type ConflictError struct {
	Lines []int // of the markers, from 1
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("line %d: the file holds conflict markers of version control; resolve the conflict first", e.Lines[0])
}

// Document is a notebook. It is not safe for concurrent use, but a Clone may be used while the original is edited.
type Document struct {
	data      string // the file as opened; "" if the document is new or converted
	before    string // white space around the root
	after     string
	root      *Value
	base      *Value // the root without edits
	style     style
	version   uint64
	changes   map[string]change
	problems  []Fault
	converted int
}

// New returns a document without cells for Go, as Jupyter itself would write it.
func New() *Document {
	text := func(s string) *Value { return str(s) }
	root := canonical.format(object(
		member{"cells", array()},
		member{"metadata", object(
			member{"kernelspec", object(member{"display_name", text("Costate (Go)")}, member{"language", text("go")}, member{"name", text("costate")})},
			member{"language_info", object(
				member{"codemirror_mode", text("go")}, member{"file_extension", text(".go")}, member{"mimetype", text("text/x-go")},
				member{"name", text("go")}, member{"nbconvert_exporter", text("")}, member{"pygments_lexer", text("go")},
				// Without the patch level, which would change every file with every release of Go.
				member{"version", text("go1.26")})},
		)},
		member{"nbformat", integer(4)},
		member{"nbformat_minor", integer(5)},
	), 0)
	return &Document{after: "\n", root: root, base: root, style: canonical, changes: map[string]change{}}
}

// Open reads a notebook of format 4, or converts one of format 3. The error is a *Fault or a *ConflictError.
func Open(data []byte) (*Document, error) {
	if len(data) > MaxFile {
		return nil, &Fault{1, 1, fmt.Sprintf("the file has %d MiB; at most %d are supported", len(data)>>20, MaxFile>>20)}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &Fault{1, 1, "the file is empty"}
	}
	text := string(data)
	// RFC 8259 lets a reader ignore a byte order mark; it is kept for the writer.
	mark := ""
	if rest, ok := strings.CutPrefix(text, "\ufeff"); ok {
		mark, text = "\ufeff", rest
	}
	before, root, after, seen, err := parse(text, 0)
	if err != nil {
		if at := conflicts(text); at != nil {
			return nil, &ConflictError{at}
		}
		return nil, err
	}
	d := &Document{data: string(data), before: mark + before, after: after, changes: map[string]change{}}
	d.style = detect(root, seen)
	major, ok := root.Get("nbformat").Int()
	switch {
	case root.Kind() != Object || !ok:
		return nil, faultAt(text, root.pos, "this is not a notebook: nbformat is missing")
	case major == 3:
		d.style.sorted = true // as in a new file
		if root, err = convert(text, root, d.style); err != nil {
			return nil, err
		}
		d.data, d.converted = "", major
	case major < 3:
		return nil, faultAt(text, root.Get("nbformat").pos, "notebook format %d is not supported; convert it to format 4 with Jupyter", major)
	case major > 4:
		return nil, faultAt(text, root.Get("nbformat").pos, "notebook format %d is newer than this program knows", major)
	}
	if err := check(text, root); err != nil {
		return nil, err
	}
	d.base, d.problems = repair(text, root, d.style)
	d.root = d.base
	if len(data) >= WarnFile {
		d.problems = append(d.problems, Fault{1, 1, fmt.Sprintf("the file has %d MiB; above %d it cannot be opened", len(data)>>20, MaxFile>>20)})
	}
	return d, nil
}

// conflicts returns the lines of conflict markers, or nil if they are not complete.
func conflicts(text string) []int {
	var at []int
	n := 0
	for line := range strings.Lines(text) {
		n++
		for _, m := range []string{"<<<<<<< ", "||||||| ", "=======", ">>>>>>> "} {
			if strings.HasPrefix(line, m) {
				at = append(at, n)
			}
		}
	}
	if len(at) < 3 {
		return nil
	}
	return at
}

// Bytes returns the file of the document. Without edits, or when all are undone, that is the file as opened.
func (d *Document) Bytes() []byte {
	if d.data != "" && !d.Edited() {
		return []byte(d.data)
	}
	b := make([]byte, 0, len(d.data)+4096)
	b = append(b, d.before...)
	b = d.root.print(b)
	return append(b, d.after...)
}

// Edited reports whether the document differs from the one opened.
func (d *Document) Edited() bool { return !identical(d.root, d.base) }

// Version is the number of edits applied.
func (d *Document) Version() uint64 { return d.version }

// Problems returns what is wrong in the file and does not keep it from being opened.
func (d *Document) Problems() []Fault { return d.problems }

// Converted returns the old format that the document was converted from, or 0. Such a document is saved only as a new
// file, so that the old one stays.
func (d *Document) Converted() int { return d.converted }

// Metadata returns the notebook's metadata.
func (d *Document) Metadata() *Value { return d.root.Get("metadata") }

// Language returns the programming language that the file says it is in, or "".
func (d *Document) Language() string {
	for _, where := range [][2]string{{"kernelspec", "language"}, {"language_info", "name"}} {
		if s, ok := d.Metadata().Get(where[0]).Get(where[1]).Text(); ok && s != "" {
			return s
		}
	}
	return ""
}

// Clone returns a copy that later edits of d do not change. It shares the tree and costs little.
func (d *Document) Clone() *Document {
	c := *d
	c.changes = map[string]change{}
	for k, v := range d.changes {
		c.changes[k] = v
	}
	return &c
}

// NewID returns a random id for a new cell.
func NewID() string {
	var b [4]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
