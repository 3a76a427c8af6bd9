// Package errors mirrors the generic function of the standard package errors.
package errors

// This file looks for an error by its type.

import "errors"

// AsType returns the first error in err's tree that is an E, or that sets an E by its As method.
func AsType[E error](err error) (E, bool) {
	var found, none E
	if errors.As(err, &found) {
		return found, true
	}
	return none, false
}
