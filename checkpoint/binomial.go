package checkpoint

// This file has the closed form of binomial schedules: A. Griewank and A. Walther, Algorithm 799: Revolve, ACM
// Transactions on Mathematical Software 26 (2000), 19-45.

import "math/bits"

// Beta is β(s,r) = (s+r)!/(s!·r!), the most steps that s slots reverse with no step advanced more than r times. It
// is 0 for a negative argument, and the largest int where an int cannot hold it.
func Beta(s, r int) int {
	if s < 0 || r < 0 {
		return 0
	}
	b := 1
	for i, least, most := 1, min(s, r), max(s, r); i <= least; i++ {
		if b = mulDiv(b, most+i, i); b == maxInt {
			break
		}
	}
	return b
}

const maxInt = int(^uint(0) >> 1)

// mulDiv is a·b/c for positive numbers where that is whole, or the largest int.
func mulDiv(a, b, c int) int {
	if a < 1<<31 && b < 1<<31 {
		return a * b / c
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi >= uint64(c) {
		return maxInt
	}
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int(min(q, uint64(maxInt)))
}

// family is a problem of Revolve with its repetition number: β(s,r-1) < n <= β(s,r), and b = β(s,r).
type family struct{ n, s, r, b int }

// newFamily finds the repetition number. A problem of more than one step needs a slot.
func newFamily(n, s int) family {
	if s == 1 {
		return family{n, 1, n - 1, n}
	}
	f := family{n: n, s: s, b: 1}
	for f.b < n {
		f.r++
		f.b = mulDiv(f.b, s+f.r, f.r)
	}
	return f
}

// settle restores the invariant where n has become less.
func (f family) settle() family {
	for f.r > 0 {
		below := mulDiv(f.b, f.r, f.s+f.r)
		if below < f.n {
			break
		}
		f.r, f.b = f.r-1, below
	}
	return f
}

// extra is the fewest steps to be advanced: t(n,s) = r·n - β(s+1,r-1).
func (f family) extra() int {
	if f.r == 0 {
		return 0
	}
	return f.r*f.n - Beta(f.s+1, f.r-1)
}

// split cuts the problem: advance m steps, solve those after with a slot less, then the first m with as many. The cuts with
// the least cost are an interval, in part of which the snapshots written are the fewest too; this one is there.
func (f family) split() (m int, after, before family) {
	below := mulDiv(f.b, f.r, f.s+f.r) // β(s,r-1)
	aside := mulDiv(f.b, f.s, f.s+f.r) // β(s-1,r)
	m = f.cut(below)
	return m, family{f.n - m, f.s - 1, f.r, aside}, family{m, f.s, f.r - 1, below}
}

// cut is where split cuts.
func (f family) cut(below int) int {
	switch {
	case f.s == 1:
		return f.n - 1
	case f.r == 1:
		return 1
	}
	low := mulDiv(below, f.r-1, f.s+f.r-1)   // β(s,r-2)
	least := mulDiv(below, f.s, f.s+f.r-1)   // β(s-1,r-1)
	inner := mulDiv(low, f.s, f.s+f.r-2)     // β(s-1,r-2)
	outer := mulDiv(least, f.s-1, f.s+f.r-2) // β(s-2,r-1)
	switch past := f.n - below; {
	case past <= inner:
		return f.n - least
	case past <= outer:
		return low + inner
	case past <= least+outer:
		return f.n - least - outer
	}
	return below
}
