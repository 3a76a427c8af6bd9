// Package viz draws line and scatter plots of slices.
//
//	viz.Line(loss).Title("descent").X("step").Y("loss").LogY()
//
//	viz.Scatter(x, y).Name("data").Add(viz.XY(x, fit).Name("model"))
//
//	viz.Timeline(s.Machine(), s.Actions()) // a checkpoint schedule; also Memory, ChainTimeline, ChainMemory, Frontier
//
// # Contract
//
// A plot keeps a copy of its data. Its methods change it and return it, so calls may be chained or written one by one. An
// error, as slices of different lengths, is kept and returned when the plot is drawn: cells need not check
// in between.
//
// Points that are not finite, or not positive on a logarithmic axis, are left out. A line has a gap there, and the
// text says how many there are. Long series are thinned for drawing such that no extreme value gets lost.
//
// A plot is drawn as SVG and PNG, and described in words for those who do not see it. The same plot gives the same
// bytes every time. Colours are those of Okabe and Ito (2008), which people with
// any kind of colour vision can tell apart, and dashes and shapes differ as well. No type of the plotting library
// appears in this package's API.
package viz
