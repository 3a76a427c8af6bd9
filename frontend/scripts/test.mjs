// This file runs the unit tests: it compiles test/*.test.ts with Vite (Node 20 reads no TypeScript)
// and hands the result to node --test.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'node_modules/.cache/unit')
const tests = readdirSync(join(root, 'test')).filter((f) => f.endsWith('.test.ts'))
if (tests.length === 0) throw new Error('no tests in test/')

rmSync(out, { recursive: true, force: true })
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: true,
    minify: false,
    target: 'node20',
    rollupOptions: {
      input: Object.fromEntries(tests.map((f) => [f.replace(/\.ts$/, ''), join(root, 'test', f)])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
})

const files = tests.map((f) => join(out, f.replace(/\.ts$/, '.mjs')))
const run = spawnSync(process.execPath, ['--test', ...files], { cwd: root, stdio: 'inherit' })
process.exit(run.status ?? 1)
