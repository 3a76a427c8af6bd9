package kernel

// This file ends a kernel that takes too much memory.

import (
	"fmt"
	"runtime/metrics"
	"time"
)

// limitMemory watches how much memory the process has from the system and calls die above the limit. A limit
// of the system a good deal higher catches what grows faster than the watch.
func limitMemory(limit int64, die func(string)) {
	limitSystem(limit)
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			metrics.Read(samples)
			if used := int64(samples[0].Value.Uint64() - samples[1].Value.Uint64()); used > limit {
				die(fmt.Sprintf("it needed more than %s of memory", size(limit)))
			}
		}
	}()
}

// size writes a number of bytes for people.
func size(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.3g GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.3g MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}
