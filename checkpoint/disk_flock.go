//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package checkpoint

// This file locks stores where flock does it: the system lets go of the lock when the process ends, however it ends.

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// claim deletes what was left in the folder and makes a store there. The folder is locked meanwhile, so that no one takes a
// store that is being made for one that was left.
func claim(folder string) (dir string, lock io.Closer, err error) {
	parent, err := lockFolder(folder, 0)
	if err != nil {
		return "", nil, err
	}
	defer parent.Close()
	if err := removeLeft(folder); err != nil {
		return "", nil, err
	}
	if dir, err = os.MkdirTemp(folder, diskPrefix); err != nil {
		return "", nil, err
	}
	held, err := lockFolder(dir, syscall.LOCK_NB)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, held, nil
}

// lockFolder opens a folder and locks it.
func lockFolder(dir string, how int) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|how)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, syscall.EINTR) {
			return nil, errors.Join(&fs.PathError{Op: "lock", Path: dir, Err: err}, f.Close())
		}
	}
}

// abandoned reports whether no process holds the store.
func abandoned(dir string) (bool, error) {
	f, err := lockFolder(dir, syscall.LOCK_NB)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EWOULDBLOCK):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, f.Close()
}

// syncFolder waits until the folder's entries are on the disk.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
