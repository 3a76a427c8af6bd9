// This file says how Go is shown: by weight, not by hue. The two hues that carry a meaning are blue for values
// that run forward and orange for adjoints; in generated text adjoints are known by their names.
import { goLanguage } from '@codemirror/lang-go'
import { RangeSetBuilder, type Extension } from '@codemirror/state'
import { syntaxHighlighting } from '@codemirror/language'
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'

export const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], class: 'tok-k' },
  { tag: [tags.lineComment, tags.blockComment, tags.comment], class: 'tok-c' },
  { tag: [tags.string, tags.character, tags.special(tags.string)], class: 'tok-s' },
])

export interface Piece {
  text: string
  class: string
}

// className gives the class of a name: adjoints end in Bar, pullbacks in Back, what a tape keeps in T.
export function nameClass(word: string): string {
  if (/^[a-z]\w*(Bar|Bars|Back|BackT|BarT)\d*$/.test(word)) return 'z'
  return ''
}

const word = /[A-Za-z_]\w*/g

// pieces splits Go text into lines of classed pieces.
export function pieces(text: string): Piece[][] {
  const lines: Piece[][] = [[]]
  const put = (part: string, cls: string) => {
    part.split('\n').forEach((line, i) => {
      if (i > 0) lines.push([])
      if (line) lines.at(-1)!.push({ text: line, class: cls })
    })
  }
  const plain = (part: string) => {
    let at = 0
    for (const m of part.matchAll(word)) {
      const cls = nameClass(m[0])
      if (!cls) continue
      put(part.slice(at, m.index), '')
      put(m[0], cls)
      at = m.index + m[0].length
    }
    put(part.slice(at), '')
  }
  let at = 0
  highlightTree(goLanguage.parser.parse(text), highlighter, (from, to, cls) => {
    if (from > at) plain(text.slice(at, from))
    put(text.slice(from, to), directive(text.slice(from, to)) ? 'tok-d' : cls)
    at = to
  })
  plain(text.slice(at))
  return lines
}

const directive = (comment: string) => comment.startsWith('//ad:')

const adjointName = Decoration.mark({ class: 'z' })
const directiveMark = Decoration.mark({ class: 'tok-d' })

function names(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    const text = view.state.doc.sliceString(from, to)
    for (const m of text.matchAll(/\/\/ad:[^\n]*|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*/g)) {
      const start = from + m.index
      if (directive(m[0])) marks.add(start, start + m[0].length, directiveMark)
      else if (nameClass(m[0])) marks.add(start, start + m[0].length, adjointName)
    }
  }
  return marks.finish()
}

const nameMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = names(view)
    }
    update(u: ViewUpdate) {
      if (u.docChanged || u.viewportChanged) this.decorations = names(u.view)
    }
  },
  { decorations: (v) => v.decorations },
)

export const goHighlighting: Extension = [syntaxHighlighting(highlighter), nameMarks]
