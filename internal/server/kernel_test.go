package server

import (
	"strings"
	"testing"
	"time"
)

func TestRestartWhileRunning(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "x := 1", "b", "import \"fmt\"\nfmt.Println(\"here\")\nfor {}", "c", "x")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a","b","c"]}`)
	p.until("type", "output", "cell", "b")
	p.say(`{"type":"restart"}`)
	p.until("type", "cell", "cell", "c", "state", "not-run") // out of the queue
	p.until("type", "cell", "cell", "b", "state", "error")
	if got := p.outputs("b", nil); got != "stdout:here\nerror:restart: The kernel was restarted while the cell ran." {
		t.Errorf("b: %q", got)
	}
	p.until("type", "kernel", "state", "ready")
	for _, m := range p.log {
		if m.is("type", "kernel", "state", "ended") {
			t.Errorf("a restart is told as an end: %v", m)
		}
	}
	p.say(`{"type":"run","cells":["c"]}`)
	p.until("type", "cell", "cell", "c", "state", "error")
	if got := p.outputs("c", nil); !strings.Contains(got, "x is defined in cell 1, which has not run") {
		t.Errorf("the new kernel knows the old one's cells: %q", got)
	}
	p.say(`{"type":"run","cells":["b"]}`)
	p.until("type", "output", "cell", "b")
	p.say(`{"type":"runAll","restart":true}`)
	p.until("type", "cell", "cell", "a", "state", "ok", "count", 1)
}

func TestInterruptDuringStart(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "for {}")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a"]}`)
	p.until("type", "cell", "cell", "a", "state", "running")
	p.say(`{"type":"interrupt"}`)
	p.until("type", "cell", "cell", "a", "state", "error")
}

func TestRunTwice(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "import \"time\"\ntime.Sleep(100 * time.Millisecond)", "m", "text")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a","a","m"]}`)
	p.until("type", "cell", "cell", "a", "state", "running", "count", 1)
	p.say(`{"type":"run","cells":["a"]}`)
	p.say(`{"type":"run","cells":["a"]}`)
	p.until("type", "cell", "cell", "a", "state", "ok", "count", 2)
	select {
	case m := <-p.in:
		if m.is("type", "cell", "state", "running") {
			t.Errorf("a third run: %v", m)
		}
	case <-time.After(50 * time.Millisecond):
	}
}

func TestShutdownWhileRunning(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "for {}"), "b.ipynb": book("a", "import \"fmt\"\nfor {\n\tfmt.Println(1)\n}")})
	p, q := r.open("a.ipynb", `{"type":"hello"}`), r.open("b.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a"]}`)
	q.say(`{"type":"run","cells":["a"]}`)
	p.until("type", "kernel", "state", "busy")
	q.until("type", "output", "cell", "a")
	start := time.Now()
	if err := r.end(); err != nil {
		t.Error(err)
	}
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("the end took %v", d)
	}
	if pids := children(t); len(pids) != 0 {
		t.Errorf("kernels are left: %v", pids)
	}
}
