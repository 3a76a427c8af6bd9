package kernel

// This file asks Linux for the machine's memory.

import "syscall"

// machineMemory is the memory of the machine in bytes, or 0 if it is not known.
func machineMemory() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit))
}
