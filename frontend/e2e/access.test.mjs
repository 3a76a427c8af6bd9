// The page is usable by all: axe finds no serious violation in any state, and what it shows stays within a phone.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import { cell, end, notebook, open, serve, state } from './harness.mjs'

after(end)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const content = notebook(
  ['# A title\n\nText with $x^2$, `code` and a [link](https://example.org).\n\n$$\\sum_i x_i + a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p$$'],
  'func loss(w []float64) float64 {\n\tsum := 0.0\n\tfor i := range w {\n\t\tr := w[i] - 1\n\t\tsum += r * r\n\t}\n\treturn sum\n}',
  'import "github.com/costate/costate/ad"\n\nad.Grad(loss)([]float64{2, 3})',
  'x := "a" + 1',
)

async function serious(page) {
  // The page's policy lets no foreign script in; the debugger may evaluate.
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.nodes.map((n) => `${n.html.slice(0, 120)} ${n.any[0]?.message ?? ''}`).join(' | ')}`)
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe, shell cells, ${colorScheme}`, async (t) => {
    const server = await serve(t, { 'a.ipynb': notebook('%%bash\nls # "all"', 'x := 1\n!ls').replace('"name": "costate"', '"name": "gonb"') })
    const { page } = await open(t, server, 'a.ipynb', { colorScheme, reducedMotion: 'reduce' })
    await page.getByLabel('Cell 1, shell cell, not run').waitFor()
    assert.deepEqual(await serious(page), [])
  })

  for (const viewport of [{ width: 1440, height: 900 }, { width: 360, height: 760 }]) {
    test(`axe, ${colorScheme}, ${viewport.width} px`, async (t) => {
      const server = await serve(t, { 'a.ipynb': content, 'empty.ipynb': notebook('') })
      const { page } = await open(t, server, 'a.ipynb', { colorScheme, viewport, reducedMotion: 'reduce' })
      await page.getByRole('button', { name: 'Run all' }).click()
      await state(page, 3, 'ended with an error')
      await page.locator('.md .formula math').waitFor()
      assert.deepEqual(await serious(page), [], 'document')
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scroll')
      await cell(page, 2).locator('.cm-content').click()
      assert.deepEqual(await serious(page), [], 'editing')
      await page.keyboard.press('Escape')
      for (const key of ['a', 'm']) {
        await page.keyboard.press('g')
        await page.keyboard.press(key)
        await page.locator('#panel').waitFor()
        assert.deepEqual(await serious(page), [], `panel ${key}`)
        await page.keyboard.press('t')
        assert.deepEqual(await serious(page), [], `panel ${key} as a table`)
        await page.keyboard.press('t')
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scroll')
      }
      await page.keyboard.press('g')
      await page.keyboard.press('g')
      for (const key of ['?', 'Control+k']) {
        await page.keyboard.press(key)
        await page.locator('dialog').waitFor()
        assert.deepEqual(await serious(page), [], `dialog ${key}`)
        await page.keyboard.press('Escape')
        await page.locator('dialog').waitFor({ state: 'detached' })
      }
      await page.goto(new URL('/', page.url()).href)
      await page.getByRole('link', { name: 'a.ipynb' }).waitFor()
      assert.deepEqual(await serious(page), [], 'list of files')
      await page.goto(new URL('/?notebook=empty.ipynb', page.url()).href)
      await page.getByText('Or begin from').waitFor()
      assert.deepEqual(await serious(page), [], 'empty notebook')
    })
  }
}
