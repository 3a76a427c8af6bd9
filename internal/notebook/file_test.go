package notebook

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// place is a directory with the root that files are opened below.
func place(t *testing.T) (string, *os.Root) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return dir, root
}

func write(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func load(t *testing.T, root *os.Root, name string) *File {
	t.Helper()
	f, err := Load(root, name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// edit makes a document differ.
func edit(t *testing.T, d *Document) {
	t.Helper()
	if _, err := d.Apply(Edit{Base: d.Version(), Op: Splice{d.Cells()[0].ID(), 0, 0, "x"}}); err != nil {
		t.Fatal(err)
	}
}

// alone checks that no temporary file is left.
func alone(t *testing.T, dir string, want int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != want {
		t.Errorf("the directory holds %v", entries)
	}
}

func TestSave(t *testing.T) {
	dir, root := place(t)
	name := filepath.Join(dir, "a.ipynb")
	write(t, name, three, 0o640)
	f := load(t, root, "a.ipynb")
	was, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	if now, err := os.Stat(name); err != nil || !os.SameFile(was, now) || !now.ModTime().Equal(was.ModTime()) {
		t.Error("a save without edits touched the file")
	}
	edit(t, f.Doc)
	for range 2 { // the second finds its own work
		if err := f.Save(); err != nil {
			t.Fatal(err)
		}
	}
	if got := contents(t, name); got != string(f.Doc.Bytes()) || got == three {
		t.Errorf("saved %s", got)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	alone(t, dir, 1)
}

func TestSaveRefusesChangedFile(t *testing.T) {
	for _, tt := range []struct {
		name    string
		change  func(t *testing.T, name string)
		changed bool
	}{
		{"other text", func(t *testing.T, name string) { write(t, name, strings.Replace(three, "two", "2", 1), 0o644) }, true},
		{"same size and time", func(t *testing.T, name string) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			write(t, name, strings.Replace(three, "two", "owt", 1), 0o644)
			if err := os.Chtimes(name, time.Time{}, info.ModTime()); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"touched only", func(t *testing.T, name string) {
			if err := os.Chtimes(name, time.Time{}, time.Unix(1e9, 0)); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"removed", func(t *testing.T, name string) {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, root := place(t)
			name := filepath.Join(dir, "a.ipynb")
			write(t, name, three, 0o644)
			f := load(t, root, "a.ipynb")
			edit(t, f.Doc)
			tt.change(t, name)
			before, _ := os.ReadFile(name)
			err := f.Save()
			if errors.Is(err, ErrChanged) != tt.changed || err != nil && !tt.changed {
				t.Fatalf("error %v", err)
			}
			if !tt.changed {
				return
			}
			if after, _ := os.ReadFile(name); !bytes.Equal(before, after) {
				t.Error("a refused save wrote")
			}
			if disk, err := f.Disk(); err == nil && !bytes.Equal(disk, before) {
				t.Errorf("on disk: %s", disk)
			}
			if err := f.Overwrite(); err != nil || contents(t, name) != string(f.Doc.Bytes()) {
				t.Errorf("overwrite: %v", err)
			}
			if err := f.Save(); err != nil {
				t.Errorf("save after overwrite: %v", err)
			}
			alone(t, dir, 1)
		})
	}
}

func TestCreate(t *testing.T) {
	dir, root := place(t)
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	f := Create(root, "sub/new.ipynb", New())
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	if f.Name() != "sub/new.ipynb" || contents(t, filepath.Join(dir, "sub/new.ipynb")) != string(New().Bytes()) {
		t.Error("the new file is not the new document")
	}
	if err := f.Save(); err != nil {
		t.Errorf("second save: %v", err)
	}
	if err := Create(root, "sub/new.ipynb", New()).Save(); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that is there is overwritten: %v", err)
	}
	alone(t, filepath.Join(dir, "sub"), 1)
}

func TestSaveAs(t *testing.T) {
	dir, root := place(t)
	old := contents(t, "testdata/notebooks/test3.ipynb")
	write(t, filepath.Join(dir, "old.ipynb"), old, 0o644)
	write(t, filepath.Join(dir, "taken.ipynb"), three, 0o644)
	f := load(t, root, "old.ipynb")
	if err := f.Save(); !errors.Is(err, ErrConverted) {
		t.Errorf("save of an old format: %v", err)
	}
	if err := f.Overwrite(); !errors.Is(err, ErrConverted) {
		t.Errorf("overwriting an old format: %v", err)
	}
	if err := f.SaveAs("taken.ipynb"); !errors.Is(err, fs.ErrExist) || contents(t, filepath.Join(dir, "taken.ipynb")) != three {
		t.Errorf("save under a name that is taken: %v", err)
	}
	if f.Name() != "old.ipynb" {
		t.Errorf("a save that failed changed the name to %s", f.Name())
	}
	if err := f.SaveAs("converted.ipynb"); err != nil {
		t.Fatal(err)
	}
	if contents(t, filepath.Join(dir, "old.ipynb")) != old || contents(t, filepath.Join(dir, "converted.ipynb")) != string(f.Doc.Bytes()) {
		t.Error("the files are not what they should be")
	}
	edit(t, f.Doc)
	if err := f.Save(); err != nil || contents(t, filepath.Join(dir, "converted.ipynb")) != string(f.Doc.Bytes()) {
		t.Errorf("save under the new name: %v", err)
	}
	alone(t, dir, 3)
}

// TestLinks saves through a symbolic link and refuses those that lead out of the root.
func TestLinks(t *testing.T) {
	dir, root := place(t)
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "sub", "real.ipynb"), three, 0o644)
	outside := filepath.Join(t.TempDir(), "secret.ipynb")
	write(t, outside, three, 0o644)
	for name, to := range map[string]string{"link.ipynb": "sub/real.ipynb", "out.ipynb": outside, "loop.ipynb": "loop.ipynb"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	f := load(t, root, "link.ipynb")
	edit(t, f.Doc)
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	if contents(t, filepath.Join(dir, "sub", "real.ipynb")) != string(f.Doc.Bytes()) {
		t.Error("the file behind the link is not saved")
	}
	if info, err := os.Lstat(filepath.Join(dir, "link.ipynb")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is replaced")
	}
	for _, name := range []string{"out.ipynb", "loop.ipynb", "../" + filepath.Base(dir) + "/link.ipynb", outside, "sub", "missing.ipynb"} {
		if _, err := Load(root, name); err == nil {
			t.Errorf("%s is opened", name)
		}
	}
	for _, name := range []string{"out.ipynb", "../x.ipynb", outside, "loop.ipynb"} {
		if err := f.SaveAs(name); err == nil {
			t.Errorf("%s is written", name)
		}
	}
	if contents(t, outside) != three {
		t.Error("a file outside is written")
	}
	alone(t, dir, 4)
	alone(t, filepath.Join(dir, "sub"), 1)
}

// TestSaveFails cannot make a temporary file, and leaves the old one.
func TestSaveFails(t *testing.T) {
	dir, root := place(t)
	name := filepath.Join(dir, "a.ipynb")
	write(t, name, three, 0o644)
	f := load(t, root, "a.ipynb")
	edit(t, f.Doc)
	root.Close()
	if err := f.Save(); err == nil {
		t.Fatal("saved below a closed root")
	}
	if contents(t, name) != three {
		t.Error("the old file is not what it was")
	}
	if !f.Doc.Edited() {
		t.Error("the document lost its edit")
	}
}
