package checkpoint

// This file has the places where runners keep states and records, and the one in memory.

import (
	"context"
	"fmt"
)

// Key names what a Store holds: the state before a step, or the record of a step.
type Key struct {
	Step   int
	Record bool
}

// String is "state 3" or "record 3".
func (k Key) String() string {
	if k.Record {
		return fmt.Sprintf("record %d", k.Step)
	}
	return fmt.Sprintf("state %d", k.Step)
}

// Store keeps states and records for a Runner, one caller at a time.
type Store interface {
	// Put keeps a copy of data.
	Put(ctx context.Context, key Key, data []byte) error
	// Get appends what is kept to buf.
	Get(ctx context.Context, key Key, buf []byte) ([]byte, error)
	// Drop deletes what is kept.
	Drop(ctx context.Context, key Key) error
}

// Memory is a Store in memory. What is dropped is used for what is put next.
type Memory struct {
	kept map[Key][]byte
	free [][]byte
	size int
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{kept: map[Key][]byte{}} }

// Put keeps a copy of data.
func (m *Memory) Put(_ context.Context, key Key, data []byte) error {
	buf := m.kept[key]
	if buf == nil && len(m.free) > 0 {
		last := len(m.free) - 1
		buf, m.free = m.free[last], m.free[:last]
	}
	m.size += len(data) - len(m.kept[key])
	m.kept[key] = append(buf[:0], data...)
	return nil
}

// Get appends what is kept to buf.
func (m *Memory) Get(_ context.Context, key Key, buf []byte) ([]byte, error) {
	data, ok := m.kept[key]
	if !ok {
		return nil, fmt.Errorf("%v is not in memory", key)
	}
	return append(buf, data...), nil
}

// Drop deletes what is kept.
func (m *Memory) Drop(_ context.Context, key Key) error {
	data, ok := m.kept[key]
	if !ok {
		return fmt.Errorf("%v is not in memory", key)
	}
	delete(m.kept, key)
	m.size -= len(data)
	m.free = append(m.free, data)
	return nil
}

// Size is how many bytes are kept.
func (m *Memory) Size() int { return m.size }
