package notebook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// brief writes outputs as lines of type and text.
func brief(outputs []Output) []string {
	var out []string
	for _, o := range outputs {
		if o.Type() == StreamOutput {
			name, text := o.Stream()
			out = append(out, name+": "+text)
		} else {
			out = append(out, o.Type())
		}
	}
	return out
}

func TestCollectorMerges(t *testing.T) {
	var c Collector
	c.Write("stdout", "a")
	c.Write("stdout", "b\n")
	c.Write("stderr", "")
	c.Write("stdout", "c")
	c.Write("stderr", "d\xff")
	c.Add(NewError("panic", "x", nil))
	c.Add(NewStream("stderr", "e"))
	c.Write("stderr", "f")
	want := []string{"stdout: ab\nc", "stderr: d\ufffd", "error", "stderr: ef"}
	if diff := cmp.Diff(want, brief(c.Outputs())); diff != "" {
		t.Error(diff)
	}
	c.Reset()
	if got := c.Outputs(); len(got) != 0 {
		t.Errorf("after a reset: %v", brief(got))
	}
}

// stored returns the size of outputs as the caps count them.
func stored(outputs []Output) (bytes, lines int) {
	for _, o := range outputs {
		if o.Type() == StreamOutput {
			_, text := o.Stream()
			bytes += len(text)
			lines += strings.Count(text, "\n")
			continue
		}
		b, _ := o.MarshalJSON()
		bytes += len(b)
		lines++
	}
	return bytes, lines
}

func TestCollectorCaps(t *testing.T) {
	picture := func(n int) Output {
		o, err := NewDisplay(map[string][]byte{"text/plain": []byte("p"), "image/png": make([]byte, n)})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	tests := []struct {
		name  string
		write func(c *Collector)
		want  func(text []string) bool
	}{
		{"many lines", func(c *Collector) {
			for i := range 100_000 {
				c.Write("stdout", fmt.Sprintln("line", i))
			}
		}, func(out []string) bool {
			return len(out) == 3 && strings.HasPrefix(out[0], "stdout: line 0\n") && strings.Contains(out[0], "line 2499\n") &&
				strings.HasPrefix(out[1], "stderr: … 95002 lines are left out here") && strings.HasSuffix(out[2], "line 99999\n")
		}},
		{"one endless line", func(c *Collector) {
			for range 30_000 {
				c.Write("stdout", strings.Repeat("é", 100))
			}
			c.Write("stdout", "end")
		}, func(out []string) bool {
			return len(out) == 3 && strings.HasPrefix(out[0], "stdout: éé") && strings.HasPrefix(out[1], "stderr: … parts of a line are left out here") && strings.HasSuffix(out[2], "éend") && !strings.Contains(out[0]+out[2], "\ufffd")
		}},
		{"one write of 8 MiB", func(c *Collector) { c.Write("stdout", strings.Repeat("é", 4<<20)) },
			func(out []string) bool { return len(out) == 3 && !strings.Contains(out[0]+out[2], "\ufffd") }},
		{"streams by turns", func(c *Collector) {
			for i := range 3000 {
				c.Write([]string{"stdout", "stderr"}[i%2], fmt.Sprintln(i))
			}
		}, func(out []string) bool {
			return len(out) <= maxOutputs && out[0] == "stdout: 0\n" && out[len(out)-1] == "stderr: 2999\n"
		}},
		{"error after a flood", func(c *Collector) {
			c.Write("stdout", strings.Repeat("x\n", 9000))
			c.Add(NewError("panic", "x", nil))
		}, func(out []string) bool { return out[len(out)-1] == "error" }},
		{"picture before a flood", func(c *Collector) {
			c.Add(picture(600 << 10))
			c.Write("stdout", strings.Repeat("x\n", 9000))
		}, func(out []string) bool { return out[0] == DisplayOutput && strings.Contains(out[1], "left out") }},
		{"picture too large", func(c *Collector) {
			c.Write("stdout", "a\n")
			c.Add(picture(900 << 10))
			c.Write("stdout", "b\n")
		}, func(out []string) bool {
			return len(out) == 3 && out[0] == "stdout: a\n" && strings.Contains(out[1], "1 pictures or other outputs are left out") && out[2] == "stdout: b\n"
		}},
		{"many pictures", func(c *Collector) {
			for range 2000 {
				c.Add(picture(10))
			}
		}, func(out []string) bool { return len(out) <= maxOutputs && out[len(out)-1] == DisplayOutput }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c Collector
			tt.write(&c)
			outputs := c.Outputs()
			bytes, lines := stored(outputs)
			if bytes > MaxOutputBytes || lines > MaxOutputLines || len(outputs) > maxOutputs {
				t.Errorf("%d bytes, %d lines, %d outputs", bytes, lines, len(outputs))
			}
			if out := brief(outputs); !tt.want(out) {
				for i := range out {
					out[i] = out[i][:min(len(out[i]), 200)]
				}
				t.Errorf("outputs %q", out[:min(len(out), 10)])
			}
			if pieces := len(c.head) + len(c.tail); pieces > 2*MaxOutputLines {
				t.Errorf("%d pieces are held", pieces)
			}
		})
	}
}

// TestCollectorFew does not cap what fits.
func TestCollectorFew(t *testing.T) {
	var c Collector
	text := strings.Repeat(strings.Repeat("x", 99)+"\n", 4990)
	c.Write("stdout", text)
	if got := brief(c.Outputs()); strings.Contains(strings.Join(got, ""), "left out") {
		t.Error("lines are left out though all fit")
	} else if len(got) != 1 {
		t.Errorf("%d outputs for one stream", len(got))
	}
}

func BenchmarkCollector(b *testing.B) {
	var c Collector
	for b.Loop() {
		c.Write("stdout", "a line of output that is like many others\n")
	}
}
