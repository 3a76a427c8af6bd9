//go:build soak

package engine

// This file holds the long runs: thousands of programs, and parallel ones under the race detector. COSTATE_SEED says
// where to begin.

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/costate/costate/internal/worker"
)

func soakSeed(t *testing.T) uint64 {
	seed := uint64(time.Now().UnixNano() / 1e6 % 1e9)
	if s := os.Getenv("COSTATE_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("seed %d", seed)
	return seed
}

func TestSoakRandom(t *testing.T) {
	b := worker.Builder{Cache: t.TempDir()}
	first := soakSeed(t)
	for k := range uint64(10) {
		runRandom(t, &b, first+200*k, 200, 6, Fast)
		runRandom(t, &b, first+200*k, 200, 6, General)
	}
}

func TestSoakRace(t *testing.T) {
	b := worker.Builder{Cache: t.TempDir(), Race: true}
	runRandom(t, &b, soakSeed(t), 100, 2, Fast)
}
