package checkpoint

// This file has the store on disk. Each store is a folder of its own that is locked while its process lives, so that a later one can
// tell what a killed process left behind.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const diskPrefix = "checkpoint-"

// Disk is a Store in files. A file is complete and on the disk (fsync) when Put returns.
type Disk struct {
	dir  string
	lock io.Closer
}

// NewDisk makes a store below folder, which is created if it is not there. What stores of processes that have ended left in
// the folder is deleted first. Close deletes the store.
func NewDisk(folder string) (*Disk, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("open a checkpoint store: %w", err)
	}
	dir, lock, err := claim(folder)
	if err != nil {
		return nil, fmt.Errorf("open a checkpoint store: %w", err)
	}
	return &Disk{dir: dir, lock: lock}, nil
}

// removeLeft deletes the stores that no process holds.
func removeLeft(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), diskPrefix) {
			continue
		}
		dir := filepath.Join(folder, e.Name())
		left, err := abandoned(dir)
		if err != nil {
			return err
		}
		if !left {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}

// Put writes data to a file and waits until it is on the disk.
func (d *Disk) Put(_ context.Context, key Key, data []byte) error {
	name := d.file(key)
	if err := writeSynced(name+".part", data); err != nil {
		return fmt.Errorf("store %v: %w", key, err)
	}
	if err := os.Rename(name+".part", name); err != nil {
		return fmt.Errorf("store %v: %w", key, err)
	}
	if err := syncFolder(d.dir); err != nil {
		return fmt.Errorf("store %v: %w", key, err)
	}
	return nil
}

func writeSynced(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// Get appends the file's content to buf.
func (d *Disk) Get(_ context.Context, key Key, buf []byte) ([]byte, error) {
	f, err := os.Open(d.file(key))
	if err != nil {
		return nil, fmt.Errorf("load %v: %w", key, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("load %v: %w", key, err)
	}
	from := len(buf)
	buf = append(buf, make([]byte, info.Size())...)
	if _, err := io.ReadFull(f, buf[from:]); err != nil {
		return nil, fmt.Errorf("load %v: %w", key, err)
	}
	return buf, nil
}

// Drop deletes the file.
func (d *Disk) Drop(_ context.Context, key Key) error {
	if err := os.Remove(d.file(key)); err != nil {
		return fmt.Errorf("delete %v: %w", key, err)
	}
	return nil
}

// Close deletes the store with all that it keeps.
func (d *Disk) Close() error {
	if d.lock == nil {
		return fs.ErrClosed
	}
	err := d.lock.Close()
	d.lock = nil
	if e := os.RemoveAll(d.dir); e != nil {
		err = errors.Join(err, e)
	}
	return err
}

func (d *Disk) file(key Key) string {
	if key.Record {
		return filepath.Join(d.dir, fmt.Sprintf("record-%d", key.Step))
	}
	return filepath.Join(d.dir, fmt.Sprintf("state-%d", key.Step))
}
