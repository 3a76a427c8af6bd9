//go:build !linux

package kernel

// This file stands in for what only Linux is asked for.

func limitSystem(int64) {}

// machineMemory is not known here.
func machineMemory() int64 { return 0 }
