package kernel

import (
	"context"
	"errors"
	"syscall"
	"testing"
	"time"
)

func TestWait(t *testing.T) {
	k := newKernel(t, Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := k.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a kernel that lives: %v", err)
	}
	syscall.Kill(k.proc.cmd.Process.Pid, syscall.SIGKILL)
	var ended *Ended
	if err := k.Wait(context.Background()); !errors.As(err, &ended) || ended.Reason == "" {
		t.Errorf("waiting for a kernel that was killed: %v", err)
	}
}

// TestInterruptAtOnce interrupts cells before the child has looked at them. They must not cost the kernel its life.
func TestInterruptAtOnce(t *testing.T) {
	for range 5 {
		k := newKernel(t, Options{})
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		reply, err := k.Run(ctx, "1", "for {}", nil)
		if err != nil || reply.OK {
			t.Errorf("%+v, %v", reply, err)
		}
	}
}
