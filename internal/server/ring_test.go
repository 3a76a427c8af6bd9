package server

import (
	"fmt"
	"testing"
)

func TestRing(t *testing.T) {
	var r ring
	if list, ok := r.since(0, 0); !ok || len(list) != 0 {
		t.Error("an empty ring has missed something")
	}
	const n = ringMessages + 10
	for i := uint64(1); i <= n; i++ {
		r.add(i, []byte(fmt.Sprint(i)))
	}
	tests := []struct {
		since uint64
		count int
		ok    bool
	}{{n, 0, true}, {n - 1, 1, true}, {n - ringMessages, ringMessages, true}, {n - ringMessages - 1, 0, false}, {0, 0, false}, {n + 1, 0, false}}
	for _, tt := range tests {
		list, ok := r.since(tt.since, n)
		if ok != tt.ok || len(list) != tt.count || ok && tt.count > 0 && string(list[0]) != fmt.Sprint(tt.since+1) {
			t.Errorf("since %d: %d messages, %v", tt.since, len(list), ok)
		}
	}
	r = ring{}
	for i := uint64(1); i <= 20; i++ {
		r.add(i, make([]byte, 1<<20))
	}
	if r.bytes > ringBytes || len(r.list) != 8 || r.first != 13 {
		t.Errorf("%d bytes, %d messages from %d", r.bytes, len(r.list), r.first)
	}
}
