// Package worker builds native programs from generated packages and calls functions in them.
//
// A worker is a process that holds the functions of one or more packages and answers calls, a line of JSON each:
//
//	{"func":"gmm.F","args":[[1,2,3]]}
//	{"value":14,"gradient":{"x":[2,4,6]}}
//
// It is used like this:
//
//	var b worker.Builder
//	path, err := b.Build(ctx, worker.Program{
//		Packages: map[string]map[string]string{"gmm": {"gmm.go": source}},
//		Funcs:    []worker.Func{{Name: "gmm.F", Package: "gmm", Expr: "FValueAndGrad", Params: ..., Values: 1, Grads: ...}},
//	})
//	p, err := worker.Start(path, worker.Options{})
//	defer p.Close()
//	answer, err := p.Call(ctx, "gmm.F", args)
//
// # Contract
//
// A program is built once for its content: sources, the Go version, and the sources of our own packages that it is
// built with, which the binary of Costate carries. Neither the module cache nor the network is used, so packages may import
// the standard library, package parallel, package ad/rt and each other; anything else is an error that
// names the import. Several builders, in one process or in many, may share a cache directory. Building needs the go command; without
// it Build returns ErrNoGo.
//
// BuildMain does the same for a file of package main, which may also import some modules of others if they are in the
// module cache. BuildBeside builds such a file with the module that it stands in, as the go command would. Neither makes a worker.
//
// A worker runs the user's code at full speed and with the rights of its user. What it prints goes to Options.Output,
// never into the answers. A panic in a call is an error of that call; a panic in another goroutine, a fatal
// error or a cancelled call end the process, not its caller. When the caller dies, so do its workers.
package worker
