package interp

// This file looks at the goroutines that run interpreted code, as the runtime describes them in its stack traces. They have labels
// (runtime/pprof): the machine they belong to, and the place of the last operation that may wait.

import (
	"context"
	"os"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
)

// Labels of goroutines. Those that compiled code starts have the labels of the goroutine that called it.
const (
	machineLabel = "costate"
	placeLabel   = "place"
)

// goroutine is one goroutine as the runtime describes it.
type goroutine struct {
	id, state, place string
	frames           []string // names of functions, innermost first
}

// maxGoroutines is with how many goroutines they are still looked at: the world stops meanwhile.
const maxGoroutines = 5000

// caller waits for a call to return, with the labels that the goroutines of the call have.
const caller = "github.com/costate/costate/interp.(*machine).call"

// tracing guards the runtime's settings.
var tracing sync.Mutex

// goroutinesOf lists the goroutines with a machine's label; complete says that there were not too many.
func goroutinesOf(label string) (list []goroutine, complete bool) {
	if runtime.NumGoroutine() > maxGoroutines {
		return nil, false
	}
	text := traces()
	for _, part := range strings.Split(text, "\n\n") {
		g, of := parseGoroutine(part)
		if of == label && !slices.Contains(g.frames, caller) {
			list = append(list, g)
		}
	}
	return list, true
}

// traces returns the stack traces of all goroutines, with labels. The runtime takes the wish for labels from the environment only; it
// is there for as long as that takes.
func traces() string {
	tracing.Lock()
	defer tracing.Unlock()
	const key, wish = "GODEBUG", "tracebacklabels=1"
	old, was := os.LookupEnv(key)
	text := wish
	if old != "" {
		text = old + "," + wish
	}
	os.Setenv(key, text)
	defer func() {
		if was {
			os.Setenv(key, old)
		} else {
			os.Unsetenv(key)
		}
	}()
	for size := 1 << 16; ; size *= 4 {
		buf := make([]byte, size)
		if n := runtime.Stack(buf, true); n < size || size > 1<<26 {
			return string(buf[:n])
		}
	}
}

var (
	goroutineHead = regexp.MustCompile(`^goroutine (\d+) \[([^\],]*)`)
	labelPattern  = regexp.MustCompile(`"(\w+)": "((?:[^"\\]|\\.)*)"`)
)

// parseGoroutine reads a stack trace and the label of its machine.
func parseGoroutine(text string) (g goroutine, of string) {
	head, rest, _ := strings.Cut(text, "\n")
	m := goroutineHead.FindStringSubmatch(head)
	if m == nil {
		return g, ""
	}
	g.id = m[1]
	g.state, _, _ = strings.Cut(m[2], " labels:")
	for _, kv := range labelPattern.FindAllStringSubmatch(head, -1) {
		switch kv[1] {
		case machineLabel:
			of = kv[2]
		case placeLabel:
			g.place = kv[2]
		}
	}
	for line := range strings.Lines(rest) {
		if name, ok := strings.CutSuffix(strings.TrimSpace(line), ")"); ok && !strings.HasPrefix(line, "\t") {
			if i := strings.LastIndex(name, "("); i > 0 {
				g.frames = append(g.frames, name[:i])
			}
		}
	}
	return g, of
}

// waits reports whether the goroutine waits for another goroutine, or for ever.
func (g goroutine) waits() bool {
	switch {
	case strings.HasPrefix(g.state, "chan "), strings.HasPrefix(g.state, "select"), strings.HasPrefix(g.state, "sync."), g.state == "semacquire":
		return true
	}
	return false
}

const interpreterPath = "github.com/traefik/yaegi/interp."

// compiled is the compiled function that interpreted code has called last and that has not returned, or nothing.
func (g goroutine) compiled() string {
	for i, f := range g.frames {
		switch {
		case strings.HasPrefix(f, interpreterPath), f == selecting:
			return ""
		case strings.HasPrefix(f, "reflect.Value.call") || strings.HasPrefix(f, "reflect.Value.Call"):
			if i == 0 {
				return ""
			}
			return strings.TrimPrefix(g.frames[i-1], "github.com/costate/costate/")
		}
	}
	return ""
}

// labels gives goroutines the label of the machine, and of a place if it is not empty.
func (m *machine) labels(place string) context.Context {
	if ctx, ok := m.contexts.Load(place); ok {
		return ctx.(context.Context)
	}
	set := pprof.Labels(machineLabel, m.label)
	if place != "" {
		set = pprof.Labels(machineLabel, m.label, placeLabel, place)
	}
	ctx, _ := m.contexts.LoadOrStore(place, pprof.WithLabels(context.Background(), set))
	return ctx.(context.Context)
}

// at notes the place of an operation that may wait, at which the running goroutine has arrived.
func (m *machine) at(place string) { pprof.SetGoroutineLabels(m.labels(place)) }
