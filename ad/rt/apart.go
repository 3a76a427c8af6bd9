package rt

// This file finds out whether a value shares float memory with itself.

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Apart panics if float memory can be reached in two ways through x, so that a shadow of its shape would have it twice. Name says
// what x is, as "argument m".
func Apart(name string, x any) {
	var all []stretch
	w := walker{seen: map[unsafe.Pointer]bool{}, floats: map[reflect.Type]bool{}, visit: func(s stretch) bool {
		all = append(all, s)
		return true
	}}
	w.walk(reflect.ValueOf(x))
	slices.SortFunc(all, func(a, b stretch) int { return cmp.Compare(a.lo, b.lo) })
	shared := w.again
	for i := 1; i < len(all); i++ {
		shared = shared || all[i].lo < all[i-1].hi
		all[i].hi = max(all[i].hi, all[i-1].hi)
	}
	if shared {
		panic(fmt.Sprintf("parts of %s share memory, which a derivative with respect to it does not follow; pass a copy", name))
	}
}
