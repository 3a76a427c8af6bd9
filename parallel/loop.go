package parallel

// This file cuts ranges into chunks and runs them.

import (
	"runtime"
	"sync"
)

// For calls body once for every i in [0, n). Calls for indices of different chunks run at the same time. If n is
// not positive, it does nothing.
func For(n int, body func(i int)) {
	ForChunks(n, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			body(i)
		}
	})
}

// ForRange calls body once for every chunk [lo, hi) of [0, n), at the same time. It saves the call for each index
// and gives the body a place for what is kept for a whole chunk. If n is not positive, it does nothing.
func ForRange(n int, body func(lo, hi int)) {
	ForChunks(n, func(_, lo, hi int) { body(lo, hi) })
}

// ForChunks is ForRange that also says which chunk it is: 0 <= chunk < Chunks(n).
func ForChunks(n int, body func(chunk, lo, hi int)) {
	chunks := Chunks(n)
	if chunks == 0 {
		return
	}
	panics := make([]*Panic, chunks)
	run := func(chunk int) {
		// A body that leaves by runtime.Goexit neither returns nor panics; the loop must not take it for done.
		returned := false
		defer func() {
			if !returned {
				panics[chunk] = caught(recover())
			}
		}()
		lo, hi := bounds(n, chunks, chunk)
		body(chunk, lo, hi)
		returned = true
	}
	var wg sync.WaitGroup
	for chunk := 1; chunk < chunks; chunk++ {
		wg.Go(func() { run(chunk) })
	}
	// The caller would only wait, so it takes the first chunk. It waits for the others even if Goexit ends it there.
	defer wg.Wait()
	run(0)
	wg.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}

// Chunks returns the number of chunks into which a loop over [0, n) is cut at the present GOMAXPROCS.
func Chunks(n int) int {
	return max(0, min(n, runtime.GOMAXPROCS(0)))
}

// bounds returns the range of one of the chunks of [0, n). The first n%chunks chunks are longer by one.
func bounds(n, chunks, chunk int) (lo, hi int) {
	size, longer := n/chunks, n%chunks
	lo = chunk*size + min(chunk, longer)
	hi = lo + size
	if chunk < longer {
		hi++
	}
	return lo, hi
}
