package server

import (
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "x := 1", "b", "y := x", "c", "z := x", "m1", "text")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	if m := p.until("type", "snapshot"); m["reactive"] != nil {
		t.Errorf("snapshot %v", m)
	}
	p.say(`{"type":"set","reactive":true}`)
	p.until("type", "settings", "reactive", true)
	p.say(`{"type":"set","cell":"c","autorun":false}`)
	p.until("type", "cell", "cell", "c", "autorun", "off")
	for _, bad := range []string{`{"type":"set"}`, `{"type":"set","cell":"c"}`, `{"type":"set","autorun":true}`, `{"type":"set","cell":"c","autorun":true,"reactive":true}`} {
		p.say(bad)
		p.until("type", "rejected", "of", "set", "code", "malformed")
	}
	for _, id := range []string{"m1", "none"} {
		p.say(`{"type":"set","cell":"` + id + `","autorun":false}`)
		p.until("type", "rejected", "of", "set", "code", "unknown-cell")
	}
	p.say(`{"type":"run","cells":["a","b","c"]}`)
	p.until("type", "cell", "cell", "c", "state", "ok")
	p.say(`{"type":"edit","ref":"1","base":11,"ops":[{"op":"source","cell":"a","source":"x := 2"}]}`)
	p.until("type", "applied")
	p.say(`{"type":"run","cells":["a"]}`)
	p.until("type", "cell", "cell", "c", "state", "stale", "autorun", "off")
	p.until("type", "cell", "cell", "b", "state", "ok", "count", float64(5))
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	file := r.read("a.ipynb")
	for _, want := range []string{`"autorun": "off"`, `"reactive": true`} {
		if strings.Count(file, want) != 1 {
			t.Errorf("the file has not %s", want)
		}
	}
	again := r.open("a.ipynb", `{"type":"hello"}`)
	snapshot := again.until("type", "snapshot")
	if cell := snapshot["cells"].([]any)[2].(map[string]any); snapshot["reactive"] != true || cell["autorun"] != "off" {
		t.Errorf("snapshot %v", snapshot)
	}
	p.say(`{"type":"set","reactive":false}`)
	p.until("type", "settings", "reactive", false)
	p.say(`{"type":"set","cell":"c","autorun":true}`)
	if m := p.until("type", "cell", "cell", "c"); m["autorun"] != nil {
		t.Errorf("cell %v", m)
	}
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	if file := r.read("a.ipynb"); strings.Contains(file, "autorun") || strings.Contains(file, "reactive") {
		t.Errorf("file %s", file)
	}
}
