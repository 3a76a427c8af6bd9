package symbols

// This file gives interpreted code the functions that look into values of any type, on its own streams: package dyn knows the
// types of the session.

import (
	"fmt"
	"io"
	"os"
	"reflect"
)

// functions returns the functions of package fmt that format or scan.
func (s Streams) functions() map[string]reflect.Value {
	w, stdin, stdout := s.World, s.Stdin, s.Stdout
	if stdin == nil {
		stdin = empty{}
	}
	if stdout == nil {
		stdout = os.Stdout
	}
	to := s.Behind
	list := map[string]any{
		"Print":   func(a ...any) (int, error) { return w.Fprint(stdout, a...) },
		"Printf":  func(f string, a ...any) (int, error) { return w.Fprintf(stdout, f, a...) },
		"Println": func(a ...any) (int, error) { return w.Fprintln(stdout, a...) },

		"Fprint":   func(out io.Writer, a ...any) (int, error) { return w.Fprint(to(out), a...) },
		"Fprintf":  func(out io.Writer, f string, a ...any) (int, error) { return w.Fprintf(to(out), f, a...) },
		"Fprintln": func(out io.Writer, a ...any) (int, error) { return w.Fprintln(to(out), a...) },

		"Sprint":   func(a ...any) string { return w.Sprint(a...) },
		"Sprintf":  func(f string, a ...any) string { return w.Sprintf(f, a...) },
		"Sprintln": func(a ...any) string { return w.Sprintln(a...) },

		"Append":   func(b []byte, a ...any) []byte { return w.Append(b, a...) },
		"Appendf":  func(b []byte, f string, a ...any) []byte { return w.Appendf(b, f, a...) },
		"Appendln": func(b []byte, a ...any) []byte { return w.Appendln(b, a...) },

		"Errorf": func(f string, a ...any) error { return w.Errorf(f, a...) },

		"Scan":    func(a ...any) (int, error) { return fmt.Fscan(stdin, w.Unbox(a)...) },
		"Scanf":   func(f string, a ...any) (int, error) { return fmt.Fscanf(stdin, f, w.Unbox(a)...) },
		"Scanln":  func(a ...any) (int, error) { return fmt.Fscanln(stdin, w.Unbox(a)...) },
		"Fscan":   func(r io.Reader, a ...any) (int, error) { return fmt.Fscan(r, w.Unbox(a)...) },
		"Fscanf":  func(r io.Reader, f string, a ...any) (int, error) { return fmt.Fscanf(r, f, w.Unbox(a)...) },
		"Fscanln": func(r io.Reader, a ...any) (int, error) { return fmt.Fscanln(r, w.Unbox(a)...) },
		"Sscan":   func(s string, a ...any) (int, error) { return fmt.Sscan(s, w.Unbox(a)...) },
		"Sscanf":  func(s, f string, a ...any) (int, error) { return fmt.Sscanf(s, f, w.Unbox(a)...) },
		"Sscanln": func(s string, a ...any) (int, error) { return fmt.Sscanln(s, w.Unbox(a)...) },
	}
	values := map[string]reflect.Value{}
	for name, f := range list {
		values[name] = reflect.ValueOf(f)
	}
	return values
}

// Behind returns the stream that a writer is the file of, so that what is written to os.Stdout and os.Stderr by turns keeps its order;
// other writers are returned as they are.
func (s Streams) Behind(w io.Writer) io.Writer {
	f, ok := w.(*os.File)
	if !ok || f == nil {
		return w
	}
	for _, stream := range []io.Writer{s.Stdout, s.Stderr} {
		if fileOf(stream) == f {
			return stream
		}
	}
	return w
}

// json returns the functions of package encoding/json that look into what they are given.
func (s Streams) json() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Marshal":       reflect.ValueOf(s.World.Marshal),
		"MarshalIndent": reflect.ValueOf(s.World.MarshalIndent),
		"Unmarshal":     reflect.ValueOf(s.World.Unmarshal),
	}
}

// empty is a reader at its end.
type empty struct{}

// Read returns io.EOF.
func (empty) Read([]byte) (int, error) { return 0, io.EOF }
