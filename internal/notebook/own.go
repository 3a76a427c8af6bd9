package notebook

// This file knows the program's own metadata: the member "costate" of a notebook's and of a cell's metadata. It holds
// what a reader of the notebook must know and nothing of the machine or the time it was made at, so that files do not
// change when nobody changed them.

import "fmt"

// ownFormat is the version of the own metadata.
const ownFormat = 1

// ownKeys are the own metadata, by where they stand, with the check of a value and what it must be.
var ownKeys = map[bool]map[string]struct {
	ok   func(*Value) bool
	want string
}{
	false: {
		"format":   {func(v *Value) bool { n, ok := v.Int(); return ok && n == ownFormat }, "1"},
		"reactive": {func(v *Value) bool { return v.Kind() == Bool }, "true or false"},
		"seed":     {func(v *Value) bool { _, ok := v.Int(); return ok }, "an integer"},
		"shell":    {func(v *Value) bool { s, _ := v.Text(); return s == "run" }, `"run"`},
	},
	true: {
		"autorun":  {func(v *Value) bool { s, _ := v.Text(); return s == "off" }, `"off"`},
		"locked":   {func(v *Value) bool { return v.Kind() == Bool }, "true or false"},
		"exercise": {func(v *Value) bool { return v.Kind() == String }, "a string"},
	},
}

// checkMeta says why a key of a notebook's or a cell's metadata may not be set. Nil values stand for a missing key.
func checkMeta(cell bool, key string, old, now *Value) error {
	switch {
	case key == "execution" && cell:
		return fmt.Errorf("metadata of a cell: %q is kept as it is", key)
	case key == "orig_nbformat" && !cell:
		return fmt.Errorf("metadata: %q is kept as it is", key)
	case key != "costate":
		return nil
	}
	if why := checkOwn(cell, old); why != "" {
		return fmt.Errorf("metadata: %q was not written by this version of the program (%s) and is kept as it is", key, why)
	}
	if why := checkOwn(cell, now); why != "" {
		return fmt.Errorf("metadata: %s", why)
	}
	return nil
}

// checkOwn says what is wrong with own metadata, or "".
func checkOwn(cell bool, v *Value) string {
	if v == nil {
		return ""
	}
	if v.Kind() != Object {
		return "costate is " + v.Kind().String() + ", not an object"
	}
	for i := range v.Len() {
		name := v.Name(i)
		k, ok := ownKeys[cell][name]
		if !ok {
			return fmt.Sprintf("costate has no member %q", name)
		}
		if !k.ok(v.At(i)) {
			return fmt.Sprintf("costate.%s must be %s", name, k.want)
		}
	}
	return ""
}

// Reactive reports whether the notebook asks that dependents run when a cell has run.
func (d *Document) Reactive() bool { return d.Metadata().Get("costate").Get("reactive").IsTrue() }

// Seed returns the seed that the notebook gives to random numbers, if it does.
func (d *Document) Seed() (int, bool) { return d.Metadata().Get("costate").Get("seed").Int() }

// Shell reports whether the notebook asks that the shell commands of its cells are run, which whoever runs it must allow as well.
func (d *Document) Shell() bool {
	s, _ := d.Metadata().Get("costate").Get("shell").Text()
	return s == "run"
}

// Autorun reports whether the cell runs when what it depends on has run.
func (c Cell) Autorun() bool {
	s, _ := c.Metadata().Get("costate").Get("autorun").Text()
	return s != "off"
}

// Locked reports whether the notebook's author locked the cell.
func (c Cell) Locked() bool { return c.Metadata().Get("costate").Get("locked").IsTrue() }

// Exercise returns the name of the exercise that the cell belongs to, or "".
func (c Cell) Exercise() string {
	s, _ := c.Metadata().Get("costate").Get("exercise").Text()
	return s
}
