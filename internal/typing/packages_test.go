package typing

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePackages(t *testing.T) {
	got, err := parsePackages("# note\n\nos  perOS:A,B deny:C,D.E\nours source\nembed hidden\nsys exec only:E\nos2 exec:F,G.H\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []Package{
		{Path: "os", PerOS: []string{"A", "B"}, Deny: []string{"C", "D.E"}},
		{Path: "ours", Src: true},
		{Path: "embed", Hidden: true},
		{Path: "sys", Exec: true, Only: []string{"E"}},
		{Path: "os2", Starts: []string{"F", "G.H"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !got[0].Denies("D.E") || got[0].Denies("A") || got[0].Denies("D") {
		t.Error("Denies is not the deny list")
	}
	if sys := got[3]; sys.Denies("E") || sys.Denies("E.M") || sys.Denies("") || !sys.Denies("F") || !sys.NeedsExec("E") {
		t.Error("Denies is not what the names of only leave")
	}
	if starts := got[4]; starts.NeedsExec("G") || !starts.NeedsExec("G.H") || starts.Denies("F") {
		t.Error("NeedsExec is not the exec list")
	}
	if _, err := parsePackages("os denies:A\n"); err == nil || err.Error() != `package table: os: unknown item "denies:A"` {
		t.Errorf("a misspelt item gives %v", err)
	}
}
