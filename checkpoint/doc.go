// Package checkpoint plans and runs the reversal of long computations in limited memory.
//
// Reversing a computation of n steps needs its states last to first. A schedule says which states to keep, and which
// steps to run again:
//
//	s, err := checkpoint.NewRevolve(1000, 10)
//	for a := range s.Actions() {
//		fmt.Println(a)
//	}
//	costs, err := checkpoint.Play(s)
//
//	run := checkpoint.Runner{Stores: []checkpoint.Store{checkpoint.NewMemory()}}
//	costs, err = run.Run(ctx, s, stepper)
//
// # Contract
//
// Steps are numbered from 0; state k is what step k starts from. A computation has one live state, state 0 at
// the start, and a work tape for one step. A schedule is a sequence of actions and never runs anything:
//
//	Advance   run steps, keeping nothing
//	Snapshot  store the live state at a level
//	Restore   make a stored state the live one
//	Record    run a step and store its record at a level
//	Recall    load a stored record into the work tape
//	Turn      reverse a step: the one on the work tape, or the one that starts at the live state, which is run for it
//	Discard   delete a stored state
//	Forget    delete a stored record
//
// A Turn leaves no live state. Each level has slots; a state or a record fills one, state 0 like any other.
//
// Play carries a schedule out on an abstract machine: it checks every action against the rules above and the slots, and counts. A
// Runner carries it out on a user's Stepper with a Store for each level, and checks the same.
//
// # What is optimal, and in which model
//
//	Revolve     the fewest steps run again, n known, one level
//	Multistage  the same steps; the snapshots used most are in the first level
//	TwoLevel    a state every so many steps on disk, Revolve within; the forward sweep need not know n
//	Mixed       the fewest steps where a slot holds a state or a record
//	Hierarchy   the least cost over levels with prices, among nested schedules: no other is cheaper either, as searches over all
//	            states of small machines found without exception, if no level is dearer than the next
//	Online      n unknown: as good as Revolve as long as any such schedule can be, and within a measured ratio after
//	Chain       steps that differ, sizes in bytes: Optimal is the true optimum of short chains, Persistent the one where a
//	            kept state stays until its last use
//	Tree        calls in joint or split mode: Pareto is exact, Approximate has a proven gap
//
// The package imports the standard library only and knows nothing of differentiation.
package checkpoint
