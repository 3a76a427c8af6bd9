package typing

// This file says which packages there are, to those who asked for another.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// needsExec is said of packages and members that are for cells that may start processes.
const needsExec = "is denied, since it can start programs or reach past Go's types; the flag --allow-exec allows it"

// Named returns the import paths of the packages that are called name and that a cell may import, sorted.
func Named(name string, allowExec bool) []string {
	var paths []string
	for _, p := range Available(allowExec) {
		if packageName(p) == name {
			paths = append(paths, p)
		}
	}
	return paths
}

// Unambiguous returns the import paths of the packages that a cell may import, by name, without those whose name others have too.
func Unambiguous(allowExec bool) map[string]string {
	paths, shared := map[string]string{}, map[string]bool{}
	for _, p := range Available(allowExec) {
		name := packageName(p)
		shared[name] = paths[name] != ""
		paths[name] = p
	}
	maps.DeleteFunc(paths, func(name, _ string) bool { return shared[name] })
	return paths
}

// Available lists the import paths that cells may use, sorted.
func Available(allowExec bool) []string {
	paths := []string{adPath}
	for _, p := range Packages() {
		if !p.Hidden && (allowExec || !p.Exec) {
			paths = append(paths, p.Path)
		}
	}
	slices.Sort(paths)
	return paths
}

// packageName is the name of the package at a path of the table: the end of the path, before a version.
func packageName(path string) string {
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = parts[len(parts)-2]
	}
	return last
}

// unavailable says what may be imported in place of path.
func unavailable(path string) error {
	near := nearest(path)
	switch len(near) {
	case 0:
		return fmt.Errorf("package %s is not available in a cell; the command repl packages lists those that are", path)
	case 1:
		return fmt.Errorf("package %s is not available in a cell; there is %s", path, near[0])
	}
	return fmt.Errorf("package %s is not available in a cell; there are %s", path, alternatives(near))
}

// importHint says, behind the message that a name is not defined, which packages have that name.
func importHint(name string, allowExec bool) string {
	paths := Named(name, allowExec)
	switch len(paths) {
	case 0:
		if denied := Named(name, true); len(denied) > 0 {
			return "; the package " + denied[0] + " " + needsExec
		}
		return ""
	case 1:
		return "; to use the package of that name, import " + strconv.Quote(paths[0])
	}
	return "; the packages " + alternatives(paths) + " have that name: import the one that is meant"
}

// alternatives joins paths with commas and a last "and".
func alternatives(paths []string) string {
	if n := len(paths) - 1; n > 0 {
		return strings.Join(paths[:n], ", ") + " and " + paths[n]
	}
	return strings.Join(paths, "")
}

// nearest lists the packages that whoever wrote path may have meant, the best guesses alone: those of which path is the
// end, those of the same name, those whose path or name differs by few letters.
func nearest(path string) []string {
	all := Available(true)
	rules := []func(p string) bool{
		func(p string) bool { return strings.Contains(path, "/") && strings.HasSuffix(p, "/"+path) },
		func(p string) bool { return packageName(p) == packageName(path) },
		func(p string) bool { return strings.EqualFold(p, path) || strings.EqualFold(packageName(p), path) },
		func(p string) bool { return edits(p, path) <= 2 && len(path) > 4 },
		func(p string) bool {
			return edits(packageName(p), packageName(path)) <= 1 && len(packageName(path)) > 2
		},
	}
	for _, rule := range rules {
		if near := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return !rule(p) }); len(near) > 0 {
			return near
		}
	}
	return nil
}

// edits is the number of letters that must be put in, taken out or changed to make b of a.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
