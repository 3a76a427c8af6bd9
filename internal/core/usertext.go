package core

// This file writes messages with the names that the user knows.

import (
	"regexp"
	"strings"
)

var (
	identifier  = regexp.MustCompile(`[\pL_][\pL\pN_]*`)
	localNumber = regexp.MustCompile(`·[0-9]+`)
)

// UserText gives a message in which functions and types that the loader made, as List_int, are called what the user
// calls them, as List[int].
func (p *Package) UserText(message string) string {
	names := map[string]string{}
	for _, t := range p.Types {
		if t.Orig != "" {
			names[t.Named.Name()] = localNumber.ReplaceAllString(strings.ReplaceAll(t.Orig, "main.", ""), "")
		}
	}
	for _, f := range p.Funcs {
		if f.Recv == nil && f.Orig != "" && f.Orig != f.Name {
			names[f.Name] = f.Orig
		}
	}
	if len(names) == 0 {
		return message
	}
	return identifier.ReplaceAllStringFunc(message, func(s string) string {
		if user, ok := names[s]; ok {
			return user
		}
		return s
	})
}
