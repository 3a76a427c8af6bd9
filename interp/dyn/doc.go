// Package dyn gives an interpreter's values the types that the user declared.
//
// The interpreter makes the types of a cell by reflection: they have no names and no methods, unexported fields get
// exported names, and a named basic type is the plain one. While the static type of a value is known that does no harm. In an
// interface the dynamic type is all there is, so a value of a session's type is put into a box there: its type as go/types
// has it, and the value. Printing, errors, JSON, ==, map keys, assertions and method calls look into the box.
//
// Contract: what the functions here do with boxes and with host values that hold boxes is what fmt, errors, encoding/json and the
// language do with the values of the compiled program. A test compares them.
//
//	w := dyn.NewWorld()
//	w.Declare("cells/session.Kind", kind)
//	w.Method("cells/session.Kind", "String", func(k any) string { return names[k.(int)] })
//	x := w.Box("cells/session.Kind", 1)
//	w.Sprintf("%v %d %T", x, x, x) // "small 1 main.Kind"
//
//	world    what is known of types: their go/types form, methods, shown names, wrappers
//	box      Value, or Error for a type that is an error, Errors for one that unwraps to several
//	wrapper  a compiled struct that implements a compiled interface by functions; in it is a box
//	id       types.TypeString of a type, with full paths and no parameter names
//
// Limits. Compiled code that asks a box for an interface, as x.(fmt.Stringer) does, sees the methods of the box and not the user's; As
// makes a wrapper where the interface is known. Every box is a fmt.Formatter and a json.Marshaler. Keys of a map that have different
// dynamic types are printed in the order of the names of the types; fmt has that of addresses. The offset in a json.UnmarshalTypeError
// is that of the value, not that of the scanner. Blank fields count in ==.
package dyn
