package rules

// This file lists the functions that take or return floats, or anything, and carry no derivative.

// passive functions may be called with active arguments. What they return does not depend on the arguments in a way
// that has a derivative: text, truth values, whole numbers, or numbers that are new, as random and parsed ones. None of
// them writes to floats that it is handed: fmt.Sscan has no row for that reason. Nor has math.Float64bits:
// the derivative would get lost in the bits without a word.
func passive() []Rule {
	var rows []Rule
	for _, group := range []struct {
		path  string
		names []string
	}{
		{"math", []string{"Ilogb", "Inf", "IsInf", "IsNaN", "NaN", "Pow10", "Signbit"}},
		{"errors", []string{"New"}},
		{"fmt", []string{
			"Append", "Appendf", "Appendln", "Errorf", "Fprint", "Fprintf", "Fprintln", "Print", "Printf", "Println",
			"Sprint", "Sprintf", "Sprintln",
		}},
		{"log", []string{
			"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Print", "Printf", "Println",
		}},
		{"math/rand", []string{"ExpFloat64", "Float32", "Float64", "NormFloat64"}},
		{"math/rand/v2", []string{"ExpFloat64", "Float32", "Float64", "NormFloat64"}},
		{"strconv", []string{"AppendFloat", "FormatFloat", "ParseFloat"}},
	} {
		for _, name := range group.names {
			rows = append(rows, Rule{Name: group.path + "." + name, Passive: true})
		}
	}
	return rows
}
