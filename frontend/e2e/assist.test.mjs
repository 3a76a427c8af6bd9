// What helps while somebody types, against the real program: by keys alone, and while a cell runs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import { cell, end, notebook, open, serve, state, until, write } from './harness.mjs'

after(end)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// usable fails if axe finds something serious in what is shown.
async function usable(page, what) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  // The list is scrolled by keys in the editor, which names the candidate as its active descendant; axe knows that of combo boxes alone.
  const ours = (v) => v.id === 'scrollable-region-focusable' && v.nodes.every((n) => n.html.includes('role="listbox"'))
  const serious = violations.filter((v) => (v.impact === 'serious' || v.impact === 'critical') && !ours(v))
  assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`), [], what)
}

const area = '// area is that of a rectangle. It is exact.\nfunc area(width, height float64) float64 {\n\treturn width * height\n}'

test('complete, read and be warned while a cell runs, by keys alone', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook(area, 'for {\n}', '') })
  const { page, trouble, elsewhere } = await open(t, server, 'a.ipynb')
  await cell(page, 2).locator('.cm-content').click()
  await page.keyboard.press('Control+Enter')
  await state(page, 2, 'running')

  const third = cell(page, 3)
  await third.locator('.cm-content').click()
  await page.keyboard.type('a := are')
  const list = third.locator('.cm-tooltip-autocomplete')
  await list.locator('li', { hasText: 'area' }).first().waitFor()
  assert.match(await list.locator('li[aria-selected]').innerText(), /^area.*func\(width float64, height float64\) float64/s)
  assert.equal(await list.locator('ul').getAttribute('role'), 'listbox')
  assert.ok(await third.locator('.cm-content').getAttribute('aria-activedescendant'))
  await page.waitForTimeout(100) // a list that has just come takes no key
  await page.keyboard.press('Tab')
  await page.keyboard.type('(')
  const help = third.locator('.cm-help')
  assert.match(await help.innerText(), /area\(width float64, height float64\) float64\s+area is that of a rectangle\./)
  assert.equal(await help.locator('b').innerText(), 'width float64')
  await page.keyboard.type('2, ')
  await until(async () => (await help.locator('b').innerText()) === 'height float64', 'the second parameter')
  assert.match(await page.locator('.sr[aria-live=polite]').innerText(), /area, parameter 2 of 2: height float64/)

  // Escape closes what is open, and only then leaves the cell.
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  assert.ok(await third.locator('.cm-content').evaluate((el) => el === document.activeElement))

  await page.keyboard.type('"x")')
  const mark = third.locator('.cm-lintRange-error')
  await third.locator('.cm-lintRange-error', { hasText: '"x"' }).waitFor()
  await write(page, 3, 'a := area(2, 3)')
  await mark.first().waitFor({ state: 'detached' })

  // The name at the cursor, by its key.
  await page.keyboard.press('Home')
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F1')
  assert.match(await help.innerText(), /^func area\(width float64, height float64\) float64\s+area is that of a rectangle\. It is exact\./)
  assert.match(await page.locator('.sr[aria-live=polite]').innerText(), /^func area.* area is that of a rectangle\.$/)
  await usable(page, 'a tip')
  await page.keyboard.press('F1')
  assert.ok(await help.evaluate((el) => el === document.activeElement), 'the tip can be scrolled by keys')
  await page.keyboard.press('Escape')
  assert.ok(await third.locator('.cm-content').evaluate((el) => el === document.activeElement))
  await page.keyboard.press('Escape')

  // Members of a package that is not imported, with documentation, by the key that asks.
  await write(page, 3, 'b := math.')
  await page.keyboard.press('Control+Space')
  await list.locator('li', { hasText: 'Abs' }).first().waitFor()
  await third.locator('.cm-completionInfo', { hasText: 'Abs returns the absolute value' }).waitFor()
  await usable(page, 'a list')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })

  await state(page, 2, 'running')
  assert.deepEqual(elsewhere, [])
  assert.deepEqual(trouble, [])
})

test('documentation beside the list leaves the text to be read, and brackets are marked where the cursor is', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('f := func() int { return 1 }', '') })
  for (const width of [1280, 700, 420]) {
    const { page } = await open(t, server, 'a.ipynb', { viewport: { width, height: 900 } })
    await cell(page, 2).locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('averageOfAll := math.Sqrt(2) + math.Sqrt(3) + math')
    await page.keyboard.type('.')
    const info = cell(page, 2).locator('.cm-completionInfo', { hasText: /./ })
    await info.waitFor()
    const box = await info.boundingBox()
    const line = await cell(page, 2).locator('.cm-line').first().boundingBox()
    assert.ok(box.y >= line.y + line.height - 1, `at ${width}: ${JSON.stringify(box)} is over ${JSON.stringify(line)}`)
    assert.ok(box.x >= 0 && box.x + box.width <= width, `at ${width}: ${JSON.stringify(box)} is not in the window`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('(1)')
    const marked = cell(page, 2).locator('.cm-matchingBracket').first()
    const colour = () => marked.evaluate((el) => getComputedStyle(el).backgroundColor)
    await marked.waitFor()
    assert.notEqual(await colour(), 'rgba(0, 0, 0, 0)')
    await cell(page, 1).locator('.cm-content').click()
    await until(async () => (await marked.count()) === 0 || (await colour()) === 'rgba(0, 0, 0, 0)', 'the mark goes with the focus')
    await page.close()
  }
})

test('a fault says what it is under the mouse; long lines are read from their beginning when the cursor has left', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1', '') })
  const { page } = await open(t, server, 'a.ipynb')
  await write(page, 2, 'missing\n\n\n' + '"' + 'long '.repeat(60) + '"')
  const mark = cell(page, 2).locator('.cm-lintRange-error').first()
  await mark.waitFor()
  const scrolled = () => cell(page, 2).locator('.cm-scroller').evaluate((el) => el.scrollLeft)
  assert.ok((await scrolled()) > 0)
  await cell(page, 1).locator('.cm-content').click()
  await until(async () => (await scrolled()) === 0, 'the line from its beginning')
  // A check that comes meanwhile draws the mark anew, and a mouse that rests over it must move for the tip.
  const tip = cell(page, 2).locator('.cm-diagnostic-error', { hasText: 'undefined: missing' })
  let step = 0
  await until(async () => {
    const box = await mark.boundingBox()
    step = (step + 1) % 8
    await page.mouse.move(box.x + 4 + step, box.y + 8)
    await page.waitForTimeout(700)
    return await tip.isVisible()
  }, 'what the fault is')
})

test('a fault that another cell causes is marked, and goes with its cause', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('limit := 3', 'limit + 1') })
  const { page } = await open(t, server, 'a.ipynb')
  await cell(page, 2).locator('.cm-content').click()
  await write(page, 1, 'limits := 3')
  await cell(page, 2).locator('.cm-content').click()
  const mark = cell(page, 2).locator('.cm-lintRange-error')
  await mark.first().waitFor()
  assert.equal(await mark.first().innerText(), 'limit')
  await write(page, 1, 'limit := 3')
  await mark.first().waitFor({ state: 'detached' })
})
