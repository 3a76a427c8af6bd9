package interp

// This file selects among channels on behalf of interpreted code (legal/selects.go).

import "reflect"

// selecting is the name of the function below in stack traces.
const selecting = "github.com/costate/costate/interp.(*machine).selects"

// selects runs a select and returns the number of the case that was chosen. forms has a letter for each case, which says what of args
// is its:
//
//	s  pointers to the channel and to the value to send
//	r  pointers to the channel, to where the value goes and to where the ok goes; each of the last two may be nil
//	d  nothing: the default
//
// It returns -1 if the machine was stopped.
func (m *machine) selects(forms string, args ...any) int {
	cases := make([]reflect.SelectCase, 0, len(forms)+1)
	var ends []int // of the cases' arguments
	at := 0
	next := func() reflect.Value {
		at++
		return reflect.ValueOf(args[at-1]).Elem()
	}
	for _, form := range forms {
		switch form {
		case 's':
			ch := next()
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectSend, Chan: ch, Send: next()})
		case 'r':
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: next()})
			at += 2
		default:
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
		}
		ends = append(ends, at)
	}
	cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(m.stopped)})
	chosen, v, ok := reflect.Select(cases)
	switch {
	case chosen == len(forms):
		return -1
	case forms[chosen] != 'r':
		return chosen
	}
	targets := args[ends[chosen]-2 : ends[chosen]]
	if targets[0] != nil {
		reflect.ValueOf(targets[0]).Elem().Set(v)
	}
	if targets[1] != nil {
		reflect.ValueOf(targets[1]).Elem().SetBool(ok)
	}
	return chosen
}
