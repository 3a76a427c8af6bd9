package server

// This file keeps the last messages of a notebook for clients that come back.

const (
	ringMessages = 4096
	ringBytes    = 8 << 20
)

// ring holds messages first, first+1, … in order.
type ring struct {
	first uint64
	list  [][]byte
	bytes int
}

func (r *ring) add(seq uint64, data []byte) {
	if len(r.list) == 0 {
		r.first = seq
	}
	r.list = append(r.list, data)
	r.bytes += len(data)
	drop := 0
	for len(r.list)-drop > ringMessages || r.bytes > ringBytes {
		r.bytes -= len(r.list[drop])
		r.list[drop] = nil
		drop++
	}
	r.list, r.first = r.list[drop:], r.first+uint64(drop)
}

// since returns the messages after seq, up to last, if all of them are still there.
func (r *ring) since(seq, last uint64) ([][]byte, bool) {
	switch {
	case seq > last:
		return nil, false
	case seq == last:
		return nil, true
	case len(r.list) == 0 || seq+1 < r.first:
		return nil, false
	}
	return r.list[seq+1-r.first:], true
}
