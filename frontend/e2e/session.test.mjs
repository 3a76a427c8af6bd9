// This file tests in the browser what a page shows of a session: names with two definitions, the reactive mode, what a
// running cell shows, and what variables hold.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cell, end, notebook, open, serve, state, write } from './harness.mjs'

after(end)

// shots takes pictures for those who want to look, in the folder SHOTS.
async function shots(page, name) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(200)
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
}

test('a name that two cells define has a badge in both', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('func f() int { return 1 }', 'func f() int { return 2 }', 'f()') })
  const { page } = await open(t, server, 'a.ipynb')
  await page.getByRole('button', { name: 'Run all', exact: true }).click()
  await state(page, 3, 'ran')
  await cell(page, 1).locator('li.also', { hasText: 'f is also defined in cell 2' }).waitFor()
  const badge = cell(page, 2).locator('li.also')
  assert.match(await badge.getAttribute('title'), /The definition that ran last counts/)
  await shots(page, 'badge')
  await badge.getByRole('button', { name: 'cell 1' }).click()
  await page.locator('section[aria-label^="Cell 1,"][aria-current=true]').waitFor()
  await write(page, 1, 'func g() int { return 1 }')
  await page.keyboard.press('ControlOrMeta+Enter')
  await cell(page, 2).locator('li.also').waitFor({ state: 'detached' })
})

test('a reactive notebook runs what depends on an edit, save what never runs by itself', async (t) => {
  const server = await serve(t, { 'a.ipynb': notebook('x := 1', 'y := x + 1\ny', 'z := x + 2\nz') })
  const { page, trouble } = await open(t, server, 'a.ipynb')
  const reactive = page.getByRole('button', { name: 'Reactive', exact: true })
  assert.equal(await reactive.getAttribute('aria-pressed'), 'false')
  await reactive.click()
  await page.locator('button[aria-pressed=true]', { hasText: 'Reactive' }).waitFor()
  await cell(page, 3).locator('.gu b').click()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await cell(page, 3).getByText('never runs by itself').waitFor()
  await page.getByRole('button', { name: 'Run all', exact: true }).click()
  await state(page, 3, 'ran')
  await write(page, 1, 'x := 10')
  await page.keyboard.press('ControlOrMeta+Enter')
  await cell(page, 2).locator('pre.value', { hasText: '11' }).waitFor()
  await state(page, 3, 'stale')
  assert.deepEqual(trouble, [])
})

test('a progress bar stays in its place, and variables say what they hold', async (t) => {
  const src = 'import ("fmt"; "time"; "github.com/costate/costate/viz/ui")\nw := make([]float64, 1000)\ncounts := map[string]map[string]func(first, second float64) (value float64, err error){"a": nil}\nbar := ui.Progress(5, "fit")\nfor i := range 5 { time.Sleep(60 * time.Millisecond); bar.Add(1); fmt.Printf("\\rstep %d", i) }\nui.Table([][]float64{{1, 0.5}, {2, 0.25}}, "step", "loss")'
  const server = await serve(t, { 'a.ipynb': notebook(src) })
  const { page, trouble } = await open(t, server, 'a.ipynb')
  await cell(page, 1).locator('.go').click()
  await state(page, 1, 'ran')
  const texts = await cell(page, 1).locator('pre.text').allTextContents()
  assert.equal(texts.length, 2)
  assert.match(texts[0], /fit │█+│ 5 of 5, 100 %/)
  assert.equal(texts[1], 'step 4')
  await cell(page, 1).locator('iframe.html').contentFrame().getByText('0.25').waitFor()
  const row = page.locator('.vars tr', { hasText: '[]float64' })
  assert.match(await row.textContent(), /^w\[\]float641000 long, 8\.0 kB$/)
  assert.match(await page.locator('.vars tr', { hasText: 'counts' }).textContent(), /^countsmap\[string\]map\[string\]func\(first float64, second float64\) \(value float64, err error\)1 long/)
  for (const td of await page.locator('.vars td, .vars th').all()) {
    assert.ok(await td.evaluate((el) => el.scrollWidth <= el.clientWidth), `all of ${await td.textContent()} can be read`)
  }
  await shots(page, 'progress')
  assert.deepEqual(trouble, [])
})
