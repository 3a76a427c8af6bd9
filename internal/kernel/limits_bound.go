//go:build linux && !race

package kernel

// This file asks Linux for a bound on the process's memory.

import "syscall"

// limitSystem bounds the address space: the limit, and what the runtime reserves without using it. An error is
// of no consequence, since the watch remains.
func limitSystem(limit int64) {
	n := uint64(limit)*2 + 4<<30
	syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: n, Max: n})
}
