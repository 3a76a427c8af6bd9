//go:build soak

package interp

// This file holds the long comparisons: 5,000 random programs, and ten minutes of edits and runs. COSTATE_SEED says where to begin.

import (
	"fmt"
	"testing"
	"time"
)

func TestSoakRandomPrograms(t *testing.T) {
	first := environmentNumber(t, "COSTATE_SEED", uint64(time.Now().UnixNano()/1e6%1e9))
	t.Logf("seed %d", first)
	compareRandom(t, first, environmentNumber(t, "COSTATE_COUNT", 5000))
}

func TestSoakRandomSessions(t *testing.T) {
	seed := environmentNumber(t, "COSTATE_SEED", uint64(time.Now().UnixNano()/1e6%1e9))
	t.Logf("seed %d", seed)
	for end := time.Now().Add(10 * time.Minute); time.Now().Before(end) && !t.Failed(); seed++ {
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) { playRandom(t, seed, 60) })
	}
}
