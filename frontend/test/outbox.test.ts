// This file tests what waits to be said: the order of edits and runs, joined typing, conflicts, snapshots.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as box from '../src/outbox'
import type { Cell, Op } from '../src/protocol'

const type = (cell: string, source: string): Op => ({ op: 'source', cell, source })

test('typing is joined while it waits, not when it is under way', () => {
  let b = box.edit(box.edit(box.emptyOutbox, [type('a', '1')]), [type('a', '12')])
  let messages
  ;[b, messages] = box.take(b, 5)
  assert.deepEqual(messages, [{ type: 'edit', ref: '1', base: 5, ops: [type('a', '12')] }])
  b = box.edit(b, [type('a', '123')])
  b = box.edit(b, [type('b', 'x')])
  b = box.edit(b, [type('a', '1234')])
  assert.equal(b.waiting.length, 3)
})

test('one edit is under way; a run waits for the edits before it', () => {
  let b = box.edit(box.emptyOutbox, [type('a', '1')])
  b = box.edit(b, [type('b', '2')])
  b = box.ask(b, { type: 'run', cells: ['b'] })
  let messages
  ;[b, messages] = box.take(b, 1)
  assert.deepEqual(messages.map((m) => m.type), ['edit'])
  assert.deepEqual(box.take(b, 1)[1], [])
  ;[b, messages] = box.take(box.done(b, '1'), 2)
  assert.deepEqual(messages, [{ type: 'edit', ref: '2', base: 2, ops: [type('b', '2')] }])
  ;[b, messages] = box.take(box.done(b, '2'), 3)
  assert.deepEqual(messages, [{ type: 'run', cells: ['b'] }])
  assert.deepEqual(b.waiting, [])
})

test('a conflict sends the edit anew for the newer version', () => {
  let [b] = box.take(box.edit(box.emptyOutbox, [type('a', '1')]), 1)
  b = box.again(b)
  const [, messages] = box.take(b, 7)
  assert.deepEqual(messages, [{ type: 'edit', ref: '1', base: 7, ops: [type('a', '1')] }])
})

test('after a snapshot only edits stay that the document does not have', () => {
  const cells: Cell[] = [{ id: 'a', kind: 'code', source: 'new', state: 'ok' }]
  let [b] = box.take(box.edit(box.emptyOutbox, [type('a', 'new')]), 1)
  b = box.edit(b, [{ op: 'insert', at: 0, cell: { id: 'x', kind: 'code', source: '' } }])
  b = box.ask(b, { type: 'runAll' })
  b = box.afterSnapshot(b, cells)
  assert.equal(b.underWay, undefined)
  assert.deepEqual(box.unsent(b).map((op) => op.op), ['insert'])
  assert.equal(box.unsentEdits(b), 1)
  assert.equal(b.waiting.length, 1)
})

test('after a snapshot an edit stays that an edit before it makes possible, or needed', () => {
  const cells: Cell[] = [{ id: 'a', kind: 'code', source: 'old', state: 'ok' }]
  const ops: Op[] = [{ op: 'insert', at: 0, cell: { id: 'x', kind: 'code', source: '' } }, type('x', 'text'), type('a', 'new'), type('x', 'more'), type('a', 'old')]
  const b = box.afterSnapshot(ops.reduce((all, op) => box.edit(all, [op]), box.emptyOutbox), cells)
  assert.deepEqual(box.unsent(b), ops)
})
