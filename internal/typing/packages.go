package typing

// This file reads the table of supported packages.

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed packages.txt
var packagesText string

// Package is a package that cells may import.
type Package struct {
	Path   string
	Src    bool     // one of this module, typed from its embedded source
	Hidden bool     // not for cells
	Exec   bool     // for cells that may start processes
	PerOS  []string // constants that differ between operating systems
	Deny   []string // "Name" or "Type.Method", not to be used by a cell
	Only   []string // if there are any: the names that a cell may use
	Starts []string // "Name" or "Type.Method", for cells that may start processes
}

// Denies reports whether the member called name, or Type.Method, is withheld from cells.
func (p Package) Denies(name string) bool {
	top, _, _ := strings.Cut(name, ".")
	return slices.Contains(p.Deny, name) || p.Only != nil && top != "" && !slices.Contains(p.Only, top)
}

// NeedsExec reports whether the member called name, or Type.Method, is for cells that may start processes.
func (p Package) NeedsExec(name string) bool { return p.Exec || slices.Contains(p.Starts, name) }

// Packages returns the table of supported packages, in the order of packages.txt.
func Packages() []Package {
	list, err := parsePackages(packagesText)
	if err != nil {
		panic(err) // the table is part of the program
	}
	return list
}

// parsePackages reads the format described at the head of packages.txt.
func parsePackages(text string) ([]Package, error) {
	var list []Package
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		p := Package{Path: fields[0]}
		for _, item := range fields[1:] {
			key, names, _ := strings.Cut(item, ":")
			switch key {
			case "source":
				p.Src = true
			case "hidden":
				p.Hidden = true
			case "perOS":
				p.PerOS = strings.Split(names, ",")
			case "deny":
				p.Deny = strings.Split(names, ",")
			case "only":
				p.Only = strings.Split(names, ",")
			case "exec":
				if p.Exec = names == ""; !p.Exec {
					p.Starts = strings.Split(names, ",")
				}
			default:
				return nil, fmt.Errorf("package table: %s: unknown item %q", p.Path, item)
			}
		}
		list = append(list, p)
	}
	return list, nil
}
