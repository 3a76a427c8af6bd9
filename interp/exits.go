package interp

// This file ends a cell that leaves its process, as by os.Exit or log.Fatal. The real process has the other cells in it.

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"
	"sync"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// errExit says that the program wants to leave its process.
var errExit = errors.New("the program left")

// exitState knows whether interpreted code has asked to leave.
type exitState struct {
	mu     sync.Mutex
	asked  bool
	status int
	cancel func() // stops what runs
}

// exit ends what runs. It does not return, since no statement after os.Exit is carried out, and no deferred function.
func (e *exitState) exit(status int) {
	e.mu.Lock()
	if !e.asked {
		e.asked, e.status = true, status
	}
	cancel := e.cancel
	e.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	select {}
}

// watch sets what stops the code that runs, and reports whether the program has left already.
func (e *exitState) watch(cancel func()) (left bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cancel = cancel
	return e.asked
}

// left reports whether the program has left, and with which status.
func (e *exitState) left() (status int, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status, e.asked
}

// idle waits for the goroutines of earlier cells. If one of them has left the program, the interpreter is given up.
func (s *Session) idle(ctx context.Context, res *Result) error {
	err := s.vm.idle(ctx)
	if s.vm == nil {
		return err
	}
	if status, ok := s.vm.exits.left(); ok {
		s.discard()
		res.Notes = append(res.Notes, fmt.Sprintf("a goroutine of an earlier cell left the program with exit status %d; %s", status, rebuiltNote))
		return nil
	}
	return err
}

// leavers are the functions that leave a process.
var leavers = map[string][]string{
	"os":      {"Exit"},
	"syscall": {"Exit"},
	"log":     {"Fatal", "Fatalf", "Fatalln"},
	"flag":    {"Parse"},
}

// exited is the diagnostic for a cell that left. The place is known if the program has only one such call.
func (s *Session) exited(status int) diag.Diagnostic {
	places := map[token.Pos]bool{}
	for _, f := range s.typed.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				if h, ok := r.Obj.(*core.Host); ok && slices.Contains(leavers[h.Path], h.Name) {
					places[r.At] = true
				}
			}
			return true
		})
	}
	d := diag.Diagnostic{Code: "exit", Message: fmt.Sprintf("the cell left the program with exit status %d; %s", status, rebuiltNote)}
	if len(places) == 1 {
		for at := range places {
			d.Pos = s.fset.Position(at)
		}
	}
	return d
}

// rebuiltNote says what becomes of the other cells when the interpreter is lost.
const rebuiltNote = "the session goes on with the values of the other cells"
