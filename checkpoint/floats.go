package checkpoint

// This file writes the states that are numbers, for the Save and Load of steppers.

import (
	"encoding/binary"
	"fmt"
	"math"
)

// AppendFloats appends the numbers to buf, 8 bytes each.
func AppendFloats(buf []byte, x []float64) []byte {
	for _, v := range x {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	return buf
}

// LoadFloats fills x with numbers that AppendFloats wrote, and returns the rest of data.
func LoadFloats(x []float64, data []byte) ([]byte, error) {
	if len(data) < 8*len(x) {
		return nil, fmt.Errorf("a saved state has %d bytes and %d numbers need %d", len(data), len(x), 8*len(x))
	}
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return data[8*len(x):], nil
}
