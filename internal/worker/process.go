package worker

// This file runs a worker and calls its functions.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/costate/costate/internal/wire"
)

// Options are the settings of a worker process.
type Options struct {
	Output io.Writer // where the functions print to; nil discards it
	Env    []string  // environment; nil is that of the caller
}

// Process is a running worker. Calls from several goroutines wait for each other.
type Process struct {
	cmd      *exec.Cmd
	lifeline io.Closer // the worker's standard input
	requests *os.File
	answers  *bufio.Reader
	pipe     *os.File // under answers
	tail     *tail
	exited   chan struct{} // closed when the process has ended
	exitErr  error         // how; valid once exited is closed

	mu sync.Mutex // held during a call
}

// CallError is what a worker says about a call that it could not complete: wrong arguments or a panic.
type CallError struct{ Message string }

// Error returns the message.
func (e *CallError) Error() string { return e.Message }

// Start starts the worker at a path that Build returned.
func Start(path string, opts Options) (*Process, error) {
	requestsRead, requests, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start worker: %w", err)
	}
	defer requestsRead.Close()
	answers, answersWrite, err := os.Pipe()
	if err != nil {
		requests.Close()
		return nil, fmt.Errorf("start worker: %w", err)
	}
	defer answersWrite.Close()

	p := &Process{
		cmd: exec.Command(path), requests: requests, pipe: answers, answers: bufio.NewReader(answers),
		tail: &tail{}, exited: make(chan struct{}),
	}
	output := opts.Output
	if output == nil {
		output = io.Discard
	}
	p.cmd.Env = opts.Env
	p.cmd.Stdout = output
	p.cmd.Stderr = io.MultiWriter(output, p.tail)
	p.cmd.ExtraFiles = []*os.File{requestsRead, answersWrite}
	p.cmd.WaitDelay = time.Second
	stdin, err := p.cmd.StdinPipe()
	if err == nil {
		p.lifeline = stdin
		err = p.cmd.Start()
	}
	if err != nil {
		requests.Close()
		answers.Close()
		return nil, fmt.Errorf("start worker: %w", err)
	}
	go func() {
		p.exitErr = p.cmd.Wait()
		close(p.exited)
	}()
	return p, nil
}

// Call calls a function with a JSON array of arguments and returns its results. An error of type *CallError leaves
// the worker usable. If ctx ends first, the worker is killed: there is no other way to stop a computation.
func (p *Process) Call(ctx context.Context, name string, args json.RawMessage) (wire.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return wire.Response{}, fmt.Errorf("call %s: %w", name, err)
	}
	request, err := json.Marshal(wire.Request{Func: name, Args: args})
	if err != nil {
		return wire.Response{}, fmt.Errorf("call %s: arguments: %w", name, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	defer stop()
	response, err := p.exchange(append(request, '\n'))
	switch {
	case err == nil && response.Error != "":
		return wire.Response{}, &CallError{response.Error}
	case err == nil:
		return response, nil
	case ctx.Err() != nil:
		return wire.Response{}, fmt.Errorf("call %s: %w", name, ctx.Err())
	}
	return wire.Response{}, fmt.Errorf("call %s: %w", name, err)
}

// exchange writes a request and reads the answer.
func (p *Process) exchange(request []byte) (wire.Response, error) {
	var response wire.Response
	if _, err := p.requests.Write(request); err != nil {
		return response, p.death(err)
	}
	line, err := p.answers.ReadBytes('\n')
	if err != nil {
		return response, p.death(err)
	}
	if err := json.Unmarshal(line, &response); err != nil {
		return response, fmt.Errorf("answer of the worker: %w", err)
	}
	return response, nil
}

// death explains an error of the pipes by the end of the process, which is why they break.
func (p *Process) death(err error) error {
	select {
	case <-p.exited:
	case <-time.After(2 * time.Second):
		return err // it still runs
	}
	reason := "exit status 0"
	if p.exitErr != nil {
		reason = p.exitErr.Error()
	}
	if said := p.tail.message(); said != "" {
		reason += ": " + said
	}
	return errors.New("the worker ended: " + reason)
}

// Close ends the worker and waits for its end.
func (p *Process) Close() error {
	_ = p.cmd.Process.Kill() // it may have ended
	<-p.exited
	p.lifeline.Close()
	p.mu.Lock() // a call still reads
	defer p.mu.Unlock()
	return errors.Join(p.requests.Close(), p.pipe.Close())
}

// tail keeps the beginning of what a process last wrote to its standard error: a crash starts with its reason.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 64 << 10

func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(text), nil
}

// message returns the line in which the Go runtime says why it gave up, or the last line.
func (t *tail) message() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	for _, prefix := range []string{"panic: ", "fatal error: "} {
		for _, line := range lines {
			if strings.HasPrefix(line, prefix) {
				return line
			}
		}
	}
	return lines[len(lines)-1]
}
