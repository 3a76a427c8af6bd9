package dyn

// This file declares types for the tests of JSON. See shapes_test.go.
