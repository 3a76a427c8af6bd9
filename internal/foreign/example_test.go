package foreign_test

import (
	"fmt"

	"github.com/costate/costate/internal/foreign"
)

func ExampleTranslate() {
	t := foreign.Translate("!ls\n%%\nfmt.Println(1)", foreign.Options{Kernel: foreign.GoNB})
	fmt.Printf("%q\n", t.Text)
	for _, n := range t.Notes {
		fmt.Printf("line %d, %s: %s\n", n.Line, n.Kind, n.Text)
	}
	// Output:
	// "\nfunc() { \nfmt.Println(1)}()"
	// line 1, shell: a shell command, not run: !ls
	// line 2, emulated: %%: the rest of the cell is run as a main function
}

func ExampleTranslation_Empty() {
	fmt.Println(foreign.Translate("%%bash\nls", foreign.Options{}).Empty())
	// Output: true
}

func ExampleKernelOf() {
	fmt.Println(foreign.KernelOf("gonb", "Go (gonb)"))
	fmt.Println(foreign.KernelOf("costate", "Costate (Go)"))
	// Output:
	// GoNB true
	//  false
}

func ExampleSummarise() {
	s := foreign.Summarise([]string{"display.HTML(\"x\")", "$ls"}, foreign.Options{Kernel: foreign.Gophernotes})
	fmt.Println(s.Text)
	for _, line := range s.List {
		fmt.Println(line)
	}
	// Output:
	// This notebook was written for gophernotes. Its cells are translated when they are run, and the file is not changed.
	// Emulated: display.HTML is viz.HTML.
	// Not run: a shell command.
}
