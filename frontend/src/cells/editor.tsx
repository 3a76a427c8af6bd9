// This file is the editor of a cell: a CodeMirror that follows the document. Text goes out with every change; text
// that comes from elsewhere goes in as the smallest replacement, so that the cursor stays where it is.
import { startCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { go } from '@codemirror/lang-go'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { lintKeymap, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, StateEffect, StateField, Transaction, type Extension, type Text } from '@codemirror/state'
import { Decoration, EditorView, keymap, lineNumbers, placeholder, drawSelection, type DecorationSet } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { difference } from '../document'
import { nonce } from '../page'
import type { Diagnostic, Kind } from '../protocol'
import { assistance, describe, merged, type Help } from './assist'
import { goHighlighting } from './highlight'

interface Props {
  kind: Kind
  source: string // as of this drawing; current() is as of now
  current(): string
  label: string
  diagnostics: readonly Diagnostic[]
  lit: readonly number[]
  focused: boolean
  jump?: { line: number; col: number } | undefined
  readOnly: boolean
  ghost?: string
  help?: Help // of a code cell that may be changed
  onChange(source: string): void
  onFocus(): void
  onLeaveUp(): void
  onLeaveDown(): void
}

const fromOutside = Annotation.define<boolean>()
const setLit = StateEffect.define<readonly number[]>()
const litLine = Decoration.line({ class: 'lit-f' })

const litField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    let next = set.map(tr.changes)
    for (const e of tr.effects) {
      if (!e.is(setLit)) continue
      const lines = [...new Set(e.value)].filter((n) => n >= 1 && n <= tr.state.doc.lines).sort((a, b) => a - b)
      next = Decoration.set(lines.map((n) => litLine.range(tr.state.doc.line(n).from)))
    }
    return next
  },
  provide: (f) => EditorView.decorations.from(f),
})

// marks turns diagnostics into ranges of the text; one without a place marks nothing and is said below the cell.
export function marks(doc: Text, list: readonly Diagnostic[]): Mark[] {
  return list.flatMap((d) => {
    if (d.line < 1 || d.line > doc.lines) return []
    const line = doc.line(d.line)
    const from = Math.min(line.from + Math.max(d.col, 1) - 1, line.to)
    const given = d.endCol !== undefined ? line.from + d.endCol - 1 : from + wordLength(line.text.slice(from - line.from))
    const to = Math.min(Math.max(given, from + 1), line.to)
    return [{ from: to > from ? from : Math.max(line.from, to - 1), to, severity: 'error' as const, message: d.message, source: d.code }]
  })
}

function wordLength(text: string): number {
  return /^\w+/.exec(text)?.[0].length ?? 1
}

function numbersWhenLong(doc: Text): Extension {
  return doc.lines > 3 ? lineNumbers() : []
}

export function Editor(props: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const latest = useRef(props)
  latest.current = props
  const live = useRef<{ text: string; list: readonly Diagnostic[] } | undefined>(undefined)
  const edited = useRef(false) // since the diagnostics of the last run came
  const draw = (v: EditorView) =>
    v.dispatch(setDiagnostics(v.state, marks(v.state.doc, merged(latest.current.diagnostics, live.current?.list, edited.current))))

  useLayoutEffect(() => {
    const numbers = new Compartment()
    const leave = (up: boolean) => (v: EditorView) => {
      const { head, empty } = v.state.selection.main
      const line = v.state.doc.lineAt(head)
      if (!empty || line.number !== (up ? 1 : v.state.doc.lines)) return false
      if (up) latest.current.onLeaveUp()
      else latest.current.onLeaveDown()
      return true
    }
    const made = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: props.source,
        extensions: [
          EditorView.cspNonce.of(nonce()),
          keymap.of([
            { key: 'ArrowUp', run: leave(true) },
            { key: 'ArrowDown', run: leave(false) },
            { key: 'Shift-Enter', run: () => true },
            { key: 'Mod-Enter', run: () => true },
          ]),
          history(),
          drawSelection({ cursorBlinkRate: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 1200 }),
          numbers.of(numbersWhenLong(EditorState.create({ doc: props.source }).doc)),
          indentUnit.of('\t'),
          EditorState.tabSize.of(4),
          search({ top: true }),
          props.kind === 'code'
            ? [go(), goHighlighting, bracketMatching(), indentOnInput(), highlightSelectionMatches()]
            : EditorView.lineWrapping,
          props.help && !props.readOnly
            ? assistance(props.help, (list) => {
                live.current = { text: made.state.doc.toString(), list }
                draw(made)
              })
            : [],
          litField,
          props.ghost ? placeholder(props.ghost) : [],
          EditorState.readOnly.of(props.readOnly),
          EditorView.contentAttributes.of({ 'aria-label': props.label, tabindex: '0', spellcheck: String(props.kind === 'markdown') }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
          EditorView.updateListener.of((u) => {
            if (u.docChanged) {
              edited.current = true
              const was = u.startState.doc.lines > 3
              if (was !== u.state.doc.lines > 3) {
                queueMicrotask(() => made.dispatch({ effects: numbers.reconfigure(numbersWhenLong(made.state.doc)) }))
              }
              if (!u.transactions.some((t) => t.annotation(fromOutside))) latest.current.onChange(u.state.doc.toString())
            }
            if (u.focusChanged && u.view.hasFocus) latest.current.onFocus()
            if (u.focusChanged && !u.view.hasFocus) u.view.scrollDOM.scrollLeft = 0 // lines are read from their beginning
          }),
        ],
      }),
    })
    view.current = made
    const command = (e: Event) => {
      const help = latest.current.help
      if (!(e instanceof CustomEvent) || !help) return
      if (e.detail === 'complete') startCompletion(made)
      else if (e.detail === 'describe') void describe(made, help)
    }
    host.current!.addEventListener('costate-command', command)
    // Lines are measured anew when the shipped fonts are there.
    void document.fonts.ready.then(() => made.requestMeasure())
    return () => made.destroy()
  }, [props.kind, props.readOnly])

  useEffect(() => {
    const v = view.current
    if (!v) return
    // What was typed since this was drawn is in the document already: only text from elsewhere differs.
    const now = v.state.doc.toString()
    const want = latest.current.current()
    // It is not this editor's to undo: Mod+Z takes back what was typed here.
    const annotations = [fromOutside.of(true), Transaction.addToHistory.of(false)]
    if (now !== want) v.dispatch({ changes: difference(now, want), annotations })
  }, [props.source])

  useEffect(() => {
    edited.current = false
    // What a check has found in an older text is less than what the run has to say.
    if (view.current && live.current?.text !== view.current.state.doc.toString()) live.current = undefined
    if (view.current) draw(view.current)
  }, [props.diagnostics])

  useEffect(() => {
    view.current?.dispatch({ effects: setLit.of(props.lit) })
  }, [props.lit])

  useLayoutEffect(() => {
    if (props.focused && view.current && !view.current.hasFocus) view.current.focus()
  }, [props.focused])

  useLayoutEffect(() => {
    const v = view.current
    if (!v || !props.jump) return
    const line = v.state.doc.line(Math.max(1, Math.min(props.jump.line, v.state.doc.lines)))
    v.dispatch({ selection: { anchor: Math.min(line.from + props.jump.col - 1, line.to) }, scrollIntoView: true })
    v.focus()
  }, [props.jump])

  return <div class="w" ref={host} />
}
