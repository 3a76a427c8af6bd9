// Package kernel runs a session of cells in a child process.
//
// Interpreted programs can end the process that runs them: by a map that two goroutines use, by compiled code that takes stack or
// memory without bound or leaves, by a panic of compiled code in a goroutine. So the process is one of its own, and what it did last is told in a plain
// sentence.
//
//	func main() {
//		kernel.Child() // does not return in the child
//		k, err := kernel.Start(ctx, kernel.Options{})
//		reply, err := k.Run(ctx, "1", "x := 1; x + 1", func(o kernel.Output) { fmt.Print(o.Text) })
//	}
//
// # Contract
//
//	Run                 one at a time; output comes before the reply; a cancelled context interrupts
//	interrupt           interpreted code stops; compiled code that has not stopped within two seconds ends the kernel
//	Ended               is the error when the kernel is gone: why, which cell ran, which variables are lost; Restart makes
//	                    a new one, without cells
//	memory              Options.MemoryLimit is by default a quarter of the machine's; at three quarters of it the cell is stopped,
//	                    and the kernel ends if it is still above its limit after that
//	recursion           that is too deep, and deadlocks, are the cell's errors; see package interp
//	parent              a kernel whose parent is gone ends by itself
//
// # Protocol
//
// The child is the same binary with a hidden first argument. It reads requests as lines of JSON from descriptor 3 and
// writes replies to 4. Descriptors 1 and 2 are pipes to the parent. Before a reply the child writes a mark to
// both, so that the parent knows that it has seen all output of the request. The queues are the pipes themselves: a parent that
// does not take output makes the child wait.
//
// # Limits
//
// The order between standard output and standard error is not kept. On Windows there are no descriptors beyond the standard
// ones, so Start reports an error there.
package kernel
