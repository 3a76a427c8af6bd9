package ui

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/viz"
)

// sheet is a page that keeps what is shown.
type sheet struct {
	ids     []string
	bundles []map[string][]byte
}

func (s *sheet) display(id string, b map[string][]byte) {
	s.ids, s.bundles = append(s.ids, id), append(s.bundles, b)
}

type failing struct{}

func (failing) Bundle() (map[string][]byte, error) { return nil, errors.New("no picture") }

func TestShow(t *testing.T) {
	var out strings.Builder
	s := &Screen{Out: &out}
	s.Show(1.5, viz.Text("hello"), failing{}, Table([][]string{{"a", "bc"}}))
	if diff := cmp.Diff("1.5\nhello\nno picture\na  bc\n", out.String()); diff != "" {
		t.Error(diff)
	}
	page := &sheet{}
	s = &Screen{Out: &out, Display: page.display, Text: func(x any) string { return "own" }}
	s.Show(2, Table([][]float64{{1}}))
	var got []string
	for _, b := range page.bundles {
		got = append(got, string(b["text/plain"])+"|"+string(b["text/html"]))
	}
	want := []string{"own|", "1\n|<table><tr><td align=\"right\">1</td></tr></table>"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// clock is a time that tests move.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func bar(s *Screen, total int, label string) (*Bar, *clock) {
	c := &clock{time.Unix(1000, 0)}
	b := s.Progress(total, label)
	b.now, b.began, b.last = c.now, c.t, c.t
	return b, c
}

func TestProgressText(t *testing.T) {
	var out strings.Builder
	b, c := bar(&Screen{Out: &out}, 4, "fit")
	b.Add(1) // too early to be shown
	c.t = c.t.Add(2 * time.Second)
	b.Add(1)
	b.Add(2)
	b.Done()
	b.Done()
	b.Add(1)
	want := "\rfit │" + strings.Repeat("░", 30) + "│ 0 of 4, 0 %" +
		"\rfit │" + strings.Repeat("█", 15) + strings.Repeat("░", 15) + "│ 2 of 4, 50 %, 2.0 s left" +
		"\rfit │" + strings.Repeat("█", 30) + "│ 4 of 4, 100 %, took 2.0 s\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestProgressDisplay(t *testing.T) {
	page := &sheet{}
	s := &Screen{Display: page.display}
	b, c := bar(s, 1000, "")
	for i := range 1000 {
		if i%100 == 0 {
			c.t = c.t.Add(every)
		}
		b.Add(1)
	}
	b.Done()
	if n := len(page.ids); n != 1+10+1 {
		t.Errorf("shown %d times", n)
	}
	for _, id := range page.ids {
		if id == "" || id != page.ids[0] {
			t.Errorf("ids %q", page.ids)
		}
	}
	if got := string(page.bundles[len(page.bundles)-1]["text/plain"]); !strings.Contains(got, "1000 of 1000, 100 %") {
		t.Errorf("at the end: %s", got)
	}
	other, _ := bar(s, 1, "")
	if other.id == b.id {
		t.Error("two bars have one id")
	}
}

func TestProgressCount(t *testing.T) {
	var out strings.Builder
	b, c := bar(&Screen{Out: &out}, 0, "lines\nread")
	c.t = c.t.Add(75 * time.Second)
	b.Set(12)
	if got := b.String(); got != "lines read 12 in 1 min 15 s" {
		t.Error(got)
	}
}

func TestProgressConcurrent(t *testing.T) {
	page := &sheet{}
	b := (&Screen{Display: page.display}).Progress(800, "")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				b.Add(1)
			}
		})
	}
	wg.Wait()
	if got := b.String(); !strings.Contains(got, "800 of 800") {
		t.Error(got)
	}
}

type square struct{ n int }

func (s square) Dims() (int, int)    { return s.n, s.n }
func (s square) At(i, j int) float64 { return float64(100*i + j) }

type point struct {
	X, Y  float64
	Label string
	inner int
}

func TestTable(t *testing.T) {
	tests := []struct {
		name    string
		rows    any
		headers []string
		want    string
	}{
		{"numbers", [][]float64{{1, 0.5}, {22, math.NaN()}}, []string{"step", "loss"}, "step  loss\n   1   0.5\n  22   NaN\n"},
		{"words", [][]string{{"a", "1"}, {"längs"}}, nil, "a      1\nlängs\n"},
		{"matrix", square{2}, nil, "  0    1\n100  101\n"},
		{"structs", []point{{1, 2.25, "p", 0}, {3, 4, "q\nr", 0}}, nil, "X     Y  Label\n1  2.25  p\n3     4  q r\n"},
		{"pointers", []*point{{X: 1, Label: "p"}, nil}, nil, "X  Y  Label\n1  0  p\n\n"},
		{"list", []int{1, 20}, []string{"n"}, " n\n 1\n20\n"},
		{"empty", [][]float64{}, nil, "A table without rows\n"},
		{"none", nil, nil, "table: there are no rows"},
		{"nil matrix", (*square)(nil), nil, "table: the matrix is nil"},
		{"number", 3, nil, "table: rows are a [][]float64, a [][]string, a matrix or a slice of structs, not int"},
		{"more headers than cells", [][]string{{"a"}}, []string{"x", "y"}, "x  y\na\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Table(tt.rows, tt.headers...).String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTableLarge(t *testing.T) {
	b, err := Table(square{1000}).Bundle()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b["text/plain"])), "\n")
	if len(lines) != firstRows+1+lastRows+1 || lines[len(lines)-1] != "1000 × 1000" || !strings.Contains(lines[0], "…     997") {
		t.Errorf("%d lines, first %q, last %q", len(lines), lines[0], lines[len(lines)-1])
	}
	if html := string(b["text/html"]); !strings.HasPrefix(html, "<table><caption>1000 × 1000</caption>") || strings.Count(html, "<tr>") != firstRows+1+lastRows {
		t.Errorf("html %.100s", html)
	}
	html, err := Table([][]string{{"<script>", strings.Repeat("x", 500)}}).Bundle()
	if err != nil || strings.Contains(string(html["text/html"]), "<script>") || len(html["text/html"]) > 300 {
		t.Errorf("%v, %s", err, html["text/html"])
	}
}

// TestFlush checks that a bar which is not at its end is shown where it stands when its cell ends, once.
func TestFlush(t *testing.T) {
	var got []string
	s := &Screen{Display: func(_ string, bundle map[string][]byte) { got = append(got, string(bundle["text/plain"])) }}
	b := s.Progress(10, "fit")
	b.now = func() time.Time { return b.began } // no time goes by
	b.Add(1).Add(2)
	s.Flush()
	s.Flush()
	other := s.Progress(2, "")
	other.now = b.now
	other.Add(1).Add(1)
	s.Flush()
	if len(got) != 4 || !strings.HasSuffix(got[1], " 3 of 10, 30 %") {
		t.Errorf("%q", got)
	}
}

// TestUpdate checks that what has an id is shown under it, also an image.
func TestUpdate(t *testing.T) {
	var got []string
	s := &Screen{Display: func(id string, bundle map[string][]byte) { got = append(got, id+": "+string(bundle["text/plain"])) }}
	s.Update("a", 1)
	s.Update("a", image.NewGray(image.Rect(0, 0, 3, 2)))
	s.Show(image.NewGray(image.Rect(0, 0, 1, 1)))
	if diff := cmp.Diff([]string{"a: 1", "a: Picture, 3 x 2 pixels", ": Picture, 1 x 1 pixels"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestImage(t *testing.T) {
	m := Image([][]float64{{0, 1, 2}, {3, math.Inf(1), 4}})
	if got := m.String(); got != "Picture of 3 x 2 numbers, black is 0, white is 4; 1 is not finite" {
		t.Error(got)
	}
	b, err := m.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b["image/png"]))
	if err != nil {
		t.Fatal(err)
	}
	if r := img.Bounds(); r.Dx() != 3*85 || r.Dy() != 2*85 {
		t.Errorf("bounds %v", r)
	}
	var got []uint32
	for i := range 6 {
		r, _, _, _ := img.At(85*(i%3)+40, 85*(i/3)+40).RGBA()
		got = append(got, r>>8)
	}
	if diff := cmp.Diff([]uint32{0, 64, 128, 191, 0, 255}, got); diff != "" {
		t.Error(diff)
	}
	again := Image(b["image/png"])
	if got := again.String(); got != "Picture, 255 x 170 pixels" {
		t.Error(got)
	}
	for data, want := range map[any]string{
		7:                                        "image: a picture is made of []byte, an image.Image, [][]float64 or a matrix, not int",
		square{0}:                                "image: there are no numbers",
		square{5000}:                             "image: 5000 x 5000 numbers are too many; a picture has at most 4096 x 4096",
		(*square)(nil):                           "image: the matrix is nil",
		image.NewGray(image.Rect(0, 0, 3, 2)):    "Picture, 3 x 2 pixels",
		image.NewGray(image.Rect(0, 0, 5000, 1)): "image: 5000 x 1 pixels are too many; a picture has at most 4096 x 4096",
		image.NewGray(image.Rectangle{}):         "image: it has no pixels",
		(*image.Gray)(nil):                       "image: the image is nil",
		&point{}:                                 "image: a picture is made of []byte, an image.Image, [][]float64 or a matrix, not *ui.point",
	} {
		if got := Image(data).String(); got != want {
			t.Errorf("%T: %s", data, got)
		}
	}
	if got := Image([][]float64{{1}, {1, 2}}).String(); got != "image: row 1 has 2 numbers and the first has 1" {
		t.Error(got)
	}
	if got := Image([][]float64{{-math.MaxFloat64, math.MaxFloat64}}).String(); !strings.HasPrefix(got, "Picture") {
		t.Error(got)
	}
}
