package notebook

// This file handles text. Strings of JSON may hold unpaired surrogates, which programs that cut strings by UTF-16 units
// leave behind. Inside the package text is in WTF-8 (https://wtf-8.codeberg.page), which is UTF-8 that can hold them,
// so that they survive edits of what stands beside them; outside they show as U+FFFD.

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeRune is utf8.DecodeRuneInString for WTF-8.
func decodeRune(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return utf8.DecodeRuneInString(s)
}

// appendRune is utf8.AppendRune for WTF-8.
func appendRune(b []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(b, 0xed, 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
	}
	return utf8.AppendRune(b, r)
}

// visible returns WTF-8 as UTF-8.
func visible(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string(utf16.Decode(units(s)))
}

// valid replaces what is not UTF-8, which a program may well print.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// units returns WTF-8 as UTF-16.
func units(s string) []uint16 {
	out := make([]uint16, 0, len(s))
	for len(s) > 0 {
		r, n := decodeRune(s)
		if utf16.IsSurrogate(r) {
			out = append(out, uint16(r))
		} else {
			out = utf16.AppendRune(out, r)
		}
		s = s[n:]
	}
	return out
}

// fromUnits returns UTF-16 as WTF-8.
func fromUnits(u []uint16) string {
	b := make([]byte, 0, len(u))
	for i := 0; i < len(u); i++ {
		r := rune(u[i])
		if cuts(u, i+1) {
			r = utf16.DecodeRune(r, rune(u[i+1]))
			i++
		}
		b = appendRune(b, r)
	}
	return string(b)
}

// cuts reports whether an offset in UTF-16 is within a character.
func cuts(u []uint16, i int) bool {
	return 0 < i && i < len(u) && utf16.DecodeRune(rune(u[i-1]), rune(u[i])) != utf8.RuneError
}

// splice replaces the units from one offset up to another and returns what was there. It reports false if the offsets
// are no range, or if a character would be cut in halves or made of two halves.
func splice(s string, from, to int, text string) (now, was string, ok bool) {
	u, t := units(s), units(text)
	if from < 0 || from > to || to > len(u) || cuts(u, from) || cuts(u, to) {
		return "", "", false
	}
	w := append(append(append(make([]uint16, 0, len(u)+len(t)), u[:from]...), t...), u[to:]...)
	if cuts(w, from) || cuts(w, from+len(t)) {
		return "", "", false
	}
	return fromUnits(w), fromUnits(u[from:to]), true
}

// splitLines cuts text after its line ends. These are the line ends of Python's str.splitlines, since nbformat splits
// text with it; a file written here is then not split anew there.
func splitLines(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		switch r {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				continue
			}
		case '\n', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, '\u2028', '\u2029':
		default:
			continue
		}
		end := i + utf8.RuneLen(r)
		out = append(out, text[start:end])
		start = end
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}
