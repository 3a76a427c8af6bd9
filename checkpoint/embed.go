package checkpoint

// This file carries the package's source in the binary.

import "embed"

// Files holds the Go files of this package, for builds of native workers on machines where the module is not at
// hand. Files that end in _test.go are in it too and are to be left out.
//
//go:embed *.go
var Files embed.FS
