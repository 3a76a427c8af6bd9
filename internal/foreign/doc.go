// Package foreign translates the cells of notebooks that were written for other Go kernels: GoNB, gophernotes, lgo.
//
//	t := foreign.Translate(source, foreign.Options{Kernel: foreign.GoNB})
//	// t.Text is run in place of the source, t.Notes say what was emulated, ignored or not run
//
// # Contract
//
// The source is read and never changed: what a document holds stays as it was written. The text has as many lines as the source, and what
// of the source is left in it stands at the line and column where it stood, so that positions in messages are those of
// the source. The exceptions are what shares a line with the braces of func main, or follows the import of gonbui in its line, which moves by what is
// put in there, and what stands in a line with the beginning of a display of lgo that is written in several.
// A text without anything of another kernel in it comes back unchanged.
//
// Nothing is executed here. Shell commands become empty lines and a note; with Options.RunShell they become statements that start sh where
// they stand, which only a session that may start processes accepts.
//
// # What becomes of it
//
//	%%, %main            the rest of the cell is a function that is called: its variables are its own
//	  with arguments     the flags are parsed from them before
//	func main            a function literal that is called where it stands (GoNB), or a function that is called behind the cell, if
//	                     variables stand behind it or something else refers to it; a trailing main() is not run again
//	                     with gophernotes and lgo it is a function as any other, and runs where the cell calls it
//	func init, init_x    called behind the cell, before main
//	package main         dropped
//	%exec f              f() behind the cell, the flags parsed before if there are arguments
//	%args                the arguments of %% and %exec in the same cell
//	%env, %cd            statements that set the variable and the directory of the kernel's process
//	!, !*, $             a note; nothing is run. With RunShell: sh -c, with a time limit, in the directory of the kernel
//	%%bash, %%script …   the same; what follows is the standard input of the program
//	%%writefile          a note; nothing is written
//	gonbui               package viz/gonbui in its place, which has the functions that need no JavaScript by their names: displays
//	                     in any function, those that are updated by id, and pictures of type image.Image
//	display.HTML…        viz.HTML and the like, wherever it stands; Display(x): ui.Show(x), as the last statement of a cell: x
//	display.Image        ui.Image
//	_ctx.Display.HTML…   as a statement: ui.Show(viz.HTML(…)) and the like; the last statement of a cell: viz.HTML and the like
//	others               see directives.go
//
// # Limits
//
// A kernel that runs each cell as a program of its own runs the functions init of all cells each time, here those of the cell; it
// gives the package variables their initial values each time, here they keep the
// values that they have. The arguments of a program reach its flags and not os.Args.
//
// Displays of lgo are translated as statements only, and those that are changed later are not: the uses stay as they are, the type check
// names them, and a note says why. The same holds for packages that need JavaScript in the page (gonbui/dom, widgets, plotly, comms)
// and for functions of gonbui that package viz/gonbui does not have.
//
// Tests (%test) and WebAssembly (%wasm) are not run. Values of Println that a kernel has stored as results are kept by the document and
// not produced again.
package foreign
