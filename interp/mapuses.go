package interp

// This file knows which maps the goroutines of interpreted code use at the moment, as lowered code tells it (legal/maps.go). Where two use
// one at the same time, and one of them writes, the cell ends before the Go runtime ends the process.

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/costate/costate/internal/diag"
)

// mapUses holds the maps in use while there are several goroutines.
type mapUses struct {
	several bool // read by interpreted code; it changes only while there is one goroutine
	mu      sync.Mutex
	told    atomic.Bool // a conflict was reported: what the others find then is the same
	stays   bool        // compiled code has functions that it may run in goroutines of its own at any time
	shards  [32]mapShard
}

// mapShard holds some of the maps.
type mapShard struct {
	mu    sync.Mutex
	count uint
	list  []mapUse
}

// mapUse is a map that is in use: by one goroutine that writes, or by some that read.
type mapUse struct {
	id      uintptr
	readers int // 0: one writes
	place   string
}

// mapYield is after how many uses a goroutine lets others run while it uses a map: what is not guarded is found early by that, however
// few processors there are.
const mapYield = 64

// open says that there may be several goroutines from now on; if it stays, not only for this cell.
func (u *mapUses) open(stays bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.several {
		u.several = true
	}
	u.stays = u.stays || stays
}

// alone says that there is one goroutine.
func (u *mapUses) alone() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.several && !u.stays {
		u.several = false
	}
}

func (u *mapUses) shard(id uintptr) *mapShard {
	return &u.shards[(id>>5^id>>12)%uintptr(len(u.shards))]
}

// begin notes the use of a map. If that is in use in a way that excludes it, it gives the place of the other one.
func (u *mapUses) begin(id uintptr, place string, writes bool) (other string, ok bool) {
	s := u.shard(id)
	s.mu.Lock()
	for i := range s.list {
		use := &s.list[i]
		if use.id != id {
			continue
		}
		defer s.mu.Unlock()
		if writes || use.readers == 0 {
			return use.place, false
		}
		use.readers++
		return "", true
	}
	use := mapUse{id: id, place: place}
	if !writes {
		use.readers = 1
	}
	s.list = append(s.list, use)
	s.count++
	yield := s.count%mapYield == 1
	s.mu.Unlock()
	if yield {
		runtime.Gosched()
	}
	return "", true
}

// done ends a use of a map.
func (u *mapUses) done(x any) {
	id := mapID(x)
	s := u.shard(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.list {
		use := &s.list[i]
		if use.id != id {
			continue
		}
		if use.readers--; use.readers <= 0 {
			last := len(s.list) - 1
			s.list[i] = s.list[last]
			s.list = s.list[:last]
		}
		return
	}
}

// mapID is the address of a map, 0 for a nil one.
func mapID(x any) uintptr {
	if v := reflect.ValueOf(x); v.Kind() == reflect.Map {
		return v.Pointer()
	}
	return 0
}

// mapBegin notes the use of a map at a place. If it is in use already, the cell ends and the goroutine goes no further.
func (m *machine) mapBegin(x any, place string, writes bool) {
	id := mapID(x)
	if id == 0 { // nothing is written to a nil map
		return
	}
	other, ok := m.maps.begin(id, place, writes)
	if ok {
		return
	}
	d := m.mapConflict(place, other)
	if m.maps.told.CompareAndSwap(false, true) && !m.session.Halt(d) { // between cells
		m.tasks.fail(fault{message: d.Message, at: d.Pos, code: d.Code})
	}
	<-m.stopped
}

// mapConflict says where two goroutines use a map.
func (m *machine) mapConflict(place, other string) diag.Diagnostic {
	d := diag.Diagnostic{Code: "map", Message: "two goroutines use the map at the same time; guard it with a sync.Mutex or use sync.Map"}
	d.Pos = m.placeOf(place, "map")
	if at := m.placeOf(other, "map"); at.IsValid() && at != d.Pos {
		d.Message += fmt.Sprintf(" (the other one is at %s)", at)
	}
	return d
}

// mapClear clears a map, NaN keys included, which cannot be deleted one by one.
func (m *machine) mapClear(x any, place string) {
	if m.maps.several {
		m.mapBegin(x, place, true)
		defer m.maps.done(x)
	}
	reflect.ValueOf(x).Clear()
}
