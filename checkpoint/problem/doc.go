// Package problem reads checkpointing problems as JSON and solves them.
//
//	{"kind":"revolve","steps":n,"slots":s}
//	{"kind":"multistage","steps":n,"ram":s,"disk":s}
//	{"kind":"twolevel","steps":n,"period":p,"slots":s}
//	{"kind":"mixed","steps":n,"slots":s}
//	{"kind":"hrevolve","steps":n,"uf":c,"ub":c,"levels":[{"slots":s,"write":c,"read":c},…]}
//	{"kind":"chain","f":[…],"ft":[…],"b":[…],"a":[…],"tp":[…],"d":[…],"memory":m,"optimum":"true"|"persistent"}
//	{"kind":"calltree","tree":[{"id":0,"parent":-1,"pre":[t,f,b,w],"post":[t,f,b,w],"snap":n,"sw":t,"sr":t,"calls":k},…]}
//
// All numbers are whole. A call tree may have "per_instance":true, for modes of each call, and "epsilon":e, for choices with a
// gap of at most e in place of the exact ones. Without it e is 0, which is exact, for trees of up to 200 sites and 0.05 for larger
// ones; the solution says whether it is exact, and the gap. Of a site all but parent, pre and post may be left out.
//
// Solutions have the actions ["advance",from,to], ["snapshot",step,level], ["restore",step,level], ["turn",step],
// ["discard",step,level]; mixed schedules and chains also ["record",step,level], ["recall",step,level] and
// ["forget",step,level]. In a chain, step k is the stage k+1, record makes its tape and turn reverses it.
//
// A fault is an error that begins with the name of the field.
package problem
