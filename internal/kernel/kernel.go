package kernel

// This file is the parent's side: starting, asking, ending.

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/costate/costate/interp"
)

// Options configure a kernel; the zero value is usable.
type Options struct {
	Command     []string // to start the child with; nil is the running binary
	MemoryLimit int64    // in bytes; 0 is a quarter of the machine's memory
	Dir         string   // working directory of the cells; "" is the parent's
	Env         []string // of the child; nil is the parent's
	Displays    bool     // outputs may be displays; without it cells show things as text
	AllowExec   bool     // cells may start processes, which the kernel's end does not end
}

// Ended is the error of a request when the kernel is gone.
type Ended struct {
	Reason string
	Cell   string   // the one that ran, "" if none did
	Lost   []string // names of the variables that are gone, sorted
}

// maxLost is how many lost variables are named.
const maxLost = 20

// Error says why the kernel ended.
func (e *Ended) Error() string {
	text := "the kernel ended: " + e.Reason
	if e.Cell != "" {
		text += " (while " + interp.CellName(e.Cell) + " ran)"
	}
	text += "; its variables are gone"
	if n := len(e.Lost); n > maxLost {
		text += fmt.Sprintf(" (%s and %d more)", strings.Join(e.Lost[:maxLost], ", "), n-maxLost)
	} else if n > 0 {
		text += " (" + strings.Join(e.Lost, ", ") + ")"
	}
	return text + ", restart it and run the cells again"
}

// grace is how long an interrupted cell may take to stop.
const grace = 2 * time.Second

// Kernel is a child process that runs cells.
type Kernel struct {
	opts Options
	busy sync.Mutex // held during a request
	mu   sync.Mutex // guards proc
	proc *process
}

// Start starts a kernel. The context bounds the start only.
func Start(ctx context.Context, opts Options) (*Kernel, error) {
	if opts.MemoryLimit == 0 {
		opts.MemoryLimit = max(machineMemory()/4, 1<<30)
	}
	k := &Kernel{opts: opts}
	if err := k.Restart(ctx); err != nil {
		return nil, err
	}
	return k, nil
}

// Restart ends the child, if there is one, and starts another, without cells.
func (k *Kernel) Restart(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("start kernel: %w", err)
	}
	k.Close()
	p, err := start(k.opts)
	if err != nil {
		return fmt.Errorf("start kernel: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.proc = p
	return nil
}

// Close ends the child and waits until it is gone.
func (k *Kernel) Close() error {
	k.mu.Lock()
	p := k.proc
	k.mu.Unlock()
	if p != nil {
		p.kill("it was closed")
		p.abandon()
		<-p.gone
	}
	return nil
}

// Run runs a cell. Its output goes to out, from one goroutine at a time, all of it before Run returns. When the
// context is cancelled the cell is interrupted. The error is an *Ended if the kernel is gone.
func (k *Kernel) Run(ctx context.Context, id, source string, out func(Output)) (*Reply, error) {
	return k.ask(ctx, request{Op: "run", Cell: id, Source: []byte(source)}, out)
}

// RunIn is Run for a cell of a document, of which the texts of all cells are given in their order: the cell can use functions, types
// and constants of those that have not run.
func (k *Kernel) RunIn(ctx context.Context, document []interp.Source, id, source string, out func(Output)) (*Reply, error) {
	return k.ask(ctx, request{Op: "run", Cell: id, Source: []byte(source), Doc: document}, out)
}

// SetDocument tells the kernel the texts of all cells of the document. It forgets the cells that are not among them, with the names
// that these define.
func (k *Kernel) SetDocument(ctx context.Context, document []interp.Source) (*Reply, error) {
	return k.ask(ctx, request{Op: "document", Doc: document}, nil)
}

// Declare is Run for a whole Go file whose main function is not to be run.
func (k *Kernel) Declare(ctx context.Context, id, source string, out func(Output)) (*Reply, error) {
	return k.ask(ctx, request{Op: "declare", Cell: id, Source: []byte(source)}, out)
}

// Cells lists the cells that the session knows.
func (k *Kernel) Cells(ctx context.Context) (*Reply, error) {
	return k.ask(ctx, request{Op: "cells"}, nil)
}

// Variables lists the session's variables by name, with their types and what they hold.
func (k *Kernel) Variables(ctx context.Context) ([]interp.Variable, error) {
	r, err := k.ask(ctx, request{Op: "variables"}, nil)
	if err != nil {
		return nil, err
	}
	return r.Variables, nil
}

// Call calls a function of the session with arguments in a JSON array. Messages about arguments use the names, or
// those of the function if names is nil.
func (k *Kernel) Call(ctx context.Context, fn string, names []string, args string, out func(Output)) (*Reply, error) {
	return k.ask(ctx, request{Op: "call", Func: fn, Names: names, Args: args}, out)
}

func (k *Kernel) ask(ctx context.Context, r request, out func(Output)) (*Reply, error) {
	k.busy.Lock()
	defer k.busy.Unlock()
	k.mu.Lock()
	p := k.proc
	k.mu.Unlock()
	if out == nil {
		out = func(Output) {}
	}
	return p.ask(ctx, r, out)
}

// process is one child with its pipes.
type process struct {
	cmd      *exec.Cmd
	mark     string
	requests *os.File
	enc      *json.Encoder
	seq      int
	output   chan piece // of both streams
	events   chan event
	turn     chan struct{} // passes from a stream that was left to the one that was taken
	shown    chan *Display
	read     [2]chan struct{} // closed when a stream has been read
	dropped  chan struct{}    // closed when nobody takes output any more
	drop     sync.Once
	gone     chan struct{} // closed when the child has been waited for and all pipes have ended
	mu       sync.Mutex
	reason   string   // why the child was ended, if it was by us or by itself
	last     string   // the end of standard error when the child died by the runtime
	cell     string   // the one that runs
	names    []string // of the variables after the last cell
}

// piece is a part of a stream: text, or the mark that a request's output is complete.
type piece struct {
	Output
	end bool
}

func start(opts Options) (*process, error) {
	if runtime.GOOS == "windows" {
		return nil, errors.New("kernels are not supported on Windows yet")
	}
	command := opts.Command
	if command == nil {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		command = []string{self}
	}
	p := &process{mark: "\x00" + rand.Text() + "\x00", output: make(chan piece, 16), events: make(chan event, 1), turn: make(chan struct{}), shown: make(chan *Display), dropped: make(chan struct{}), gone: make(chan struct{})}
	// An argument cannot hold a zero byte: the child is told the mark without them and adds them.
	args := append(command[1:len(command):len(command)], childArg, strconv.FormatInt(opts.MemoryLimit, 10), p.mark[1:len(p.mark)-1])
	p.read = [2]chan struct{}{make(chan struct{}), make(chan struct{})}
	if opts.Displays {
		args = append(args, displaysArg)
	}
	if opts.AllowExec {
		args = append(args, execArg)
	}
	p.cmd = exec.Command(command[0], args...)
	p.cmd.Dir, p.cmd.Env = opts.Dir, opts.Env
	var ours, theirs []*os.File
	closeAll := func(files []*os.File) {
		for _, f := range files {
			f.Close()
		}
	}
	for range 4 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ours)
			closeAll(theirs)
			return nil, err
		}
		if len(ours) == 0 { // requests go the other way
			r, w = w, r
		}
		ours, theirs = append(ours, r), append(theirs, w)
	}
	p.requests, p.enc = ours[0], json.NewEncoder(ours[0])
	// The marks have ends of their own, and so have cells: these may close theirs.
	p.cmd.ExtraFiles = []*os.File{theirs[0], theirs[1], theirs[2], theirs[3], theirs[2], theirs[3]}
	p.cmd.Stdout, p.cmd.Stderr = theirs[2], theirs[3]
	err := p.cmd.Start()
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	var readers sync.WaitGroup
	readers.Go(func() { p.readEvents(ours[1]) })
	readers.Go(func() { p.readStream(ours[2], false) })
	readers.Go(func() { p.readStream(ours[3], true) })
	go func() {
		err := p.cmd.Wait()
		// Processes that cells started may hold the pipes; they do not keep the kernel alive.
		time.AfterFunc(grace, func() {
			closeAll(ours)
			p.abandon()
		})
		readers.Wait()
		closeAll(ours)
		p.mu.Lock()
		if p.reason == "" {
			p.reason = cause(p.last, opts.MemoryLimit, err)
		}
		p.mu.Unlock()
		close(p.gone)
	}()
	return p, nil
}

// kill ends the child for a reason.
func (p *process) kill(reason string) {
	p.mu.Lock()
	if p.reason == "" {
		p.reason = reason
	}
	p.mu.Unlock()
	p.cmd.Process.Kill()
}

// abandon lets the readers throw away what nobody waits for.
func (p *process) abandon() { p.drop.Do(func() { close(p.dropped) }) }

func (p *process) ended() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Ended{Reason: p.reason, Cell: p.cell, Lost: p.names}
}

// ask sends a request and takes output and the reply.
func (p *process) ask(ctx context.Context, r request, out func(Output)) (*Reply, error) {
	select {
	case <-p.gone:
		return nil, p.ended()
	default:
	}
	p.seq++
	r.Seq = p.seq
	p.runs(r.Cell)
	if err := p.enc.Encode(r); err != nil {
		p.kill("its pipe broke")
	}
	cancelled := ctx.Done()
	var late <-chan time.Time
	marks := 0
	var answer *event
	for answer == nil || marks < 2 {
		select {
		case o := <-p.output:
			if o.end {
				marks++
			} else {
				out(o.Output)
			}
		case e := <-p.events:
			answer = &e
		case <-cancelled:
			cancelled = nil
			late = time.After(grace)
			p.enc.Encode(request{Op: "interrupt"})
		case <-late:
			p.kill(fmt.Sprintf("the cell did not stop within %v of the interrupt", grace))
		case <-p.gone:
			for { // what was read before the end
				select {
				case o := <-p.output:
					if !o.end {
						out(o.Output)
					}
					continue
				default:
				}
				break
			}
			return nil, p.ended()
		}
	}
	p.runs("")
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	if r.Cell != "" {
		p.mu.Lock()
		p.names = answer.Reply.Names
		p.mu.Unlock()
	}
	return answer.Reply, nil
}

// runs notes which cell runs.
func (p *process) runs(cell string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cell = cell
}
