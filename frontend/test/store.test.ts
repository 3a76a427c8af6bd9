// This file tests how messages and acts change the state of a notebook.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { take } from '../src/outbox'
import type { Cell, Op, ServerMessage } from '../src/protocol'
import { initial, reduce, view, type State } from '../src/store'

const cell = (id: string, more: Partial<Cell> = {}): Cell => ({ id, kind: 'code', source: id, state: 'not-run', ...more })

function get(state: State, ...messages: ServerMessage[]): State {
  return messages.reduce((s, message) => reduce(s, { type: 'message', message, now: 1000 }), state)
}

const open = get(
  initial,
  { type: 'welcome', client: 'c1', role: 'owner', epoch: 'e' },
  {
    type: 'snapshot',
    seq: 10,
    epoch: 'e',
    path: 'x.ipynb',
    version: 1,
    saved: 1,
    kernel: { state: 'none' },
    cells: [cell('a', { outputs: [{ output_type: 'stream', name: 'stdout', text: 'old' }] }), cell('b'), cell('c')],
  },
)

const edit = (s: State, ...ops: Op[]) => reduce(s, { type: 'edit', ops })
const sent = (s: State) => reduce(s, { type: 'sent', box: take(s.box, s.version)[0] })
const ids = (s: State) => view(s).map((c) => c.id).join('')
const find = (s: State, id: string) => view(s).find((c) => c.id === id)!

test('a snapshot opens the notebook', () => {
  assert.ok(open.loaded)
  assert.equal(open.link, 'open')
  assert.equal(open.seq, 10)
  assert.equal(ids(open), 'abc')
})

test('an edit shows at once and stays when it is confirmed', () => {
  let s = sent(edit(open, { op: 'source', cell: 'a', source: 'new' }))
  assert.equal(find(s, 'a').source, 'new')
  assert.equal(s.cells[0]!.source, 'a')
  s = get(s, { type: 'applied', seq: 11, version: 2, client: 'c1', ref: '1', ops: [{ op: 'source', cell: 'a', source: 'new' }] })
  assert.equal(s.cells[0]!.source, 'new')
  assert.equal(s.version, 2)
  assert.equal(s.box.underWay, undefined)
})

test('typing goes on over the confirmation of what was typed before', () => {
  let s = sent(edit(open, { op: 'source', cell: 'a', source: 'n' }))
  s = edit(s, { op: 'source', cell: 'a', source: 'new' })
  s = get(s, { type: 'applied', seq: 11, version: 2, client: 'c1', ref: '1', ops: [{ op: 'source', cell: 'a', source: 'n' }] })
  assert.equal(find(s, 'a').source, 'new')
})

test('an edit that changes nothing is none', () => {
  assert.equal(edit(open, { op: 'source', cell: 'a', source: 'a' }), open)
})

test('old outputs stay, greyed, until the first new one', () => {
  let s = get(open, { type: 'cell', seq: 11, cell: 'a', state: 'running' })
  assert.deepEqual([...s.old], ['a'])
  assert.equal(find(s, 'a').outputs!.length, 1)
  s = get(s, { type: 'output', seq: 12, cell: 'a', at: 0, put: { output_type: 'stream', name: 'stdout', text: 'n' } })
  assert.deepEqual([...s.old], [])
  s = get(s, { type: 'output', seq: 13, cell: 'a', at: 0, text: 'ew' })
  assert.deepEqual(find(s, 'a').outputs, [{ output_type: 'stream', name: 'stdout', text: 'new' }])
})

test('a run makes the file unsaved, a save makes it saved', () => {
  let s = get(open, { type: 'cell', seq: 11, cell: 'a', state: 'running' }, { type: 'cell', seq: 12, cell: 'a', state: 'ok' })
  assert.ok(s.ran)
  s = get(s, { type: 'saved', seq: 13, version: 4, path: 'x.ipynb' })
  assert.ok(!s.ran)
  assert.equal(s.version, s.saved)
})

test('a cell that ends and shows nothing shows nothing', () => {
  const s = get(open, { type: 'cell', seq: 11, cell: 'a', state: 'running' }, { type: 'cell', seq: 12, cell: 'a', state: 'ok', ms: 3 })
  assert.deepEqual(find(s, 'a').outputs, [])
})

test('an output at an index drops those after it', () => {
  const put = (at: number, text: string): ServerMessage => ({ type: 'output', seq: 11, cell: 'b', at, put: { output_type: 'stream', name: 'stdout', text } })
  const s = get(open, put(0, 'x'), put(1, 'y'), put(2, 'z'), put(1, 'w'))
  assert.deepEqual(find(s, 'b').outputs!.map((o) => 'text' in o && o.text), ['x', 'w'])
})

test('the cell that ran when the kernel ended is named, and what is shown is kept', () => {
  let s = get(open, { type: 'cell', seq: 11, cell: 'b', state: 'running' }, { type: 'kernel', seq: 12, state: 'ended', message: 'gone' })
  assert.equal(s.stoppedIn, 'b')
  assert.equal(find(s, 'a').outputs!.length, 1)
  s = get(s, { type: 'kernel', seq: 13, state: 'starting' })
  assert.equal(s.stoppedIn, undefined)
})

test('the cell is named too when its error comes before the word of the kernel', () => {
  const s = get(
    open,
    { type: 'cell', seq: 11, cell: 'b', state: 'running' },
    { type: 'output', seq: 12, cell: 'b', at: 0, put: { output_type: 'error', ename: 'kernel', evalue: 'gone' } },
    { type: 'cell', seq: 13, cell: 'b', state: 'error' },
    { type: 'kernel', seq: 14, state: 'ended', message: 'gone' },
  )
  assert.equal(s.stoppedIn, 'b')
})

test('a second word that a cell runs takes nothing away', () => {
  const run = (seq: number, count?: number): ServerMessage => ({ type: 'cell', seq, cell: 'b', state: 'running', ...(count ? { count } : {}) })
  const s = get(open, run(11), { type: 'output', seq: 12, cell: 'b', at: 0, put: { output_type: 'stream', name: 'stdout', text: 'x' } }, run(13, 2))
  assert.equal(s.old.size, 0)
  assert.equal(find(s, 'b').outputs!.length, 1)
})

test('undo of a confirmed delete asks the server to revert it', () => {
  let s = sent(edit(open, { op: 'delete', cell: 'b' }))
  s = get(s, { type: 'applied', seq: 11, version: 2, client: 'c1', ref: '1', ops: [{ op: 'delete', cell: 'b' }] })
  s = reduce(s, { type: 'undo' })
  const [, messages] = take(s.box, s.version)
  assert.deepEqual(messages, [{ type: 'revert', ref: '2', edit: 2 }])
})

test('undo before confirmation, and without limit', () => {
  let s = edit(edit(edit(open, { op: 'move', cell: 'c', at: 0 }), { op: 'delete', cell: 'b' }), { op: 'delete', cell: 'a' })
  for (const want of ['ca', 'cab', 'abc']) {
    s = reduce(s, { type: 'undo' })
    assert.equal(ids(s), want)
  }
  assert.equal(reduce(s, { type: 'undo' }), s)
  assert.equal(ids(reduce(s, { type: 'redo' })), 'cab')
})

test('redo of a new cell brings back what was written in it', () => {
  let s = edit(open, { op: 'insert', at: 3, cell: { id: 'd', kind: 'code', source: '' } })
  s = edit(s, { op: 'source', cell: 'd', source: 'precious' })
  s = reduce(s, { type: 'undo' })
  assert.equal(ids(s), 'abc')
  assert.equal(find(reduce(s, { type: 'redo' }), 'd').source, 'precious')
})

test('two pages that write in one cell keep the words of both', () => {
  let s = sent(edit(open, { op: 'source', cell: 'a', source: 'a // m' }))
  s = edit(s, { op: 'source', cell: 'a', source: 'a // mine' })
  s = get(
    s,
    { type: 'applied', seq: 11, version: 2, client: 'other', ref: '1', ops: [{ op: 'source', cell: 'a', source: '/* theirs */ a' }] },
    { type: 'rejected', ref: '1', of: 'edit', code: 'conflict', reason: 'changed', version: 2 },
  )
  assert.equal(find(s, 'a').source, '/* theirs */ a // mine')
  assert.deepEqual(take(s.box, s.version)[1], [
    { type: 'edit', ref: '1', base: 2, ops: [{ op: 'source', cell: 'a', source: '/* theirs */ a // m' }] },
  ])
})

test('a revert that comes too late becomes an edit', () => {
  let s = sent(edit(open, { op: 'delete', cell: 'b' }))
  s = get(s, { type: 'applied', seq: 11, version: 2, client: 'c1', ref: '1', ops: [{ op: 'delete', cell: 'b' }] })
  s = sent(reduce(s, { type: 'undo' }))
  s = get(s, { type: 'rejected', ref: '2', of: 'revert', code: 'conflict', reason: 'something came between', version: 3 })
  assert.equal(ids(s), 'abc')
  assert.deepEqual(take(s.box, 3)[1].map((m) => m.type), ['edit'])
})

test('a conflict is made anew, another rejection is said', () => {
  let s = sent(edit(open, { op: 'source', cell: 'a', source: 'mine' }))
  s = get(s, { type: 'rejected', ref: '1', of: 'edit', code: 'conflict', reason: 'changed', version: 4 })
  assert.equal(find(s, 'a').source, 'mine')
  assert.deepEqual(take(s.box, s.version)[1], [{ type: 'edit', ref: '1', base: 4, ops: [{ op: 'source', cell: 'a', source: 'mine' }] }])
  s = get(sent(s), { type: 'rejected', ref: '1', of: 'edit', code: 'too-large', reason: 'the cell is too long', version: 4 })
  assert.equal(find(s, 'a').source, 'a')
  assert.match(s.notices[0]!.text, /too long/)
})

test('edits made without a connection are kept over the loss', () => {
  let s = reduce(open, { type: 'lost', now: 5, retryAt: 9 })
  s = edit(s, { op: 'source', cell: 'a', source: 'typed' })
  s = get(s, { type: 'welcome', client: 'c2', role: 'owner', epoch: 'e' })
  assert.ok(!s.inStep)
  s = get(s, { type: 'applied', seq: 11, version: 2, client: 'other', ref: '1', ops: [{ op: 'source', cell: 'b', source: 'theirs' }] }, { type: 'pong', ref: 'resume' })
  assert.ok(s.inStep)
  assert.equal(find(s, 'a').source, 'typed')
  assert.equal(find(s, 'b').source, 'theirs')
  assert.deepEqual(take(s.box, s.version)[1], [{ type: 'edit', ref: '1', base: 2, ops: [{ op: 'source', cell: 'a', source: 'typed' }] }])
})

test('a page that comes back keeps its name and needs no token any more', () => {
  let s = reduce(reduce(open, { type: 'lost', now: 5, retryAt: 9 }), { type: 'wants-token' })
  assert.ok(s.wantsToken)
  s = get(s, { type: 'welcome', client: 'c1', role: 'owner', epoch: 'e' })
  assert.ok(!s.wantsToken)
  assert.deepEqual(s.clients, ['c1'])
})

test('the time of a loss is that of its beginning', () => {
  const s = reduce(reduce(open, { type: 'lost', now: 5, retryAt: 9 }), { type: 'lost', now: 50, retryAt: 90 })
  assert.equal(s.lostAt, 5)
  assert.equal(s.retryAt, 90)
})

test('tape events of one run are collected, those of the run before are gone', () => {
  const tape = (ms: number, bytes: number): ServerMessage => ({ type: 'tape', seq: 11, cell: 'b', ms, regions: [{ func: 'f', name: 'x', cell: 'a', line: 1, bytes }] })
  let s = get(open, { type: 'cell', seq: 11, cell: 'b', state: 'running' }, tape(1, 10), tape(2, 30), tape(3, 5))
  assert.equal(s.tapes['b']!.peak, 30)
  assert.deepEqual(s.tapes['b']!.bytes, [10, 30, 5])
  s = get(s, { type: 'cell', seq: 12, cell: 'b', state: 'ok' })
  assert.equal(s.tapes['b']!.peak, 30)
  s = get(s, { type: 'cell', seq: 13, cell: 'b', state: 'running' })
  assert.equal(s.tapes['b'], undefined)
})

const stream = (text: string) => ({ output_type: 'stream', name: 'stdout', text }) as const
const shows = (text: string) => ({ output_type: 'display_data', show: 'text/plain', data: { 'text/plain': text } }) as const
const outputs = (s: State, id: string) => find(s, id).outputs?.map((o) => (o.output_type === 'stream' ? o.text : 'data' in o ? o.data['text/plain'] : ''))

test('what is shown under an id is replaced where it stands', () => {
  let s = get(
    open,
    { type: 'output', seq: 11, cell: 'b', at: 0, put: shows('0 %') },
    { type: 'output', seq: 12, cell: 'b', at: 1, put: stream('text') },
    { type: 'output', seq: 13, cell: 'b', at: 0, put: shows('50 %'), inPlace: true },
  )
  assert.deepEqual(outputs(s, 'b'), ['50 %', 'text'])
  s = get(s, { type: 'output', seq: 14, cell: 'b', at: 0, put: shows('new') })
  assert.deepEqual(outputs(s, 'b'), ['new'])
})

test('a line that was written over keeps what stands before it', () => {
  const s = get(
    open,
    { type: 'output', seq: 11, cell: 'b', at: 0, put: stream('begin 😀\n10 %') },
    { type: 'output', seq: 12, cell: 'b', at: 0, keep: 9, text: '20 %' },
    { type: 'output', seq: 13, cell: 'b', at: 0, text: ' more' },
  )
  assert.deepEqual(outputs(s, 'b'), ['begin 😀\n20 % more'])
})

test('settings and double names come and go', () => {
  let s = get(
    open,
    { type: 'settings', seq: 11, reactive: true },
    { type: 'cell', seq: 12, cell: 'a', state: 'ok', also: { f: ['b'] }, autorun: 'off', shell: 'cell' },
  )
  assert.equal(s.reactive, true)
  assert.equal(s.ran, true)
  assert.deepEqual(find(s, 'a').also, { f: ['b'] })
  assert.equal(find(s, 'a').autorun, 'off')
  assert.equal(find(s, 'a').shell, 'cell')
  s = get(s, { type: 'settings', seq: 13, reactive: false }, { type: 'cell', seq: 14, cell: 'a', state: 'ok' })
  assert.equal(s.reactive, false)
  assert.equal(find(s, 'a').also, undefined)
  assert.equal(find(s, 'a').autorun, undefined)
  assert.equal(find(s, 'a').shell, undefined)
})
