// This file tests small pure functions: keys, links, tape, words, colours, contents, formulas, pauses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runs } from '../src/cells/ansi'
import { hasFormula, split } from '../src/cells/math'
import { commands } from '../src/commands'
import { follows, pause } from '../src/connection'
import { bytes, duration } from '../src/format'
import { isLetter, keys, match, name } from '../src/keys'
import { body, gaps, step, tie } from '../src/panels/links'
import type { Cell } from '../src/protocol'
import { classes } from '../src/sanitise'
import { sections } from '../src/shell/contents'
import { add, emptyTape, reversed, thin } from '../src/tape'
import { marks } from '../src/cells/editor'
import { difference } from '../src/document'
import { Text } from '@codemirror/state'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('every key has a command, and no place has a key twice', () => {
  const known = new Set(commands.map((c) => c.id))
  for (const k of keys) assert.ok(known.has(k.command), k.command)
  const places = keys.map((k) => `${k.where} ${k.keys}`)
  assert.deepEqual(places, [...new Set(places)])
})

test('no key is the beginning of another one at its place', () => {
  for (const a of keys) for (const b of keys) assert.ok(a.where !== b.where || !b.keys.startsWith(`${a.keys} `), `${a.keys}, ${b.keys}`)
})

test('keys are written as the table writes them', () => {
  assert.equal(name({ ...plain, key: 'a' }), 'A')
  assert.equal(name({ ...plain, key: 'Z', shiftKey: true }), 'Shift+Z')
  assert.equal(name({ ...plain, key: 'Enter', shiftKey: true }), 'Shift+Enter')
  assert.equal(name({ ...plain, key: '?', shiftKey: true }), '?')
  assert.equal(name({ ...plain, key: 's', metaKey: true }), 'Mod+S')
})

test('sequences wait for their second key; a wrong one begins anew', () => {
  assert.deepEqual(match(keys, 'cell', '', 'I', true), { pending: 'I' })
  assert.deepEqual(match(keys, 'cell', 'I', 'I', true), { command: 'interrupt' })
  assert.deepEqual(match(keys, 'cell', 'I', 'A', true), { command: 'insert-above' })
  assert.deepEqual(match(keys, 'cell', 'G', 'A', true), { command: 'panel-adjoint' })
})

test('letters can be turned off and never count in an editor', () => {
  assert.equal(match(keys, 'cell', '', 'A', false), undefined)
  assert.deepEqual(match(keys, 'cell', '', 'Shift+Enter', false), { command: 'run-next' })
  assert.equal(match(keys, 'editor', '', 'X', true), undefined)
  assert.ok(isLetter('G A') && isLetter('?') && !isLetter('F6') && !isLetter('Mod+S'))
})

const source: Cell = { id: 'b', kind: 'code', state: 'ok', source: 'var k = 2.0\n\n// f doubles.\nfunc f(x float64) float64 {\n\ty := k * x\n\treturn y\n}\n\nfunc g() {}' }
const adjoint = {
  func: 'f',
  text: 'a\nb\nc\nd',
  lines: [
    { adjoint: 2, cell: 'b', line: 5, col: 2, sweep: 'forward' },
    { adjoint: 4, cell: 'b', line: 5, col: 2, sweep: 'reverse' },
    { adjoint: 3, cell: 'b', line: 6, col: 2, sweep: 'reverse' },
    { adjoint: 3, cell: 'gone', line: 1, col: 1, sweep: 'reverse' },
  ],
}

test('links show the function that they point into, with its comment', () => {
  const links = tie(adjoint, [source])
  assert.deepEqual(links.rows.map((r) => r.line), [3, 4, 5, 6, 7])
  assert.deepEqual(links.toAdjoint.get('b:5'), [2, 4])
  assert.deepEqual(links.toSource.get(3), ['b:6'])
})

test('steps go around the linked lines', () => {
  const links = tie(adjoint, [source])
  assert.equal(step(links, undefined, 1), 'b:5')
  assert.equal(step(links, 'b:5', 1), 'b:6')
  assert.equal(step(links, 'b:6', 1), 'b:5')
  assert.equal(step(links, undefined, -1), 'b:6')
  assert.equal(step(links, undefined, 1, 'f'), 'b:5')
  assert.equal(step(links, undefined, 1, 'unknown'), 'b:5')
})

test('gaps level a row with the forward line that it became', () => {
  const far = { ...adjoint, lines: [{ adjoint: 6, cell: 'b', line: 5, col: 1, sweep: 'forward' }] }
  assert.deepEqual(gaps(tie(far, [source], lines(10)), lines(10)), [0, 0, 3, 0, 0])
  assert.deepEqual(gaps(tie(far, [source], lines(100)), lines(100)), [0, 0, 0, 0, 0])
})

const lines = (n: number) => Array.from({ length: n }, (_, i) => ({ line: i + 1, text: '' }))

test('of an adjoint the functions with pullbacks are shown first', () => {
  const text = 'package main\n\nfunc fGrad(x float64) float64 {\n\treturn 1\n}\n\n// fVJP does.\nfunc fVJP(x float64) {\n\tb += 1 // 7: return x\n}\n'
  assert.deepEqual(body({ func: 'f', text }, []), [
    { line: 7, text: '// fVJP does.' },
    { line: 8, text: 'func fVJP(x float64) {' },
    { line: 9, text: '\tb += 1' },
    { line: 10, text: '}' },
  ])
  assert.equal(body({ func: 'f', text: 'x\ny\n' }, []).length, 2)
})

test('blocks of an adjoint come in the order of the source', () => {
  const text = 'func aVJP() {\n\tx\n}\n\nfunc bVJP() {\n\ty\n}\n'
  const link = (adjoint: number, line: number) => ({ adjoint, cell: 'b', line, col: 1, sweep: 'forward' })
  const shown = body({ func: 'a', text, lines: [link(2, 9), link(6, 5)] }, [source])
  assert.deepEqual(shown.map((w) => w.line), [5, 6, 7, 0, 1, 2, 3])
})

test('a tape keeps peaks, and calls follow each other in time', () => {
  const r = (n: number) => [{ func: 'f', name: 'x', cell: 'a', line: 1, bytes: n }]
  const tape = [[10, 5], [20, 50], [5, 7]].reduce((t, [ms, n]) => add(t, ms!, r(n!)), emptyTape)
  assert.deepEqual(tape.ms, [10, 20, 25])
  assert.equal(tape.sites[0]!.peak, 50)
  assert.equal(tape.sites[0]!.bytes, 7)
})

test('the reverse sweep is the fall since the last peak', () => {
  const of = (...bytes: number[]) => reversed({ ...emptyTape, bytes })
  assert.equal(of(), 0)
  assert.equal(of(1, 2, 3), 0)
  assert.equal(of(1, 4, 3), 0.25)
  assert.equal(of(8, 0, 2, 4, 1), 0.75)
  assert.equal(of(8, 0), 1)
})

for (const [before, after, want] of [
  ['abc', 'abc', { from: 3, to: 3, insert: '' }],
  ['abc', 'aXbc', { from: 1, to: 1, insert: 'X' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'x', { from: 0, to: 0, insert: 'x' }],
  ['one two', 'one 2 two', { from: 4, to: 4, insert: '2 ' }],
] as const) {
  test(`the difference of ${before} and ${after} is one replacement`, () => {
    const d = difference(before, after)
    assert.deepEqual(d, want)
    assert.equal(before.slice(0, d.from) + d.insert + before.slice(d.to), after)
  })
}

test('marks stand at their places, and within the text', () => {
  const doc = Text.of(['x := 1', 'y := x + "two"', ''])
  const at = (line: number, col: number, endCol?: number) =>
    marks(doc, [{ line, col, code: 'type', message: 'm', ...(endCol === undefined ? {} : { endCol }) }]).map((m) => doc.sliceString(m.from, m.to))
  assert.deepEqual(at(2, 6), ['x'])
  assert.deepEqual(at(2, 10, 15), ['"two"'])
  assert.deepEqual(at(1, 1, 99), ['x := 1'])
  assert.deepEqual(at(1, 99), ['1'])
  assert.deepEqual(at(0, 1), [])
  assert.deepEqual(at(9, 1), [])
  assert.deepEqual(at(3, 1), [''])
})

test('thinning keeps lowest and highest', () => {
  const n = 4000
  const ms = Array.from({ length: n }, (_, i) => i)
  const values = ms.map((i) => (i === 1234 ? 99 : i === 2345 ? -99 : 0))
  const [t, v] = thin(ms, values)
  assert.ok(t.length <= n / 2)
  assert.ok(v.includes(99) && v.includes(-99))
  assert.deepEqual(t, [...t].sort((a, b) => a - b))
})

test('bytes and times have units', () => {
  assert.deepEqual([0, 999, 1048576, 9.6e6, 1.16e10].map(bytes), ['0 B', '999 B', '1.0 MB', '9.6 MB', '12 GB'])
  assert.deepEqual([0.4, 12.25, 1500, 65_000].map(duration), ['<1 ms', '12 ms', '1.5 s', '1 min 5 s'])
})

test('terminal colours become classes; links, titles and cursor moves are dropped', () => {
  assert.deepEqual(runs('a\u001b[1;31mb\u001b[0mc'), [
    { text: 'a', class: '' },
    { text: 'b', class: 'ansi-b ansi-1' },
    { text: 'c', class: '' },
  ])
  assert.equal(runs('\u001b]8;;http://x\u0007y\u001b]8;;\u0007\u001b[2J').map((r) => r.text).join(''), 'y')
  assert.equal(runs('a\u0007\u0000b\u009b\tc\nd\u001b').map((r) => r.text).join(''), 'ab\tc\nd')
})

test('contents list headings outside of code, with the cells under them', () => {
  const md = (source: string): Cell => ({ id: source, kind: 'markdown', state: 'not-run', source })
  const list = sections([md('# A *b*\n```\n# no\n```\n## C'), source, md('text')])
  assert.deepEqual(list.map((x) => [x.title, x.level, x.code.length]), [['A b', 1, 0], ['C', 2, 1]])
})

test('dollars are formulas only where they can be', () => {
  assert.ok(hasFormula('far away there is $x$'))
  assert.deepEqual(split('it is $x^2$ and $$y$$').map((p) => p.tex), [undefined, 'x^2', undefined, 'y'])
  assert.deepEqual(split('costs $5 and $6').map((p) => p.tex), [undefined])
})

test('a text cannot dress as a part of the page', () => {
  assert.equal(classes('notice math-inline top  language-go dlg'), 'math-inline language-go')
})

test('pauses grow to a limit', () => {
  assert.ok(pause(1, 0.5) < pause(3, 0.5))
  assert.equal(pause(20, 0.5), 15_000)
})

test('a gap in the numbers is seen', () => {
  const cell = { type: 'cell', cell: 'a', state: 'ok' } as const
  assert.ok(follows({ seq: 4 }, { ...cell, seq: 5 }))
  assert.ok(!follows({ seq: 4 }, { ...cell, seq: 6 }))
  assert.ok(follows({ seq: 4 }, { type: 'pong', ref: '' }))
})
