// The goldens are shared with the Go tests of internal/server: every message of the server must be read, and what the
// page sends must be spelled as Go expects it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { edit, emptyOutbox, revert, take } from '../src/outbox'
import { parse, type ClientMessage } from '../src/protocol'

const dir = join(process.cwd(), '../internal/server/testdata/messages')
const goldens = readdirSync(dir).filter((f) => f.endsWith('.json'))
const fromClient: ClientMessage['type'][] = ['hello', 'edit', 'revert', 'run', 'runAll', 'interrupt', 'restart', 'save', 'set', 'reload', 'assist', 'ping']
const read = (name: string) => readFileSync(join(dir, name), 'utf8')
const typeOf = (name: string) => (JSON.parse(read(name)) as { type: string }).type
const isFromClient = (name: string) => (fromClient as string[]).includes(typeOf(name))

test('there are goldens of both directions', () => {
  assert.ok(goldens.some(isFromClient))
  assert.ok(goldens.some((g) => !isFromClient(g)))
})

for (const name of goldens.filter((g) => !isFromClient(g))) {
  test(`reads ${name} without losing a field`, () => {
    const raw = JSON.parse(read(name)) as object
    assert.deepEqual({ ...parse(read(name)), ...raw }, parse(read(name)))
  })
}

test('every type that the page sends has a golden', () => {
  const have = new Set(goldens.map(typeOf))
  for (const type of fromClient) assert.ok(have.has(type), type)
})

test('an edit is spelled as in edit.json', () => {
  const golden = JSON.parse(read('edit.json')) as Extract<ClientMessage, { type: 'edit' }>
  const [, messages] = take(edit({ ...emptyOutbox, next: Number(golden.ref) }, golden.ops), golden.base)
  assert.deepEqual(messages, [golden])
})

test('a revert is spelled as in revert.json', () => {
  const golden = JSON.parse(read('revert.json')) as Extract<ClientMessage, { type: 'revert' }>
  const [, messages] = take(revert({ ...emptyOutbox, next: Number(golden.ref) }, golden.edit), 9)
  assert.deepEqual(messages, [golden])
})

for (const [what, frame] of [
  ['text that is not JSON', '{'],
  ['a list', '[]'],
  ['no type', '{}'],
  ['an unknown type', '{"type":"dance"}'],
  ['a type from the prototype', '{"type":"constructor"}'],
  ['a missing field', '{"type":"cell","seq":1,"cell":"a"}'],
  ['a field of a wrong type', '{"type":"cell","seq":"1","cell":"a","state":"ok"}'],
  ['a list that is none', '{"type":"variables","seq":1,"list":{}}'],
] as const) {
  test(`refuses ${what}`, () => assert.throws(() => parse(frame)))
}

test('an absent list is empty', () => {
  assert.deepEqual(parse('{"type":"diagnostics","seq":3,"cell":"a"}'), { type: 'diagnostics', seq: 3, cell: 'a', list: [] })
})
