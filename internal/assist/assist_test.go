package assist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/costate/costate/interp"
)

// session makes a session of about 2,000 lines: cells of 49 lines, each calling the one before, a quarter of them with a
// derivative.
func session(n int) []Cell {
	var cells []Cell
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, `import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Model%[1]d is a model with weights.
type Model%[1]d struct {
	W    []float64
	Bias float64
}

// Norm%[1]d is the length of the weights.
func (m *Model%[1]d) Norm%[1]d() float64 {
	sum := 0.0
	for i := range m.W {
		sum += m.W[i] * m.W[i]
	}
	return math.Sqrt(sum)
}

func apply%[1]d[T any](list []T, f func(T) T) []T {
	out := make([]T, 0, len(list))
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

func matrix%[1]d(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, float64(i))
	}
	return m
}

func step%[1]d(x float64) float64 {
	y := x * 2
	if y > 10 {
		y = math.Log(y)
	}
	return y%[2]s
}

values%[1]d := apply%[1]d([]float64{1, 2}, step%[1]d)
fmt.Println(values%[1]d, matrix%[1]d(3))
`, i, map[bool]string{true: fmt.Sprintf(" + step%d(x)", i-1)}[i > 0])
		if i%4 == 0 {
			fmt.Fprintf(&b, "slope%[1]d := ad.Grad(step%[1]d)(1.5)\n", i)
		}
		cells = append(cells, Cell{fmt.Sprint(i + 1), b.String()})
	}
	return cells
}

// typed is a session in which something is being written, and where the cursor is.
func typed(lines int) (cells []Cell, id string, offset int) {
	cells = session(lines / 47)
	last := &cells[len(cells)/2]
	last.Text += "func more(m Model3) float64 {\n\tfor i := range 3 {\n\t\tx := m.Norm3(m.\n"
	return cells, last.ID, len(last.Text) - 1
}

func TestSessionOfTwoThousandLines(t *testing.T) {
	cells, id, offset := typed(2000)
	lines := 0
	for _, c := range cells {
		lines += strings.Count(c.Text, "\n")
	}
	if lines < 1990 || lines > 2100 {
		t.Fatalf("%d lines", lines)
	}
	a, ctx := New(Options{}), context.Background()
	for _, c := range session(42) {
		if list, err := a.Diagnostics(ctx, session(42), c.ID); err != nil || len(list) > 0 {
			t.Fatal(list, err)
		}
	}
	c, err := a.Complete(ctx, cells, id, offset)
	if err != nil || !slices.ContainsFunc(c.Items, func(i Item) bool { return i.Label == "Bias" }) {
		t.Fatalf("%+v, %v", c, err)
	}
}

func BenchmarkComplete(b *testing.B) {
	bench(b, func(a *Assistant, cells []Cell, id string, offset int) error {
		_, err := a.Complete(context.Background(), cells, id, offset)
		return err
	})
}

func BenchmarkDiagnostics(b *testing.B) {
	bench(b, func(a *Assistant, cells []Cell, id string, _ int) error {
		_, err := a.Diagnostics(context.Background(), cells, "7")
		return err
	})
}

func BenchmarkHover(b *testing.B) {
	bench(b, func(a *Assistant, cells []Cell, id string, offset int) error {
		_, err := a.Hover(context.Background(), cells, id, offset-4)
		return err
	})
}

func BenchmarkSignature(b *testing.B) {
	bench(b, func(a *Assistant, cells []Cell, id string, offset int) error {
		_, err := a.Signature(context.Background(), cells, id, offset)
		return err
	})
}

// bench asks about a text that changes with every question, as when somebody types, and reports the median and the worst.
func bench(b *testing.B, ask func(a *Assistant, cells []Cell, id string, offset int) error) {
	a := New(Options{})
	cells, id, offset := typed(2000)
	at := slices.IndexFunc(cells, func(c Cell) bool { return c.ID == id })
	text := cells[at].Text
	var times []time.Duration
	for b.Loop() {
		cells[at].Text = text + fmt.Sprintf("// %d\n", len(times))
		start := time.Now()
		if err := ask(a, cells, id, offset); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "ms-worst")
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	cells := []Cell{{"1", "x := math."}}
	if _, err := New(Options{}).Complete(ctx, cells, "1", 10); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestUnknownCell(t *testing.T) {
	if _, err := New(Options{}).Hover(context.Background(), []Cell{{"1", "x"}}, "2", 0); err == nil {
		t.Error("a cell that is not there has an answer")
	}
}

func TestAllowExec(t *testing.T) {
	cells := []Cell{{"1", "os.Start"}}
	for _, allow := range []bool{false, true} {
		c, err := New(Options{AllowExec: allow}).Complete(context.Background(), cells, "1", 8)
		if err != nil || (len(c.Items) == 1) != allow {
			t.Errorf("allow %v: %v, %v", allow, c.Items, err)
		}
	}
}

// TestForgets: an assistant does not keep texts of cells that are gone.
func TestForgets(t *testing.T) {
	a := New(Options{})
	for i := range 100 {
		id := fmt.Sprint(i)
		if _, err := a.Diagnostics(context.Background(), []Cell{{id, "x := 1"}}, id); err != nil {
			t.Fatal(err)
		}
	}
	if len(a.drafts) != 1 || len(a.good) != 1 {
		t.Errorf("%d drafts and %d good ones are kept", len(a.drafts), len(a.good))
	}
}

// TestEveryPlace asks everything at every place of a text, and of its beginnings: there are answers without an error.
func TestEveryPlace(t *testing.T) {
	a, ctx := New(Options{}), context.Background()
	text := session(1)[0].Text
	for offset := 0; offset <= len(text); offset += 3 {
		for _, s := range []string{text, text[:offset]} {
			d := interp.NewDraft("1", s, nil)
			for _, p := range d.Parts {
				if d.Text[p.File:p.File+p.Len] != s[p.Cell:p.Cell+p.Len] {
					t.Fatalf("at %d: %+v is not the same text in the file", offset, p)
				}
			}
			cells := []Cell{{"1", s}}
			_, err1 := a.Complete(ctx, cells, "1", offset)
			_, err2 := a.Hover(ctx, cells, "1", offset)
			_, err3 := a.Signature(ctx, cells, "1", offset)
			_, err4 := a.Diagnostics(ctx, cells, "1")
			if err := errors.Join(err1, err2, err3, err4); err != nil {
				t.Fatalf("at %d: %v", offset, err)
			}
		}
	}
}

func FuzzAssist(f *testing.F) {
	for _, c := range session(1) {
		for i := 0; i < len(c.Text); i += 97 {
			f.Add(c.Text[:i], c.Text[i:], i)
		}
	}
	f.Add("x := ad.Grad(", "", 20)
	f.Add("package main\nfunc", "type t struct{", 3)
	f.Add("switch x := y.(type) { case", ":", 27)
	f.Add("\"", "import (\"", 1)
	a, ctx := New(Options{}), context.Background()
	f.Fuzz(func(t *testing.T, first, second string, offset int) {
		if len(first)+len(second) > 4096 {
			return
		}
		cells := []Cell{{"1", first}, {"2", second}}
		for _, id := range []string{"1", "2"} {
			c, err := a.Complete(ctx, cells, id, offset)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(map[string]string{"1": first, "2": second}[id], "\r\n", "\n")
			if c.From < 0 || c.From > c.To || c.To > len(text) {
				t.Fatalf("replace %d to %d of %q", c.From, c.To, text)
			}
			if _, err := a.Hover(ctx, cells, id, offset); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Signature(ctx, cells, id, offset); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Diagnostics(ctx, cells, id); err != nil {
				t.Fatal(err)
			}
		}
	})
}
