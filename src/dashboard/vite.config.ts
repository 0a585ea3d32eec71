import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Builds the page that the server serves. Its content security policy allows only the server's own origin. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Absolute, so that the page works at its address with and without a slash at the end.
  base: '/__admin/ui/',
  build: {
    outDir: fileURLToPath(new URL('../../dist/dashboard', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // An asset written into the page as a data: URL would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
