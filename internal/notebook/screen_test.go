package notebook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScreen(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "a\nb", "a\nb"},
		{"return", "10 %\r20 %\r100 %\n", "100 %\n"},
		{"shorter", "abc\rX", "Xbc"},
		{"line ends", "a\r\nb\r\n", "a\nb\n"},
		{"return at the end", "abc\r", "abc"},
		{"backspace", "ab\b\bXYZ\b", "XYZ"},
		{"backspace at the beginning", "\b\ba", "a"},
		{"each line alone", "1\r2\n3\r4\n", "2\n4\n"},
		{"characters", "äöü\rx", "xöü"},
		{"coloured", "\x1b[31mred\x1b[0m\rx", "x"},
		{"colour again", "\x1b[31mred\x1b[0m\r\x1b[32mgreen\x1b[0m\rblue", "blue"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Screen(tt.text)); diff != "" {
				t.Error(diff)
			}
			for n := 1; n <= 3; n++ { // in portions
				var c Collector
				for rest := []rune(tt.text); len(rest) > 0; {
					k := min(n, len(rest))
					c.Write("stdout", string(rest[:k]))
					rest = rest[k:]
				}
				if diff := cmp.Diff([]string{"stdout: " + tt.want}, brief(c.Outputs())); diff != "" {
					t.Errorf("in portions of %d: %s", n, diff)
				}
			}
		})
	}
}

// TestCollectorProgress writes a million states of one line.
func TestCollectorProgress(t *testing.T) {
	var c Collector
	c.Write("stdout", "begin\n")
	for i := range 1_000_000 {
		c.Write("stderr", fmt.Sprintf("\r%d %%", i/10_000))
	}
	if diff := cmp.Diff([]string{"stdout: begin\n", "stderr: 99 %"}, brief(c.Outputs())); diff != "" {
		t.Error(diff)
	}
	if n := len(c.head) + len(c.tail); n > 2 {
		t.Errorf("%d pieces are held", n)
	}
	c.Write("stdout", "x") // ends the line: what follows begins another
	c.Write("stderr", "\ry")
	if diff := cmp.Diff([]string{"stdout: begin\n", "stderr: 99 %", "stdout: x", "stderr: y"}, brief(c.Outputs())); diff != "" {
		t.Error(diff)
	}
}

func TestCollectorShow(t *testing.T) {
	display := func(text string) Output {
		o, err := NewDisplay(map[string][]byte{"text/plain": []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	texts := func(c *Collector) string {
		var out []string
		for _, o := range c.Outputs() {
			s, _ := o.Data("text/plain")
			if o.Type() == StreamOutput {
				_, s = o.Stream()
			}
			out = append(out, s[:min(len(s), 20)])
		}
		return strings.Join(out, "|")
	}
	var c Collector
	c.Show("a", display("a1"))
	c.Write("stdout", "x")
	c.Show("", display("b"))
	c.Show("a", display("a2"))
	c.Write("stdout", "y")
	c.Show("a", display("a3"))
	c.Write("stdout", "z")
	c.Show("c", display("c"))
	if got, want := texts(&c), "a3|x|b|yz|c"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	big := strings.Repeat("x", 300<<10)
	for range 5 { // larger and larger ones do not pass the limit
		c.Show("a", display(big))
		big += big[:100<<10]
	}
	if bytes, _ := stored(c.Outputs()); bytes > MaxOutputBytes {
		t.Errorf("%d bytes", bytes)
	}
	var flood Collector
	flood.Show("bar", display("0"))
	for i := range 20_000 {
		flood.Write("stdout", "line\n")
		flood.Show("bar", display(fmt.Sprint(i)))
	}
	if got := texts(&flood); !strings.HasPrefix(got, "19999|line") {
		t.Error(got)
	}
}
