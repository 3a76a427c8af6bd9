// This file starts what the browser tests need: the notebook program itself with its kernels, on a folder of its
// own, and Chromium, which can reach this machine only. Nothing is stubbed.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const frontend = dirname(dirname(fileURLToPath(import.meta.url)))
const repository = dirname(frontend)

const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)
if (!browserPath) throw new Error('no Chromium: apt-get install chromium, or name one in CHROMIUM')
if (!existsSync(join(frontend, 'dist/app/index.html'))) throw new Error('the page is not built: npm run build')

const scratch = mkdtempSync(join(tmpdir(), 'costate-e2e-'))
const program = process.env.COSTATE_NOTEBOOK ?? build()

function build() {
  const out = join(scratch, 'notebook')
  execFileSync('go', ['build', '-o', out, './cmd/notebook'], { cwd: repository, stdio: 'inherit' })
  return out
}

const browser = await chromium.launch({
  executablePath: browserPath,
  args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
})

// end closes the browser and takes the folders away; for after().
export async function end() {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true })
}

// notebook writes a notebook of code cells; a cell that is a list is Markdown.
export function notebook(...cells) {
  const lines = (s) => s.split(/(?<=\n)/)
  const all = cells.map((c, i) => {
    const id = `cell${i + 1}`
    return Array.isArray(c)
      ? { cell_type: 'markdown', id, metadata: {}, source: lines(c[0]) }
      : { cell_type: 'code', execution_count: null, id, metadata: {}, outputs: [], source: lines(c) }
  })
  const metadata = { kernelspec: { display_name: 'Costate', language: 'go', name: 'costate' }, language_info: { name: 'go' } }
  return JSON.stringify({ cells: all, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1) + '\n'
}

// serve runs the program on a new folder with these files, and ends it after the test.
export async function serve(t, files) {
  const dir = mkdtempSync(join(scratch, 'dir-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content)
  return { dir, ...(await start(t, dir)) }
}

// restart ends a server and starts another one on its folder and port.
export async function restart(t, server) {
  await server.stop()
  return { dir: server.dir, ...(await start(t, server.dir, new URL(server.url).port)) }
}

// serveExamples runs the program on a copy of the examples.
export async function serveExamples(t) {
  const dir = mkdtempSync(join(scratch, 'examples-'))
  for (const name of ['gmm.ipynb', 'data']) cpSync(join(repository, 'examples', name), join(dir, name), { recursive: true })
  return { dir, ...(await start(t, dir)) }
}

async function start(t, dir, port = '0') {
  const child = spawn(program, ['--no-browser', '--port', port, dir], { stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGINT')
    const late = setTimeout(() => child.kill('SIGKILL'), 3000)
    child.kill('SIGINT') // unsaved changes are named first; the second one ends it
    await gone
    clearTimeout(late)
  }
  t.after(stop)
  let said = ''
  child.stderr.on('data', (b) => (said += b))
  const url = await new Promise((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (b) => {
      out += b
      const m = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(out)
      if (m) resolve(m[0])
    })
    child.once('exit', (code) => reject(new Error(`notebook ended with ${code}: ${said}`)))
  })
  return { url, pid: child.pid, stop }
}

// open logs a new browser window in and goes to a notebook. It records what went wrong and every request off this machine.
export async function open(t, server, name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  t.after(() => context.close())
  const page = await context.newPage()
  const trouble = []
  const elsewhere = []
  page.on('pageerror', (e) => trouble.push(String(e)))
  page.on('console', (m) => m.type() === 'error' && trouble.push(m.text()))
  page.on('request', (r) => {
    const u = new URL(r.url())
    if (!['blob:', 'data:', 'about:'].includes(u.protocol) && u.hostname !== '127.0.0.1') elsewhere.push(r.url())
  })
  const address = new URL(server.url)
  address.searchParams.set('notebook', name)
  await page.goto(address.href)
  await page.locator('.c').first().waitFor()
  return { page, context, trouble, elsewhere }
}

// cell is a code cell by its number.
export const cell = (page, n) => page.locator(`section[aria-label^="Cell ${n},"]`)

// state waits until a code cell is in a state, in the page's words.
export async function state(page, n, words, timeout = 20_000) {
  await page.locator(`section[aria-label="Cell ${n}, code, ${words}"]`).waitFor({ timeout })
}

// write replaces the text of a code cell as a person does.
export async function write(page, n, text) {
  await cell(page, n).locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

// kernels are the children of the program.
export function kernels(server) {
  return readdirSync('/proc')
    .filter((p) => /^\d+$/.test(p))
    .map(Number)
    .filter((p) => {
      try {
        const stat = readFileSync(`/proc/${p}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === server.pid
      } catch {
        return false
      }
    })
}

// until waits for a condition that is not in the page.
export async function until(condition, what, timeout = 10_000) {
  const end = Date.now() + timeout
  while (Date.now() < end) {
    if (await condition()) return
    await new Promise((r) => setTimeout(r, 50))
  }
  throw new Error(`not within ${timeout} ms: ${what}`)
}
