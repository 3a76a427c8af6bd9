package symbols

// This file gives interpreted code what belongs to a process in compiled code: an end, a log, flags.

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"reflect"
	"slices"

	"github.com/traefik/yaegi/interp"
)

// Process is what a program takes for its process. Each interpreter has its own: a program that is loaded anew defines its flags
// anew. Bound to it are
//
//	os.Exit                     and syscall.Exit
//	package log                 its functions, with the logger that log.Default returns
//	package flag                its functions, CommandLine and Usage; Parse reads os.Args
//	optimize.Minimize           panics of the functions that it is given, where the real process is not the program's
//
// What compiled code does by itself it does to the real process: the method Fatal of a logger, the method Parse of a flag set with
// ExitOnError.
type Process struct {
	own         bool // it is the real one
	exit        func(code int)
	log         *log.Logger
	commandLine *flag.FlagSet
	usage       func()
}

// NewProcess returns a process that writes to the streams' Stderr. exit does not return; nil is os.Exit.
func NewProcess(streams Streams, exit func(code int)) *Process {
	own := exit == nil // the real process is the program's
	if own {
		exit = os.Exit
	}
	stderr := streams.Stderr
	if stderr == nil {
		stderr = os.Stderr
	}
	p := &Process{own: own, exit: exit, log: log.New(stderr, "", log.LstdFlags)}
	name := ""
	if len(os.Args) > 0 {
		name = os.Args[0]
	}
	p.commandLine = flag.NewFlagSet(name, flag.ExitOnError)
	p.commandLine.SetOutput(stderr)
	p.commandLine.Usage = func() { p.usage() }
	p.usage = func() {
		fmt.Fprintf(p.commandLine.Output(), "Usage of %s:\n", name)
		p.commandLine.PrintDefaults()
	}
	return p
}

// bind replaces the functions of a real process. sprint has fmt's functions by name, as interpreted code has them.
func (p *Process) bind(exports interp.Exports, sprint map[string]reflect.Value) {
	exit := reflect.ValueOf(func(code int) { p.exit(code) })
	for _, key := range []string{"os/os", "syscall/syscall"} {
		if t := exports[key]; t["Exit"].IsValid() {
			t["Exit"] = exit
		}
	}
	if t := exports["log/log"]; t != nil {
		maps.Copy(t, p.logFunctions(sprint))
	}
	if t := exports["flag/flag"]; t != nil {
		p.bindFlags(t)
	}
	if t := exports["gonum.org/v1/gonum/optimize/optimize"]; t != nil && !p.own {
		t["Minimize"] = reflect.ValueOf(minimize)
	}
}

// logFunctions returns the functions of package log that use its own logger.
func (p *Process) logFunctions(sprint map[string]reflect.Value) map[string]reflect.Value {
	print := sprint["Sprint"].Interface().(func(...any) string)
	printf := sprint["Sprintf"].Interface().(func(string, ...any) string)
	println := sprint["Sprintln"].Interface().(func(...any) string)
	write := func(s string) { p.log.Output(0, s) }
	fatal := func(s string) { write(s); p.exit(1) }
	throw := func(s string) { write(s); panic(s) }
	list := map[string]any{
		"Default":  func() *log.Logger { return p.log },
		"Print":    func(v ...any) { write(print(v...)) },
		"Printf":   func(f string, v ...any) { write(printf(f, v...)) },
		"Println":  func(v ...any) { write(println(v...)) },
		"Fatal":    func(v ...any) { fatal(print(v...)) },
		"Fatalf":   func(f string, v ...any) { fatal(printf(f, v...)) },
		"Fatalln":  func(v ...any) { fatal(println(v...)) },
		"Panic":    func(v ...any) { throw(print(v...)) },
		"Panicf":   func(f string, v ...any) { throw(printf(f, v...)) },
		"Panicln":  func(v ...any) { throw(println(v...)) },
		"Output":   p.log.Output,
		"Flags":    p.log.Flags,
		"SetFlags": func(flags int) { p.log.SetFlags(withoutLines(flags)) },
		"New": func(w io.Writer, prefix string, flags int) *log.Logger {
			return log.New(w, prefix, withoutLines(flags))
		},
		"Prefix":    p.log.Prefix,
		"SetPrefix": p.log.SetPrefix,
		"Writer":    p.log.Writer,
		"SetOutput": p.log.SetOutput,
	}
	values := map[string]reflect.Value{}
	for name, f := range list {
		values[name] = reflect.ValueOf(f)
	}
	return values
}

// withoutLines returns the flags of a logger. It panics if they ask for lines, since those would be the interpreter's.
func withoutLines(flags int) int {
	if flags&(log.Lshortfile|log.Llongfile) != 0 {
		panic("package log cannot tell the lines of a cell; leave out log.Lshortfile and log.Llongfile")
	}
	return flags
}

// bindFlags replaces the functions of package flag, which are methods of the command line's flag set by the same names.
func (p *Process) bindFlags(table map[string]reflect.Value) {
	set := reflect.TypeFor[*flag.FlagSet]()
	for name, f := range table {
		method, ok := set.MethodByName(name)
		if f.Kind() != reflect.Func || !ok || !sameButReceiver(f.Type(), method.Type) {
			continue
		}
		// The program may set CommandLine, so it is looked up at each call.
		table[name] = reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
			return method.Func.Call(append([]reflect.Value{reflect.ValueOf(p.commandLine)}, args...))
		})
	}
	table["Parse"] = reflect.ValueOf(p.parse)
	table["CommandLine"] = reflect.ValueOf(&p.commandLine).Elem()
	table["Usage"] = reflect.ValueOf(&p.usage).Elem()
}

// sameButReceiver reports whether a method has the type of a function, with its receiver first.
func sameButReceiver(f, method reflect.Type) bool {
	var in []reflect.Type
	for i := range method.NumIn() {
		in = append(in, method.In(i))
	}
	var want []reflect.Type
	for i := range f.NumIn() {
		want = append(want, f.In(i))
	}
	return f.NumOut() == method.NumOut() && f.IsVariadic() == method.IsVariadic() && slices.Equal(want, in[1:])
}

// parse is flag.Parse. A flag set that ends the process would end the real one.
func (p *Process) parse() {
	var args []string
	if len(os.Args) > 1 {
		args = os.Args[1:]
	}
	set := p.commandLine
	handling := set.ErrorHandling()
	if handling != flag.ExitOnError {
		set.Parse(args) // gives no error, or panics with it
		return
	}
	set.Init(set.Name(), flag.ContinueOnError)
	defer set.Init(set.Name(), handling)
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		p.exit(0)
	case err != nil:
		p.exit(2)
	}
}
