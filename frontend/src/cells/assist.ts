// This file helps to write Go in a cell: completion, what a name means, the parameters of a call, and what Go will refuse.
// The answers are the server's; all of it can be had by keys and is said to screen readers.
import { acceptCompletion, autocompletion, closeCompletion, completionKeymap, completionStatus, startCompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { Prec, StateEffect, StateField, type Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, showTooltip, ViewPlugin, type Tooltip, type ViewUpdate } from '@codemirror/view'
import type { Assisted, Diagnostic, Hover, Item, ItemKind, Signature, Want } from '../protocol'

// Help is where the answers come from.
export interface Help {
  ask(want: Want, source: string, at: number): Promise<Assisted | undefined>
  say(text: string): void
  onChange(f: () => void): () => void // calls f when the notebook has changed; returns what ends that
}

const checkPause = 300 // ms after the last letter
const retryPause = 800

const icons: Record<ItemKind, string> = {
  variable: 'variable',
  field: 'property',
  function: 'function',
  method: 'method',
  type: 'type',
  constant: 'constant',
  package: 'namespace',
  keyword: 'keyword',
}

// option makes a candidate of the editor. The server has put the best first, which the boost keeps so.
export function option(item: Item, i: number): Completion {
  return {
    label: item.label,
    type: icons[item.kind] ?? 'text',
    boost: Math.max(99 - i, -99),
    ...(item.type ? { detail: item.type } : {}),
    ...(item.doc ? { info: item.doc } : {}),
    ...(item.insert ? { apply: item.insert } : {}),
  }
}

const word = /^[\p{L}\p{N}_]*$/u
const path = /^[\w./-]*$/

// wanted says whether candidates are asked for without a key: behind letters of a name, behind a dot, and in the path of an import.
export function wanted(before: string): 'word' | 'path' | undefined {
  if (/^\s*(?:import\s+)?(?:[\w.]+\s+)?"[\w./-]*$/.test(before) && /import|^\s*"/.test(before)) return 'path'
  const typed = /[\p{L}\p{N}_]*$/u.exec(before)![0]
  const rest = before.slice(0, before.length - typed.length)
  if (/^\p{N}/u.test(typed) || /\/\//.test(before)) return undefined
  if (typed === '') return /[\p{L}\p{N}_)\]}"]\.$/u.test(rest) && !/(?:^|[^\p{L}\p{N}_])\p{N}+\.$/u.test(rest) ? 'word' : undefined
  return 'word'
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const infoWidth = 400 // at most
const infoNarrow = 220 // less than that beside the list is not worth reading
const infoLow = 120

// infoPlace says where the documentation of a candidate goes: on the right of the list, or under it if there is no room, or above it. It never
// goes to the left, where the text is.
export function infoPlace(list: Box, option: Box, info: Box, space: Box): { style: string; class: string } {
  const width = info.right - info.left
  const height = info.bottom - info.top
  const right = space.right - list.right
  if (right >= Math.min(width, infoNarrow)) {
    const top = Math.max(space.top, Math.min(option.top, space.bottom - height)) - list.top
    return { style: `top: ${top}px; max-width: ${Math.min(infoWidth, right)}px; max-height: ${space.bottom - space.top}px`, class: 'cm-completionInfo-right' }
  }
  const below = space.bottom - list.bottom
  const above = list.top - space.top
  const under = below >= Math.min(height, infoLow) || below >= above
  const most = Math.min(infoWidth, space.right - list.left)
  return {
    style: `${under ? 'top' : 'bottom'}: ${list.bottom - list.top}px; max-width: ${most}px; max-height: ${under ? below : above}px`,
    class: 'under',
  }
}

function source(help: Help) {
  return async (ctx: CompletionContext): Promise<CompletionResult | null> => {
    const line = ctx.state.doc.lineAt(ctx.pos)
    const kind = wanted(line.text.slice(0, ctx.pos - line.from))
    if (!kind && !ctx.explicit) return null
    const answer = await help.ask('complete', ctx.state.doc.toString(), ctx.pos)
    const list = answer?.complete
    if (!list || ctx.aborted || list.items.length === 0) return null
    return {
      from: list.from,
      ...(list.to > ctx.pos ? { to: list.to } : {}),
      options: list.items.map(option),
      validFor: kind === 'path' ? path : word,
    }
  }
}

// Tip is what is shown beside the text until the cursor goes elsewhere.
interface Tip {
  kind: 'signature' | 'hover'
  pos: number
  spoken: string
  dom(): HTMLElement
}

const setTip = StateEffect.define<Tip | null>()

const tipField = StateField.define<Tip | null>({
  create: () => null,
  update(tip, tr) {
    for (const e of tr.effects) if (e.is(setTip)) return e.value
    if (!tip || (tip.kind === 'hover' && (tr.docChanged || tr.selection))) return null
    return tr.docChanged ? { ...tip, pos: tr.changes.mapPos(tip.pos) } : tip
  },
  provide: (f) => showTooltip.from(f, (tip): Tooltip | null => tip && { pos: tip.pos, above: true, create: () => ({ dom: tip.dom() }) }),
})

function element(tag: string, cls: string, ...children: (Node | string)[]): HTMLElement {
  const el = document.createElement(tag)
  el.className = cls
  el.append(...children)
  return el
}

// drawHover has the whole text, which may have to be scrolled: it takes the focus, and Escape gives it back.
function drawHover(view: EditorView, h: Hover): HTMLElement {
  const el = element('div', 'cm-help', element('pre', 'cm-help-decl', h.decl))
  el.setAttribute('role', 'tooltip')
  if (h.doc) el.append(element('div', 'cm-help-doc', h.doc))
  if (h.path) el.append(element('div', 'cm-help-from', h.path))
  el.tabIndex = 0
  el.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape') return
    e.preventDefault()
    view.focus()
  })
  return el
}

function drawSignature(s: Signature): HTMLElement {
  const decl = element('pre', 'cm-help-decl', s.before)
  s.params.forEach((p, i) => decl.append(i > 0 ? ', ' : '', element(i === s.active ? 'b' : 'span', '', p)))
  decl.append(s.after)
  const el = element('div', 'cm-help', decl)
  el.setAttribute('role', 'tooltip')
  if (s.doc) el.append(element('div', 'cm-help-doc', s.doc))
  return el
}

// spokenSignature is what a screen reader is told when a parameter begins.
export function spokenSignature(s: Signature): string {
  const name = s.before.replace(/\($/, '')
  const now = s.params[s.active]
  return now === undefined ? `${name} has no more parameters.` : `${name}, parameter ${s.active + 1} of ${s.params.length}: ${now}.`
}

// spokenHover is the declaration and the first sentence.
export function spokenHover(h: Hover): string {
  const first = /^[\s\S]*?\.(?=\s|$)/.exec(h.doc ?? '')?.[0] ?? h.doc ?? ''
  return `${h.decl.split('\n')[0]} ${first}`.trim()
}

// describe shows what the name at the cursor means or, where there is none, the call that the cursor is in. The second time it goes
// into what is shown.
export async function describe(view: EditorView, help: Help): Promise<void> {
  if (view.state.field(tipField, false)?.kind === 'hover') {
    view.dom.querySelector<HTMLElement>('.cm-help[tabindex]')?.focus()
    return
  }
  const at = view.state.selection.main.head
  const text = view.state.doc.toString()
  const hover = (await help.ask('hover', text, at))?.hover
  if (view.state.doc.toString() !== text) return
  if (hover) {
    const spoken = spokenHover(hover)
    view.dispatch({ effects: setTip.of({ kind: 'hover', pos: hover.from, spoken, dom: () => drawHover(view, hover) }) })
    help.say(spoken)
    return
  }
  const answer = await help.ask('signature', text, at)
  if (view.state.doc.toString() !== text) return
  if (answer?.signature) showSignature(view, help, answer.signature)
  else help.say('There is nothing to say about this place.')
}

// showSignature shows a call, and says its parameter if it is another one.
function showSignature(view: EditorView, help: Help, s: Signature): void {
  const spoken = spokenSignature(s)
  const had = view.state.field(tipField, false)?.spoken
  const pos = Math.min(s.at, view.state.doc.length)
  view.dispatch({ effects: setTip.of({ kind: 'signature', pos, spoken, dom: () => drawSignature(s) }) })
  if (had !== spoken) help.say(spoken)
}

// typed gives the text that a person has put in with this update.
function typed(u: ViewUpdate): string {
  let text = ''
  for (const tr of u.transactions) {
    if (tr.isUserEvent('input')) tr.changes.iterChanges((_fa, _ta, _fb, _tb, inserted) => (text += inserted.toString()))
  }
  return text
}

// Signatures shows the call that is written, from its first parenthesis or a comma on until the cursor has left it.
class Signatures {
  private follows = false

  constructor(
    private readonly view: EditorView,
    private readonly help: Help,
  ) {}

  update(u: ViewUpdate): void {
    for (const tr of u.transactions) {
      for (const e of tr.effects) if (e.is(setTip)) this.follows = e.value?.kind === 'signature'
    }
    if (u.focusChanged && !this.view.hasFocus && !this.view.dom.contains(document.activeElement)) {
      this.follows = false
      if (u.state.field(tipField, false)) queueMicrotask(() => this.view.dispatch({ effects: setTip.of(null) }))
      return
    }
    if (u.docChanged && /[(,]/.test(typed(u))) this.follows = true
    if (this.follows && (u.docChanged || u.selectionSet)) void this.ask()
  }

  private async ask(): Promise<void> {
    const at = this.view.state.selection.main.head
    const answer = await this.help.ask('signature', this.view.state.doc.toString(), at)
    // Without an answer there is a newer question. What has been closed meanwhile stays closed.
    if (!answer || !this.follows || this.view.state.selection.main.head !== at) return
    if (answer.signature) showSignature(this.view, this.help, answer.signature)
    else this.view.dispatch({ effects: setTip.of(null) })
  }
}

// Checker asks what is wrong after a pause, and again when other cells have changed while this one is looked at.
class Checker {
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly stop: () => void
  private found = 0
  private ended = false

  constructor(
    private readonly view: EditorView,
    private readonly help: Help,
    private readonly show: (list: readonly Diagnostic[]) => void,
  ) {
    this.stop = help.onChange(() => (view.hasFocus || this.found > 0 ? this.later(retryPause) : undefined))
  }

  update(u: ViewUpdate): void {
    if (u.docChanged || (u.focusChanged && u.view.hasFocus)) this.later(checkPause)
  }

  destroy(): void {
    this.ended = true
    clearTimeout(this.timer)
    this.stop()
  }

  private later(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.check(), ms)
  }

  private async check(): Promise<void> {
    const text = this.view.state.doc.toString()
    const answer = await this.help.ask('check', text, 0)
    if (this.ended || this.view.state.doc.toString() !== text) return // it has its own check
    if (!answer) {
      this.later(retryPause) // another cell's question came after this one
      return
    }
    const list = answer.list ?? []
    if (list.length > 0 && this.found === 0 && this.view.hasFocus) {
      this.help.say(`${list.length === 1 ? 'One problem' : `${list.length} problems`}: ${list[0]!.message}. F8 goes there.`)
    }
    this.found = list.length
    this.show(list)
  }
}

// foundBeforeRunning are the codes of what a check finds as well as a run.
const foundBeforeRunning = new Set(['syntax', 'type', 'import', 'denied', 'ad', 'unsupported'])

// merged gives what is marked in the text: what was found while typing and, as long as the text is the one that ran, what only the
// run could find. Before the first check all is the run's.
export function merged(ran: readonly Diagnostic[], live: readonly Diagnostic[] | undefined, edited: boolean): readonly Diagnostic[] {
  if (!live) return ran
  if (edited) return live
  const same = (a: Diagnostic) => (b: Diagnostic) => a.line === b.line && a.col === b.col
  return [...live, ...ran.filter((d) => !foundBeforeRunning.has(d.code) || d.code === 'unsupported' || d.code === 'ad').filter((d) => !live.some(same(d)))]
}

// assistance is all of it. show is called with what a check has found.
export function assistance(help: Help, show: (list: readonly Diagnostic[]) => void): Extension {
  // A list that is shown goes first; one that is only on its way does not take the key.
  const close = (view: EditorView) => {
    if (completionStatus(view.state) === 'pending') closeCompletion(view)
    if (!view.state.field(tipField, false) || completionStatus(view.state) === 'active') return false
    view.dispatch({ effects: setTip.of(null) })
    return true
  }
  return [
    autocompletion({ override: [source(help)], defaultKeymap: false, maxRenderedOptions: 60, icons: true, positionInfo: (_, list, option, info, space) => infoPlace(list, option, info, space) }),
    // The key that begins a completion is in the page's table of keys.
    Prec.highest(keymap.of([{ key: 'Escape', run: close }, ...completionKeymap.filter((k) => k.run !== startCompletion), { key: 'Tab', run: acceptCompletion }])),
    tipField,
    ViewPlugin.define((view) => new Signatures(view, help)),
    hoverTooltip(
      async (view, pos) => {
        const hover = (await help.ask('hover', view.state.doc.toString(), pos))?.hover
        if (!hover || hover.to > view.state.doc.length) return null
        return { pos: hover.from, end: hover.to, above: true, create: () => ({ dom: drawHover(view, hover) }) }
      },
      { hideOnChange: true },
    ),
    ViewPlugin.define((view) => new Checker(view, help, show)),
  ]
}
