package notebook

// This file reads what terminals do with a line of output: a carriage return goes back to its beginning and a backspace one character,
// and what follows is written over what was there. Programs draw progress so. Stored is what is seen in the end.

import "strings"

// Screen returns a text as a terminal shows it in the end, lines that were written over replaced. Sequences that colour a text stay;
// a line that has any is replaced as a whole.
func Screen(text string) string {
	if !strings.ContainsAny(text, "\r\b") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		var s screenLine
		end := ""
		if body, ok := strings.CutSuffix(line, "\n"); ok {
			line, end = body, "\n"
		}
		s.write(line)
		b.WriteString(s.String() + end)
	}
	return b.String()
}

// screenLine is a line of a terminal, with the place where the next character is written.
type screenLine struct {
	cells []rune
	at    int
	again bool // there are escape sequences: the next character after a return begins the line anew
}

func (s *screenLine) write(text string) {
	for _, r := range text {
		switch r {
		case '\r':
			s.at = 0
		case '\b':
			s.at = max(s.at-1, 0)
		default:
			if r == '\x1b' {
				s.again = true
			}
			if s.again && s.at == 0 {
				s.cells, s.again = s.cells[:0], r == '\x1b'
			}
			if s.at == len(s.cells) {
				s.cells = append(s.cells, r)
			} else {
				s.cells[s.at] = r
			}
			s.at++
		}
	}
}

func (s *screenLine) String() string { return string(s.cells) }
