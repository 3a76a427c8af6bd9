package synth

// This file prices programs whose buffer is cut into pieces that follow each other through the steps.

import "fmt"

// Pipelined prices a program that is run on pieces of the buffer, each step of a piece as soon as the step of the piece
// before it and the step before it of the piece are done. The first piece takes the sum of its steps; each other comes
// out after the longest step of a piece, or after the time that the busiest port needs for all steps of a piece,
// whichever is longer: steps of different pieces share the ports, and a port is charged with the most it carries in
// each step.
func (m *Model) Pipelined(p Program, size float64, alg Algorithm, pieces int) (float64, error) {
	if pieces < 1 {
		return 0, fmt.Errorf("%d pieces are not a number of pieces", pieces)
	}
	part := size / float64(pieces)
	prices, err := m.pricesOf(p, part, alg)
	if err != nil {
		return 0, err
	}
	longest := 0.0
	loads := make([]int64, len(m.cards))
	for i, pr := range prices {
		longest = max(longest, m.total(prices[i:i+1], part))
		for j, l := range pr.levels {
			loads[j] += l
		}
	}
	for j, l := range loads {
		longest = max(longest, m.transfer(l, j, part))
	}
	return m.total(prices, part) + float64(pieces-1)*longest, nil
}

// maxPieces bounds the pieces that [Model.BestPieces] tries.
const maxPieces = 256

// BestPieces finds the number of pieces, a power of two up to 256, with which a program takes least.
func (m *Model) BestPieces(p Program, size float64, alg Algorithm) (pieces int, seconds float64, err error) {
	for n := 1; n <= maxPieces; n *= 2 {
		t, err := m.Pipelined(p, size, alg, n)
		if err != nil {
			return 0, 0, err
		}
		if n == 1 || rounded(t) < rounded(seconds) {
			pieces, seconds = n, t
		}
	}
	return pieces, seconds, nil
}
