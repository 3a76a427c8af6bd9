// Package server is the notebook's server: who may talk, what is shown, and the state that all clients of a notebook share.
//
//	s, err := server.New(server.Options{Dir: ".", Open: "gmm.ipynb", Kernel: kernel.Options{}})
//	l, err := net.Listen("tcp", "127.0.0.1:0")
//	fmt.Println(s.URL(l.Addr()))
//	err = s.Serve(ctx, l) // returns when ctx is done, with all kernels ended
//
// docs/protocol.md describes what goes over the wire.
//
// # Contract
//
//	address      only loopback addresses; Host and Origin must be this server's own, exactly
//	route        each has a class that says what a request must bring; a handler never decides that
//	message      each has a row in one table that says who may send it and what handles it
//	opening      runs nothing and writes nothing
//	a client     has a bounded queue; one that does not read is disconnected and comes back to what it missed
//	a notebook   is a hub: the document, its clients, its kernel; a hub ends with the server, not with its last client
//	outputs      are sanitised before they leave, whatever the page does with them
//	the token    is in no log, no title and no file
//
// # Layers
//
//	guard.go auth.go login.go      who may talk
//	routes.go page.go files.go     HTTP
//	table.go message.go client.go  the websocket
//	hub.go ring.go edit.go         the shared state of a notebook, its numbered messages, its edits
//	run.go collect.go outputs.go   cells that run, and what they write
//	assist.go                      answers while somebody types
//	save.go                        the file
package server
