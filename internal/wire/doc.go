// Package wire turns arguments and results of functions into JSON and back.
//
//	bool, string          themselves
//	integers              a number that is whole and fits
//	floats                a number, or one of the strings "NaN", "+Inf", "-Inf"
//	complex numbers       [re, im]
//	slices, arrays        an array; an array's length must agree; null is a nil slice
//	maps                  an object, its keys as text; null is a nil map
//	structs               an object with every field by name, unexported fields too
//	pointers              what they point to; null is nil
//
// Anything else, as functions and interfaces, is refused. Floats survive the way there and back bit by bit, except that
// a NaN is some NaN. What cannot be meant is an error that says where: unknown, missing and repeated fields, numbers that
// do not fit, a wrong number of arguments, text after the end.
//
// The package also holds the loop of a worker process, Serve, because it is compiled into workers. For that
// reason it imports nothing but the standard library and package parallel.
package wire
