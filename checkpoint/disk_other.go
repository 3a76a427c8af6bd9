//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd

package checkpoint

// This file locks stores where flock does not: by a file that its process has open, which Windows does not delete.

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

const lockSuffix = ".lock"

// claim deletes what was left in the folder and makes a store there. Its lock is there before the store is.
func claim(folder string) (dir string, lock io.Closer, err error) {
	if err := removeLeft(folder); err != nil {
		return "", nil, err
	}
	f, err := os.CreateTemp(folder, diskPrefix+"*"+lockSuffix)
	if err != nil {
		return "", nil, err
	}
	dir = strings.TrimSuffix(f.Name(), lockSuffix)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return dir, lockFile{f}, nil
}

// lockFile is deleted when it is let go of.
type lockFile struct{ f *os.File }

// Close closes the file and deletes it.
func (l lockFile) Close() error { return errors.Join(l.f.Close(), os.Remove(l.f.Name())) }

// abandoned reports whether no process holds the store. Only on Windows can it tell.
func abandoned(dir string) (bool, error) {
	if runtime.GOOS != "windows" {
		return false, nil
	}
	err := os.Remove(dir + lockSuffix)
	return err == nil || errors.Is(err, fs.ErrNotExist), nil
}

// syncFolder has nothing to do: these systems write the entries of a folder with the files.
func syncFolder(string) error { return nil }
