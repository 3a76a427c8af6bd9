package ui

// This file draws progress bars.

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// every is how often a bar is shown at most.
const every = 50 * time.Millisecond

// barWidth is the length of a bar in text, in characters.
const barWidth = 30

// Bar is a progress bar. It must be made by Progress.
type Bar struct {
	screen *Screen
	id     string
	total  int
	label  string
	now    func() time.Time

	mu    sync.Mutex
	n     int
	began time.Time
	last  time.Time // when it was shown
	shown int       // what was shown last
	late  bool      // it has moved since
	width int       // of the line that was printed last
	done  bool
}

// Add moves the bar by n. It returns the bar, so calls may be chained.
func (b *Bar) Add(n int) *Bar {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.move(b.n + n)
	return b
}

// Set moves the bar to n.
func (b *Bar) Set(n int) *Bar {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.move(n)
	return b
}

// Done ends the bar where it stands. A bar that is done does not move.
func (b *Bar) Done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done {
		return
	}
	b.done = true
	if b.shown != b.n || b.total <= 0 || b.n < b.total { // else the end is seen
		b.show()
	}
	if b.screen.Display == nil {
		io.WriteString(b.screen.Out, "\n")
	}
}

// String returns the bar in words.
func (b *Bar) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text(b.now())
}

// Bundle returns the bar as it stands.
func (b *Bar) Bundle() (map[string][]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.forms(), nil
}

func (b *Bar) move(n int) {
	if b.done {
		return
	}
	end := b.total > 0 && n >= b.total && b.n < b.total
	if b.n = n; end || b.now().Sub(b.last) >= every {
		b.show()
	} else if !b.late {
		b.late = true
		b.screen.behind(b, true)
	}
}

func (b *Bar) show() {
	b.last, b.shown = b.now(), b.n
	if b.late {
		b.late = false
		b.screen.behind(b, false)
	}
	if b.screen.Display != nil {
		b.screen.Display(b.id, b.forms())
		return
	}
	line := b.text(b.last)
	width := len([]rune(line))
	io.WriteString(b.screen.Out, "\r"+line+strings.Repeat(" ", max(0, b.width-width)))
	b.width = width
}

// forms is only text: a page replaces it many times a second, and letters are drawn at once.
func (b *Bar) forms() map[string][]byte {
	return map[string][]byte{mimeText: []byte(b.text(b.now()))}
}

func (b *Bar) prefix() string {
	if b.label == "" {
		return ""
	}
	return b.label + " "
}

// text writes the bar as a line: the label, a bar of blocks, numbers, and the time that it took or will take.
func (b *Bar) text(now time.Time) string {
	took := now.Sub(b.began)
	if b.total <= 0 {
		return fmt.Sprintf("%s%d in %s", b.prefix(), b.n, seconds(took))
	}
	part := min(max(float64(b.n)/float64(b.total), 0), 1)
	full := int(part * barWidth)
	line := fmt.Sprintf("%s│%s%s│ %d of %d, %d %%", b.prefix(), strings.Repeat("█", full), strings.Repeat("░", barWidth-full), b.n, b.total, int(100*part))
	switch {
	case b.done || part == 1:
		line += ", took " + seconds(took)
	case part > 0 && took > time.Second:
		line += ", " + seconds(time.Duration(float64(took)*(1-part)/part)) + " left"
	}
	return line
}

// seconds writes a time as people read it.
func seconds(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}
