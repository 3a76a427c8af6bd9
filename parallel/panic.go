package parallel

// This file carries a panic from the goroutine of a body to the caller of the loop.

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// Panic is what a loop panics with after one of its bodies did. It is an error, so that it prints well when nobody
// recovers it.
type Panic struct {
	Value any    // what the body panicked with
	Stack []byte // the stack of the goroutine that ran the body
}

// Error says what the body panicked with and where.
func (p *Panic) Error() string {
	return fmt.Sprintf("panic in a parallel loop: %v\n\n%s", p.Value, p.Stack)
}

// Unwrap returns the value of the panic if it is an error, else nil.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// errGoexit stands for the value of a body that ended its goroutine.
var errGoexit = errors.New("the body called runtime.Goexit")

// caught makes a Panic of what recover returned. A panic that comes out of a nested loop stays as it is: the
// stack at its origin is the one that helps.
func caught(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	if value == nil { // since Go 1.21 panic(nil) recovers as a *runtime.PanicNilError
		value = errGoexit
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}
