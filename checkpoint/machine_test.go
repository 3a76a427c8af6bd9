package checkpoint

// This file has what the abstract machine refuses.

import (
	"fmt"
	"slices"
	"testing"
)

// parse reads actions as String writes them, for tests.
func parse(t *testing.T, lines ...string) []Action {
	t.Helper()
	var list []Action
	for _, line := range lines {
		found := false
		for k, name := range kindNames {
			a := Action{Kind: Kind(k)}
			format, args := name+" %d at %d", []any{&a.Step, &a.Level}
			switch a.Kind {
			case Advance:
				format, args = name+" %d %d", []any{&a.Step, &a.To}
			case Turn:
				format, args = name+" %d", []any{&a.Step}
			}
			if _, err := fmt.Sscanf(line, format, args...); err == nil && a.String() == line {
				list, found = append(list, a), true
			}
		}
		if !found {
			t.Fatalf("no action %q", line)
		}
	}
	return list
}

func TestMachine(t *testing.T) {
	two := Machine{Steps: 2, Levels: []Level{{Slots: 1, Write: 3, Read: 5}}, Forward: 7, Reverse: 11}
	for _, test := range []struct {
		name    string
		machine Machine
		actions []string
		want    string
	}{
		{"right", two, []string{"snapshot 0 at 0", "advance 0 1", "turn 1", "restore 0 at 0", "turn 0"}, ""},
		{"recorded", two, []string{"record 0 at 0", "turn 1", "recall 0 at 0", "forget 0 at 0", "turn 0"}, ""},
		{"unknown steps", Machine{Steps: -1, Levels: two.Levels}, []string{"snapshot 0 at 0", "advance 0 1", "turn 1", "restore 0 at 0", "turn 0"}, ""},
		{"nothing", two, nil, "the schedule ends after 0 of 2 steps were reversed"},
		{"early turn", two, []string{"turn 0"}, "action 0 (turn 0): step 1 is to be reversed next"},
		{"turn without state", two, []string{"advance 0 1", "turn 1", "turn 0"}, "action 2 (turn 0): state 0 is not live, and no other is"},
		{"turn too often", Machine{Steps: 1}, []string{"turn 0", "turn 0"}, "action 1 (turn 0): every step is reversed already"},
		{"turn a step that is not live", two, []string{"advance 0 2", "turn 1"}, "action 1 (turn 1): state 1 is not live, but 2 is"},
		{"advance from elsewhere", two, []string{"advance 1 2"}, "action 0 (advance 1 2): state 1 is not live, but 0 is"},
		{"advance back", two, []string{"advance 0 0"}, "action 0 (advance 0 0): it does not go forward"},
		{"advance too far", two, []string{"advance 0 3"}, "action 0 (advance 0 3): there are 2 steps"},
		{"snapshot of another state", two, []string{"snapshot 1 at 0"}, "action 0 (snapshot 1 at 0): state 1 is not live, but 0 is"},
		{"snapshot twice", two, []string{"snapshot 0 at 0", "snapshot 0 at 0"}, "action 1 (snapshot 0 at 0): it is stored there already"},
		{"too many snapshots", two, []string{"snapshot 0 at 0", "advance 0 1", "snapshot 1 at 0"}, "action 2 (snapshot 1 at 0): all 1 slots of the level are full"},
		{"record past the end", two, []string{"advance 0 2", "record 2 at 0"}, "action 1 (record 2 at 0): there are 2 steps"},
		{"no such level", two, []string{"snapshot 0 at 1"}, "action 0 (snapshot 0 at 1): the machine has 1 levels"},
		{"restore of nothing", two, []string{"restore 0 at 0"}, "action 0 (restore 0 at 0): it is not stored there"},
		{"recall of a state", two, []string{"snapshot 0 at 0", "recall 0 at 0"}, "action 1 (recall 0 at 0): it is not stored there"},
		{"restore of what was discarded", two, []string{"snapshot 0 at 0", "discard 0 at 0", "restore 0 at 0"}, "action 2 (restore 0 at 0): it is not stored there"},
		{"discard of nothing", two, []string{"discard 0 at 0"}, "action 0 (discard 0 at 0): it is not stored there"},
		{"turn forgets the tape", two, []string{"record 0 at 0", "turn 1", "recall 0 at 0", "turn 0", "turn 0"}, "action 4 (turn 0): every step is reversed already"},
		{"recall leaves no live state", two, []string{"record 0 at 0", "recall 0 at 0", "advance 1 2"}, "action 2 (advance 1 2): state 1 is not live, and no other is"},
	} {
		_, err := test.machine.Play(slices.Values(parse(t, test.actions...)))
		if got := fmt.Sprint(err); got != test.want && !(err == nil && test.want == "") {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

func TestMachineCosts(t *testing.T) {
	m := Machine{Steps: 2, Levels: []Level{{Slots: 1, Write: 3, Read: 5}}, Forward: 7, Reverse: 11}
	c, err := m.Play(slices.Values(parse(t, "snapshot 0 at 0", "advance 0 1", "turn 1", "restore 0 at 0", "turn 0")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintf("%+v", c), "{Advanced:1 Taped:2 Turned:2 Actions:5 Writes:[1] Reads:[1] Peak:[1] Total:37}"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
