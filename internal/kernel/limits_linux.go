package kernel

// This file asks Linux for the machine's memory and for a bound on the process's.

import "syscall"

// limitSystem bounds the address space: the limit, and what the runtime reserves without using it. An error is
// of no consequence, since the watch remains.
func limitSystem(limit int64) {
	n := uint64(limit)*2 + 4<<30
	syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: n, Max: n})
}

// machineMemory is the memory of the machine in bytes, or 0 if it is not known.
func machineMemory() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit))
}
