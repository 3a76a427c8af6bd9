package server

import (
	"strings"
	"testing"
	"time"
)

// shellRig serves notebooks with shell commands, one of which asks for them to be run.
func shellRig(t *testing.T, allowed bool) *rig {
	off := ofKernel("gonb", "a", "!echo one; echo two >&2", "b", "x := 1\n!exit 3", "c", "x := 2", "d", "!sleep 60")
	on := strings.Replace(off, `"kernelspec"`, `"costate":{"shell":"run"},"kernelspec"`, 1)
	if on == off {
		t.Fatal("the notebook has no metadata to be changed")
	}
	r := newRig(t, map[string]string{"off.ipynb": off, "on.ipynb": on, "own.ipynb": book("a", "1")})
	r.s.opts.Kernel.AllowExec = allowed
	return r
}

// TestShellOff runs no commands unless both the notebook and the server say so.
func TestShellOff(t *testing.T) {
	for _, tt := range []struct {
		name    string
		allowed bool
		shell   any
	}{{"off.ipynb", true, "off"}, {"off.ipynb", false, nil}, {"on.ipynb", false, nil}} {
		r := shellRig(t, tt.allowed)
		p := r.open(tt.name, `{"type":"hello"}`)
		s := p.until("type", "snapshot")
		other := s["foreign"].(map[string]any)
		if other["shell"] != tt.shell || (other["why"] == noShell) == tt.allowed {
			t.Errorf("%s, %v: foreign %v", tt.name, tt.allowed, other)
		}
		for i, want := range []any{"cell", "lines", nil, "cell"} {
			if got := s["cells"].([]any)[i].(map[string]any)["shell"]; got != want {
				t.Errorf("%s: cell %d is %v, not %v", tt.name, i, got, want)
			}
		}
		p.say(`{"type":"run","cells":["a"]}`)
		p.until("type", "cell", "cell", "a", "state", "ok")
		if got := p.outputs("a", nil); got != "" {
			t.Errorf("%s, %v: %q", tt.name, tt.allowed, got)
		}
		if !tt.allowed {
			p.say(`{"type":"set","shell":true}`)
			p.until("type", "rejected", "of", "set", "code", "forbidden", "reason", noShell)
		}
	}
}

// TestShellOn turns the commands on and off again.
func TestShellOn(t *testing.T) {
	r := shellRig(t, true)
	p := r.open("off.ipynb", `{"type":"hello"}`)
	p.until("type", "snapshot")
	p.say(`{"type":"edit","ref":"1","base":0,"ops":[{"op":"source","cell":"c","source":"!true"}]}`)
	p.until("type", "cell", "cell", "c", "shell", "cell")
	p.say(`{"type":"set","shell":true}`)
	if m := p.until("type", "settings"); m["foreign"].(map[string]any)["shell"] != "run" {
		t.Errorf("settings %v", m)
	}
	p.say(`{"type":"run","cells":["a"]}`)
	if m := p.until("type", "cell", "cell", "a", "state", "ok"); m["shell"] != nil || m["note"] != nil {
		t.Errorf("cell %v", m)
	}
	got := p.outputs("a", nil)
	if !strings.Contains(got, "stdout:one\n") || !strings.Contains(got, "stderr:two\n") {
		t.Errorf("outputs %q", got)
	}
	p.say(`{"type":"run","cells":["b"]}`)
	d := p.until("type", "diagnostics", "cell", "b")["list"].([]any)[0].(map[string]any)
	if d["line"] != float64(2) || d["col"] != float64(1) || !strings.Contains(d["message"].(string), "the shell command failed: exit status 3") {
		t.Errorf("diagnostic %v", d)
	}
	p.until("type", "cell", "cell", "b", "state", "error")
	p.say(`{"type":"run","cells":["d"]}`)
	p.until("type", "cell", "cell", "d", "state", "running")
	p.until("type", "kernel", "state", "busy")
	since := time.Now()
	p.say(`{"type":"interrupt"}`)
	p.until("type", "cell", "cell", "d", "state", "error")
	if took := time.Since(since); took > 20*time.Second {
		t.Errorf("the interrupt took %v", took)
	}
	p.say(`{"type":"run","cells":["a"]}`) // the kernel is still there, with its values
	p.until("type", "cell", "cell", "a", "state", "ok")
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	if file := r.read("off.ipynb"); strings.Count(file, `"shell": "run"`) != 1 {
		t.Errorf("file %s", file)
	}
	p.say(`{"type":"set","shell":false}`)
	p.until("type", "cell", "cell", "a", "shell", "cell")
	own := r.open("own.ipynb", `{"type":"hello"}`)
	own.until("type", "snapshot")
	own.say(`{"type":"set","shell":true}`)
	own.until("type", "rejected", "of", "set", "code", "unsupported")
}
