package notebook

// This file generates notebooks and edits at random, spelled in every way that JSON allows.

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// corpus returns the notebooks in testdata by name.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/notebooks/*.ipynb")
	if err != nil || len(names) < 7 {
		t.Fatalf("notebooks in testdata: %v, %v", names, err)
	}
	out := map[string][]byte{}
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(n)] = data
	}
	return out
}

// generator writes random JSON.
type generator struct {
	*rand.Rand
	wild  bool // white space and escapes anywhere, not those of a style
	known bool // nothing that nbformat 4.5 does not know
}

func newGenerator(seed uint64) generator {
	r := rand.New(rand.NewPCG(seed, 1))
	return generator{Rand: r, wild: r.IntN(2) == 0}
}

func (g generator) pick(s ...string) string { return s[g.IntN(len(s))] }

func (g generator) space() string {
	if !g.wild {
		return ""
	}
	return g.pick("", "", " ", "\n", "\t", "\r\n", "  \n ")
}

// str writes a string; words may hold lexemes that decoding changes.
func (g generator) str() string {
	var b strings.Builder
	b.WriteByte('"')
	for range g.IntN(6) {
		b.WriteString(g.pick("x := 1", `\n`, `\n`, "é", `\u00e9`, `\u003c`, "<", `\/`, "/", "\U0001f34e", `\ud83c\udf4e`, `\ud83c`, "\u2028", `\u2028`, `\"`, `\t`, `\r\n`, " "))
	}
	b.WriteByte('"')
	return b.String()
}

func (g generator) list(n int, elem func(i int) string) string {
	var parts []string
	for i := range n {
		parts = append(parts, g.space()+elem(i)+g.space())
	}
	if n == 0 {
		return "[" + g.space() + "]"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// object writes members given as key, value, key, value.
func (g generator) object(members ...string) string {
	var parts []string
	for i := 0; i < len(members); i += 2 {
		parts = append(parts, fmt.Sprintf("%s%q%s:%s%s%s", g.space(), members[i], g.space(), g.space(), members[i+1], g.space()))
	}
	if parts == nil {
		return "{" + g.space() + "}"
	}
	if g.IntN(3) == 0 {
		g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (g generator) lines() string {
	if g.IntN(3) == 0 {
		return g.str()
	}
	return g.list(g.IntN(4), func(int) string { return g.str() })
}

func (g generator) output() string {
	n := 4
	if g.known {
		n = 3
	}
	switch g.IntN(n) {
	case 0:
		return g.object("name", `"stdout"`, "output_type", `"stream"`, "text", g.lines())
	case 1:
		return g.object("data", g.object("text/plain", g.lines(), "image/png", `"aGVs\nbG8="`, "application/json", g.pick("1.0", "[ 1e3 ]", "12345678901234567890")),
			"execution_count", "3", "metadata", g.object(), "output_type", `"execute_result"`)
	case 2:
		return g.object("ename", g.str(), "evalue", g.str(), "output_type", `"error"`, "traceback", g.list(2, func(int) string { return g.str() }))
	}
	return g.object("output_type", `"from_the_future"`, "what", g.str())
}

func (g generator) cell(id string) string {
	m := []string{"metadata", g.object("tags", g.list(1, func(int) string { return `"t"` })), "source", g.lines()}
	if id != "" {
		m = append(m, "id", fmt.Sprintf("%q", id))
	}
	switch g.IntN(5) {
	case 0:
		m = append(m, "cell_type", `"markdown"`)
	case 1:
		m = append(m, "cell_type", `"raw"`, "attachments", g.object("a.png", g.object("image/png", `"aGk="`)))
	case 2:
		m = append(m, "cell_type", `"from_the_future"`, "more", g.str())
	default:
		m = append(m, "cell_type", `"code"`, "execution_count", g.pick("null", "3"), "outputs", g.list(g.IntN(4), func(int) string { return g.output() }))
	}
	if g.IntN(8) == 0 {
		m = m[2:] // no metadata
	} else if g.IntN(8) == 0 {
		m = slices.Delete(m, 2, 4) // no source
	}
	return g.object(m...)
}

// document writes a notebook of format 4.
func (g generator) document() []byte {
	minor := g.pick("2", "5", "5", "99")
	cells := g.list(g.IntN(5), func(i int) string {
		if minor == "2" || g.IntN(8) == 0 {
			return g.cell("")
		}
		return g.cell(fmt.Sprintf("id%d", min(i, 3)))
	})
	text := g.space() + g.object("cells", cells, "metadata", g.object("kernelspec", g.object("name", g.str()), "title", g.str(), "costate", g.pick("{}", `{ "seed" : 3 }`, `{"from":"elsewhere"}`)), "nbformat", "4", "nbformat_minor", minor) + g.space()
	if !g.wild {
		// In the style of some program: laid out by encoding/json, which keeps order and lexemes.
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetIndent("", g.pick(" ", "  ", "\t"))
		enc.SetEscapeHTML(g.IntN(2) == 0)
		if err := enc.Encode(json.RawMessage(text)); err != nil {
			panic(err)
		}
		text = b.String()
		if g.IntN(4) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
	}
	return []byte(text)
}

// op returns an operation on a document, which may be refused.
func (g generator) op(d *Document) Op {
	cells := d.Cells()
	if len(cells) == 0 || g.IntN(8) == 0 {
		kind := g.pick("code", "markdown", "raw")
		return Insert{NewID(), g.IntN(len(cells) + 1), json.RawMessage(fmt.Sprintf(`{"cell_type":%q,"source":%s}`, kind, g.str()))}
	}
	c := cells[g.IntN(len(cells))]
	switch g.IntN(8) {
	case 0:
		return Delete{c.ID()}
	case 1:
		return Move{c.ID(), g.IntN(len(cells))}
	case 2:
		return SetKind{Cell: c.ID(), Kind: CellKind(g.pick("code", "markdown", "raw"))}
	case 3:
		n := len(c.Outputs())
		from := g.IntN(n + 1)
		op := SetOutputs{c.ID(), from, from + g.IntN(n-from+1), []json.RawMessage{}}
		for range g.IntN(3) {
			op.Outputs = append(op.Outputs, json.RawMessage(g.output()))
		}
		return op
	case 4:
		n := g.IntN(9)
		return SetCount{c.ID(), &n}
	case 5:
		op := SetMeta{Key: g.pick("tags", "name", "costate", "title")}
		if g.IntN(2) == 0 {
			op.Cell = c.ID()
		}
		if g.IntN(3) > 0 {
			op.Value = json.RawMessage(g.pick(`"s\/\u003c"`, `{"z": 1.0, "a": [ ]}`, `{"locked":true}`, `{"seed":3}`))
			if g.known && op.Key != "costate" {
				op.Key = "other"
			}
		}
		return op
	}
	n := len(units(c.Source()))
	from := g.IntN(n + 1)
	return Splice{c.ID(), from, from + g.IntN(min(n-from, 12)+1), visible(decodeString(g.str()))}
}
