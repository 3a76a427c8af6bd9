package core

// This file keeps the line map right when gofmt breaks a line, as it does in struct and interface types.

import (
	"go/scanner"
	"go/token"
)

// remapLines carries the lines of text over to formatted, which has the same tokens in the same order, apart
// from semicolons and commas, which a line break makes needed or needless, and from needless parentheses.
func remapLines(text, formatted string, lines []Line) []Line {
	from, to := tokenLines(text), tokenLines(formatted)
	if len(from) != len(to) {
		return nil
	}
	var out []Line
	for i, line := range to {
		for len(out) < line {
			out = append(out, Line{})
		}
		if l := from[i]; out[line-1] == (Line{}) && l <= len(lines) {
			out[line-1] = lines[l-1]
		}
	}
	return out
}

// tokenLines gives the line of each token but semicolons, commas and parentheses.
func tokenLines(text string) []int {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	var lines []int
	for {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			return lines
		case token.SEMICOLON, token.COMMA, token.LPAREN, token.RPAREN:
		default:
			lines = append(lines, file.Line(pos))
		}
	}
}
