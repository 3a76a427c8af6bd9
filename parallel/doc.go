// Package parallel runs counted loops on all processors.
//
//	y := make([]float64, len(x))
//	parallel.For(len(x), func(i int) { y[i] = math.Sin(x[i]) })
//
//	parallel.ForRange(len(x), func(lo, hi int) {
//		for i := lo; i < hi; i++ {
//			y[i] = math.Sin(x[i])
//		}
//	})
//
// # Contract
//
// The range [0, n) is cut into Chunks(n) chunks: consecutive, of equal length up to one, numbered from the
// lowest index up. There is a chunk for each of the GOMAXPROCS workers, or one for each index if there are fewer
// indices. The cut depends on n and the number of workers alone, so whatever is kept for each chunk and combined in chunk
// order is the same in every run on the same number of workers.
//
// A loop returns when all of its chunks have ended. What happens before the call is visible to the bodies, and
// what the bodies do is visible after it. Bodies of different chunks run at the same time: they must not write what
// another one reads or writes. Within a chunk the indices are visited upwards, one after another.
//
// A panic in a body ends its chunk. The other chunks run to their end, then the loop panics with a *Panic
// that holds the value and the stack of the body; of several panics it is the one of the lowest chunk. The same holds if there is only
// one chunk, so that a program does not behave differently on one processor.
//
// Loops may be nested; each starts its own goroutines, and none outlives its loop.
package parallel
