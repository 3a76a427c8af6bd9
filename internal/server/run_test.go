package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRunAndSave(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("m1", "# Ω", "a", "x := 6 * 7\nprintln := 0\n_ = println\nx", "b", "import \"fmt\"\nfmt.Println(x, \"é\")", "c", "x + \"Ω\"")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	w := p.until("type", "welcome")
	if !w.is("role", "owner") {
		t.Errorf("welcome: %v", w)
	}
	s := p.until("type", "snapshot")
	cells := s["cells"].([]any)
	if first := message(cells[0].(map[string]any)); !first.is("kind", "markdown", "html", "<h1>Ω</h1>\n") || len(cells) != 4 {
		t.Errorf("first cell: %v", first)
	}
	if k := message(s["kernel"].(map[string]any)); !k.is("state", "none") {
		t.Errorf("opening started a kernel: %v", k)
	}
	p.say(`{"type":"runAll"}`)
	p.until("type", "cell", "cell", "c", "state", "error")
	if got := p.outputs("a", nil); got != "text/plain:42" {
		t.Errorf("a: %q", got)
	}
	if got := p.outputs("b", nil); got != "stdout:42 é\n" {
		t.Errorf("b: %q", got)
	}
	if got := p.outputs("c", nil); !strings.HasPrefix(got, "error:type: ") {
		t.Errorf("c: %q", got)
	}
	var diags message
	for _, m := range p.log {
		if m.is("type", "diagnostics", "cell", "c") {
			diags = m
		}
	}
	if d := fmt.Sprint(diags["list"]); !strings.Contains(d, "line:1") || !strings.Contains(d, "code:type") {
		t.Errorf("diagnostics: %v", d)
	}
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	want := book("m1", "# Ω", "a", "x := 6 * 7\nprintln := 0\n_ = println\nx", "b", "import \"fmt\"\nfmt.Println(x, \"é\")", "c", "x + \"Ω\"")
	for _, e := range [][3]string{
		{"a", "1", "[\n    {\n     \"data\": {\n      \"text/plain\": [\n       \"42\"\n      ]\n     },\n     \"execution_count\": 1,\n     \"metadata\": {},\n     \"output_type\": \"execute_result\"\n    }\n   ]"},
		{"b", "2", "[\n    {\n     \"name\": \"stdout\",\n     \"output_type\": \"stream\",\n     \"text\": [\n      \"42 é\\n\"\n     ]\n    }\n   ]"},
	} {
		want = strings.Replace(want, "\"execution_count\": null,\n   \"id\": \""+e[0]+"\",\n   \"metadata\": {},\n   \"outputs\": []",
			"\"execution_count\": "+e[1]+",\n   \"id\": \""+e[0]+"\",\n   \"metadata\": {},\n   \"outputs\": "+e[2], 1)
	}
	got := r.read("a.ipynb")
	// The error's words are the checker's; the rest is compared.
	before, after, ok := strings.Cut(got, "\"ename\": \"type\"")
	if !ok {
		t.Fatalf("saved: %s", got)
	}
	if d := cmp.Diff(want[:len(before)-40], got[:len(before)-40]); d != "" && !strings.HasPrefix(want, strings.TrimSuffix(before[:strings.LastIndex(before, "\"cell_type\"")], "")) {
		t.Errorf("saved (-want +got):\n%s", d)
	}
	if !strings.HasSuffix(after, want[strings.LastIndex(want, "   \"source\": [\n    \"x + "):]) {
		t.Errorf("the end of the saved file: %s", after)
	}
	again := newRig(t, map[string]string{"a.ipynb": got})
	q := again.open("a.ipynb", `{"type":"hello"}`)
	shown := q.until("type", "snapshot")["cells"].([]any)[1].(map[string]any)
	if o := q.outputs("a", shown["outputs"].([]any)); o != "text/plain:42" || shown["state"] != "not-run" {
		t.Errorf("reopened: %v", shown)
	}
}

func TestInterruptLoop(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "for {}", "b", "1")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a","b"]}`)
	p.until("type", "kernel", "state", "busy")
	time.Sleep(200 * time.Millisecond)
	start := time.Now()
	p.say(`{"type":"interrupt"}`)
	p.until("type", "cell", "cell", "a", "state", "error")
	if d := time.Since(start); d > 2500*time.Millisecond {
		t.Errorf("the interrupt took %v", d)
	}
	if got := p.outputs("a", nil); !strings.HasPrefix(got, "error:") {
		t.Errorf("a: %q", got)
	}
	p.say(`{"type":"run","cells":["b"]}`)
	p.until("type", "cell", "cell", "b", "state", "ok")
	for _, m := range p.log {
		if m.is("type", "cell", "cell", "b", "state", "running") && !m.is("count", 2) && m["count"] != nil {
			t.Errorf("b ran though its queue was emptied: %v", m)
		}
	}
	p.say(`{"type":"restart"}`)
	p.until("type", "cell", "cell", "b", "state", "not-run")
	p.say(`{"type":"run","cells":["b"]}`)
	p.until("type", "cell", "cell", "b", "state", "ok", "count", 1)
}

// children are the processes that this one started.
func children(t *testing.T) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(files) == 0 {
		t.Fatal("this test reads /proc", err)
	}
	var pids []int
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		for _, w := range strings.Fields(string(data)) {
			if pid, err := strconv.Atoi(w); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

func TestS17KernelKilled(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "import \"fmt\"\nx := 1\nfmt.Println(\"kept\")", "b", "x", "c", "import \"fmt\"\nfmt.Println(\"begun\")\nfor {}", "d", "go func() { panic(\"in a goroutine\") }()\nfor {}"),
		"b.ipynb": book("a", "y := 2\ny")})
	p, other := r.open("a.ipynb", `{"type":"hello"}`), r.open("b.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a"]}`)
	p.until("type", "cell", "cell", "a", "state", "ok")
	pids := children(t)
	if len(pids) != 1 {
		t.Fatalf("kernels: %v", pids)
	}
	other.say(`{"type":"run","cells":["a"]}`)
	other.until("type", "cell", "cell", "a", "state", "ok")

	// while nothing runs
	syscall.Kill(pids[0], syscall.SIGKILL)
	k := p.until("type", "kernel", "state", "ended")
	if !strings.Contains(fmt.Sprint(k["message"]), "What is shown is kept") {
		t.Errorf("message: %v", k)
	}
	p.until("type", "cell", "cell", "a", "state", "stale")
	if got := p.outputs("a", nil); got != "stdout:kept\n" {
		t.Errorf("shown: %q", got)
	}

	// while a cell runs: a new kernel is started by the run
	p.say(`{"type":"run","cells":["a","c","b"]}`)
	p.until("type", "output", "cell", "c")
	syscall.Kill(newest(t), syscall.SIGKILL) // the other notebook's kernel is older
	p.until("type", "cell", "cell", "c", "state", "error")
	if got := p.outputs("c", nil); !strings.HasPrefix(got, "stdout:begun\nerror:kernel: The kernel ended") {
		t.Errorf("c: %q", got)
	} else if !strings.Contains(got, "(while cell 3 ran)") {
		t.Errorf("the cell is not named: %q", got)
	}
	p.until("type", "kernel", "state", "ended")

	// by its own fault
	p.say(`{"type":"run","cells":["d"]}`)
	p.until("type", "cell", "cell", "d", "state", "error")
	if got := p.outputs("d", nil); !strings.Contains(got, "in a goroutine") {
		t.Errorf("d: %q", got)
	}
	other.say(`{"type":"run","cells":["a"]}`)
	other.until("type", "cell", "cell", "a", "state", "ok", "count", 2)
	if s := r.open("a.ipynb", `{"type":"hello"}`).until("type", "snapshot"); !strings.Contains(fmt.Sprint(s), "kept") {
		t.Error("what was shown is gone")
	}
}

// newest is the child that was started last.
func newest(t *testing.T) int {
	pids := children(t)
	best, when := 0, int64(-1)
	for _, pid := range pids {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if start, err := strconv.ParseInt(f[19], 10, 64); err == nil && start >= when {
			best, when = pid, start
		}
	}
	return best
}

const counting = "import (\n\t\"fmt\"\n\t\"time\"\n)\nfor i := 0; i < 40; i++ {\n\tfmt.Println(i)\n\ttime.Sleep(20 * time.Millisecond)\n}"

func counted() string {
	var b strings.Builder
	b.WriteString("stdout:")
	for i := range 40 {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

func TestReconnectLosesNothing(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", counting)})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	welcome := p.until("type", "welcome")
	epoch := welcome["epoch"]
	p.until("type", "snapshot")
	p.say(`{"type":"run","cells":["a"]}`)
	for range 3 {
		p.until("type", "output", "cell", "a")
	}
	p.conn.Close()
	for m := range p.in {
		p.log = append(p.log, m)
	}
	seq := 0.0
	for _, m := range p.log {
		if n, ok := m["seq"].(float64); ok {
			if n != seq && m["type"] != "snapshot" && n != seq+1 {
				t.Errorf("%v after %v", n, seq)
			}
			seq = n
		}
	}
	time.Sleep(150 * time.Millisecond)
	q := r.open("a.ipynb", fmt.Sprintf(`{"type":"hello","client":%q,"epoch":%q,"since":%v}`, welcome["client"], epoch, seq))
	if w := q.until("type", "welcome"); w["client"] != welcome["client"] {
		t.Errorf("the client that came back is %v, was %v", w["client"], welcome["client"])
	}
	q.log = p.log
	q.until("type", "cell", "cell", "a", "state", "ok")
	for _, m := range q.log[len(p.log):] {
		if m["type"] == "snapshot" {
			t.Error("a snapshot, though nothing was lost")
		}
		if n, ok := m["seq"].(float64); ok && n != seq+1 {
			t.Errorf("%v after %v", n, seq)
		} else if ok {
			seq = n
		}
	}
	if d := cmp.Diff(counted(), q.outputs("a", nil)); d != "" {
		t.Errorf("output (-want +got):\n%s", d)
	}
	if s := r.open("a.ipynb", `{"type":"hello","epoch":"other","since":3}`).until("type", "snapshot"); s["epoch"] != epoch {
		t.Errorf("snapshot: %v", s)
	}
}

func TestReloadDuringRun(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", counting)})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["a"]}`)
	for range 3 {
		p.until("type", "output", "cell", "a")
	}
	p.conn.Close()
	q := r.open("a.ipynb", `{"type":"hello"}`)
	cell := q.until("type", "snapshot")["cells"].([]any)[0].(map[string]any)
	if cell["state"] != "running" {
		t.Errorf("state: %v", cell["state"])
	}
	q.until("type", "cell", "cell", "a", "state", "ok")
	if d := cmp.Diff(counted(), q.outputs("a", cell["outputs"].([]any))); d != "" {
		t.Errorf("output (-want +got):\n%s", d)
	}
}
