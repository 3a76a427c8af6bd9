// This file says how the page is built: into dist/app, which the Go server embeds. Names carry a
// hash so that they can be cached for good, and nothing is inlined, so that the page's content
// security policy needs no data: for scripts, styles or fonts.
import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
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
