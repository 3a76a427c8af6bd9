// This file tests what helps while somebody types: who gets an answer, when candidates are asked for, what is marked and said.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Asker } from '../src/assist'
import { infoPlace, merged, option, spokenHover, spokenSignature, wanted } from '../src/cells/assist'
import type { ClientMessage, Diagnostic } from '../src/protocol'

function asker() {
  const sent: Extract<ClientMessage, { type: 'assist' }>[] = []
  let open = true
  const a = new Asker((m) => {
    if (open && m.type === 'assist') sent.push(m)
    return open
  })
  return { a, sent, close: () => (open = false) }
}

test('an answer goes to who asked; one of an older question goes nowhere', async () => {
  const { a, sent } = asker()
  const first = a.ask('complete', 'c', 'ma', 2)
  const hover = a.ask('hover', 'c', 'ma', 1)
  const second = a.ask('complete', 'c', 'mat', 3)
  assert.equal(await first, undefined)
  a.take({ ref: sent[0]!.ref, complete: { from: 0, to: 2, items: [] } })
  a.take({ ref: sent[2]!.ref, complete: { from: 0, to: 3, items: [] } })
  a.take({ ref: sent[1]!.ref, hover: { from: 0, to: 2, decl: 'var ma int' } })
  assert.equal((await second)?.complete?.to, 3)
  assert.equal((await hover)?.hover?.decl, 'var ma int')
  assert.deepEqual(sent.map((m) => [m.want, m.source, m.at]), [['complete', 'ma', 2], ['hover', 'ma', 1], ['complete', 'mat', 3]])
})

test('without a connection, and when it is lost, nobody waits', async () => {
  const { a, close } = asker()
  const waits = a.ask('check', 'c', 'x', 0)
  a.drop()
  assert.equal(await waits, undefined)
  close()
  assert.equal(await a.ask('check', 'c', 'x', 0), undefined)
})

test('candidates are asked for behind letters and dots, and not in numbers and comments', () => {
  const cases: [string, 'word' | 'path' | undefined][] = [
    ['x := math.', 'word'],
    ['x := ma', 'word'],
    ['größe', 'word'],
    ['f().', 'word'],
    ['list[0].', 'word'],
    ['T{}.', 'word'],
    ['x1.', 'word'],
    ['x := 1.', undefined],
    ['x := 12', undefined],
    ['x := ', undefined],
    ['', undefined],
    ['// a word', undefined],
    ['f(', undefined],
    ['import "gonum.org/v1/', 'path'],
    ['import m "ma', 'path'],
    ['\t"str', 'path'],
    ['s := "', undefined],
  ]
  for (const [before, want] of cases) assert.equal(wanted(before), want, before)
})

test('a candidate shows its type and writes what the server says', () => {
  assert.deepEqual(option({ label: 'Rate', insert: 'Rate: ', kind: 'field', type: 'float64', doc: 'Rate is it.' }, 0), {
    label: 'Rate', type: 'property', boost: 99, detail: 'float64', info: 'Rate is it.', apply: 'Rate: ',
  })
  assert.ok(option({ label: 'a', kind: 'variable' }, 3).boost! > option({ label: 'b', kind: 'variable' }, 4).boost!)
  assert.equal(option({ label: 'a', kind: 'variable' }, 399).boost, -99)
})

const at = (line: number, code: string): Diagnostic => ({ line, col: 1, code, message: `${code} ${line}` })

test('marks are those of the check, and those of the run that only a run finds, while the text is the same', () => {
  const ran = [at(1, 'type'), at(2, 'panic')]
  assert.deepEqual(merged(ran, undefined, false), ran)
  assert.deepEqual(merged(ran, undefined, true), ran)
  assert.deepEqual(merged(ran, [], false), [at(2, 'panic')])
  assert.deepEqual(merged(ran, [at(3, 'type')], true), [at(3, 'type')])
  assert.deepEqual(merged([at(1, 'ad')], [at(1, 'ad')], false), [at(1, 'ad')])
})

test('what is said aloud', () => {
  const s = { at: 0, before: 'math.Pow(', params: ['x float64', 'y float64'], after: ') float64', active: 1 }
  assert.equal(spokenSignature(s), 'math.Pow, parameter 2 of 2: y float64.')
  assert.equal(spokenSignature({ ...s, active: 2 }), 'math.Pow has no more parameters.')
  assert.equal(spokenHover({ from: 0, to: 1, decl: 'func math.Sqrt(x float64) float64', doc: 'Sqrt returns 1.5 of x. It is exact.' }), 'func math.Sqrt(x float64) float64 Sqrt returns 1.5 of x.')
  assert.equal(spokenHover({ from: 0, to: 1, decl: 'type t struct {\n\tx int\n}' }), 'type t struct {')
})

test('the documentation of a candidate is on the right, under the list or above it, and never over the text on the left', () => {
  const space = { left: 0, right: 1000, top: 0, bottom: 800 }
  const box = (left: number, top: number, width: number, height: number) => ({ left, right: left + width, top, bottom: top + height })
  const cases: [string, ReturnType<typeof box>, ReturnType<typeof box>, string, string][] = [
    ['room', box(100, 100, 300, 200), box(0, 0, 350, 100), 'cm-completionInfo-right', 'top: 20px; max-width: 400px; max-height: 800px'],
    ['some room', box(400, 100, 300, 200), box(0, 0, 350, 100), 'cm-completionInfo-right', 'top: 20px; max-width: 300px; max-height: 800px'],
    ['none', box(650, 100, 300, 200), box(0, 0, 350, 100), 'under', 'top: 200px; max-width: 350px; max-height: 500px'],
    ['none, at the end', box(650, 590, 300, 200), box(0, 0, 350, 100), 'under', 'bottom: 200px; max-width: 350px; max-height: 590px'],
    ['tall, at the end', box(100, 590, 300, 200), box(0, 0, 350, 700), 'cm-completionInfo-right', 'top: -490px; max-width: 400px; max-height: 800px'],
  ]
  for (const [name, list, info, cls, style] of cases) {
    const option = box(list.left, list.top + 20, 300, 20)
    assert.deepEqual(infoPlace(list, option, info, space), { style, class: cls }, name)
  }
})
