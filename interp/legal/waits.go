package legal

// This file tells the session where goroutines are that may wait: it explains deadlocks by that. Before a statement that receives,
// sends, selects, or waits for something of package sync goes
//
//	host.At("f#2 receive")
//
// which is the second such place of function f, and the statement's kind. The numbers do not change when text moves. A go statement
// has a name of that form too, which the pass tasks hands to host.Go. Timers that are set anew are told in the same way: t.Reset(d)
// becomes t.Reset(host.Timer(d)); what is done to tickers the session does. A place that may receive from a ticker is "f#2t receive". The session also does the waiting, as host.WaitGroupWait(&wg), so that an interrupt ends it.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/core"
)

// waiters are the methods that wait, with the kinds of their places, which are what the runtime says of a goroutine there.
var waiters = map[string]string{
	"(*sync.WaitGroup).Wait":                   "WaitGroup.Wait",
	"(*golang.org/x/sync/errgroup.Group).Wait": "WaitGroup.Wait",
	"(*sync.Mutex).Lock":                       "Mutex.Lock",
	"(*sync.RWMutex).Lock":                     "RWMutex.Lock",
	"(*sync.RWMutex).RLock":                    "RWMutex.RLock",
	"(*sync.Cond).Wait":                        "Cond.Wait",
}

// awaited are those of them that the session waits in, by the names of its functions.
var awaited = map[string]string{
	"(*sync.WaitGroup).Wait":                   "WaitGroupWait",
	"(*golang.org/x/sync/errgroup.Group).Wait": "ErrGroupWait",
	"(*sync.Mutex).Lock":                       "MutexLock",
	"(*sync.RWMutex).Lock":                     "RWMutexLock",
	"(*sync.RWMutex).RLock":                    "RWMutexRLock",
	"(*sync.Cond).Wait":                        "CondWait",
}

// The methods that stop a ticker and set it anew.
const (
	stopTicker  = "(*time.Ticker).Stop"
	resetTicker = "(*time.Ticker).Reset"
)

// resetters are the methods that set timers.
var resetters = map[string]string{
	"(*time.Timer).Reset": "Timer",
}

func waits(u *unit) {
	for _, fn := range u.pkg.Funcs {
		core.InspectStmts(fn.Body, func(n core.Node) bool {
			if c, ok := n.(*core.Call); ok && len(c.Args) == 1 {
				if host := resetters[startedBy(c)]; host != "" {
					c.Args[0] = hostCall(c.At, host, c.Args[0].Type(), c.Args[0])
				}
			}
			return true
		})
	}
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			_, inner := labelled(s)
			if kind, at := waitKind(inner); kind != "" {
				if receivesTime(inner) {
					kind = timeMark + kind
				}
				out = append(out, u.arrive(fn, kind, at))
				if r, ok := inner.(*core.Range); ok { // what its body waits for is over when it receives again
					r.Body = append(r.Body, u.arrive(fn, kind, at))
				}
			}
			out = append(out, s)
		}
		return out
	})
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if c, ok := e.(*core.Call); ok {
			return await(c)
		}
		return e
	}}
	for _, fn := range u.pkg.Funcs {
		fn.Body = m.MapStmts(fn.Body)
	}
}

// embedded is the receiver of a method without what embeds it, or nil if the program cannot name that.
func embedded(m *core.Field) core.Expr {
	e := m.E
	_, path := lookup(e.Type(), m.Name)
	for _, i := range path[:len(path)-1] {
		t := e.Type().Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		f := t.(*types.Struct).Field(i)
		if !f.Exported() && !sessionPath(f.Pkg().Path()) {
			return nil
		}
		e = &core.Field{X: core.X{At: m.At, T: f.Type()}, E: e, Name: f.Name()}
	}
	return e
}

// await has the session wait, or set a ticker.
func await(c *core.Call) core.Expr {
	by := startedBy(c)
	host := awaited[by]
	switch by {
	case stopTicker:
		host = "TickerStop"
	case resetTicker:
		host = "TickerReset"
	}
	if host == "" {
		return c
	}
	recv := embedded(c.Fun.(*core.Field))
	if recv == nil {
		return c
	}
	t := recv.Type()
	if _, isPointer := t.Underlying().(*types.Pointer); !isPointer {
		if !addressable(recv) {
			return c
		}
		recv = address(recv, types.NewPointer(t), c.At)
	}
	return hostCall(c.At, host, c.T, append([]core.Expr{recv}, c.Args...)...)
}

// arrive is the statement that tells the place.
func (u *unit) arrive(fn *core.Func, kind string, at token.Pos) core.Stmt {
	return &core.Do{S: core.S{At: at}, E: hostCall(at, "At", nil, u.place(fn, kind, at))}
}

// place is the name of the function's next place.
func (u *unit) place(fn *core.Func, kind string, at token.Pos) core.Expr {
	if u.places == nil {
		u.places = map[*core.Func]int{}
	}
	u.places[fn]++
	name := fn.Name
	if fn.Recv != nil {
		name = strings.TrimPrefix(types.TypeString(fn.Recv.Type, func(*types.Package) string { return "" }), "*") + "." + name
	}
	mark, kind := "", kind
	if rest, ok := strings.CutPrefix(kind, timeMark); ok {
		mark, kind = timeMark, rest
	}
	text := fmt.Sprintf("%s#%d%s %s", name, u.places[fn], mark, kind)
	return &core.Const{X: core.X{At: at, T: types.Typ[types.String]}, Val: constant.MakeString(text)}
}

// timeMark is in the names of places that receive values of type time.Time.
const timeMark = "t"

// MayTick reports whether the operation at a place may receive from a ticker.
func MayTick(place string) bool {
	name, _, _ := strings.Cut(place, " ")
	return strings.HasSuffix(name, timeMark)
}

// receivesTime reports whether a statement itself, without those in it, receives a time.
func receivesTime(s core.Stmt) bool {
	found := false
	times := func(t types.Type) {
		if c, ok := t.Underlying().(*types.Chan); ok {
			found = found || types.TypeString(types.Unalias(c.Elem()), nil) == "time.Time"
		}
	}
	list := []core.Stmt{s}
	switch s := s.(type) {
	case *core.Select:
		list = nil
		for _, c := range s.Cases {
			list = append(list, c.Comm)
		}
	case *core.Range:
		times(s.E.Type())
	}
	for _, s := range list {
		if s == nil {
			continue
		}
		for _, e := range exprs(s) {
			core.Inspect(e, func(n core.Node) bool {
				if r, ok := n.(*core.Unary); ok && r.Op == token.ARROW {
					times(r.E.Type())
				}
				_, lit := n.(*core.FuncLit)
				return !lit
			})
		}
	}
	return found
}

// PlaceName is the name of the place that a call tells the session or one of its functions, or "".
func PlaceName(c *core.Call) string {
	i := 0
	switch {
	case len(c.Args) == 0:
		return ""
	case usesMap(c):
		i = len(c.Args) - 1
	case !isHostCall(c, "At") && !isHostCall(c, "Go"):
		return ""
	}
	if k, ok := c.Args[i].(*core.Const); ok && k.Val != nil && k.Val.Kind() == constant.String {
		return constant.StringVal(k.Val)
	}
	return ""
}

// waitKind says whether a statement itself, without those in it, may wait, and where.
func waitKind(s core.Stmt) (kind string, at token.Pos) {
	switch s := s.(type) {
	case *core.Send:
		return "send", s.At
	case *core.Select:
		for _, c := range s.Cases {
			if c.Comm == nil {
				return "", 0
			}
		}
		return "select", s.At
	case *core.Range:
		if _, ok := s.E.Type().Underlying().(*types.Chan); ok {
			return "receive", s.At
		}
	case *core.Do:
		if s.How != core.DoCall {
			return "", 0
		}
	}
	if s == nil {
		return "", 0
	}
	for _, e := range exprs(s) {
		core.Inspect(e, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.FuncLit:
				return false
			case *core.Unary:
				if n.Op == token.ARROW {
					kind, at = "receive", n.At
				}
			case *core.Call:
				if k := waiters[startedBy(n)]; k != "" {
					kind, at = k, n.At
				}
			}
			return true
		})
	}
	return kind, at
}
