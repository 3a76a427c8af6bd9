package kernel

// This file waits for the end of a child that nobody asks anything.

import "context"

// Wait waits until the present child is gone and returns an *Ended that says why, or until ctx is done and returns its
// error. A Restart ends the child that was present before.
func (k *Kernel) Wait(ctx context.Context) error {
	k.mu.Lock()
	p := k.proc
	k.mu.Unlock()
	select {
	case <-p.gone:
		return p.ended()
	case <-ctx.Done():
		return ctx.Err()
	}
}
