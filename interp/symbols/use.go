package symbols

// This file registers tables with an interpreter.

import (
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"

	"github.com/traefik/yaegi/interp"

	"github.com/costate/costate/interp/dyn"
	"github.com/costate/costate/viz/gonbui"
	"github.com/costate/costate/viz/ui"
)

// Table is the set of all tables. It does not change, so one serves any number of interpreters at a time.
type Table struct {
	tables   map[string]func() map[string]reflect.Value
	starts   map[string]func() map[string]reflect.Value // what comes to tables, or is one
	keys     map[string]string
	mentions map[string][]string
}

// New returns the tables without what starts processes.
func New() *Table { return &Table{tables: Tables(), keys: keys(), mentions: mentions()} }

// NewExec returns the tables with what starts processes.
func NewExec() *Table {
	t := New()
	t.starts = starts()
	maps.Copy(t.mentions, startsMentions())
	return t
}

// Use registers the packages at the given import paths with an interpreter, and all packages that they mention. It may be
// called again for more packages with the same streams; what is registered already does not change. The streams are
// bound as Streams says.
//
// A caller that wants other functions in place of a package's, such as os.Exit, registers them after Use, under the
// package's key: interp.Exports{"os/os": {"Exit": ...}}. For fmt the key is fmt/./fmt and never fmt/fmt.
func (t *Table) Use(i *interp.Interpreter, paths []string, streams Streams) error {
	exports := interp.Exports{}
	for path := range t.closure(paths) {
		table := t.table(path)
		if table == nil {
			return fmt.Errorf("register package %s: it is not supported", path)
		}
		exports[t.keys[path]] = table
	}
	if streams.World == nil {
		streams.World = dyn.NewWorld()
	}
	streams.bind(exports)
	wrappers(streams.World, exports)
	if err := i.Use(exports); err != nil {
		return fmt.Errorf("register packages: %w", err)
	}
	return nil
}

// table returns the table of a package, or nil.
func (t *Table) table(path string) map[string]reflect.Value {
	var table map[string]reflect.Value
	for _, part := range []func() map[string]reflect.Value{t.tables[path], t.starts[path]} {
		switch {
		case part == nil:
		case table == nil:
			table = part()
		default:
			maps.Copy(table, part())
		}
	}
	return table
}

// Interface returns the type of a package's interface, or nil.
func (t *Table) Interface(path, name string) reflect.Type {
	v, ok := t.table(path)[name]
	if !ok || v.Kind() != reflect.Pointer || v.Type().Elem().Kind() != reflect.Interface {
		return nil
	}
	return v.Type().Elem()
}

// wrappers tells a world of the types by which interpreted values implement compiled interfaces.
func wrappers(w *dyn.World, exports interp.Exports) {
	for _, table := range exports {
		for name, v := range table {
			if wrapper, ok := table["_"+name]; ok {
				w.Wrapper(v.Type().Elem(), wrapper.Type().Elem())
			}
		}
	}
}

// closure returns paths and the packages that they mention, directly or not.
func (t *Table) closure(paths []string) map[string]bool {
	all := map[string]bool{}
	for len(paths) > 0 {
		path := paths[len(paths)-1]
		paths = paths[:len(paths)-1]
		if !all[path] {
			all[path] = true
			paths = append(paths[:len(paths):len(paths)], t.mentions[path]...)
		}
	}
	return all
}

// Streams are the standard streams of interpreted code.
//
// Bound to them are fmt.Print, Printf, Println, Scan, Scanf, Scanln. The variables os.Stdin, os.Stdout and os.Stderr are files; each is
// bound to its stream if that is an *os.File, or has a method File that returns one, else it is the process's own, as is
// everything that compiled code writes to by itself. The builtins print and println are the interpreter's (interp.Options.Stderr).
//
// Goroutines of a cell may print at the same time: each call writes once, and a writer must be safe for that.
type Streams struct {
	Stdin          io.Reader  // nil is an empty one
	Stdout, Stderr io.Writer  // nil are the process's
	Process        *Process   // nil is a new one that ends with the real process
	World          *dyn.World // of the types of interpreted code; nil is a new one
	Screen         *ui.Screen // where package viz/ui shows things; nil is Stdout
}

// bind replaces what reads or writes the process's streams, and what looks into arguments.
func (s Streams) bind(exports interp.Exports) {
	if p := exports["fmt/./fmt"]; p != nil {
		maps.Copy(p, s.functions())
	}
	if p := exports["encoding/json/json"]; p != nil {
		maps.Copy(p, s.json())
	}
	if p := exports["github.com/costate/costate/viz/ui/ui"]; p != nil {
		maps.Copy(p, s.screen())
	}
	if p := exports["github.com/costate/costate/viz/gonbui/gonbui"]; p != nil {
		for name, f := range gonbui.On(s.shows()).Functions() {
			p[name] = reflect.ValueOf(f)
		}
	}
	process := s.Process
	if process == nil {
		process = NewProcess(s, nil)
	}
	process.bind(exports, s.functions())
	p := exports["os/os"]
	if p == nil {
		return
	}
	for name, stream := range map[string]any{"Stdin": s.Stdin, "Stdout": s.Stdout, "Stderr": s.Stderr} {
		if f := fileOf(stream); f != nil {
			p[name] = reflect.ValueOf(&f).Elem()
		}
	}
}

// screen returns the functions of package viz/ui that depend on where things are shown, or on the types of values.
func (s Streams) screen() map[string]reflect.Value {
	screen := s.shows()
	return map[string]reflect.Value{
		"Show":     reflect.ValueOf(screen.Show),
		"Progress": reflect.ValueOf(screen.Progress),
		"Table":    reflect.ValueOf(screen.Table),
		"Update":   reflect.ValueOf(screen.Update),
	}
}

// shows is the screen, or one that prints.
func (s Streams) shows() *ui.Screen {
	screen := s.Screen
	if screen == nil {
		screen = &ui.Screen{Out: s.Stdout}
	}
	if screen.Out == nil {
		screen.Out = os.Stdout
	}
	return screen
}

// fileOf returns the file that a stream is, or stands before, or nil.
func fileOf(stream any) *os.File {
	switch s := stream.(type) {
	case *os.File:
		return s
	case interface{ File() *os.File }:
		return s.File()
	}
	return nil
}
