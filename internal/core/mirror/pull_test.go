package mirror

// This file pulls values out of sequences, and compares what each of the two sides sees.

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	ouriter "github.com/costate/costate/internal/core/mirror/iter"
)

// puller is Pull, of either package or made of Pull2.
type puller func(iter.Seq[int]) (func() (int, bool), func())

// ofPairs makes Pull of Pull2.
func ofPairs(pull2 func(iter.Seq2[int, string]) (func() (int, string, bool), func())) puller {
	return func(seq iter.Seq[int]) (func() (int, bool), func()) {
		next, stop := pull2(func(yield func(int, string) bool) {
			seq(func(v int) bool { return yield(v, fmt.Sprint(v)) })
		})
		return func() (int, bool) {
			v, s, ok := next()
			if ok && s != fmt.Sprint(v) || !ok && s != "" {
				return -1, ok
			}
			return v, ok
		}, stop
	}
}

// pullStories are programs that pull; each tells what it sees.
var pullStories = map[string]func(pull puller, say func(...any)){
	"to the end": func(pull puller, say func(...any)) {
		next, stop := pull(slices.Values([]int{3, 1, 2}))
		for range 5 {
			say(next())
		}
		stop()
		say(next())
	},
	"stopped": func(pull puller, say func(...any)) {
		next, stop := pull(func(yield func(int) bool) {
			defer say("cleaned up")
			for i := 0; yield(i); i++ {
				say("sent", i)
			}
			say("yield again", yield(7))
		})
		say(next())
		say(next())
		stop()
		say("stopped")
		stop()
		say(next())
	},
	"stopped at once": func(pull puller, say func(...any)) {
		next, stop := pull(func(func(int) bool) { say("must not run") })
		stop()
		say(next())
	},
	"lazy": func(pull puller, say func(...any)) {
		next, stop := pull(func(yield func(int) bool) {
			say("started")
			yield(1)
			say("went on")
		})
		defer stop()
		say("made")
		say(next())
		say("asked")
		say(next())
	},
	"panic in next": func(pull puller, say func(...any)) {
		next, stop := pull(func(yield func(int) bool) {
			yield(1)
			panic(errors.New("bad"))
		})
		say(next())
		for range 2 {
			say(message(func() any { v, ok := next(); return fmt.Sprint(v, ok) }))
			say(next())
		}
		stop()
	},
	"panic in stop": func(pull puller, say func(...any)) {
		next, stop := pull(func(yield func(int) bool) {
			yield(1)
			panic("bad")
		})
		say(next())
		say(message(func() any { stop(); return nil }))
		say(message(func() any { stop(); return nil }))
		say(next())
	},
	"no sequence": func(pull puller, say func(...any)) {
		next, _ := pull(nil)
		say(message(func() any { next(); return nil }) != "")
		say(next())
		next, stop := pull(nil)
		stop()
		say(next())
	},
	"next in the sequence": func(pull puller, say func(...any)) {
		var next func() (int, bool)
		next, stop := pull(func(yield func(int) bool) {
			say(message(func() any { next(); return nil }))
			yield(5)
		})
		say(next())
		say(next())
		stop()
	},
	"yield outside": func(pull puller, say func(...any)) {
		var late func(int) bool
		next, stop := pull(func(yield func(int) bool) {
			late = yield
			yield(1)
		})
		say(next())
		say(message(func() any { return late(2) }))
		stop()
		say(late(3))
	},
	"two at a time": func(pull puller, say func(...any)) {
		a, stopA := pull(slices.Values([]int{1, 2, 3}))
		b, stopB := pull(func(yield func(int) bool) {
			for {
				v, ok := a()
				if !ok || !yield(10*v) {
					return
				}
			}
		})
		for range 4 {
			say(b())
		}
		stopA()
		stopB()
	},
	"nested panic nil": func(pull puller, say func(...any)) {
		next, _ := pull(func(func(int) bool) { panic(nil) })
		say(message(func() any { next(); return nil }))
		say(next())
	},
}

func TestPull(t *testing.T) {
	kinds := []struct {
		name      string
		std, ours puller
	}{
		{"Pull", iter.Pull[int], ouriter.Pull[int]},
		{"Pull2", ofPairs(iter.Pull2[int, string]), ofPairs(ouriter.Pull2[int, string])},
	}
	for _, k := range kinds {
		for name, story := range pullStories {
			t.Run(k.name+" "+name, func(t *testing.T) {
				want, got := tell(story, k.std), tell(story, k.ours)
				if !slices.Equal(got, want) {
					t.Errorf("it tells\n%q\nwant\n%q", got, want)
				}
			})
		}
	}
}

// tell lists what a story says.
func tell(story func(puller, func(...any)), pull puller) []string {
	var said []string
	story(pull, func(words ...any) { said = append(said, fmt.Sprintln(words...)) })
	return said
}
