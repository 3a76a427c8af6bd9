// Package legal rewrites core into the dialect that yaegi runs rightly.
//
// Core is Go with Go's meaning. yaegi departs from it in places, silently in some. Each pass of the table in legal.go
// takes one such place out of the program, or reports it where no rewriting is known to be right. Hooks, printed adjoints and
// native builds see core as it was before.
//
// Contract: the program that comes out means the same as the one that went in; what went in is not changed;
// positions are kept.
package legal
