package assist

// This file holds the documentation of the packages that cells import.

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed docs.gz
var docsFile []byte

// Docs is documentation by import path and by name: Name, Type.Method, Type.Field, or nothing for the package itself.
type Docs map[string]map[string]string

// embedded inflates the documentation, once.
var embedded = sync.OnceValue(func() Docs {
	docs, err := ReadDocs(docsFile)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return docs
})

// ReadDocs reads what WriteDocs wrote.
func ReadDocs(data []byte) (Docs, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read docs: %w", err)
	}
	var docs Docs
	if err := json.NewDecoder(r).Decode(&docs); err != nil {
		return nil, fmt.Errorf("read docs: %w", err)
	}
	return docs, nil
}

// WriteDocs is the form in which documentation is embedded.
func WriteDocs(docs Docs) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(docs); err != nil { // with the keys of maps in order
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// documentation is that of a member of the package at path.
func documentation(path, name string) string { return embedded()[path][name] }
