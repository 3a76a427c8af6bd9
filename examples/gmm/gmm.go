// Package gmm fits a mixture of Gaussian distributions to points: the objective of the notebook gmm.ipynb in an
// ordinary package, beside the gradient that repl grad wrote for it.
//
// The objective is that of the benchmark ADBench: the log-likelihood of the points and a Wishart prior on the
// precision matrices. All parameters are in one slice: for k components in d dimensions the k logarithms of the
// unnormalised weights, the k means of d numbers each, and for each component a lower triangular matrix Q such that
// Q'Q is its precision matrix: the logarithms of the diagonal, then what is below it, column by column.
package gmm

//go:generate go run ../../cmd/repl grad gmm.go Objective -o gmm_ad.go

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/costate/costate/parallel"
)

// The input of Objective: n points in d dimensions, k components, the constants of the prior.
var (
	d, k, n int
	points  [][]float64
	gamma   float64
	m       int
)

// Load reads the input from a file in the format of the benchmark and returns the parameters it holds.
func Load(path string) ([]float64, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var v []float64
	for i, f := range strings.Fields(string(text)) {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: number %d: %w", path, i+1, err)
		}
		v = append(v, x)
	}
	if len(v) < 3 {
		return nil, fmt.Errorf("%s: the sizes are missing", path)
	}
	d, k, n = int(v[0]), int(v[1]), int(v[2])
	size := k + k*d + k*d*(d+1)/2
	if d < 1 || k < 1 || n < 1 || len(v) != 3+size+n*d+2 {
		return nil, fmt.Errorf("%s: %d numbers do not fit the sizes", path, len(v))
	}
	points = nil
	for at := 3 + size; at < 3+size+n*d; at += d {
		points = append(points, v[at:at+d])
	}
	gamma, m = v[len(v)-2], int(v[len(v)-1])
	return append([]float64(nil), v[3:3+size]...), nil
}

// logSumExp is the logarithm of a sum of exponentials, computed such that none overflows.
func logSumExp(v []float64) float64 {
	largest := v[0]
	for _, e := range v {
		if e > largest {
			largest = e
		}
	}
	sum := 0.0
	for _, e := range v {
		sum += math.Exp(e - largest)
	}
	return largest + math.Log(sum)
}

// logDensity is the logarithm of the density at x, up to a constant.
func logDensity(p, x []float64) float64 {
	size := d * (d + 1) / 2
	terms := make([]float64, k)
	y := make([]float64, d)
	for a := 0; a < k; a++ {
		mean := p[k+a*d : k+(a+1)*d]
		icf := p[k+k*d+a*size : k+k*d+(a+1)*size]
		sum := 0.0
		for i := 0; i < d; i++ {
			y[i] = math.Exp(icf[i]) * (x[i] - mean[i])
			sum += icf[i]
		}
		at := d
		for i := 0; i < d; i++ {
			c := x[i] - mean[i]
			for j := i + 1; j < d; j++ {
				y[j] += icf[at] * c
				at++
			}
		}
		square := 0.0
		for i := 0; i < d; i++ {
			square += y[i] * y[i]
		}
		terms[a] = p[a] + sum - 0.5*square
	}
	return logSumExp(terms)
}

// prior is the logarithm of the Wishart prior.
func prior(p []float64) float64 {
	size := d * (d + 1) / 2
	total := 0.0
	for a := 0; a < k; a++ {
		icf := p[k+k*d+a*size : k+k*d+(a+1)*size]
		sum, square := 0.0, 0.0
		for i := 0; i < d; i++ {
			sum += icf[i]
			square += math.Exp(icf[i]) * math.Exp(icf[i])
		}
		for i := d; i < size; i++ {
			square += icf[i] * icf[i]
		}
		total += 0.5*gamma*gamma*square - float64(m)*sum
	}
	return total - float64(k)*wishart()
}

// wishart is the constant of a Wishart distribution.
func wishart() float64 {
	freedom := float64(d + m + 1)
	logGamma := 0.25 * float64(d*(d-1)) * math.Log(math.Pi)
	for j := 1; j <= d; j++ {
		g, _ := math.Lgamma(0.5*freedom + 0.5*float64(1-j))
		logGamma += g
	}
	return freedom*float64(d)*(math.Log(gamma)-0.5*math.Log(2)) - logGamma
}

// Objective is the logarithm of the posterior density of the parameters p.
func Objective(p []float64) float64 {
	each := make([]float64, n)
	parallel.For(n, func(i int) {
		each[i] = logDensity(p, points[i])
	})
	total := -0.5 * float64(n*d) * math.Log(2*math.Pi)
	for _, e := range each {
		total += e
	}
	return total - float64(n)*logSumExp(p[:k]) + prior(p)
}
