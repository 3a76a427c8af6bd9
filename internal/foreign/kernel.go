package foreign

// This file tells the kernels apart, by what the metadata of a notebook says.

import "strings"

// Kernel is a Go kernel of other notebooks.
type Kernel string

// The kernels that are known. Other stands for any other one of Go; its notebooks are read as those of GoNB.
const (
	GoNB        Kernel = "GoNB"
	Gophernotes Kernel = "gophernotes"
	Lgo         Kernel = "lgo"
	Other       Kernel = "another Go kernel"
)

// Own is the name of this project's kernel in a notebook's metadata.
const Own = "costate"

// KernelOf returns the kernel that a notebook was written for, from the name and the display name of its kernelspec. It is
// false for our own, and for a notebook that names none.
func KernelOf(name, displayName string) (Kernel, bool) {
	if name == Own || name == "" && displayName == "" {
		return "", false
	}
	both := strings.ToLower(name + " " + displayName)
	for _, k := range []Kernel{GoNB, Gophernotes, Lgo} {
		if strings.Contains(both, strings.ToLower(string(k))) {
			return k, true
		}
	}
	return Other, true
}

// runsMain reports whether the kernel runs a function main by itself.
func (k Kernel) runsMain() bool { return k != Gophernotes && k != Lgo }

// shell is what a line of shell begins with.
func (k Kernel) shell() byte {
	switch k {
	case Gophernotes:
		return '$'
	case Lgo:
		return 0
	}
	return '!'
}
