package notebook

// This file keeps documents on disk. Writes are atomic: a reader, or a crash, sees the old file or the new one. All
// paths go through an os.Root, so that no name and no symbolic link leads out of the directory served.

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// ErrChanged says that the file is not as it was when it was opened or last saved; somebody else wrote or removed it.
// The save did nothing. Overwrite writes nevertheless.
var ErrChanged = errors.New("the file has changed on disk since it was opened")

// ErrConverted says that a document of an old format is saved only under a new name.
var ErrConverted = errors.New("the notebook is of an old format; it can only be saved as a new file")

// File is a document with its place on disk.
type File struct {
	Doc  *Document
	root *os.Root
	name string
	sum  [sha256.Size]byte // of the bytes on disk, as read or written last
	mode fs.FileMode
	new  bool // the file was never on disk
	old  bool // the file is of an old format
}

// Load opens a notebook file below root.
func Load(root *os.Root, name string) (*File, error) {
	data, info, err := read(root, name)
	if err != nil {
		return nil, err
	}
	doc, err := Open(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &File{Doc: doc, root: root, name: name, sum: sha256.Sum256(data), mode: info.Mode().Perm(), old: doc.Converted() != 0}, nil
}

// Create makes a file of a document that is not on disk yet. The first save fails if there is such a file by then.
func Create(root *os.Root, name string, doc *Document) *File {
	return &File{Doc: doc, root: root, name: name, mode: 0o644, new: true}
}

// read reads a file that is not too large.
func read(root *os.Root, name string) ([]byte, fs.FileInfo, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is not a regular file", name)
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(data) > MaxFile {
		return nil, nil, fmt.Errorf("%s: the file has more than %d MiB", name, MaxFile>>20)
	}
	return data, info, nil
}

// Name returns the name below the root.
func (f *File) Name() string { return f.name }

// Changed reports whether somebody else wrote or removed the file. The content decides, not the time: a file that was
// only touched has not changed, and one written twice within the clock's resolution has.
func (f *File) Changed() (bool, error) {
	if f.new {
		_, err := f.root.Lstat(f.name)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
	data, _, err := read(f.root, f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return sha256.Sum256(data) != f.sum, nil
}

// Save writes the document if it differs from the file. It returns ErrChanged if the file is not what it was. Between
// the check and the rename another program may still write; no portable call closes that gap.
func (f *File) Save() error {
	if f.old {
		return fmt.Errorf("save %s: %w", f.name, ErrConverted)
	}
	changed, err := f.Changed()
	if err != nil {
		return fmt.Errorf("save %s: %w", f.name, err)
	}
	if changed {
		return fmt.Errorf("save %s: %w", f.name, ErrChanged)
	}
	data := f.Doc.Bytes()
	if !f.new && sha256.Sum256(data) == f.sum {
		return nil
	}
	return f.write(data, f.new)
}

// Overwrite writes the document whatever is on disk.
func (f *File) Overwrite() error {
	if f.old {
		return fmt.Errorf("save %s: %w", f.name, ErrConverted)
	}
	return f.write(f.Doc.Bytes(), false)
}

// SaveAs writes the document under another name, which must not exist, and stays with that name.
func (f *File) SaveAs(name string) error {
	g := *f
	g.name, g.new, g.old = name, true, false
	if err := g.write(g.Doc.Bytes(), true); err != nil {
		return err
	}
	*f = g
	return nil
}

// Disk returns what is on disk now, to show how it differs.
func (f *File) Disk() ([]byte, error) {
	data, _, err := read(f.root, f.name)
	return data, err
}

// write puts data into a new file in the same directory and gives it the name. With exclusive it fails if the name is
// taken.
func (f *File) write(data []byte, exclusive bool) (err error) {
	if len(data) > MaxFile {
		return fmt.Errorf("save %s: the notebook has %d MiB; at most %d are supported", f.name, len(data)>>20, MaxFile>>20)
	}
	name, err := follow(f.root, f.name)
	if err != nil {
		return fmt.Errorf("save %s: %w", f.name, err)
	}
	temp, err := f.temporary(path.Dir(name), data)
	if err != nil {
		return fmt.Errorf("save %s: %w", f.name, err)
	}
	defer func() {
		if temp != "" {
			f.root.Remove(temp)
		}
	}()
	if exclusive {
		if err := publish(f.root, temp, name); err != nil {
			return fmt.Errorf("save %s: %w", f.name, err)
		}
	} else {
		if err := f.root.Rename(temp, name); err != nil {
			return fmt.Errorf("save %s: %w", f.name, err)
		}
		temp = ""
	}
	f.sum, f.new = sha256.Sum256(data), false
	return syncDir(f.root, path.Dir(name))
}

// temporary writes and syncs a hidden file in a directory.
func (f *File) temporary(dir string, data []byte) (string, error) {
	var b [8]byte
	rand.Read(b[:]) // never fails
	temp := path.Join(dir, ".costate-"+hex.EncodeToString(b[:])+".tmp")
	t, err := f.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(t, bytes.NewReader(data))
	mode := f.mode
	if info, statErr := f.root.Stat(f.name); statErr == nil {
		mode = info.Mode().Perm()
	}
	err = errors.Join(err, t.Chmod(mode), t.Sync(), t.Close())
	if err != nil {
		f.root.Remove(temp)
		return "", err
	}
	return temp, nil
}

// publish gives a file a name that must be free. A hard link does that in one step; where the file system has none,
// the check and the rename are two.
func publish(root *os.Root, temp, name string) error {
	err := root.Link(temp, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return errors.Join(err, root.Remove(temp))
	}
	if _, err := root.Lstat(name); err == nil {
		return errors.Join(fs.ErrExist, root.Remove(temp))
	}
	return root.Rename(temp, name)
}

// follow returns the name that a symbolic link leads to, so that a save replaces the notebook and not the link.
func follow(root *os.Root, name string) (string, error) {
	for range 16 {
		info, err := root.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		to, err := root.Readlink(name)
		if err != nil {
			return "", err
		}
		if path.IsAbs(to) {
			return "", fmt.Errorf("%s is a link out of the directory", name)
		}
		name = path.Join(path.Dir(name), to)
	}
	return "", fmt.Errorf("%s: too many links", name)
}

// syncDir makes a rename last. Not every system can sync a directory; the file is whole either way.
func syncDir(root *os.Root, dir string) error {
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}
