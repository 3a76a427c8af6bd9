package dyn

// This file lists the signatures that are still to be filled in.

import (
	"encoding/json"
	"go/types"
	"io"
	"reflect"
)

const missing = "dyn: to be written"

// Declare names the type of an id.
func (w *World) Declare(id string, t types.Type) { panic(missing) }

// DeclareInterface names an interface that code asks for.
func (w *World) DeclareInterface(id string, t *types.Interface, host reflect.Type) { panic(missing) }

// Rename sets what the user calls a type.
func (w *World) Rename(obj *types.TypeName, shown string) { panic(missing) }

// Wrapper registers a wrapper.
func (w *World) Wrapper(host reflect.Type, wrapper reflect.Type) { panic(missing) }

// Method registers a method.
func (w *World) Method(id, name string, f any) { panic(missing) }

// Box puts a value into a box.
func (w *World) Box(id string, v any) any { panic(missing) }

// BoxError puts an error into a box.
func (w *World) BoxError(id string, v any) error { panic(missing) }

// ID returns the id of the dynamic type.
func (w *World) ID(x any) string { panic(missing) }

// Get returns the value inside a box.
func (w *World) Get(x any) any { panic(missing) }

// Equal is ==.
func (w *World) Equal(a, b any) bool { panic(missing) }

// Key returns x as a map key.
func (w *World) Key(x any) any { panic(missing) }

// Implements reports whether x has the methods of an interface.
func (w *World) Implements(x any, iface string) bool { panic(missing) }

// As returns x as a value of an interface.
func (w *World) As(x any, iface string) any { panic(missing) }

// AssertFailed panics as x.(want) does.
func (w *World) AssertFailed(x any, want string, iface string) { panic(missing) }

// Call calls a method.
func (w *World) Call(x any, method string, args ...any) []any { panic(missing) }

// ErrorsIs is errors.Is.
func (w *World) ErrorsIs(err, target error) bool { panic(missing) }

// ErrorsAs is errors.As.
func (w *World) ErrorsAs(err error, target any, try func(error) bool) bool { panic(missing) }

// Fprint is fmt.Fprint.
func (w *World) Fprint(out io.Writer, a ...any) (int, error) { panic(missing) }

// Fprintf is fmt.Fprintf.
func (w *World) Fprintf(out io.Writer, format string, a ...any) (int, error) { panic(missing) }

// Fprintln is fmt.Fprintln.
func (w *World) Fprintln(out io.Writer, a ...any) (int, error) { panic(missing) }

// Sprint is fmt.Sprint.
func (w *World) Sprint(a ...any) string { panic(missing) }

// Sprintf is fmt.Sprintf.
func (w *World) Sprintf(format string, a ...any) string { panic(missing) }

// Sprintln is fmt.Sprintln.
func (w *World) Sprintln(a ...any) string { panic(missing) }

// Append is fmt.Append.
func (w *World) Append(b []byte, a ...any) []byte { panic(missing) }

// Appendf is fmt.Appendf.
func (w *World) Appendf(b []byte, format string, a ...any) []byte { panic(missing) }

// Appendln is fmt.Appendln.
func (w *World) Appendln(b []byte, a ...any) []byte { panic(missing) }

// Errorf is fmt.Errorf.
func (w *World) Errorf(format string, a ...any) error { panic(missing) }

// Unbox returns the arguments of a scanning function.
func (w *World) Unbox(a []any) []any { panic(missing) }

// Marshal is json.Marshal.
func (w *World) Marshal(v any) ([]byte, error) { panic(missing) }

// MarshalIndent is json.MarshalIndent.
func (w *World) MarshalIndent(v any, prefix, indent string) ([]byte, error) { panic(missing) }

// Encode is the method Encode of a json.Encoder.
func (w *World) Encode(enc *json.Encoder, v any) error { panic(missing) }

// Unmarshal is json.Unmarshal.
func (w *World) Unmarshal(data []byte, box any) error { panic(missing) }

// Decode is the method Decode of a json.Decoder.
func (w *World) Decode(dec *json.Decoder, box any) error { panic(missing) }

// Show returns what a box holds.
func (w *World) Show(x any) (t types.Type, v reflect.Value, ok bool) { panic(missing) }
