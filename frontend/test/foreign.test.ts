// This file tests what the page says above a notebook of another kernel.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ComponentChildren, VNode } from 'preact'
import { parse, type Foreign } from '../src/protocol'
import { Told } from '../src/shell/foreign'
import { initial, reduce } from '../src/store'

// html writes nodes without hooks as text.
function html(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(html).join('')
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node !== 'object') return String(node).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const { type, props } = node as VNode<{ children?: ComponentChildren }>
  return `<${String(type)}>${html(props.children)}</${String(type)}>`
}

const told = (foreign: Foreign) => html(Told({ foreign }) as VNode)
const golden = parse(readFileSync(join(process.cwd(), '../internal/server/testdata/messages/snapshot-foreign.json'), 'utf8'))
const own = parse(readFileSync(join(process.cwd(), '../internal/server/testdata/messages/snapshot.json'), 'utf8'))

test('a snapshot says which kernel a notebook was written for, and the next one may say none', () => {
  const s = reduce(initial, { type: 'message', message: golden, now: 1 })
  assert.equal(s.foreign?.kernel, 'GoNB')
  assert.equal(told(s.foreign!), '<aside><p>This notebook was written for GoNB. Its cells are translated when they are run, and the file is not changed.</p><details><summary>What becomes of its commands</summary><ul><li>Not run: a shell command.</li></ul></details></aside>')
  assert.equal(reduce(s, { type: 'message', message: own, now: 2 }).foreign, undefined)
})

test('without commands there is one sentence', () => {
  assert.equal(told({ kernel: 'lgo', text: 'One sentence.' }), '<aside><p>One sentence.</p></aside>')
})

test('shell commands are offered where they can be run, and otherwise the note says why not', () => {
  const off = told({ kernel: 'GoNB', text: 'x', shell: 'off' })
  assert.equal(off, '<aside><p>x</p><button>Run shell commands</button></aside>')
  assert.equal(told({ kernel: 'GoNB', text: 'x', why: 'No flag.' }), '<aside><p>x</p><p>No flag.</p></aside>')
  const settings = parse(readFileSync(join(process.cwd(), '../internal/server/testdata/messages/settings-foreign.json'), 'utf8'))
  const s = reduce(reduce(initial, { type: 'message', message: golden, now: 1 }), { type: 'message', message: settings, now: 2 })
  assert.equal(s.foreign?.shell, 'off')
})

test('what a notebook says stays text', () => {
  assert.equal(told({ kernel: 'lgo', text: 'x', list: ['<img src=x>'] }).includes('<img'), false)
})
