// Package mirror holds Go source for the generic functions and types of the standard library, for the interpreter.
//
// The interpreter runs the compiled functions of the standard library, but of a generic one there is nothing compiled until
// it is instantiated, and a cell may instantiate it with a type of its own. So package core expands these functions for the
// types at hand like a cell's own generic functions, from the source here: ordinary Go packages with the generic
// exports of the originals and nothing else.
//
//	mirror of     exports
//	cmp           Compare, Less, Or
//	errors        AsType
//	iter          Pull, Pull2
//	maps          all
//	math/rand/v2  N
//	slices        all
//	sync          OnceValue, OnceValues
//	sync/atomic   Pointer
//
// [Source] gives the files:
//
//	files, ok := mirror.Source("math/rand/v2") // {"n.go": "// Package rand mirrors …"}, true
//
// # The rule
//
// A mirror is written anew from what the original documents and does, never copied from its source. It is to do what
// the original does wherever a program can see it: results, nil or empty, capacities, aliasing, cleared elements, the order of
// equal elements, the calls of a function argument and their order, the values of panics. The tests run both side by side. They also
// compare the signatures, and go through all packages that cells may import, so that a new version of Go
// with another generic function fails here first.
//
// # What the loader does
//
// A mirror imports standard packages by their own paths, those of mirrored ones included: cmp.Ordered and iter.Seq are then the
// types that the cells know. Where it calls a generic function in turn, such as cmp.Compare in slices, that is again a
// call of the mirror. The types iter.Seq and iter.Seq2 and the constraint cmp.Ordered have no mirror, as there is nothing
// in them to run.
//
// slices.Sort chooses a compiled function in a type switch over any([]E(x)). With E known the switch has one answer, and
// the loader decides it, so nothing of it is left to interpret.
//
// # Style
//
// The code is interpreted, where a long expression is cheap and a call is dear: loops use indices and few calls, and where a
// compiled function does the work it is called. No unsafe, reflection or named results.
//
// # Limits
//
// atomic.Pointer is a struct with a mutex: printing one with fmt shows that, and its size differs. A sequence that
// iter.Pull runs is in a goroutine of its own: if it is neither ended nor stopped, that goroutine stays; and if it ends by
// runtime.Goexit, the caller sees the end of the sequence. A call of stop inside the sequence only makes yield give false.
// A slice that the compiler keeps on the stack may have another capacity after append than one on the heap: the mirrors,
// as all that is interpreted, give that of the heap. The texts of run-time errors are those of whoever runs the mirror.
package mirror
