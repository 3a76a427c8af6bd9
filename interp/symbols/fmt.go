package symbols

// This file gives interpreted code package fmt's functions, on its own streams and guarded.

import (
	"fmt"
	"io"
	"os"
	"reflect"
)

// functions returns the functions of package fmt that format or scan.
func (s Streams) functions() map[string]reflect.Value {
	stdin, stdout := s.Stdin, s.Stdout
	if stdin == nil {
		stdin = empty{}
	}
	if stdout == nil {
		stdout = os.Stdout
	}
	list := map[string]any{
		"Print":   func(a ...any) (int, error) { return fmt.Fprint(stdout, guard("Print", a)...) },
		"Printf":  func(f string, a ...any) (int, error) { return fmt.Fprintf(stdout, f, guard("Printf", a)...) },
		"Println": func(a ...any) (int, error) { return fmt.Fprintln(stdout, guard("Println", a)...) },

		"Fprint":   func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(w, guard("Fprint", a)...) },
		"Fprintf":  func(w io.Writer, f string, a ...any) (int, error) { return fmt.Fprintf(w, f, guard("Fprintf", a)...) },
		"Fprintln": func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(w, guard("Fprintln", a)...) },

		"Sprint":   func(a ...any) string { return fmt.Sprint(guard("Sprint", a)...) },
		"Sprintf":  func(f string, a ...any) string { return fmt.Sprintf(f, guard("Sprintf", a)...) },
		"Sprintln": func(a ...any) string { return fmt.Sprintln(guard("Sprintln", a)...) },

		"Append":   func(b []byte, a ...any) []byte { return fmt.Append(b, guard("Append", a)...) },
		"Appendf":  func(b []byte, f string, a ...any) []byte { return fmt.Appendf(b, f, guard("Appendf", a)...) },
		"Appendln": func(b []byte, a ...any) []byte { return fmt.Appendln(b, guard("Appendln", a)...) },

		"Errorf": func(f string, a ...any) error { return fmt.Errorf(f, guard("Errorf", a)...) },

		"Scan":   func(a ...any) (int, error) { return fmt.Fscan(stdin, a...) },
		"Scanf":  func(f string, a ...any) (int, error) { return fmt.Fscanf(stdin, f, a...) },
		"Scanln": func(a ...any) (int, error) { return fmt.Fscanln(stdin, a...) },
	}
	values := map[string]reflect.Value{}
	for name, f := range list {
		values[name] = reflect.ValueOf(f)
	}
	return values
}

// empty is a reader at its end.
type empty struct{}

// Read returns io.EOF.
func (empty) Read([]byte) (int, error) { return 0, io.EOF }

// A stringerArg is an argument of fmt's functions that has a String method.
type stringerArg interface{ String() string }

// An errorArg is an argument of fmt's functions that has an Error method.
type errorArg interface{ Error() string }

// wrapStringerArg makes a stringerArg of an interpreted value. Unlike the wrapper of fmt.Stringer it keeps to the value for
// verbs that do not ask for a string: %.2f of a named float is a number.
type wrapStringerArg struct {
	IValue  any
	WString func() string
}

func (w wrapStringerArg) String() string {
	if w.WString == nil {
		return ""
	}
	return w.WString()
}

func (w wrapStringerArg) Format(s fmt.State, verb rune) { format(s, verb, w.IValue, w.String) }

// wrapErrorArg makes an errorArg of an interpreted value.
type wrapErrorArg struct {
	IValue any
	WError func() string
}

func (w wrapErrorArg) Error() string { return w.WError() }

func (w wrapErrorArg) Format(s fmt.State, verb rune) { format(s, verb, w.IValue, w.Error) }

// format formats an interpreted value that has a text the way fmt does.
func format(s fmt.State, verb rune, value any, text func() string) {
	directive := fmt.FormatString(s, verb)
	switch verb {
	case 'v', 's', 'q', 'x', 'X':
		if verb == 'v' && s.Flag('#') {
			panic("%#v does not know the name of an interpreted type")
		}
		fmt.Fprintf(s, directive, orNil(value, text))
	default:
		fmt.Fprintf(s, directive, guard("Printf", []any{value})...)
	}
}

// orNil returns the text of a value, and <nil> if that panics because the value is a nil pointer.
func orNil(value any, text func() string) (result string) {
	defer func() {
		if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer && v.IsNil() && recover() != nil {
			result = "<nil>"
		}
	}()
	return text()
}

// argTables are the tables with the wrappers for arguments of fmt's functions. They are found under the path of this package,
// which no cell can import.
func argTables() map[string]reflect.Value {
	return map[string]reflect.Value{
		"_stringerArg": reflect.ValueOf((*wrapStringerArg)(nil)),
		"_errorArg":    reflect.ValueOf((*wrapErrorArg)(nil)),
	}
}
