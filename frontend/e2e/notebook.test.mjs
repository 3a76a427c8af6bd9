// Scenarios of a person with a notebook, each against the real program and a real kernel.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cell, end, kernels, notebook, open, restart, serve, serveExamples, state, until, write } from './harness.mjs'

after(end)

test('open the example, run all, read the numbers, see the picture, with no other host', async (t) => {
  const server = await serveExamples(t)
  const { page, trouble, elsewhere } = await open(t, server, 'gmm.ipynb')
  assert.match(await page.locator('h1').first().innerText(), /mixture/i)
  assert.equal(kernels(server).length, 0, 'opening runs nothing')
  await page.getByRole('button', { name: 'Run all' }).click()
  const codes = page.locator('section[aria-label*=", code,"]')
  const last = await codes.count()
  await state(page, last, 'ran', 180_000)
  for (let n = 1; n <= last; n++) await state(page, n, 'ran')
  const text = await page.locator('.out').allInnerTexts()
  const deviation = /deviation.*: ([0-9.e+-]+)/i.exec(text.join('\n'))
  assert.ok(deviation, `no deviation in ${text.join('\n').slice(0, 2000)}`)
  assert.ok(Number(deviation[1]) <= 1e-8, deviation[0])
  const picture = page.locator('figure img').first()
  await picture.scrollIntoViewIfNeeded()
  assert.ok(await picture.evaluate((img) => img.decode().then(() => img.naturalWidth > 100)))
  assert.match(await picture.getAttribute('src'), /^blob:/)
  assert.deepEqual(elsewhere, [])
  assert.deepEqual(trouble, [])
})

const loss = 'func loss(w []float64) float64 {\n\tsum := 0.0\n\tfor i := range w {\n\t\tr := w[i] - 1\n\t\tsum += r * r\n\t}\n\treturn sum\n}'
const ask = 'import "github.com/costate/costate/ad"\n\ng := ad.Grad(loss)([]float64{2, 3})\ng'

test('a gradient that is traced says so on its cell', async (t) => {
  const sent = 'func sent(x float64) float64 {\n\tc := make(chan float64, 1)\n\tc <- x * x\n\treturn <-c\n}'
  const server = await serve(t, { 'a.ipynb': notebook(`${sent}\n\n${loss}`, 'import "github.com/costate/costate/ad"\n\nad.Grad(sent)(3)', ask) })
  const { page } = await open(t, server, 'a.ipynb')
  await page.getByRole('button', { name: 'Run all' }).click()
  await state(page, 2, 'ran')
  await state(page, 3, 'ran')
  assert.match(await cell(page, 2).locator('.out').innerText(), /6/)
  await cell(page, 2).locator('.badges .traced').waitFor()
  await cell(page, 3).getByRole('button', { name: 'Read the adjoint' }).waitFor()
  assert.equal(await cell(page, 3).locator('.badges .traced').count(), 0)
})

test('hover an adjoint line and see its primal lit, in the panel and in the cell', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook(loss, ask) })
  const { page } = await open(t, server, 'a.ipynb', { viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: 'Run all' }).click()
  await state(page, 2, 'ran')
  assert.match(await cell(page, 2).locator('.out').innerText(), /2.*4/)
  await cell(page, 2).getByRole('button', { name: 'Read the adjoint' }).click()
  const panel = page.locator('#panel')
  const line = panel.locator('.pair [data-line].linked', { hasText: 'wBar[i]' }).first()
  await line.hover()
  await panel.locator('.pair [data-row].lit-f').first().waitFor()
  const lit = await panel.locator('.pair [data-row].lit-f').allInnerTexts()
  assert.equal(lit.length, 1)
  assert.match(lit[0], /r := w\[i\] - 1/)
  assert.match((await cell(page, 1).locator('.cm-line.lit-f').allInnerTexts()).join(), /r := w\[i\] - 1/)
  assert.ok((await panel.locator('.band').count()) > 0)

  // The other way, and by keys.
  await panel.locator('.pair [data-row]', { hasText: 'sum += r * r' }).hover()
  await panel.locator('.pair [data-line].lit-r').first().waitFor()
  await page.mouse.move(5, 5)
  await panel.focus()
  await page.keyboard.press(']')
  const first = await panel.locator('.pair [data-row].lit-f').getAttribute('data-row')
  await page.keyboard.press(']')
  assert.notEqual(await panel.locator('.pair [data-row].lit-f').getAttribute('data-row'), first)
  await page.keyboard.press('[')
  assert.equal(await panel.locator('.pair [data-row].lit-f').getAttribute('data-row'), first)
  assert.match(await page.locator('.sr[aria-live=polite]').innerText(), /is answered by adjoint lines/)

  // Its twin in text.
  await page.keyboard.press('t')
  assert.ok((await panel.locator('table.t tbody tr').count()) > 2)
})

test('interrupt an endless loop, then go on; restart gives a new kernel', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 41', 'for {\n}', 'x + 1') })
  const { page } = await open(t, server, 'a.ipynb')
  await page.getByRole('button', { name: 'Run all' }).click()
  await state(page, 2, 'running')
  await page.locator('body').press('Escape')
  await page.getByRole('button', { name: /Stop all/ }).click()
  await state(page, 2, 'ended with an error', 5000)
  await until(async () => (await page.getByRole('status').first().innerText()).includes('Ready'), 'ready')
  await cell(page, 1).click()
  await page.keyboard.press('Control+Enter')
  await state(page, 1, 'ran')
  await cell(page, 3).click()
  await page.keyboard.press('Control+Enter')
  await state(page, 3, 'ran')
  assert.match(await cell(page, 3).locator('.out').innerText(), /42/)
  const before = kernels(server)
  await page.keyboard.press('0')
  await page.keyboard.press('0')
  await state(page, 3, 'not run')
  await cell(page, 1).click()
  await page.keyboard.press('Control+Enter')
  await state(page, 1, 'ran')
  assert.notDeepEqual(kernels(server), before)
  assert.match(await cell(page, 3).locator('.out').innerText(), /42/, 'what is shown is kept')
})

test('a type error is shown at its place, and gone when it is mended', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1\ny := x + "two"\ny') })
  const { page } = await open(t, server, 'a.ipynb')
  await cell(page, 1).locator('.cm-content').click()
  await page.keyboard.press('Control+Enter')
  await state(page, 1, 'ended with an error')
  const squiggle = cell(page, 1).locator('.cm-lintRange-error')
  assert.match(await squiggle.innerText(), /x|"two"/)
  assert.equal(await squiggle.evaluate((el) => [...el.closest('.cm-content').children].indexOf(el.closest('.cm-line'))), 1)
  assert.match(await cell(page, 1).locator('.msg').innerText(), /line 2.*(mismatched|cannot)/is)
  await cell(page, 1).getByRole('button', { name: 'line 2' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('x := 1\ny := x + 2\ny')
  await page.keyboard.press('Control+Enter')
  await state(page, 1, 'ran')
  assert.equal(await cell(page, 1).locator('.cm-lintRange-error').count(), 0)
  assert.match(await cell(page, 1).locator('.out').innerText(), /3/)
})

test('the kernel process is killed: the page says so, nothing shown is lost, and a restart goes on', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('import "fmt"\n\nfmt.Println("kept")\nx := 6', 'for {\n}') })
  const { page } = await open(t, server, 'a.ipynb')
  await page.getByRole('button', { name: 'Run all' }).click()
  await state(page, 2, 'running')
  await page.locator('.out', { hasText: 'kept' }).waitFor()
  for (const pid of kernels(server)) process.kill(pid, 'SIGKILL')
  await page.getByText('Kernel stopped', { exact: true }).waitFor()
  assert.match(await cell(page, 2).getByRole('alert').innerText(), /kernel/i)
  assert.match(await cell(page, 1).locator('.out').innerText(), /kept/)
  assert.match(await cell(page, 1).locator('.cm-content').innerText(), /x := 6/)
  await page.locator('#bar').getByRole('button', { name: 'Restart' }).click()
  await page.getByText('Kernel stopped', { exact: true }).waitFor({ state: 'detached' })
  await write(page, 2, 'x * 7')
  await page.getByRole('button', { name: 'Run all' }).click()
  await state(page, 2, 'ran')
  assert.match(await cell(page, 2).locator('.out').innerText(), /42/)
})

const slow = 'import (\n\t"fmt"\n\t"time"\n)\n\nfor i := range 40 {\n\tfmt.Println("step", i)\n\ttime.Sleep(100 * time.Millisecond)\n}'

test('reload during a running cell: output continues', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook(slow) })
  const { page } = await open(t, server, 'a.ipynb')
  await page.getByRole('button', { name: 'Run all' }).click()
  await page.getByText('step 3', { exact: false }).waitFor()
  await page.reload()
  await state(page, 1, 'running')
  await page.locator('.out', { hasText: 'step 3' }).waitFor()
  await state(page, 1, 'ran')
  const lines = (await cell(page, 1).locator('.out').innerText()).trim().split('\n')
  assert.deepEqual(lines, Array.from({ length: 40 }, (_, i) => `step ${i}`))
})

test('a lost connection loses nothing: output goes on, typed text arrives', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook(slow, 'y := 1') })
  const { page, context } = await open(t, server, 'a.ipynb')
  let sockets = []
  await context.routeWebSocket(/\/ws/, (ws) => {
    ws.connectToServer()
    sockets.push(ws)
  })
  await page.reload()
  await cell(page, 1).click()
  await page.keyboard.press('Control+Enter')
  await page.getByText('step 3', { exact: false }).waitFor()
  for (const ws of sockets) await ws.close({ code: 4001 })
  await write(page, 2, 'y := 12345')
  await page.getByText('No connection to the server since').waitFor({ state: 'detached' })
  await state(page, 1, 'ran')
  const lines = (await cell(page, 1).locator('.out').innerText()).trim().split('\n')
  assert.deepEqual(lines, Array.from({ length: 40 }, (_, i) => `step ${i}`))
  await page.keyboard.press('ControlOrMeta+s')
  await until(() => readFileSync(join(server.dir, 'a.ipynb'), 'utf8').includes('y := 12345'), 'typed text saved')
  assert.ok(sockets.length >= 2)
})

test('another server on the same address: the page asks for its token and keeps what was typed', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1', 'y := 2') })
  const { page, context } = await open(t, server, 'a.ipynb')
  await cell(page, 2).locator('.cm-content').click()
  const next = await restart(t, server)
  await page.getByText('wants its token').waitFor()
  await write(page, 2, 'y := 777')
  await page.getByText('1 edit kept here').waitFor()
  const login = await context.newPage()
  await login.goto(next.url)
  await login.getByRole('link', { name: 'a.ipynb' }).waitFor()
  await page.getByText('wants its token').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+s')
  await until(() => readFileSync(join(server.dir, 'a.ipynb'), 'utf8').includes('y := 777'), 'saved')
})

test('a file that is no notebook: the page says why', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1'), 'b.ipynb': '{"cells": ' })
  const { page } = await open(t, server, 'a.ipynb')
  await page.goto(new URL('/?notebook=b.ipynb', page.url()).href)
  await page.getByText('b.ipynb is not open.').waitFor()
  const words = await page.getByRole('alert').innerText()
  assert.ok(words.length > 'b.ipynb is not open.All notebooks'.length + 10, words)
  await page.getByRole('link', { name: 'All notebooks', exact: true }).click()
  await page.getByRole('link', { name: 'a.ipynb' }).waitFor()
})

test('save, reopen: the bytes are as expected', async (t) => {
  const before = notebook(['# Title\n\nText.'], 'x := 1', 'x + 1')
  const server = await serve(t, { 'a.ipynb': before })
  const path = join(server.dir, 'a.ipynb')
  const { page, context } = await open(t, server, 'a.ipynb')
  assert.equal(readFileSync(path, 'utf8'), before, 'opening changes nothing')
  await write(page, 1, 'x := 20\ny := "ä"')
  await page.keyboard.press('ControlOrMeta+s')
  const want = before.replace('"x := 1"', '"x := 20\\n",\n    "y := \\"ä\\""')
  await until(() => readFileSync(path, 'utf8') === want, 'the edited cell alone has changed').catch(() => assert.equal(readFileSync(path, 'utf8'), want))
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  const again = await context.newPage()
  await again.goto(page.url())
  await again.locator('.cm-content', { hasText: 'x := 20' }).waitFor()
  assert.equal(readFileSync(path, 'utf8'), want, 'opening again changes nothing')
})

test('new, text, move, delete and undo, by keys alone', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('one := 1', 'two := 2', 'three := 3') })
  const { page } = await open(t, server, 'a.ipynb')
  const texts = () => page.locator('.cm-content, .md').allInnerTexts().then((all) => all.map((s) => s.trim()))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.keyboard.press('x')
  assert.deepEqual(await texts(), ['one := 1'])
  await page.keyboard.press('z')
  await page.getByText('three := 3').waitFor()
  await page.keyboard.press('z')
  await page.getByText('two := 2').waitFor()
  assert.deepEqual(await texts(), ['one := 1', 'two := 2', 'three := 3'])
  await page.keyboard.press('Shift+K')
  assert.deepEqual(await texts(), ['two := 2', 'one := 1', 'three := 3'])
  await page.keyboard.press('b')
  await page.keyboard.press('m')
  await page.keyboard.press('Enter')
  await page.keyboard.type('## Heading\n\nand $x^2$')
  await page.keyboard.press('Control+Enter')
  await page.locator('.md h2', { hasText: 'Heading' }).waitFor()
  await page.locator('.md math').waitFor()
  await page.locator('#contents').getByRole('link', { name: 'Heading' }).waitFor()
  await page.keyboard.press('ControlOrMeta+s')
  await until(() => readFileSync(join(server.dir, 'a.ipynb'), 'utf8').includes('## Heading'), 'saved')
  const saved = JSON.parse(readFileSync(join(server.dir, 'a.ipynb'), 'utf8'))
  assert.deepEqual(saved.cells.map((c) => [c.cell_type, c.source.join('')]), [
    ['code', 'two := 2'],
    ['markdown', '## Heading\n\nand $x^2$'],
    ['code', 'one := 1'],
    ['code', 'three := 3'],
  ])
})

test('the tape grows while a gradient runs, and has a table', async (t) => {
  const long = `func walk(x float64) float64 {
	for i := 0; i < 400000; i++ {
		x = x + 1e-6*x*x
	}
	return x
}`
  const server = await serve(t, { 'a.ipynb': notebook(long, 'import "github.com/costate/costate/ad"\n\ng := ad.Grad(walk)\nfor range 6 {\n\tg(0.5)\n}') })
  const { page, trouble } = await open(t, server, 'a.ipynb', { viewport: { width: 1440, height: 900 } })
  await page.locator('#bar').getByRole('button', { name: 'Tape' }).click()
  const panel = page.locator('#panel')
  assert.match(await panel.innerText(), /appear here/)
  await page.getByRole('button', { name: 'Run all' }).click()
  await panel.locator('canvas').waitFor()
  await state(page, 2, 'ran', 60_000)
  assert.match(await panel.locator('.chart').getAttribute('aria-label'), /at its peak/)
  assert.match(await panel.locator('table.t').innerText(), /line 3/)
  await panel.focus()
  await page.keyboard.press('t')
  await panel.locator('table.short tbody tr').nth(4).waitFor()
  assert.deepEqual(trouble, [])
})

test('a new notebook, begun from a few cells', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1') })
  const { page, trouble } = await open(t, server, 'a.ipynb')
  await page.getByRole('link', { name: 'Costate, all notebooks' }).click()
  await page.getByRole('button', { name: 'New notebook' }).click()
  await page.getByText('Or begin from').waitFor()
  await page.getByRole('button', { name: 'Write Go.' }).click()
  await page.keyboard.type('x := 1')
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Write Go.' }).waitFor()
  await page.getByRole('button', { name: 'Differentiate a function' }).click()
  await page.getByRole('button', { name: 'Run all' }).click()
  await state(page, 2, 'ran')
  const slope = Number(await cell(page, 2).locator('.out').innerText())
  assert.ok(Math.abs(slope - (Math.sin(1.5) + 1.5 * Math.cos(1.5))) < 1e-12, String(slope))
  await cell(page, 2).getByRole('button', { name: 'Read the adjoint' }).waitFor()
  assert.deepEqual(trouble, [])
})

test('what is typed on a new notebook is its first cell, and a redo brings it back', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1') })
  const { page, trouble } = await open(t, server, 'a.ipynb')
  await page.getByRole('link', { name: 'Costate, all notebooks' }).click()
  await page.getByRole('button', { name: 'New notebook' }).click()
  await page.getByText('Or begin from').waitFor()
  await page.keyboard.type('ab := 1')
  const text = page.locator('.cm-content', { hasText: 'ab := 1' })
  await text.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second := 2')
  await page.keyboard.press('Escape')
  const second = page.locator('.cm-content', { hasText: 'second := 2' })
  await page.keyboard.press('z')
  await second.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+Z')
  await second.waitFor()
  await text.waitFor()
  assert.deepEqual(trouble, [])
})

test('two pages that write in one cell keep the words of both', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1') })
  const [one, two] = [(await open(t, server, 'a.ipynb')).page, (await open(t, server, 'a.ipynb')).page]
  for (const [page, key] of [[one, 'Home'], [two, 'End']]) {
    await cell(page, 1).locator('.cm-content').click()
    await page.keyboard.press(key)
  }
  await Promise.all([one.keyboard.type('/* one */ ', { delay: 30 }), two.keyboard.type(' // two', { delay: 40 })])
  for (const page of [one, two]) await page.locator('.cm-content', { hasText: '/* one */ x := 1 // two' }).waitFor()
  await one.keyboard.press('ControlOrMeta+z')
  for (const page of [one, two]) await page.locator('.cm-content', { hasText: /^x := 1 \/\/ two\s*$/ }).waitFor()
})

test('what is typed while another page deletes the cell is no command', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1', 'y := 2', 'z := 3') })
  const [one, two] = [(await open(t, server, 'a.ipynb')).page, (await open(t, server, 'a.ipynb')).page]
  await cell(two, 2).locator('.cm-content').click()
  await cell(two, 2).and(two.locator('.edit')).waitFor()
  await cell(one, 2).click({ position: { x: 4, y: 4 } })
  await Promise.all([two.keyboard.type('xbxbxbxbxbxbxbxbxbxbxb', { delay: 60 }), one.keyboard.press('x')])
  await one.locator('.cm-content', { hasText: 'y := 2' }).waitFor({ state: 'detached' })
  for (const page of [one, two]) {
    assert.deepEqual((await page.locator('.cm-content').allInnerTexts()).map((s) => s.trim()), ['x := 1', 'z := 3'])
  }
})

test('outputs of a strange file run nothing and fetch nothing', async (t) => {
  const file = JSON.parse(notebook('x := 1', ['<img src="http://example.org/x.png" onerror="globalThis.owned=1"> <script>globalThis.owned=1</script>']))
  const html = '<p>shown</p><script>parent.owned=1</script><img src="http://example.org/y.png" onerror="parent.owned=1"><a href="javascript:parent.owned=1">x</a>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="parent.owned=1"><script>parent.owned=1</script><image href="http://example.org/z.png" width="9" height="9"/><rect width="40" height="40"/></svg>'
  file.cells[0].outputs = ['text/html', 'image/svg+xml'].map((type, i) => ({ output_type: 'display_data', metadata: {}, data: { [type]: [html, svg][i] } }))
  file.cells[0].outputs.push({ output_type: 'error', ename: '<b>', evalue: '<img src=x onerror="owned=1">', traceback: ['\u001b]8;;http://example.org\u0007x\u001b[31m<i>'] })
  const server = await serve(t, { 'a.ipynb': JSON.stringify(file) })
  const { page, elsewhere } = await open(t, server, 'a.ipynb')
  await page.frameLocator('iframe').getByText('shown').waitFor()
  await page.locator('figure img').waitFor()
  await page.waitForTimeout(300)
  assert.equal(await page.evaluate(() => globalThis.owned), undefined)
  assert.equal(await page.locator('iframe').getAttribute('sandbox'), '')
  assert.deepEqual(elsewhere, [])
})
