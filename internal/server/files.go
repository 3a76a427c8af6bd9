package server

// This file lists, makes and serves files below the directory of the server. Names are checked as text first, for all
// systems at once, and then opened through an os.Root, which no link leads out of.

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/costate/costate/internal/notebook"
)

// maxImage is the size of a picture that is served, and maxEntries how many files of a directory are listed.
const (
	maxImage   = 32 << 20
	maxEntries = 5000
)

// errName says that a name is not one that this server opens.
var errName = errors.New("this is not the name of a file that can be opened here")

// checkPath accepts slash-separated names without anything hidden, and without what some system takes for more than a name.
func checkPath(p string) error {
	if len(p) > 1024 || !utf8.ValidString(p) || !fs.ValidPath(p) || p == "." {
		return errName
	}
	for part := range strings.SplitSeq(p, "/") {
		if strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") || strings.ContainsAny(part, `\:*?"<>|`) {
			return errName
		}
		for _, c := range part {
			if c < ' ' || c == 0x7f {
				return errName
			}
		}
		// Windows opens devices by these names, whatever comes after a dot.
		base, _, _ := strings.Cut(part, ".")
		switch base = strings.ToUpper(strings.TrimRight(base, " ")); base {
		case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
			return errName
		}
		if n := []rune(base); len(n) == 4 && (base[:3] == "COM" || base[:3] == "LPT") && strings.ContainsRune("0123456789¹²³", n[3]) {
			return errName
		}
	}
	return nil
}

// notebookPath is checkPath for notebooks.
func notebookPath(p string) error {
	if err := checkPath(p); err != nil || path.Ext(p) != ".ipynb" {
		return errName
	}
	return nil
}

// readFile reads a regular file of at most limit bytes.
func readFile(root *os.Root, name string, limit int64) ([]byte, error) {
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, errName
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("the file has more than %d MiB", limit>>20)
	}
	return data, err
}

// entry is a row of a listing.
type entry struct {
	Name string `json:"name"`
	Path string `json:"path"`
	Kind string `json:"kind"` // dir, notebook, image, file
}

// getFiles answers GET /api/files.
func (s *Server) getFiles(w http.ResponseWriter, r *http.Request, _ caller) {
	dir := r.URL.Query().Get("dir")
	name := "."
	if dir != "" {
		if err := checkPath(dir); err != nil {
			fail(w, http.StatusBadRequest, err.Error())
			return
		}
		name = dir
	}
	list, err := s.list(name, dir)
	if err != nil {
		fail(w, http.StatusNotFound, "there is no such directory")
		return
	}
	reply(w, http.StatusOK, map[string]any{"dir": dir, "entries": list})
}

func (s *Server) list(name, dir string) ([]entry, error) {
	d, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	if info, err := d.Stat(); err != nil || !info.IsDir() {
		return nil, errName
	}
	found, err := d.ReadDir(maxEntries)
	if err != nil && err != io.EOF {
		return nil, err
	}
	list := []entry{}
	for _, f := range found {
		e := entry{Name: f.Name(), Path: path.Join(dir, f.Name())}
		if checkPath(e.Path) != nil {
			continue
		}
		info, err := s.root.Stat(e.Path) // follows links, and not out
		if err != nil {
			continue
		}
		switch ext := path.Ext(e.Name); {
		case info.IsDir():
			e.Kind = "dir"
		case !info.Mode().IsRegular():
			continue
		case ext == ".ipynb":
			e.Kind = "notebook"
		case imageType(ext) != "":
			e.Kind = "image"
		case ext == ".md" || ext == ".go":
			e.Kind = "file"
		default:
			continue
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b entry) int {
		if (a.Kind == "dir") != (b.Kind == "dir") {
			if a.Kind == "dir" {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return list, nil
}

// postFiles answers POST /api/files: it makes a notebook, and never writes over a file.
func (s *Server) postFiles(w http.ResponseWriter, r *http.Request, _ caller) {
	var body struct {
		Path string
		Dir  *string
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 16<<10)).Decode(&body); err != nil {
		fail(w, http.StatusBadRequest, "the body is not JSON")
		return
	}
	names := []string{body.Path}
	if body.Dir != nil && body.Path == "" {
		names = nil
		for n := 1; n <= 100; n++ {
			names = append(names, path.Join(*body.Dir, fmt.Sprintf("untitled%d.ipynb", n)))
		}
	}
	for _, name := range names {
		if err := notebookPath(name); err != nil {
			fail(w, http.StatusBadRequest, "the name of a notebook ends in .ipynb and has no characters that a system could take for more than a name")
			return
		}
		err := create(s.root, name, notebook.New().Bytes())
		switch {
		case err == nil:
			reply(w, http.StatusCreated, map[string]string{"path": name})
			return
		case !errors.Is(err, fs.ErrExist):
			fail(w, http.StatusNotFound, "the file cannot be made there")
			return
		}
	}
	fail(w, http.StatusConflict, "a file of that name exists")
}

func create(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// getFile answers GET /files/… with a picture.
func (s *Server) getFile(w http.ResponseWriter, r *http.Request, _ caller) {
	name := r.PathValue("path")
	kind := imageType(path.Ext(name))
	if kind == "" || checkPath(name) != nil {
		fail(w, http.StatusNotFound, "there is no such picture")
		return
	}
	data, err := readFile(s.root, name, maxImage)
	if err != nil {
		fail(w, http.StatusNotFound, "there is no such picture")
		return
	}
	// As a page of its own an SVG could run scripts; here it may only have styles.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
	w.Header().Set("Content-Type", kind)
	w.Write(data)
}

func imageType(ext string) string {
	switch strings.ToLower(ext) {
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	case ".svg":
		return "image/svg+xml"
	}
	return ""
}
