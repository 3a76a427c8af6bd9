package kernel

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOrder compares the order of what is written to two streams, and shown, with that of the program.
func TestOrder(t *testing.T) {
	k := newKernel(t, Options{Displays: true})
	const prints = `import ("fmt"; "os"; "log"; "github.com/costate/costate/viz/ui")
log.SetFlags(0)
for i := range 300 {
	switch i % 6 {
	case 0: fmt.Println("out", i)
	case 1: fmt.Fprintln(os.Stderr, "err", i)
	case 2: fmt.Fprintln(os.Stdout, "out", i)
	case 3: log.Println("err", i)
	case 4: println("err", i)
	case 5: ui.Show(fmt.Sprint("show ", i))
	}
}`
	var got, want []string
	reply, err := k.Run(context.Background(), "1", prints, func(o Output) {
		switch {
		case o.Display != nil:
			got = append(got, string(o.Display.Bundle["text/plain"]))
		case o.Stderr:
			for line := range strings.Lines(o.Text) {
				if got = append(got, strings.TrimSpace(line)); !strings.HasPrefix(line, "err") {
					t.Errorf("%q on standard error", line)
				}
			}
		default:
			for line := range strings.Lines(o.Text) {
				if got = append(got, strings.TrimSpace(line)); !strings.HasPrefix(line, "out") {
					t.Errorf("%q on standard output", line)
				}
			}
		}
	})
	if err != nil || !reply.OK {
		t.Fatal(err, reply)
	}
	for i := range 300 {
		want = append(want, fmt.Sprintf([]string{"out %d", "err %d", "out %d", "err %d", "err %d", `"show %d"`}[i%6], i))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOrderOfFiles compares the order of what is written to the files of the two streams, by themselves and by other packages.
func TestOrderOfFiles(t *testing.T) {
	k := newKernel(t, Options{})
	const writes = `import ("bufio"; "encoding/json"; "fmt"; "io"; "log"; "os"; "strings"; "text/tabwriter")
report := func(w io.Writer, i int) { fmt.Fprintln(w, i); w.Write([]byte(fmt.Sprintln(i))) }
out, to := bufio.NewWriter(os.Stdout), os.Stderr
var w io.Writer = os.Stdout
both := io.MultiWriter(os.Stdout)
tabs := tabwriter.NewWriter(os.Stdout, 0, 8, 1, ' ', 0)
logger := log.New(os.Stdout, "", 0)
for i := range 100 {
	fmt.Fprintln(out, "out", i)
	out.Flush()
	to.WriteString(fmt.Sprintln("err", i))
	os.Stdout.WriteString(fmt.Sprintln("out", i))
	fmt.Fprintln(to, "err", i)
	os.Stdout.Write([]byte(fmt.Sprintln("out", i)))
	io.WriteString(to, fmt.Sprintln("err", i))
	io.Copy(os.Stdout, strings.NewReader(fmt.Sprintln("out", i)))
	report(to, i)
	report(w, i)
	println("err", i)
	json.NewEncoder(w).Encode(i)
	os.Stderr.Write([]byte("err\n"))
	fmt.Fprintln(both, "out", i)
	fmt.Fprintln(to, "err", i)
	fmt.Fprintln(tabs, "out", i)
	tabs.Flush()
	println("err", i)
	logger.Println("out", i)
	to.Write([]byte("err\n"))
}
_, ok := w.(*os.File)
ok && w == os.Stdout`
	var got, want []bool // on standard error
	reply, err := k.Run(context.Background(), "1", writes, func(o Output) {
		for range strings.Count(o.Text, "\n") {
			got = append(got, o.Stderr)
		}
	})
	if err != nil || !reply.OK || reply.Values[0].Text != "true" {
		t.Fatal(err, reply)
	}
	for range 100 {
		for i, n := range []int{1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1} {
			for range n {
				want = append(want, i%2 == 1)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOrderEnds ends a kernel while the streams are written by turns: what was read is kept, and nothing waits for marks.
func TestOrderEnds(t *testing.T) {
	for i := range 5 {
		k := newKernel(t, Options{Displays: true, AllowExec: true})
		src := fmt.Sprintf(`import ("fmt"; "os")
p, _ := os.FindProcess(os.Getpid())
for i := range 2000 { fmt.Println(i); fmt.Fprintln(os.Stderr, i); if i == %d { p.Kill() } }`, 100*i+7)
		out, _, err := run(t, k, "1", src)
		if err == nil || !strings.Contains(err.Error(), "the kernel ended") {
			t.Fatalf("%v, %.200s", err, out)
		}
		if strings.Contains(out, "\x00") || strings.Count(out, "\n") < 2*(100*i+7) {
			t.Errorf("%d lines came, marks %v", strings.Count(out, "\n"), strings.Contains(out, "\x00"))
		}
	}
}

// TestDisplays shows things on a page and without one.
func TestDisplays(t *testing.T) {
	const src = `import ("github.com/costate/costate/viz/ui"; "github.com/costate/costate/viz")
type P struct{ Name string; N float64 }
ui.Show(ui.Table([]P{{"a", 1}, {"b", 22.5}}), viz.HTML("<b>x</b>"), P{"c", 3}, [][]float64{{1, 2}})
bar := ui.Progress(2, "fit")
bar.Add(1)
bar.Add(1).Done()
ui.Image([][]float64{{0, 1}, {2, 3}})`
	k := newKernel(t, Options{Displays: true})
	var got []string
	ids := map[string]int{}
	reply, err := k.Run(context.Background(), "1", src, func(o Output) {
		if o.Display == nil {
			got = append(got, "text: "+o.Text)
			return
		}
		if o.Display.ID != "" {
			ids[o.Display.ID]++
		}
		got = append(got, string(o.Display.Bundle["text/plain"]))
	})
	if err != nil || !reply.OK {
		t.Fatal(err, reply.Faults)
	}
	if len(got) < 6 || len(ids) != 1 {
		t.Fatalf("%q, %v", got, ids)
	}
	want := []string{"Name     N\na        1\nb     22.5\n", "x", `{Name: "c" N: 3}`, "[[1 2]]"}
	if diff := cmp.Diff(want, got[:4]); diff != "" {
		t.Error(diff)
	}
	if last := got[len(got)-1]; !strings.Contains(last, "2 of 2, 100 %") {
		t.Errorf("last %q", last)
	}
	if v := reply.Values[0]; v.Text != "Picture of 2 x 2 numbers, black is 0, white is 3" || len(v.Bundle["image/png"]) == 0 {
		t.Errorf("value %q", v.Text)
	}

	text, _, err := run(t, newKernel(t, Options{}), "1", src)
	if err != nil || !strings.HasPrefix(text, want[0]+"x\n"+want[2]+"\n[[1 2]]\n\rfit │") || !strings.Contains(text, "2 of 2, 100 %, took 0.0 s\n") {
		t.Errorf("%v, %q", err, text)
	}
}

// TestDisplaysBounded shows what is too large to be passed on, in a cell and as its value.
func TestDisplaysBounded(t *testing.T) {
	const src = `import ("strings"; "github.com/costate/costate/viz"; "github.com/costate/costate/viz/ui")
large := viz.HTML(strings.Repeat("x", 20 << 20))
ui.Show(large)
large`
	const want = "too much to be shown"
	var shown []string
	k := newKernel(t, Options{Displays: true})
	reply, err := k.Run(context.Background(), "1", src, func(o Output) {
		if o.Display != nil {
			shown = append(shown, string(o.Display.Bundle["text/plain"]))
		}
	})
	if err != nil || !reply.OK {
		t.Fatal(err, reply)
	}
	if len(shown) != 1 || !strings.Contains(shown[0], want) {
		t.Errorf("shown %.100q", shown)
	}
	if v := reply.Values[0]; len(v.Bundle) != 1 || !strings.Contains(string(v.Bundle["text/plain"]), want) {
		t.Errorf("value %.100q", v.Bundle)
	}
}
