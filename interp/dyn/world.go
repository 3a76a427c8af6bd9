package dyn

// This file holds what is known of an interpreter's types.

import (
	"go/types"
	"reflect"
	"sync"
)

// World is what is known of an interpreter's types. Its methods are called by interpreted code, from any goroutine.
type World struct {
	mu       sync.RWMutex
	types    map[string]*Type
	ifaces   map[string]*iface
	shown    map[string]string // by path and name of the declared type
	wrappers map[reflect.Type]reflect.Type
	wrapped  map[reflect.Type]bool
	ids      sync.Map // reflect.Type to id
	holds    sync.Map // reflect.Type to whether it can hold a box
}

// Type is a type of the session. A world has one for each id.
type Type struct {
	w       *World
	id      string
	typ     types.Type
	methods map[string]reflect.Value
}

// iface is an interface that code asks for.
type iface struct {
	typ  *types.Interface
	host reflect.Type // nil for one that only the session knows
}

// NewWorld returns a world that knows no types.
func NewWorld() *World {
	return &World{
		types:    map[string]*Type{},
		ifaces:   map[string]*iface{},
		shown:    map[string]string{},
		wrappers: map[reflect.Type]reflect.Type{},
		wrapped:  map[reflect.Type]bool{},
	}
}
