// This file says how the page is built: into dist/app, which the Go server embeds. Names carry a
// hash so that they can be cached for good, and nothing is inlined, so that the page's content
// security policy needs no data: for scripts, styles or fonts.
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

// shipped are the fonts, of which only files are taken; all other packages that are not for
// development are bundled.
const fonts = ['@fontsource/inter', '@fontsource/jetbrains-mono', '@fontsource/stix-two-text']

// licences writes the licences of all that is bundled beside it, as they ask.
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
        packages: Record<string, { dev?: boolean; version?: string; license?: string }>
      }
      const parts = Object.entries(lock.packages).flatMap(([path, p]) => {
        const name = path.replace(/^.*node_modules\//, '')
        if (path === '' || (p.dev && !fonts.includes(name))) return []
        const file = readdirSync(path).find((f) => /^licen[cs]e/i.test(f))
        const text = file ? readFileSync(`${path}/${file}`, 'utf8') : ''
        if (!text) throw new Error(`${name} has no licence file`)
        return [`${name} ${p.version}\n${p.license ?? ''}\n\n${text.trim()}\n`]
      })
      this.emitFile({ type: 'asset', fileName: 'assets/licences.txt', source: parts.join(`\n${'-'.repeat(72)}\n\n`) })
    },
  }
}

export default defineConfig({
  base: './',
  plugins: [licences()],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these know light-dark()
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
})
