// This file tests a notebook of another kernel in the browser: the note above it, a run of a translated cell, a shell cell.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { end, notebook, open, serve } from './harness.mjs'

after(end)

const gonb = (...cells) => notebook(...cells).replace('"name": "costate"', '"name": "gonb"')

test('a notebook of GoNB runs, and says what is not run', async (t) => {
  const server = await serve(t, { 'a.ipynb': gonb('!ls\n%%\nfmt.Println("from main")', '%%bash\nls', 'x := 1') })
  const { page } = await open(t, server, 'a.ipynb')
  const note = page.locator('aside.foreign')
  await note.getByText('This notebook was written for GoNB.').waitFor()
  await note.locator('summary').click()
  await note.getByText('Not run: 2 shell commands.').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.c .go').first().click()
  await page.locator('pre.text', { hasText: 'from main' }).waitFor()
  await page.getByText('Line 1: a shell command, not run: !ls.').waitFor()
})

test('shell cells are grey and say that they are not run', async (t) => {
  const server = await serve(t, { 'a.ipynb': gonb('%%bash\nls', 'x := 1\n!ls') })
  const { page } = await open(t, server, 'a.ipynb')
  await page.getByLabel('Cell 1, shell cell, not run').waitFor()
  await page.locator('.c').nth(0).getByText('shell cell, not run', { exact: true }).waitFor()
  await page.locator('.c').nth(1).getByText('shell lines, not run', { exact: true }).waitFor()
  await page.getByText('only if the server was started with --allow-exec').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Run shell commands' }).count(), 0)
})

test('our own notebooks have no note', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1') })
  const { page } = await open(t, server, 'a.ipynb')
  await page.locator('.c').first().waitFor()
  assert.equal(await page.locator('aside.foreign').count(), 0)
})
