// This file is the state of an open notebook and how messages and acts change it: one pure function from state
// and event to state. What is drawn is the confirmed document with the unconfirmed edits on top.
import { apply, change, inverse, settled } from './document'
import * as outbox from './outbox'
import type { Cell, ClientMessage, Foreign, Kernel, Op, Output, ServerMessage, Variable } from './protocol'
import { add, emptyTape, type Tape } from './tape'

export interface Notice {
  id: number
  level: string
  code?: string
  text: string
}

// Change is an edit of the order or kind of cells that Z takes back.
interface Change {
  ref: string
  version?: number // once the server has taken it
  forward: Op[]
  back: Op[]
}

export interface State {
  link: 'connecting' | 'open' | 'lost' | 'refused'
  wantsToken: boolean // the server was started anew and does not know this browser
  lostAt?: number
  retryAt?: number
  clients: readonly string[] // the names that this page had
  inStep: boolean // all that was missed has come
  epoch?: string
  seq: number
  path: string
  version: number
  saved: number
  savedAt?: number
  ran: boolean // outputs have changed since the file was saved; versions tell of edits only
  readOnly?: string
  foreign?: Foreign
  reactive: boolean // cells run when what they use has run
  loaded: boolean
  cells: readonly Cell[] // as the server has confirmed them
  old: ReadonlySet<string> // cells whose outputs are from before the run that is under way
  kernel: Kernel
  variables: readonly Variable[]
  tapes: Readonly<Record<string, Tape>>
  stoppedIn?: string // the cell that ran when the kernel ended
  box: outbox.Outbox
  undo: readonly Change[]
  redo: readonly Change[]
  reverting?: Change & { revertRef: string }
  notices: readonly Notice[]
  noticed: number
}

export const initial: State = {
  link: 'connecting',
  wantsToken: false,
  clients: [],
  inStep: false,
  seq: 0,
  path: '',
  version: 0,
  saved: 0,
  ran: false,
  reactive: false,
  loaded: false,
  cells: [],
  old: new Set(),
  kernel: { state: 'none' },
  variables: [],
  tapes: {},
  box: outbox.emptyOutbox,
  undo: [],
  redo: [],
  notices: [],
  noticed: 0,
}

export type Event =
  | { type: 'message'; message: ServerMessage; now: number }
  | { type: 'lost'; now: number; retryAt: number }
  | { type: 'connecting' }
  | { type: 'refused' }
  | { type: 'wants-token' }
  | { type: 'edit'; ops: Op[] }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'ask'; message: ClientMessage }
  | { type: 'sent'; box: outbox.Outbox }
  | { type: 'dismiss'; id: number }
  | { type: 'say'; level: string; text: string }

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'message':
      return receive(state, event.message, event.now)
    case 'lost':
      return { ...state, link: 'lost', inStep: false, lostAt: state.link === 'lost' && state.lostAt ? state.lostAt : event.now, retryAt: event.retryAt }
    case 'connecting':
      return state.link === 'lost' ? state : { ...state, link: 'connecting', inStep: false }
    case 'refused':
      return { ...state, link: 'refused', inStep: false }
    case 'wants-token':
      return { ...state, wantsToken: true }
    case 'edit':
      return edited(state, event.ops)
    case 'undo':
      return undone(state)
    case 'redo': {
      const last = state.redo.at(-1)
      return last ? { ...edited({ ...state, redo: state.redo.slice(0, -1) }, last.forward, true) } : state
    }
    case 'ask':
      return { ...state, box: outbox.ask(state.box, event.message) }
    case 'sent':
      return { ...state, box: event.box }
    case 'dismiss':
      return { ...state, notices: state.notices.filter((n) => n.id !== event.id) }
    case 'say':
      return said(state, { level: event.level, text: event.text })
  }
}

// view gives the cells as the reader sees them: confirmed, with what is not yet confirmed on top.
export function view(state: Pick<State, 'cells' | 'box'>): readonly Cell[] {
  return outbox.unsent(state.box).reduce<readonly Cell[]>(apply, state.cells)
}

function said(state: State, notice: Omit<Notice, 'id'>): State {
  const id = state.noticed + 1
  const others = state.notices.filter((n) => n.text !== notice.text)
  return { ...state, noticed: id, notices: [...others, { ...notice, id }].slice(-5) }
}

function edited(state: State, ops: Op[], redoing = false): State {
  let cells = view(state)
  const back: Op[] = []
  for (const op of ops) {
    const inv = settled(cells, op) ? undefined : inverse(cells, op)
    if (inv) back.unshift(inv)
    cells = apply(cells, op)
  }
  if (back.length === 0) return state
  const box = outbox.edit(state.box, ops)
  const last = box.waiting.at(-1)
  const ref = last && 'ref' in last ? last.ref : ''
  if (ops.every((op) => op.op === 'source')) return { ...state, box }
  return { ...state, box, undo: [...state.undo, { ref, forward: ops, back }], redo: redoing ? state.redo : [] }
}

function undone(state: State): State {
  const last = state.undo.at(-1)
  if (!last || state.reverting) return state
  // A new cell comes back with what was written in it.
  const cells = view(state)
  const forward = last.forward.map((op): Op => {
    const now = op.op === 'insert' ? cells.find((c) => c.id === op.cell.id) : undefined
    return op.op === 'insert' && now ? { ...op, cell: { id: now.id, kind: now.kind, source: now.source } } : op
  })
  const rest = { ...state, undo: state.undo.slice(0, -1), redo: [...state.redo, { ...last, forward }] }
  if (last.version === undefined) return { ...rest, box: outbox.edit(state.box, last.back) }
  const box = outbox.revert(state.box, last.version)
  return { ...rest, box, reverting: { ...last, revertRef: String(state.box.next) } }
}

function receive(state: State, m: ServerMessage, now: number): State {
  const seq = 'seq' in m && m.seq !== undefined ? { seq: m.seq } : {}
  const s: State = { ...state, ...seq }
  switch (m.type) {
    case 'welcome': {
      const { lostAt: _lost, retryAt: _retry, ...rest } = s
      return { ...rest, link: 'open', wantsToken: false, clients: s.clients.includes(m.client) ? s.clients : [...s.clients, m.client] }
    }
    case 'assisted':
      return s // it is for who asked
    case 'pong':
      // It answers the ping sent after hello: what was missed has come, and an edit that is still
      // under way did not arrive.
      return m.ref === 'resume' && !s.inStep ? { ...s, inStep: true, box: outbox.again(s.box) } : s
    case 'snapshot':
      return opened(s, m)
    case 'applied':
      return applied(s, m)
    case 'rejected':
      return rejected(s, m)
    case 'cell':
      return cellState(s, m)
    case 'output':
      return output(s, m)
    case 'diagnostics':
      return { ...s, cells: change(s.cells, m.cell, (c) => ({ ...c, diagnostics: m.list })) }
    case 'adjoint':
      return { ...s, cells: change(s.cells, m.cell, (c) => ({ ...c, adjoints: m.list })) }
    case 'kernel':
      return kernel(s, m)
    case 'variables':
      return { ...s, variables: m.list }
    case 'tape':
      return { ...s, tapes: { ...s.tapes, [m.cell]: add(s.tapes[m.cell] ?? emptyTape, m.ms, m.regions) } }
    case 'settings':
      return { ...s, reactive: m.reactive, ...(m.foreign ? { foreign: m.foreign } : {}), ran: true }
    case 'saved':
      return { ...s, version: Math.max(s.version, m.version), saved: m.version, ran: false, savedAt: now, path: m.path, notices: s.notices.filter((n) => n.code !== 'changed-on-disk') }
    case 'notice':
      return said(s, { level: m.level, text: m.text, ...(m.code ? { code: m.code } : {}) })
  }
}

function opened(s: State, m: Extract<ServerMessage, { type: 'snapshot' }>): State {
  const { reverting: _r, readOnly: _ro, stoppedIn: _st, foreign: _f, ...rest } = s
  const another = s.epoch !== undefined && s.epoch !== m.epoch
  return {
    ...rest,
    link: 'open',
    inStep: true,
    loaded: true,
    epoch: m.epoch,
    seq: m.seq,
    path: m.path,
    version: m.version,
    saved: m.saved,
    ran: false,
    ...(m.readOnly ? { readOnly: m.readOnly } : {}),
    ...(m.foreign ? { foreign: m.foreign } : {}),
    reactive: m.reactive ?? false,
    cells: m.cells,
    old: new Set(),
    kernel: m.kernel,
    variables: m.variables ?? [],
    ...stopped(m),
    box: outbox.afterSnapshot(s.box, m.cells),
    // Versions of another epoch name other edits; what they took away can still be put back.
    undo: another ? s.undo.map(({ version: _v, ...c }) => c) : s.undo,
  }
}

function stopped(m: { kernel: Kernel; cells: Cell[] }): { stoppedIn?: string } {
  const cell = m.kernel.state === 'ended' ? m.cells.findLast(endedKernel) : undefined
  return cell ? { stoppedIn: cell.id } : {}
}

function applied(s: State, m: Extract<ServerMessage, { type: 'applied' }>): State {
  let cells = m.ops.reduce<readonly Cell[]>(apply, s.cells)
  for (const op of m.ops) {
    // An insert by a revert brings back the whole cell, outputs and all.
    if (op.op === 'insert') cells = change(cells, op.cell.id, (c) => ({ ...c, ...op.cell }))
  }
  for (const [id, html] of Object.entries(m.html ?? {})) cells = change(cells, id, (c) => ({ ...c, html }))
  const next: State = { ...s, cells, version: m.version }
  if (!s.clients.includes(m.client)) {
    const rebase = (box: outbox.Outbox, op: Op) => {
      const base = op.op === 'source' ? s.cells.find((c) => c.id === op.cell) : undefined
      return op.op === 'source' && base ? outbox.rebase(box, op.cell, base.source, op.source) : box
    }
    return { ...next, box: m.ops.reduce(rebase, s.box) }
  }
  const { reverting, ...rest } = next
  return {
    ...rest,
    ...(reverting && reverting.revertRef !== m.ref ? { reverting } : {}),
    box: outbox.done(s.box, m.ref),
    undo: s.undo.map((c) => (c.ref === m.ref ? { ...c, version: m.version } : c)),
  }
}

function rejected(s: State, m: Extract<ServerMessage, { type: 'rejected' }>): State {
  const version = m.version ?? s.version
  const item = s.box.underWay
  const ours = item && 'ref' in item && item.ref === m.ref
  if (ours && s.reverting?.revertRef === m.ref) {
    // Something came in between: put back by an edit of our own, which is made for the document as it is.
    const { reverting, ...rest } = s
    return { ...rest, box: outbox.edit(outbox.done(s.box, m.ref), reverting?.back ?? []) }
  }
  if (ours && m.code === 'conflict') return { ...s, version: Math.max(version, s.version), box: outbox.again(s.box) }
  const text = m.of === 'edit' ? `The edit was not taken: ${m.reason}` : m.reason
  return said({ ...s, box: ours ? outbox.done(s.box, m.ref) : s.box }, { level: 'error', code: m.code, text })
}

function cellState(s: State, m: Extract<ServerMessage, { type: 'cell' }>): State {
  const old = new Set(s.old)
  let tapes = s.tapes
  const cells = change(s.cells, m.cell, (c) => {
    const { note: _n, ms: _m, also: _a, autorun: _au, shell: _sh, ...rest } = c
    const next: Cell = {
      ...rest,
      state: m.state,
      ...(m.count === undefined ? {} : { count: m.count }),
      ...(m.ms === undefined ? {} : { ms: m.ms }),
      ...(m.note === undefined ? {} : { note: m.note }),
      ...(m.also === undefined ? {} : { also: m.also }),
      ...(m.autorun === undefined ? {} : { autorun: m.autorun }),
      ...(m.shell === undefined ? {} : { shell: m.shell }),
    }
    if (m.state === 'running' && c.state === 'running') return next
    if (m.state === 'running') {
      old.add(m.cell)
      const { [m.cell]: _t, ...others } = tapes
      tapes = others
      return { ...next, diagnostics: [] }
    }
    if (m.state !== 'queued' && old.delete(m.cell)) return { ...next, outputs: [] } // it ended and showed nothing
    return next
  })
  const was = s.cells.find((c) => c.id === m.cell)
  return { ...s, cells, ran: s.ran || m.state === 'running' || was?.autorun !== m.autorun, old, tapes }
}

function output(s: State, m: Extract<ServerMessage, { type: 'output' }>): State {
  const old = s.old.has(m.cell)
  const cells = change(s.cells, m.cell, (c) => {
    const before = old ? [] : (c.outputs ?? [])
    const { put } = m
    if (put && m.inPlace) return { ...c, outputs: before.map((o, i) => (i === m.at ? put : o)) }
    if (put) return { ...c, outputs: [...before.slice(0, m.at), put] }
    return { ...c, outputs: before.map((o, i) => (i === m.at ? longer(o, m.keep, m.text ?? '') : o)) }
  })
  return { ...s, cells, ran: true, old: old ? new Set([...s.old].filter((id) => id !== m.cell)) : s.old }
}

// longer appends text to a stream, of which the first keep characters stay.
function longer(o: Output, keep: number | undefined, text: string): Output {
  return o.output_type === 'stream' ? { ...o, text: (keep === undefined ? o.text : o.text.slice(0, keep)) + text } : o
}

// endedKernel says whether a cell's run ended with the kernel: the server says so in an output before it says so of the
// kernel.
function endedKernel(c: Cell): boolean {
  return c.state === 'error' && (c.outputs?.some((o) => o.output_type === 'error' && o.ename === 'kernel') ?? false)
}

function kernel(s: State, m: Extract<ServerMessage, { type: 'kernel' }>): State {
  const { stoppedIn, ...rest } = s
  const state: Kernel = {
    state: m.state,
    ...(m.message === undefined ? {} : { message: m.message }),
    ...(m.pid === undefined ? {} : { pid: m.pid }),
  }
  if (m.state !== 'ended') return { ...rest, kernel: state }
  const running = (s.cells.find((c) => c.state === 'running') ?? s.cells.findLast(endedKernel))?.id ?? stoppedIn
  return { ...rest, kernel: state, ...(running ? { stoppedIn: running } : {}) }
}
