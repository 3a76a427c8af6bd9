// Package ui shows things while a cell runs: progress, tables, pictures.
//
//	bar := ui.Progress(1000, "training")
//	for range 1000 {
//		step()
//		bar.Add(1)
//	}
//	bar.Done()
//
//	ui.Show(ui.Table([][]float64{{1, 0.5}, {2, 0.25}}, "step", "loss"))
//	ui.Image(digit) // as the last expression of a cell it is shown by itself
//
// # Contract
//
// All that is shown has a twin in text, for those who do not see it and for places without a page. Where there is no page, as in a
// compiled program, Show prints the text, and a progress bar is a line that begins with a carriage return and so replaces itself.
//
// A bar is shown at most every 50 ms, at its end, when it is done, and when its cell ends; so Add costs little. Methods of a bar may be called from
// several goroutines.
//
// Errors, as a picture that is none, are kept and shown in place of what was to be seen.
package ui
