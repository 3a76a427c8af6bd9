package dyn

// This file has the interfaces that packages ask values for which they are given as others: io.Copy asks a reader whether it can write
// itself. Each row has a type for values that implement both.

import (
	"io"
	"math/rand"
	"reflect"
)

// richer is an interface with more methods than a host interface, and the type that implements it as World.Wrapper has it.
type richer struct{ host, rich, wrapper reflect.Type }

// richerInterfaces lists, for each host interface, those with more methods first.
func richerInterfaces() []richer {
	return []richer{
		{reflect.TypeFor[io.Reader](), reflect.TypeFor[interface {
			io.Reader
			io.WriterTo
			io.RuneScanner
		}](), reflect.TypeFor[readerAll]()},
		{reflect.TypeFor[io.Reader](), reflect.TypeFor[interface {
			io.Reader
			io.WriterTo
		}](), reflect.TypeFor[readerTo]()},
		{reflect.TypeFor[io.Reader](), reflect.TypeFor[interface {
			io.Reader
			io.RuneScanner
		}](), reflect.TypeFor[readerRunes]()},
		{reflect.TypeFor[io.Writer](), reflect.TypeFor[interface {
			io.Writer
			io.StringWriter
			io.ReaderFrom
		}](), reflect.TypeFor[writerAll]()},
		{reflect.TypeFor[io.Writer](), reflect.TypeFor[interface {
			io.Writer
			io.StringWriter
		}](), reflect.TypeFor[writerString]()},
		{reflect.TypeFor[io.Writer](), reflect.TypeFor[interface {
			io.Writer
			io.ReaderFrom
		}](), reflect.TypeFor[writerFrom]()},
		{reflect.TypeFor[rand.Source](), reflect.TypeFor[rand.Source64](), reflect.TypeFor[source64]()},
	}
}

// enrich gives the richest of the interfaces that a boxed value implements, and its wrapper; host and nil if there is none.
func (w *World) enrich(b Value, host reflect.Type) (rich, wrapper reflect.Type) {
	for _, r := range richerInterfaces() {
		if r.host == host && w.hasAll(b, r.rich) {
			return r.rich, r.wrapper
		}
	}
	return host, nil
}

func (w *World) hasAll(b Value, iface reflect.Type) bool {
	for i := range iface.NumMethod() {
		m := iface.Method(i)
		if w.method(b.t, m.Name, "func"+w.spellSignature(m.Type)) == nil {
			return false
		}
	}
	return true
}

type (
	readsPart  struct{ WRead func([]byte) (int, error) }
	writesPart struct{ WWrite func([]byte) (int, error) }
	toPart     struct {
		WWriteTo func(io.Writer) (int64, error)
	}
	fromPart struct {
		WReadFrom func(io.Reader) (int64, error)
	}
	textPart  struct{ WWriteString func(string) (int, error) }
	runesPart struct {
		WReadRune   func() (rune, int, error)
		WUnreadRune func() error
	}

	readerTo struct {
		IValue any
		readsPart
		toPart
	}
	readerRunes struct {
		IValue any
		readsPart
		runesPart
	}
	readerAll struct {
		IValue any
		readsPart
		toPart
		runesPart
	}
	writerString struct {
		IValue any
		writesPart
		textPart
	}
	writerFrom struct {
		IValue any
		writesPart
		fromPart
	}
	writerAll struct {
		IValue any
		writesPart
		textPart
		fromPart
	}
	source64 struct {
		IValue  any
		WInt63  func() int64
		WSeed   func(int64)
		WUint64 func() uint64
	}
)

func (r readsPart) Read(p []byte) (int, error)         { return r.WRead(p) }
func (r writesPart) Write(p []byte) (int, error)       { return r.WWrite(p) }
func (r toPart) WriteTo(w io.Writer) (int64, error)    { return r.WWriteTo(w) }
func (r fromPart) ReadFrom(x io.Reader) (int64, error) { return r.WReadFrom(x) }
func (r textPart) WriteString(s string) (int, error)   { return r.WWriteString(s) }
func (r runesPart) ReadRune() (rune, int, error)       { return r.WReadRune() }
func (r runesPart) UnreadRune() error                  { return r.WUnreadRune() }
func (s source64) Int63() int64                        { return s.WInt63() }
func (s source64) Seed(x int64)                        { s.WSeed(x) }
func (s source64) Uint64() uint64                      { return s.WUint64() }
