package viz_test

import (
	"fmt"

	"github.com/costate/costate/viz"
)

func ExampleHTML() {
	fmt.Println(viz.HTML("<table><tr><td>loss</td><td>0.5</td></tr></table>"))
	// Output: loss 0.5
}

func ExamplePage() {
	p := viz.NewPage()
	p.Markdown("# Fit")
	id := p.ID()
	for step := range 3 {
		p.Update(id, fmt.Sprintf("<p>step %d</p>", step))
	}
	forms, err := p.Bundle()
	fmt.Printf("%s\n%v\n", forms[viz.MIMEMarkdown], err)
	// Output:
	// # Fit
	//
	// <div><p>step 2</p></div>
	// <nil>
}
