package interp

// This file is the only one that talks to yaegi: it loads printed declarations, calls functions, reads
// variables and finds out where a panic came from.

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	yaegi "github.com/traefik/yaegi/interp"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp/dyn"
	"github.com/costate/costate/interp/legal"
	"github.com/costate/costate/interp/symbols"
)

// machine is an interpreter with what it has been told.
type machine struct {
	i       *yaegi.Interpreter
	session *Session
	texts   map[string]string           // canonical declarations by unitKey
	made    map[string]bool             // types that core made of generic ones and of those in functions
	lines   map[string][]token.Position // origins of the lines of each chunk
	chunks  int
	stderr  traceWriter
	stdout  gate
	tasks   taskSet
	world   *dyn.World
	valued  map[string]bool         // variables that were given values
	written map[string]string       // texts of shown values, by name
	samples map[string]reflect.Type // of kept types, by id, once they have been asked for
	unwind  unwinder
	tapes   tapeSet
	exits   exitState
	streams symbols.Streams

	label    string   // of its goroutines
	contexts sync.Map // of labels, by place
	places   places
	timers   timerSet
	maps     mapUses
	ends     []chan struct{} // see ends.go
	dead     atomic.Bool     // it was stopped
	stopped  chan struct{}   // closed then
}

// fault is a panic of interpreted code, or what it was stopped for.
type fault struct {
	message string
	at      token.Position
	code    string // "" is panic
	calls   string // that led there; see diag.Diagnostic
}

func newMachine(s *Session) *machine {
	m := &machine{session: s, texts: map[string]string{}, made: map[string]bool{}, valued: map[string]bool{}, written: map[string]string{}, lines: map[string][]token.Position{}, world: s.world}
	m.stdout.w = s.opts.Stdout
	m.i = yaegi.New(yaegi.Options{Stdout: &m.stdout, Stderr: &m.stderr, Stdin: s.opts.Stdin})
	m.label, m.stopped = rand.Text(), make(chan struct{})
	m.cancellable()
	m.tasks.m = m
	m.unwind.trace = &m.stderr
	m.world.Forget()
	m.world.Faults(recoveredValue)
	m.streams = symbols.Streams{World: m.world, Stdin: s.opts.Stdin, Stdout: &m.stdout, Stderr: s.opts.Stderr}
	m.streams.Screen = m.screen()
	exit := m.exits.exit
	if s.opts.Program != nil { // the process is the program's
		exit = nil
	}
	m.streams.Process = symbols.NewProcess(m.streams, exit)
	return m
}

// InternalError is a fault of Costate itself, with the program that it was about.
type InternalError struct{ Message, Dump string }

// Error gives the message.
func (e *InternalError) Error() string { return "internal error: " + e.Message }

// load gives the plan's units to the interpreter, as one file.
func (m *machine) load(pl *plan, aliases core.Aliases) error {
	p, units := pl.core, pl.units
	m.places.read(p)
	if len(units) == 0 {
		return nil
	}
	src, err := core.Join("main", units, aliases)
	if err != nil {
		return err
	}
	var paths []string
	for _, u := range units {
		for _, path := range u.Imports {
			if path != legal.HostPath {
				paths = append(paths, path)
			}
		}
	}
	if err := m.session.table.Use(m.i, paths, m.streams); err != nil {
		return err
	}
	for _, exports := range []yaegi.Exports{{legal.HostPath + "/host": m.host()}, m.timed(), m.bulk()} {
		if err := m.i.Use(exports); err != nil {
			return err
		}
	}
	m.declare(pl)
	m.chunks++
	name := fmt.Sprintf("chunk%d.go", m.chunks)
	file, err := parser.ParseFile(m.i.FileSet(), name, src.Text, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("parse printed program: %w", err)
	}
	prog, err := m.i.CompileAST(file)
	if err != nil {
		return &InternalError{Message: fmt.Sprintf("the interpreter refuses the lowered program: %v", err), Dump: src.Text}
	}
	if _, err := m.i.Execute(prog); err != nil {
		return &InternalError{Message: fmt.Sprintf("the interpreter does not load the lowered program: %v", err), Dump: src.Text}
	}
	at := make([]token.Position, len(src.Lines))
	for i, l := range src.Lines {
		if l.Pos.IsValid() {
			at[i] = p.Fset.Position(l.Pos)
		}
	}
	m.lines[name] = at
	if err := m.register(units); err != nil {
		return err
	}
	for _, u := range units {
		m.texts[unitKey(u)] = pl.texts[unitKey(u)]
	}
	for name := range pl.made {
		m.made[name] = true
	}
	return m.setHooked(pl)
}

// call runs a function without parameters. The error is the context's, or errTask, or errExit.
func (m *machine) call(ctx context.Context, fn string) (*fault, error) {
	m.stderr.reset()
	if m.living() == 0 {
		m.maps.alone()
	}
	inner, cancel, end := m.begin(ctx)
	defer end()
	m.tasks.watch(cancel)
	defer m.tasks.watch(nil)
	if m.exits.watch(cancel) {
		return nil, errExit
	}
	defer m.exits.watch(nil)
	pprof.SetGoroutineLabels(m.labels("")) // the goroutines of the call inherit them
	_, err := m.i.EvalWithContext(inner, fn+"()")
	m.remember()
	pprof.SetGoroutineLabels(ctx)
	_, left := m.exits.left()
	if h := halted(inner); h != nil && err != nil && !left && ctx.Err() == nil {
		m.tasks.fail(fault{message: h.Message, at: h.Pos, code: h.Code})
		return nil, errTask
	}
	switch {
	case left:
		return nil, errExit
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case inner.Err() != nil && errors.Is(err, context.Canceled):
		return nil, errTask
	case err == nil:
		return nil, nil
	}
	var p yaegi.Panic
	if errors.As(err, &p) {
		f := m.fault(p.Value)
		return &f, nil
	}
	f := m.fault(err)
	return &f, nil
}

// errTask says that a cell was stopped because one of its goroutines panicked, which it may wait for.
var errTask = errors.New("a goroutine panicked")

// taskGrace is how long a cell may take to end by itself after that.
const taskGrace = 200 * time.Millisecond

// function returns a function of the interpreted program.
func (m *machine) function(name string) (reflect.Value, error) {
	text := name
	if value := legal.OutsideName(name); m.texts[value] != "" {
		text = value + "()"
	}
	v, err := m.i.Eval(text)
	if err != nil {
		return v, fmt.Errorf("find %s: %w", name, err)
	}
	if v.Kind() != reflect.Func {
		return v, fmt.Errorf("find %s: it is not a function", name)
	}
	return v, nil
}

// stop makes all running interpreted code end.
func (m *machine) stop() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m.i.EvalWithContext(ctx, "0")
}

var framePattern = regexp.MustCompile(`^(chunk\d+\.go):(\d+):\d+: panic`)

// fault describes a recovered panic by the frames that the interpreter wrote since.
func (m *machine) fault(value any) fault {
	f := fault{message: m.panicText(value)}
	if short, ok := value.(memoryError); ok {
		f.message, f.code = short.Error(), "memory"
	}
	for _, line := range m.stderr.lines() {
		g := framePattern.FindStringSubmatch(line)
		if g == nil {
			continue
		}
		n, err := strconv.Atoi(g[2])
		if err != nil {
			continue
		}
		if at := m.lines[g[1]]; n >= 1 && n <= len(at) && at[n-1].IsValid() {
			f.at = at[n-1]
			if place, remark := m.session.locate(line, f.message, f.at); place.IsValid() {
				f.at = place
				f.message += remark
			}
			break
		}
	}
	f.calls = m.calls(f.at)
	return f
}

func (m *machine) diagnostic(c *cell, f fault) diag.Diagnostic {
	d := diag.Diagnostic{Pos: f.at, Code: "panic", Message: f.message}
	d.Calls = f.calls
	if f.code != "" {
		d.Code = f.code
	}
	return d
}

// gate passes on what interpreted code writes until the interpreter is discarded: what runs on for a moment
// after an interrupt must not write into the next cell's output.
type gate struct {
	mu     sync.Mutex
	w      io.Writer
	closed bool
}

// Write writes unless the gate is closed.
func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return 0, io.ErrClosedPipe
	}
	return g.w.Write(p)
}

// File returns the file behind the gate, or nil: os.Stdout must be one.
func (g *gate) File() *os.File {
	switch w := g.w.(type) {
	case *os.File:
		return w
	case interface{ File() *os.File }:
		return w.File()
	}
	return nil
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}

// traceWriter keeps the last of what the interpreter reports about panics.
type traceWriter struct {
	mu   sync.Mutex
	text []byte
}

const maxTrace = 1 << 16

// Write keeps the text while there is room: the first frames are those that matter.
func (w *traceWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if room := maxTrace - len(w.text); room > 0 {
		w.text = append(w.text, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (w *traceWriter) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = w.text[:0]
}

// mark is how much there is now.
func (w *traceWriter) mark() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.text)
}

// cut drops what was there at a mark: the panic that it was about is over.
func (w *traceWriter) cut(mark int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = slices.Delete(w.text, 0, min(mark, len(w.text)))
}

func (w *traceWriter) lines() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Split(string(w.text), "\n")
}

// host is what lowered code may call of the session.
func (m *machine) host() map[string]reflect.Value {
	w := m.world
	return map[string]reflect.Value{
		"Box":          reflect.ValueOf(w.Box),
		"Sample":       reflect.ValueOf(m.sample),
		"Text":         reflect.ValueOf(m.write),
		"BoxError":     reflect.ValueOf(w.BoxError),
		"ID":           reflect.ValueOf(w.ID),
		"Get":          reflect.ValueOf(w.Get),
		"Equal":        reflect.ValueOf(w.Equal),
		"Key":          reflect.ValueOf(w.Key),
		"Implements":   reflect.ValueOf(w.Implements),
		"As":           reflect.ValueOf(w.As),
		"AssertFailed": reflect.ValueOf(w.AssertFailed),
		"Call":         reflect.ValueOf(w.Call),
		"Method":       reflect.ValueOf(w.Method),
		"NotNil":       reflect.ValueOf(notNil),
		"ErrorsIs":     reflect.ValueOf(w.ErrorsIs),
		"ErrorsAs":     reflect.ValueOf(w.ErrorsAs),
		"Decode":       reflect.ValueOf(w.Decode),
		"Encode":       reflect.ValueOf(w.Encode),

		"Writer":          reflect.ValueOf(m.streams.Behind),
		"FileWrite":       reflect.ValueOf(func(f *os.File, p []byte) (int, error) { return m.streams.Behind(f).Write(p) }),
		"FileWriteString": reflect.ValueOf(func(f *os.File, s string) (int, error) { return io.WriteString(m.streams.Behind(f), s) }),

		"At":            reflect.ValueOf(m.at),
		"Timer":         reflect.ValueOf(m.timers.note),
		"TickerReset":   reflect.ValueOf(m.timers.resetTicker),
		"TickerStop":    reflect.ValueOf(m.timers.stopTicker),
		"Several":       reflect.ValueOf(&m.maps.several),
		"Concurrent":    reflect.ValueOf(func() { m.maps.open(false) }),
		"MapRead":       reflect.ValueOf(func(x any, place string) { m.mapBegin(x, place, false) }),
		"MapWrite":      reflect.ValueOf(func(x any, place string) { m.mapBegin(x, place, true) }),
		"MapNext":       reflect.ValueOf(func(x any, place string) bool { m.mapBegin(x, place, false); return true }),
		"MapClear":      reflect.ValueOf(m.mapClear),
		"MapDone":       reflect.ValueOf(func(x any) bool { m.maps.done(x); return false }),
		"Room":          reflect.ValueOf(m.room),
		"Select":        reflect.ValueOf(m.selects),
		"WaitGroupWait": reflect.ValueOf(m.waitGroupWait),
		"ErrGroupWait":  reflect.ValueOf(m.errGroupWait),
		"CondWait":      reflect.ValueOf(m.condWait),
		"MutexLock":     reflect.ValueOf(m.mutexLock),
		"RWMutexLock":   reflect.ValueOf(m.rwMutexLock),
		"RWMutexRLock":  reflect.ValueOf(m.rwMutexRLock),
		"Concat":        reflect.ValueOf(m.concat),

		"Go":         reflect.ValueOf(m.tasks.start),
		"Guard":      reflect.ValueOf(m.tasks.guard),
		"GuardError": reflect.ValueOf(m.tasks.guardError),
		"Deferring":  reflect.ValueOf(m.unwind.deferring),
		"Recover":    reflect.ValueOf(m.unwind.recover),
		"BadIndex":   reflect.ValueOf(badIndex),
		"BadShift":   reflect.ValueOf(func() { panic(goError("runtime error: negative shift amount")) }),
		"BadSlice":   reflect.ValueOf(badSlice),
		"Print":      reflect.ValueOf(func(args ...any) { io.WriteString(m.session.opts.Stderr, asPrinted(args)) }),
		"Min":        reflect.ValueOf(func(a, b float64) float64 { return min(a, b) }),
		"Max":        reflect.ValueOf(func(a, b float64) float64 { return max(a, b) }),
		"Rune":       reflect.ValueOf(runeAt),
		"RuneLen":    reflect.ValueOf(runeLen),
	}
}
