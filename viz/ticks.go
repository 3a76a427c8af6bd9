package viz

// This file places the ticks of an axis at round numbers (P. Heckbert, Nice numbers for graph labels, Graphics Gems,
// 1990) and names them.

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// ticks is a plot.Ticker. About count ticks are placed.
type ticks struct {
	log   bool
	count int
}

// Ticks returns the ticks of the range, all of them with a label.
func (t ticks) Ticks(lo, hi float64) []plot.Tick {
	var values []float64
	if t.log {
		values = logTicks(lo, hi, t.count)
	} else {
		values = linearTicks(lo, hi, t.count)
	}
	var all []plot.Tick
	for i, label := range labels(values) {
		all = append(all, plot.Tick{Value: values[i], Label: label})
	}
	return all
}

// linearTicks returns the multiples of 1, 2 or 5 times a power of ten in [lo, hi], about count of them.
func linearTicks(lo, hi float64, count int) []float64 {
	raw := (hi - lo) / float64(count)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw {
			step = m * power
			break
		}
	}
	var values []float64
	first := math.Ceil(lo/step - 1e-9)
	for i := range 3 * count {
		v := (first + float64(i)) * step
		if v > hi+1e-9*step {
			break
		}
		// v is a product of rounded numbers; the nearest short decimal is the one that is meant.
		short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 14, 64), 64)
		if err == nil {
			v = short
		}
		values = append(values, v)
	}
	return values
}

// logTicks returns powers of ten in [lo, hi], with 2 and 5 in between if there are few, about count of them.
func logTicks(lo, hi float64, count int) []float64 {
	l, h := math.Log10(lo), math.Log10(hi)
	if h-l < 1 {
		return linearTicks(lo, hi, count)
	}
	decades := int(math.Floor(h+1e-9)) - int(math.Ceil(l-1e-9)) + 1
	within := []float64{1}
	if decades <= count/2 {
		within = []float64{1, 2, 5}
	}
	skip := 1
	for _, skip = range []int{1, 2, 3, 5, 10, 20, 50, 100} {
		if decades <= skip*count {
			break
		}
	}
	var values []float64
	for e := int(math.Floor(l)); e <= int(math.Ceil(h)); e++ {
		if e%skip != 0 {
			continue
		}
		for _, m := range within {
			v, err := strconv.ParseFloat(strconv.FormatFloat(m, 'g', -1, 64)+"e"+strconv.Itoa(e), 64)
			if err == nil && v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
				values = append(values, v)
			}
		}
	}
	return values
}

// labels names values alike: all of them as decimals or all with an exponent.
func labels(values []float64) []string {
	exponent := false
	for _, v := range values {
		a := math.Abs(v)
		exponent = exponent || a != 0 && (a < 1e-4 || a >= 1e6)
	}
	decimals := 0
	for _, v := range values {
		text := strconv.FormatFloat(v, 'f', -1, 64)
		if dot := strings.IndexByte(text, '.'); dot >= 0 {
			decimals = max(decimals, len(text)-dot-1)
		}
	}
	// On a logarithmic axis the shortest form is clearer: 0.01, 1, 100.
	uniform := decimals <= 4 && len(values) > 1 && values[0]*10 > values[1]
	names := make([]string, len(values))
	for i, v := range values {
		switch {
		case v == 0:
			names[i] = "0"
		case exponent:
			names[i] = number(v, 'e', -1)
		case uniform:
			names[i] = number(v, 'f', decimals)
		default:
			names[i] = number(v, 'f', -1)
		}
	}
	return names
}

// number writes a number as people do: a minus sign, and 1e6 rather than 1e+06.
func number(v float64, format byte, decimals int) string {
	text := strconv.FormatFloat(v, format, decimals, 64)
	if mantissa, exp, ok := strings.Cut(text, "e"); ok {
		sign := ""
		if exp[0] == '-' {
			sign = "-"
		}
		text = mantissa + "e" + sign + strings.TrimLeft(exp[1:], "0")
		text = strings.TrimSuffix(text, "e")
	}
	return strings.ReplaceAll(text, "-", "\u2212")
}
