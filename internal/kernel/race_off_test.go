//go:build !race

package kernel

const raced = false
