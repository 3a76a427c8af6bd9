package interp

// This file writes what the builtins print and println write.

import (
	"fmt"
	"strconv"
	"strings"
)

// asPrinted is the text of values in the form of Go's runtime.
func asPrinted(args []any) string {
	var b strings.Builder
	for _, a := range args {
		switch a := a.(type) {
		case float32:
			b.WriteString(strconv.FormatFloat(float64(a), 'g', -1, 32))
		case float64:
			b.WriteString(strconv.FormatFloat(a, 'g', -1, 64))
		case complex64:
			b.WriteString(strconv.FormatComplex(complex128(a), 'g', -1, 64))
		case complex128:
			b.WriteString(strconv.FormatComplex(a, 'g', -1, 128))
		default:
			fmt.Fprint(&b, a)
		}
	}
	return b.String()
}
