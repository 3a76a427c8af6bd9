// Package symbols gives yaegi the compiled packages that cells import.
//
// A table of each supported package is generated from the same list and the same embedded export data that cells are type-checked
// with (internal/typing), so what a cell may not use the interpreter does not know. Tables are functions: only
// those of the imported packages are built.
//
//	table := symbols.New()
//	err := table.Use(interpreter, []string{"fmt", "math"}, symbols.Streams{Stdout: w})
//
// # What a table holds
//
//	functions, variables, types   as reflect.Values, the way yaegi takes them
//	_Name                         for an interface Name: a struct of functions that implements it, by which interpreted types
//	                              reach compiled code
//
// Not in a table: what packages.txt denies; generic functions and types, of which the lowered program has instances of its own;
// constants, which the lowered program has folded, except those that differ between operating systems.
//
// # Traps of yaegi that the package avoids
//
// Under its ordinary key, fmt/fmt, package fmt makes yaegi compile sources of its own for slices, maps and cmp, which are
// broken, and replace functions of os. It is registered as fmt/./fmt, which names the same import path.
//
// The wrapper of an interface is looked up in the interface's own package, also where a program does not import that: an
// interpreted io.Reader given to bufio.NewScanner needs package io. Use registers all packages whose types
// occur in the interfaces of those asked for.
//
// # Limits
//
// A String, Error or Format method of an interpreted type is found by fmt's functions for an argument itself, not for values
// inside of it.
package symbols

//go:generate go run ./gen
