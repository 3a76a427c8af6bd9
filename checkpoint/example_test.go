package checkpoint_test

// This file has the examples of the package's documentation.

import (
	"fmt"

	"github.com/costate/costate/checkpoint"
)

func ExampleNewRevolve() {
	s, err := checkpoint.NewRevolve(4, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for a := range s.Actions() {
		fmt.Println(a)
	}
	c, err := checkpoint.Play(s)
	fmt.Println(c.Advanced, "advanced,", c.Taped, "taped,", c.Writes[0], "written,", err)
	// Output:
	// snapshot 0 at 0
	// advance 0 2
	// snapshot 2 at 0
	// advance 2 3
	// turn 3
	// restore 2 at 0
	// discard 2 at 0
	// turn 2
	// restore 0 at 0
	// advance 0 1
	// turn 1
	// restore 0 at 0
	// discard 0 at 0
	// turn 0
	// 4 advanced, 4 taped, 2 written, <nil>
}
