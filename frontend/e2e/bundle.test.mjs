// What is built asks nothing of another host, needs no eval, and every font it names comes with it.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const app = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist/app')
const assets = readdirSync(join(app, 'assets'))
const text = (name) => readFileSync(join(app, 'assets', name), 'utf8')

// Names of XML namespaces and addresses in messages: nothing is fetched from them.
const names = ['http://www.w3.org/', 'https://github.com/cure53/DOMPurify', 'https://temml.org']

test('no address of another host', () => {
  for (const name of assets.filter((n) => /\.(js|css)$/.test(n))) {
    const found = text(name).match(/\bhttps?:\/\/[^\s"'`)\\<>]+/g) ?? []
    const others = found.filter((u) => !names.some((n) => u.startsWith(n)))
    assert.deepEqual([...new Set(others)], [], name)
  }
})

test('no eval', () => {
  for (const name of assets.filter((n) => n.endsWith('.js'))) {
    assert.doesNotMatch(text(name), /\beval\(|new Function\(/, name)
  }
})

test('fonts and scripts are there under hashed names, nothing is inlined', () => {
  const html = readFileSync(join(app, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map((m) => m[1])
  const css = assets.filter((n) => n.endsWith('.css')).flatMap((n) => [...text(n).matchAll(/url\((?!#)([^)]+)\)/g)].map((m) => m[1]))
  assert.ok(named.length >= 2 && css.length >= 6)
  for (const n of named) assert.ok(existsSync(join(app, n)), n)
  for (const u of css) {
    assert.doesNotMatch(u, /^"?data:/)
    assert.ok(assets.includes(u.replace(/["']/g, '').replace(/^\.\//, '')), u)
  }
  for (const n of assets.filter((a) => a !== 'licences.txt')) assert.match(n, /-[\w-]{8}\.\w+$/)
  assert.doesNotMatch(html, /<script>|<style/)
})
