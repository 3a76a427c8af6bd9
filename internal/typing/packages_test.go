package typing

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePackages(t *testing.T) {
	got, err := parsePackages("# note\n\nos  perOS:A,B deny:C,D.E\nours source\nembed hidden\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []Package{
		{Path: "os", PerOS: []string{"A", "B"}, Deny: []string{"C", "D.E"}},
		{Path: "ours", Src: true},
		{Path: "embed", Hidden: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !got[0].Denies("D.E") || got[0].Denies("A") || got[0].Denies("D") {
		t.Error("Denies is not the deny list")
	}
	if _, err := parsePackages("os denies:A\n"); err == nil || err.Error() != `package table: os: unknown item "denies:A"` {
		t.Errorf("a misspelt item gives %v", err)
	}
}
