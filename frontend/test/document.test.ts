// This file tests edits on cells: every op, its inverse, and what it leaves alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply, inverse, merge, settled } from '../src/document'
import type { Cell, Op } from '../src/protocol'

const cell = (id: string, more: Partial<Cell> = {}): Cell => ({ id, kind: 'code', source: id, state: 'ok', ...more })
const cells = [cell('a'), cell('b', { outputs: [] }), cell('c', { kind: 'markdown' })]
const ids = (list: readonly Cell[]) => list.map((c) => c.id).join('')

const ops: [string, Op, string][] = [
  ['insert in front', { op: 'insert', at: 0, cell: { id: 'x', kind: 'code', source: '' } }, 'xabc'],
  ['insert behind', { op: 'insert', at: 3, cell: { id: 'x', kind: 'code', source: '' } }, 'abcx'],
  ['insert past the end', { op: 'insert', at: 9, cell: { id: 'x', kind: 'code', source: '' } }, 'abcx'],
  ['delete', { op: 'delete', cell: 'b' }, 'ac'],
  ['move down: the place is that afterwards', { op: 'move', cell: 'a', at: 1 }, 'bac'],
  ['move up', { op: 'move', cell: 'c', at: 0 }, 'cab'],
  ['kind', { op: 'kind', cell: 'a', kind: 'markdown' }, 'abc'],
  ['source', { op: 'source', cell: 'a', source: 'new' }, 'abc'],
]

for (const [name, op, want] of ops) {
  test(`${name}, and back`, () => {
    const after = apply(cells, op)
    assert.equal(ids(after), want)
    assert.ok(settled(after, op))
    assert.ok(!settled(cells, op))
    const back = apply(after, inverse(cells, op)!)
    assert.deepEqual(back.map((c) => [c.id, c.kind, c.source]), cells.map((c) => [c.id, c.kind, c.source]))
  })
}

test('what is not touched keeps its identity', () => {
  const after = apply(cells, { op: 'source', cell: 'a', source: 'new' })
  assert.equal(after[1], cells[1])
  assert.notEqual(after[0], cells[0])
})

test('text has no outputs of the code that it was', () => {
  assert.equal(apply(cells, { op: 'kind', cell: 'b', kind: 'markdown' })[1]!.outputs, undefined)
})

test('ops on a cell that is gone change nothing', () => {
  for (const op of [{ op: 'delete', cell: 'z' }, { op: 'move', cell: 'z', at: 0 }, { op: 'source', cell: 'z', source: '' }] as Op[]) {
    assert.equal(ids(apply(cells, op)), 'abc')
    assert.equal(inverse(cells, op), undefined)
  }
})

const merges: [string, string, string, string, string][] = [
  ['apart, theirs first', 'abc', 'xabc', 'abcy', 'xabcy'],
  ['apart, mine first', 'abc', 'abcx', 'yabc', 'yabcx'],
  ['at one place', 'ab', 'axb', 'ayb', 'axyb'],
  ['side by side', 'abcd', 'xcd', 'aby', 'xy'],
  ['over each other', 'abc', 'axc', 'ayc', 'ayc'],
  ['theirs took what mine is in', 'abcd', 'ad', 'abxcd', 'abxcd'],
  ['mine is none', 'abc', 'x', 'abc', 'x'],
  ['theirs is none', 'abc', 'abc', 'x', 'x'],
]
for (const [name, base, theirs, mine, both] of merges) {
  test(`merge: ${name}`, () => assert.equal(merge(base, theirs, mine), both))
}
