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
// constants, which the lowered program has folded, except those of os and path/filepath, which differ between operating systems.
//
// What starts processes or reaches past Go's types is in tables apart, which only NewExec has.
//
// # The process
//
// Each interpreter has a Process: a standard logger, the flags of the command line, and what happens when the program
// leaves. So a program that is loaded again defines its flags again, and os.Exit does not take the other cells along.
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
// # What is shown
//
// The functions of fmt and of encoding/json find the methods of an interpreted type (String, Error, Format, MarshalJSON,
// MarshalText) on an argument itself. Verbs that ask for no text show the value: %.2f of a named float is a number. An argument that
// holds, somewhere inside, an interpreted value with methods as any makes them panic with a plain sentence: the
// interpreter has such values in a form of its own, and addresses would be shown.
//
// # Limits
//
// Methods of values inside of an argument, as in a slice of a type with a String method, are not found, nor is the Error
// method of a struct in a variable of type error. %T shows the type the interpreter uses. (*json.Encoder).Encode is not
// guarded. The lowering to the interpreter's dialect has to care for these.
package symbols

//go:generate go run ./gen
