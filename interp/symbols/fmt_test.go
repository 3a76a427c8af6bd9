package symbols

import (
	"strings"
	"testing"
)

// shownPrefix declares types whose values the statements of TestShown and TestGuarded print.
const shownPrefix = `package main
import ("encoding/json"; "fmt")
type celsius float64
func (c celsius) String() string { return "C!" }
type kind int
func (k kind) String() string { return "K!" }
type fault struct{ Code int }
func (f fault) Error() string { return fmt.Sprint("fault ", f.Code) }
type point struct{ X, Y float64 }
var p = point{1, 2}
var _ = json.Marshal
func main() {
`

// TestShown compares with what compiled Go prints.
func TestShown(t *testing.T) {
	table := New()
	for _, test := range []struct{ text, want string }{
		{`fmt.Printf("%.2f %d|%4.1f|%q|%x|%v|%s", celsius(3), kind(2), celsius(1), celsius(2), kind(1), kind(1), fault{2})`,
			`3.00 2| 1.0|"C!"|4b21|K!|fault 2`},
		{`var f *fault; fmt.Print(f)`, "<nil>"},
		{`var x any = celsius(20); fmt.Print(x)`, "C!"},
		{`ch := make(chan any, 1); ch <- celsius(1); fmt.Print(<-ch)`, "C!"},
		{`m := map[string]fmt.Stringer{"a": celsius(1)}; fmt.Print(m)`, "map[a:C!]"},
		{`es := []error{fault{1}, &fault{2}}; fmt.Print(es)`, "[fault 1 fault 2]"},
		{`e := fault{2}; fmt.Print(fmt.Errorf("so: %w", e))`, "so: fault 2"},
		{`m := map[string]any{"a": 1}; m["m"] = []any{2, p, "x"}; fmt.Print(m, &m)`, "map[a:1 m:[2 {1 2} x]] &map[a:1 m:[2 {1 2} x]]"},
		{`fmt.Print(string(fmt.Append(nil, kind(1), " ", kind(2))), fmt.Sprintf("%d", kind(3)), fmt.Sprintln(kind(4)))`, "K! K!3K!\n"},
		{`var e error; fmt.Print(e, nil, []error{nil})`, "<nil> <nil> [<nil>]"},
		{`type node struct { next *node; v any }; n := &node{v: 1}; n.next = n; fmt.Print(n.v, n.next == n)`, "1 true"},
		{`b, err := json.Marshal(map[string]any{"a": 1.5, "p": []point{p}}); fmt.Print(string(b), err)`, `{"a":1.5,"p":[{"X":1,"Y":2}]}<nil>`},
	} {
		got, err := run(t, table, Streams{}, shownPrefix+test.text+"\n}\n", "encoding/json", "fmt")
		if err != nil || got != test.want {
			t.Errorf("%s\nprints %q, %v, want %q", test.text, got, err, test.want)
		}
	}
}

// TestGuarded: where the interpreter's own form of a value would be shown there is a panic that says so.
func TestGuarded(t *testing.T) {
	table := New()
	for _, text := range []string{
		`xs := []any{celsius(1)}; fmt.Print(xs)`,
		`xs := []any{celsius(1)}; fmt.Print(&xs)`,
		`xs := []any{1, fault{3}}; fmt.Println(xs...)`,
		`m := map[string]any{"a": []any{celsius(1)}}; s := fmt.Sprint(m); fmt.Print(s)`,
		`s := struct{ A any }{celsius(1)}; fmt.Printf("%v", s)`,
		`m := map[string]any{"a": celsius(1)}; b, err := json.Marshal(m); fmt.Print(string(b), err)`,
		`m := map[string]any{"a": celsius(1)}; b, err := json.MarshalIndent(&m, "", " "); fmt.Print(string(b), err)`,
	} {
		got, err := run(t, table, Streams{}, shownPrefix+text+"\n}\n", "encoding/json", "fmt")
		if err == nil || !strings.Contains(err.Error(), "interpreted value with methods") || got != "" {
			t.Errorf("%s\nprints %q, %v", text, got, err)
		}
	}
	got, err := run(t, table, Streams{}, shownPrefix+`fmt.Printf("%#v", celsius(3))`+"\n}\n", "fmt", "encoding/json")
	if err != nil || !strings.Contains(got, "does not know the name of an interpreted type") {
		t.Errorf("%%#v prints %q, %v", got, err)
	}
}
