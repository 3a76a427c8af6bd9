package server

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestDisplays shows things in the middle of a cell: pages see them in order, and what has an id is replaced where it stands.
func TestDisplays(t *testing.T) {
	const src = `import ("fmt"; "os"; "time"; "github.com/costate/costate/viz/ui")
fmt.Println("begin")
bar := ui.Progress(3, "fit")
ui.Show(ui.Table([][]float64{{1, 2}}))
for range 3 { time.Sleep(60 * time.Millisecond); bar.Add(1); fmt.Fprintln(os.Stderr, "step") }
bar.Done()
for i := range 4 { fmt.Printf("\r%d %%", i); time.Sleep(30 * time.Millisecond) }`
	r := newRig(t, map[string]string{"a.ipynb": book("a", src)})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a"]}`)
	p.until("type", "cell", "cell", "a", "state", "ok")
	got := p.outputs("a", nil)
	begin, rest, _ := strings.Cut(got, "│ 3 of 3, 100 %, took ")
	if begin != "stdout:begin\ntext/plain:fit │"+strings.Repeat("█", 30) || !strings.HasSuffix(rest, "stderr:step\nstep\nstep\nstdout:3 %") {
		t.Errorf("outputs %q", got)
	}
	if !strings.Contains(rest, "text/html:<table><tr><td align=\"right\">1</td>") {
		t.Errorf("no table in %q", got)
	}
	places := 0
	for _, m := range p.log {
		if m["inPlace"] == true {
			places++
		}
		if text, _ := m["text"].(string); strings.Contains(text, "\r") {
			t.Errorf("a carriage return came: %v", m)
		}
	}
	if places < 2 {
		t.Errorf("the bar was replaced %d times", places)
	}
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	if file := r.read("a.ipynb"); strings.Count(file, `"output_type": "display_data"`) != 2 || !strings.Contains(file, "[\n      \"3 %\"\n") {
		t.Errorf("file %s", file)
	}
}

// TestFloodMemory prints 200 MB. The heap of the server stays below 64 MiB over what it was, of which the outputs that are kept, the
// ring of messages and what is on its way to the page are a part.
func TestFloodMemory(t *testing.T) {
	const bound = 64 << 20
	const src = `import ("fmt"; "strings")
line := strings.Repeat("x", 999)
for i := range 200_000 { if i%1000 == 0 { fmt.Println(i) }; fmt.Println(line) }
fmt.Print("the end")`
	r := newRig(t, map[string]string{"a.ipynb": book("a", src)})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse
	}
	runtime.GC()
	before, peak := heap(), uint64(0)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
				peak = max(peak, heap())
			}
		}
	}()
	began := time.Now()
	p.say(`{"type":"run","cells":["a"]}`)
	p.until("type", "cell", "cell", "a", "state", "ok")
	close(stop)
	<-stopped
	t.Logf("200 MB in %v; heap %d MiB, at most %d MiB", time.Since(began).Round(time.Millisecond), before>>20, peak>>20)
	if peak > before+bound {
		t.Errorf("the heap grew from %d to %d MiB", before>>20, peak>>20)
	}
	got := p.outputs("a", nil)
	if !strings.HasPrefix(got, "stdout:0\nxxx") || !strings.HasSuffix(got, "x\nthe end") || !strings.Contains(got, "are left out here") {
		t.Errorf("%d bytes, %.60q … %q", len(got), got, got[max(0, len(got)-60):])
	}
	if len(got) > 2<<20 {
		t.Errorf("the page holds %d bytes", len(got))
	}
}

// TestFloodOfDisplays shows tables without end: as of a flood of text the first and the last are kept, and an interrupt ends it.
func TestFloodOfDisplays(t *testing.T) {
	const src = `import ("fmt"; "github.com/costate/costate/viz/ui")
for i := 0; ; i++ { ui.Show(i); if i == 5000 { fmt.Println("many") } }`
	r := newRig(t, map[string]string{"a.ipynb": book("a", src)})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a"]}`)
	time.Sleep(1500 * time.Millisecond)
	p.say(`{"type":"interrupt"}`)
	p.until("type", "cell", "cell", "a", "state", "error")
	got := p.outputs("a", nil)
	if !strings.HasPrefix(got, "text/plain:0text/plain:1text/plain:2") || !strings.Contains(got, "other outputs are left out here") || !strings.Contains(got, "error:interrupt") {
		t.Errorf("%d bytes: %.100q … %q", len(got), got, got[max(0, len(got)-100):])
	}
	stored := r.open("a.ipynb", `{"type":"hello"}`).until("type", "snapshot")["cells"].([]any)[0].(map[string]any)["outputs"].([]any)
	if again := p.outputs("a", nil); strings.Count(again, "text/plain:")+strings.Count(again, "stderr:")+strings.Count(again, "stdout:")+1 != len(stored) {
		t.Errorf("the page has another number of outputs than the %d of the document", len(stored))
	}
}
