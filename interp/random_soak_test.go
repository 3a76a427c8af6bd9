//go:build soak

package interp

// This file holds the long comparison: 5,000 random programs. COSTATE_SEED says where to begin.

import (
	"testing"
	"time"
)

func TestSoakRandomPrograms(t *testing.T) {
	first := environmentNumber(t, "COSTATE_SEED", uint64(time.Now().UnixNano()/1e6%1e9))
	t.Logf("seed %d", first)
	compareRandom(t, first, environmentNumber(t, "COSTATE_COUNT", 5000))
}
