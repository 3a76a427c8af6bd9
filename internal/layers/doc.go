// Package layers holds the order of this module's packages as data, and the tests that keep the module to it: which
// package may import which, at which package each third-party module stops, and that docs/dependencies.md names
// every one of them. There is no code to import.
package layers
