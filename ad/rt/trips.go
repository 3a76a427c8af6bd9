package rt

// This file counts the iterations of loops.

// Trips returns how often a loop from lo by step runs before it reaches hi: the number of i = lo, lo+step, ... with
// i < hi, or with i > hi for a negative step. The step is not zero.
func Trips(lo, hi, step int) int {
	switch {
	case step > 0 && lo < hi:
		return (hi-lo-1)/step + 1
	case step < 0 && lo > hi:
		return (lo-hi-1)/-step + 1
	}
	return 0
}
