package dyn

// This file holds the boxes.

// Value is a value of a session's type in an interface.
type Value struct {
	t *Type
	v any
}

// Error is a Value whose type is an error.
type Error struct {
	t *Type
	v any
}

// Errors is an Error that unwraps to several.
type Errors struct {
	t *Type
	v any
}
