package rt

// This file defines the text of a generated function with its line map.

// Source is the text of a generated derivative and where its lines come from.
type Source struct {
	Text  string
	Lines []LineRef // in the order of the adjoint lines
}

// LineRef says that a line of the text belongs to a place in the primal.
type LineRef struct {
	Adjoint int // line of Source.Text, from 1
	Primal  Position
	Sweep   Sweep
}

// Position is a place in the primal's source. Line and column count from 1.
type Position struct {
	File string
	Line int
	Col  int
}

// Sweep is one of the two sweeps of a derivative in reverse mode.
type Sweep string

// The sweeps.
const (
	Forward Sweep = "forward"
	Reverse Sweep = "reverse"
)

// String returns the text.
func (s Source) String() string { return s.Text }

// Primal returns the places of the primal that a line of the text belongs to.
func (s Source) Primal(adjoint int) []Position {
	var places []Position
	for _, l := range s.Lines {
		if l.Adjoint == adjoint {
			places = append(places, l.Primal)
		}
	}
	return places
}
