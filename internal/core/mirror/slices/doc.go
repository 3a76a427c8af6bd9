// Package slices mirrors the generic functions of the standard package slices.
package slices
