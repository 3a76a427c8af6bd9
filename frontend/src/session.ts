// This file joins the state of the notebook, the connection and what the reader looks at: selection, mode,
// the open panel, the lit lines. Components read its signals and call its methods; it draws nothing.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { Asker } from './assist'
import { Connection, type Place } from './connection'
import { take, unsentEdits } from './outbox'
import type { Cell, ClientMessage, Kind, Op } from './protocol'
import { initial, reduce, view, type Event, type State } from './store'

export type Dialog = 'none' | 'keys' | 'commands'

// Lit is what a pointer in a panel lights in the document: lines of cells, in the primal's colour.
export interface Lit {
  cell: string
  lines: readonly number[]
}

// Jump is a place that the cursor goes to.
export interface Jump {
  cell: string
  line: number
  col: number
}

const typingPause = 350

export class Session {
  readonly state: Signal<State> = signal(initial)
  readonly cells: ReadonlySignal<readonly Cell[]>
  readonly numbers: ReadonlySignal<ReadonlyMap<string, number>> // of code cells, from 1
  readonly unsaved: ReadonlySignal<boolean>

  readonly selected: Signal<string | undefined> = signal(undefined)
  readonly editing = signal(false)
  readonly panel: Signal<string | undefined> = signal(undefined)
  readonly asTable = signal(false)
  readonly jump: Signal<Jump | undefined> = signal(undefined)
  readonly dialog: Signal<Dialog> = signal('none')
  readonly lit: Signal<readonly Lit[]> = signal([])
  readonly letters = signal(recall('letters') !== 'off')
  readonly said = signal('') // for the polite live region
  readonly version: ReadonlySignal<number> // of the document, which grows with runs too
  readonly asker: Asker
  displaced = 0 // when another page took the cell away in which the reader wrote

  private readonly connection: Connection
  private typing: ReturnType<typeof setTimeout> | undefined

  constructor(url: string) {
    // The list of cells is computed from two fields of the state, and kept while they are the same.
    const fields = computed(() => this.state.value.cells)
    const box = computed(() => this.state.value.box)
    this.cells = computed(() => view({ cells: fields.value, box: box.value }))
    this.numbers = computed(() => {
      const numbers = new Map<string, number>()
      for (const c of this.cells.value) if (c.kind === 'code') numbers.set(c.id, numbers.size + 1)
      return numbers
    })
    this.unsaved = computed(() => {
      const s = this.state.value
      return s.version !== s.saved || s.ran || unsentEdits(s.box) > 0
    })
    this.version = computed(() => this.state.value.version)
    this.asker = new Asker((m) => this.connection.send(m))
    this.connection = new Connection(url, () => place(this.state.peek()), {
      message: (message) => {
        if (message.type === 'assisted') {
          this.asker.take(message)
          return
        }
        this.dispatch({ type: 'message', message, now: Date.now() })
        this.announce(message)
        this.flush()
      },
      connecting: () => this.dispatch({ type: 'connecting' }),
      lost: (retryAt) => {
        this.asker.drop()
        this.dispatch({ type: 'lost', now: Date.now(), retryAt })
        void this.askWhy()
      },
      refused: () => this.dispatch({ type: 'refused' }),
    })
  }

  start(): void {
    this.connection.open()
  }

  retry(): void {
    this.connection.open()
  }

  // edit changes the document; typed text waits a little, so that a word is one edit.
  edit(...ops: Op[]): void {
    if (this.state.peek().readOnly) return
    this.dispatch({ type: 'edit', ops })
    clearTimeout(this.typing)
    if (ops.every((op) => op.op === 'source')) this.typing = setTimeout(() => this.flush(true), typingPause)
    else this.flush(true)
  }

  undo(): void {
    const before = new Set(this.cells.peek().map((c) => c.id))
    this.dispatch({ type: 'undo' })
    this.flush(true)
    this.selectNew(before)
  }

  redo(): void {
    this.dispatch({ type: 'redo' })
    this.flush(true)
    this.keepSelection(this.cells.peek().length)
  }

  run(ids: string[]): void {
    const cells = this.cells.peek()
    const code = ids.filter((id) => cells.some((c) => c.id === id && c.kind === 'code' && c.source.trim() !== ''))
    if (code.length > 0) this.ask({ type: 'run', cells: code })
  }

  runAll(): void {
    this.ask({ type: 'runAll' })
  }

  runStale(): void {
    const stale = this.cells.peek().filter((c) => c.kind === 'code' && (c.state === 'stale' || c.state === 'error'))
    this.run(stale.map((c) => c.id))
  }

  ask(message: ClientMessage): void {
    if (this.state.peek().link !== 'open') return
    this.dispatch({ type: 'ask', message })
    this.flush(true)
  }

  setReactive(on: boolean): void {
    this.ask({ type: 'set', reactive: on })
    this.tell(on ? 'Cells run when what they use has run.' : 'Cells run when you run them.')
  }

  setShell(run: boolean): void {
    this.ask({ type: 'set', shell: run })
    this.tell(run ? 'Shell commands run with their cells.' : 'Shell commands are not run.')
  }

  setAutorun(id: string, on: boolean): void {
    if (this.cell(id)?.kind !== 'code') return
    this.ask({ type: 'set', cell: id, autorun: on })
    this.tell(on ? 'The cell runs by itself in a reactive notebook.' : 'The cell never runs by itself.')
  }

  dispatch(event: Event): void {
    this.state.value = reduce(this.state.peek(), event)
  }

  // index gives the place of a cell in what is shown, or -1.
  index(id: string | undefined): number {
    return this.cells.peek().findIndex((c) => c.id === id)
  }

  cell(id: string | undefined): Cell | undefined {
    return this.cells.peek()[this.index(id)]
  }

  select(id: string | undefined, editing = false): void {
    this.selected.value = id
    this.editing.value = editing
  }

  // goTo puts the cursor at a place of the text.
  goTo(cell: string, line: number, col = 1): void {
    this.jump.value = { cell, line, col }
    this.select(cell, true)
  }

  step(by: number): void {
    const cells = this.cells.peek()
    const at = this.index(this.selected.peek())
    const to = cells[Math.max(0, Math.min(cells.length - 1, at < 0 ? 0 : at + by))]
    if (to) this.select(to.id)
  }

  insert(at: number, kind: Kind, edit = false, source = ''): void {
    const id = newID()
    this.edit({ op: 'insert', at, cell: { id, kind, source } })
    if (source === '') this.select(id, edit)
    else this.goTo(id, 1, source.length + 1)
  }

  remove(id: string): void {
    const at = this.index(id)
    if (at < 0) return
    this.edit({ op: 'delete', cell: id })
    this.keepSelection(at)
    this.tell('Cell deleted. Z brings it back.')
  }

  move(id: string, by: number): void {
    const at = this.index(id) + by
    if (at < 0 || at >= this.cells.peek().length) return
    this.edit({ op: 'move', cell: id, at })
    this.tell(`Moved to place ${at + 1} of ${this.cells.peek().length}.`)
  }

  open(panel: string | undefined): void {
    this.panel.value = panel
    if (!panel) this.lit.value = []
  }

  setLetters(on: boolean): void {
    this.letters.value = on
    remember('letters', on ? 'on' : 'off')
  }

  tell(text: string): void {
    this.said.value = text
  }

  // askWhy finds out whether a server is there that wants its token: a websocket is refused without a reason.
  private async askWhy(): Promise<void> {
    try {
      const answer = await fetch('/api/files?dir=')
      if (answer.status === 401) this.dispatch({ type: 'wants-token' })
    } catch {
      // There is no server: the next try will tell.
    }
  }

  private flush(typed = false): void {
    const s = this.state.peek()
    if (s.link !== 'open' || !s.inStep) return
    if (!typed && this.typing !== undefined && onlyTyping(s)) return // more letters may come
    if (typed) {
      clearTimeout(this.typing)
      this.typing = undefined
    }
    const [box, messages] = take(s.box, s.version)
    if (messages.length === 0) return
    this.dispatch({ type: 'sent', box })
    for (const m of messages) this.connection.send(m)
  }

  private announce(m: { type: string; state?: string; cell?: string; text?: string; reason?: string }): void {
    if (m.type === 'cell' && (m.state === 'ok' || m.state === 'error')) {
      const n = this.numbers.peek().get(m.cell ?? '')
      this.tell(m.state === 'ok' ? `Cell ${n} is done.` : `Cell ${n} ended with an error.`)
    }
    if (m.type === 'snapshot' && this.selected.peek() === undefined) {
      const [first, second] = this.cells.peek()
      if (first && !second && first.kind === 'code' && first.source === '') this.select(first.id, true)
    }
    if (m.type === 'applied' && this.selected.peek() !== undefined) {
      if (this.editing.peek() && this.index(this.selected.peek()) < 0) this.displaced = Date.now()
      this.keepSelection(0)
    }
  }

  private keepSelection(at: number): void {
    if (this.index(this.selected.peek()) >= 0) return
    const cells = this.cells.peek()
    this.select((cells[at] ?? cells.at(-1))?.id)
  }

  // selectNew selects the cell that comes back, now or with the server's answer.
  private selectNew(before: ReadonlySet<string>): void {
    const find = () => this.cells.peek().find((c) => !before.has(c.id))
    const stop = this.cells.subscribe(() => {
      const found = find()
      if (found) {
        this.select(found.id)
        queueMicrotask(() => stop())
      }
    })
    setTimeout(() => stop(), 2000)
  }
}

function onlyTyping(s: State): boolean {
  return s.box.waiting.every((item) => 'ops' in item && item.ops.every((op) => op.op === 'source'))
}

function place(s: State): Place {
  const client = s.clients.at(-1)
  return { seq: s.seq, ...(client === undefined ? {} : { client }), ...(s.epoch === undefined ? {} : { epoch: s.epoch }) }
}

export function newID(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (b) => b.toString(16).padStart(2, '0')).join('')
}

// remember and recall keep small choices of the reader; a browser that forbids it only forgets.
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`costate.${key}`, value)
  } catch {
    // Private windows may refuse.
  }
}

export function recall(key: string): string | undefined {
  try {
    return globalThis.localStorage?.getItem(`costate.${key}`) ?? undefined
  } catch {
    return undefined
  }
}
