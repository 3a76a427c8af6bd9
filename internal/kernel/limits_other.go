//go:build !linux

package kernel

// This file stands in for what only Linux is asked for.

// machineMemory is not known here.
func machineMemory() int64 { return 0 }
