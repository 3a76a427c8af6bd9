package markdown

// This file keeps mathematics away from Markdown: $…$ and $$…$$ in a line, and blocks from $$ to $$ or of an environment
// \begin{…} to \end{…}. The rules for a single dollar are Pandoc's: no space after the first or before the last, and no
// digit after the last, so that prices stay prices.

import (
	"bytes"
	"html"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// kindInline and kindBlock name the two kinds of node to goldmark, which numbers them.
var (
	kindInline = ast.NewNodeKind("InlineMath")
	kindBlock  = ast.NewNodeKind("BlockMath")
)

type inlineNode struct {
	ast.BaseInline
	tex     []byte
	display bool
}

func (*inlineNode) Kind() ast.NodeKind { return kindInline }

func (n *inlineNode) Dump(src []byte, level int) {
	ast.DumpHelper(n, src, level, map[string]string{"tex": string(n.tex)}, nil)
}

type blockNode struct {
	ast.BaseBlock
	tex []byte
	end []byte // what the last line holds
}

func (*blockNode) Kind() ast.NodeKind { return kindBlock }
func (*blockNode) IsRaw() bool        { return true }

func (n *blockNode) Dump(src []byte, level int) {
	ast.DumpHelper(n, src, level, map[string]string{"tex": string(n.tex)}, nil)
}

// maxInline bounds the search for the end, so that many dollars do not cost the square of the text.
const maxInline = 4 << 10

type inlineMath struct{}

func (inlineMath) Trigger() []byte { return []byte{'$'} }

func (inlineMath) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	fence := []byte("$")
	if bytes.HasPrefix(line, []byte("$$")) {
		fence = []byte("$$")
	}
	startLine, startPos := block.Position()
	block.Advance(len(fence))
	var tex []byte
	for first := true; ; first = false {
		line, _ := block.PeekLine()
		if line == nil {
			break
		}
		i := closing(line, fence, first && len(fence) == 1)
		if i >= 0 {
			tex = append(tex, line[:i]...)
			block.Advance(i + len(fence))
			if len(bytes.TrimSpace(tex)) == 0 {
				break
			}
			return &inlineNode{tex: tex, display: len(fence) == 2}
		}
		if first && len(fence) == 1 && len(line) > 0 && util.IsSpace(line[0]) {
			break
		}
		if tex = append(tex, line...); len(tex) > maxInline {
			break
		}
		block.AdvanceLine()
	}
	block.SetPosition(startLine, startPos)
	return nil
}

// closing is where the fence stands in the line that ends the mathematics, or -1.
func closing(line, fence []byte, first bool) int {
	for i := 0; i+len(fence) <= len(line); i++ {
		if line[i] == '\\' {
			i++
			continue
		}
		if !bytes.HasPrefix(line[i:], fence) {
			continue
		}
		if len(fence) == 2 {
			return i
		}
		if first && (i == 0 || util.IsSpace(line[0])) || i > 0 && util.IsSpace(line[i-1]) {
			return -1
		}
		if i+1 < len(line) && '0' <= line[i+1] && line[i+1] <= '9' {
			return -1
		}
		return i
	}
	return -1
}

type blockMath struct{}

func (blockMath) Trigger() []byte             { return []byte{'$', '\\'} }
func (blockMath) CanInterruptParagraph() bool { return true }
func (blockMath) CanAcceptIndentedLine() bool { return false }

func (blockMath) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	trimmed := bytes.TrimSpace(line)
	n := &blockNode{}
	switch {
	case bytes.HasPrefix(trimmed, []byte(`\begin{`)):
		name, _, ok := bytes.Cut(trimmed[len(`\begin{`):], []byte("}"))
		if !ok {
			return nil, parser.NoChildren
		}
		n.end = []byte(`\end{` + string(name) + "}")
		n.tex = append(n.tex, line...)
		if bytes.Contains(trimmed, n.end) {
			n.end = nil
		}
	case bytes.HasPrefix(trimmed, []byte("$$")):
		rest := trimmed[2:]
		if i := closing(rest, []byte("$$"), false); i >= 0 {
			if i+2 != len(rest) || i == 0 {
				return nil, parser.NoChildren // text follows: it is for the inline parser
			}
			n.tex = append(n.tex, rest[:i]...)
			break
		}
		n.end = []byte("$$")
		n.tex = append(append(n.tex, rest...), '\n')
	default:
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (blockMath) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*blockNode)
	if n.end == nil {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	if line == nil {
		return parser.Close
	}
	if i := bytes.Index(line, n.end); i >= 0 {
		keep := i
		if n.end[0] != '$' {
			keep += len(n.end)
		}
		n.tex = append(n.tex, line[:keep]...)
		n.end = nil
	} else {
		n.tex = append(n.tex, line...)
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (blockMath) Close(ast.Node, text.Reader, parser.Context) {}

type mathRenderer struct{}

func (mathRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindInline, func(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if n := node.(*inlineNode); entering {
			class := "math-inline"
			if n.display {
				class = "math-display"
			}
			w.WriteString(`<span class="` + class + `">` + html.EscapeString(string(n.tex)) + `</span>`)
		}
		return ast.WalkSkipChildren, nil
	})
	reg.Register(kindBlock, func(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(`<div class="math-display">` + html.EscapeString(string(bytes.TrimSpace(node.(*blockNode).tex))) + "</div>\n")
		}
		return ast.WalkSkipChildren, nil
	})
}
