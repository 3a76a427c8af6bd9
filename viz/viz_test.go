package viz

import (
	"bytes"
	"encoding/xml"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"image/png"
	"io"
	"math"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// plots are pictures of all kinds.
func plots() map[string]*Plot {
	r := rand.New(rand.NewSource(1))
	x, y, fit := make([]float64, 60), make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = float64(i) / 10
		fit[i] = math.Exp(-x[i])
		y[i] = fit[i] + 0.01*r.NormFloat64()
	}
	y[7], fit[20] = math.NaN(), math.Inf(1)
	noise := make([]float64, 50000)
	for i := range noise {
		noise[i] = r.NormFloat64()
	}
	all := map[string]*Plot{
		"line":     Line(fit).Title("a <b> & \"c\"").X("step").Y("loss"),
		"logs":     XY([]float64{1e-5, 1, 1e7}, []float64{1e-300, 1, 1e300}).LogX().LogY(),
		"both":     Scatter(x, y).Name("data").Add(XY(x, fit).Name("model")).Size(480, 200),
		"point":    Line([]float64{5}),
		"constant": Line([]float64{1e-9, 1e-9}),
		"zeros":    Line([]float64{0, 0, 0}),
		"islands":  Line([]float64{1, math.NaN(), 2, math.NaN(), 3}),
		"noise":    Line(noise),
		"cloud":    Scatter(noise[10:], noise[:len(noise)-10]),
		"tiny":     Line([]float64{1e16, 1e16 + 2}),
		"large":    Line([]float64{-1e307, 1e307}),
		"negative": Line([]float64{-1, 2, 3}).LogY(),
	}
	for _, p := range all {
		if p.width == defaultWidth {
			p.Size(240, 150) // PNGs take long under the race detector
		}
	}
	return all
}

func TestBundles(t *testing.T) {
	for name, p := range plots() {
		bundle, err := p.Bundle()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := plots()[name].Bundle()
		if err != nil {
			t.Fatal(err)
		}
		for mime, data := range bundle {
			if !bytes.Equal(data, again[mime]) {
				t.Errorf("%s: %s differs from run to run", name, mime)
			}
			if len(data) > 2<<20 {
				t.Errorf("%s: %s has %d bytes", name, mime, len(data))
			}
		}
		d := xml.NewDecoder(bytes.NewReader(bundle[MIMESVG]))
		texts := map[string]string{}
		element := ""
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: SVG: %v", name, err)
			}
			switch tok := tok.(type) {
			case xml.StartElement:
				element = tok.Name.Local
			case xml.EndElement:
				element = ""
			case xml.CharData:
				texts[element] += string(tok)
			}
		}
		if texts["desc"] != string(bundle[MIMEText]) || texts["title"] == "" {
			t.Errorf("%s: SVG describes itself as %q, %q", name, texts["title"], texts["desc"])
		}
		if strings.Contains(texts["text"], "NaN") || bytes.Contains(bundle[MIMESVG], []byte("LNaN")) {
			t.Errorf("%s: NaN in SVG", name)
		}
		picture, err := png.Decode(bytes.NewReader(bundle[MIMEPNG]))
		if err != nil {
			t.Fatalf("%s: PNG: %v", name, err)
		}
		if size := picture.Bounds().Size(); size.X != int(2*p.width) || size.Y != int(2*p.height) {
			t.Errorf("%s: PNG of size %v", name, size)
		}
	}
}

func TestErrorsAreKept(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		plot *Plot
		want string
	}{
		{Line(nil), "plot: there are no points"},
		{Scatter([]float64{1, 2}, []float64{1}).Title("t").X("x"), "plot: 2 values of x and 1 of y"},
		{XY([]float64{1}, []float64{1}).Add(Line(nil)), "plot: there are no points"},
		{Line([]float64{nan, nan, math.Inf(1)}), "plot: none of the 3 points has finite coordinates"},
		{Line([]float64{-1, 0, nan}).LogY(), "plot: there are no positive values for the logarithmic axis"},
		{Line([]float64{-1e308, 1e308}), "plot: the values reach from -1e+308 to 1e+308, too far apart to be drawn"},
		{Line([]float64{1}).Size(10, 10), "plot: a size of 10 x 10 pixels is out of range"},
		{Line([]float64{1}).Add(nil), "plot: nil was added"},
	} {
		if _, err := c.plot.Bundle(); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if _, err := c.plot.SVG(); err == nil || err.Error() != c.want {
			t.Errorf("SVG: got %v, want %s", err, c.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	got, err := Line([]float64{3, 1, math.NaN(), 2}).Name("loss").Title("Descent\nof a kind").X("step").Y("value").LogY().
		Add(Scatter([]float64{2}, []float64{5})).Describe()
	if err != nil {
		t.Fatal(err)
	}
	want := `Plot of lines and points: Descent of a kind.
Horizontal axis, step: from 0 to 3.
Vertical axis, value: from 1 to 5, logarithmic.
loss: 3 points, starts at 3, ends at 2, lowest 1 at 1, highest 3 at 0; 1 more point cannot be drawn.
Series 2: 1 point, lowest 5 at 2, highest 5 at 2.
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPlotKeepsItsData(t *testing.T) {
	y := []float64{1, 2}
	p := Line(y)
	before, err := p.Describe()
	if err != nil {
		t.Fatal(err)
	}
	y[0] = 100
	if after, err := p.Describe(); err != nil || after != before {
		t.Errorf("the plot changed with the slice: %s, %v", after, err)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		log    bool
		want   string
	}{
		{0, 50, false, "0 10 20 30 40 50"},
		{-1.1, 1.3, false, "−1 −0.5 0 0.5 1"},
		{0.98, 1.02, false, "0.98 0.99 1.00 1.01 1.02"},
		{0, 1e6, false, "0 2e5 4e5 6e5 8e5 1e6"},
		{-3e-7, 3e-7, false, "−3e−7 −2e−7 −1e−7 0 1e−7 2e−7 3e−7"},
		{1e16, 1e16 + 1e5, false, "1e16 1.000000000002e16 1.000000000004e16 1.000000000006e16 1.000000000008e16 1.00000000001e16"},
		{0.003, 2000, true, "0.01 0.1 1 10 100 1000"},
		{1e-300, 1e300, true, "1e−300 1e−200 1e−100 1 1e100 1e200 1e300"},
		{3, 60, true, "5 10 20 50"},
		{3, 4, true, "3.0 3.2 3.4 3.6 3.8 4.0"},
	} {
		var names []string
		for _, tick := range (ticks{c.log, 6}).Ticks(c.lo, c.hi) {
			if tick.Value < c.lo*(1-1e-9)-1e-9 && c.log {
				t.Errorf("tick %g below %g", tick.Value, c.lo)
			}
			names = append(names, tick.Label)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("[%g, %g], log %v: got %s, want %s", c.lo, c.hi, c.log, got, c.want)
		}
	}
}

func TestThinningKeepsExtremes(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	run := make([]point, 100000)
	for i := range run {
		run[i] = point{float64(i), r.NormFloat64()}
	}
	s := scale{0, float64(len(run)), false, 640}
	kept := thinLine(run, s)
	if len(kept) > 4*641 || len(kept) < 640 {
		t.Errorf("%d points kept", len(kept))
	}
	// In every column the range is the same before and after.
	ranges := func(points []point) map[int][2]float64 {
		m := map[int][2]float64{}
		for _, q := range points {
			c := s.pixel(q.x)
			old, ok := m[c]
			if !ok {
				old = [2]float64{q.y, q.y}
			}
			m[c] = [2]float64{min(old[0], q.y), max(old[1], q.y)}
		}
		return m
	}
	if diff := cmp.Diff(ranges(run), ranges(kept)); diff != "" {
		t.Error(diff)
	}
	back := []point{{1, 0}, {0, 0}}
	for range 10000 {
		back = append(back, point{1, 1})
	}
	if got := thinLine(back, scale{0, 2, false, 640}); len(got) != len(back) {
		t.Errorf("a line that runs back was thinned to %d points", len(got))
	}
	cloud := thinScatter(back, screen{scale{0, 2, false, 640}, scale{0, 2, false, 400}})
	if diff := cmp.Diff([]point{{1, 0}, {0, 0}, {1, 1}}, cloud, cmp.AllowUnexported(point{})); diff != "" {
		t.Error(diff)
	}
}

// ours reports whether a name is of the standard library or of this module.
func ours(sel *ast.SelectorExpr) bool {
	pkg, ok := sel.X.(*ast.Ident)
	return ok && (pkg.Name == "checkpoint" || pkg.Name == "iter")
}

// No exported declaration mentions a type of the plotting library.
func TestNoForeignTypesInAPI(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() || fn.Name.Name == "Ticks" { // Ticks belongs to an unexported type
				continue
			}
			checked++
			ast.Inspect(fn.Type, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && !ours(sel) {
					t.Errorf("%s mentions %v.%s", fn.Name.Name, sel.X, sel.Sel.Name)
				}
				return true
			})
		}
	}
	if checked < 10 {
		t.Errorf("only %d exported functions found", checked)
	}
}
