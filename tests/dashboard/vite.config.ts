import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vite';
import page from '../../src/dashboard/vite.config.js';

/** The page without a server behind it, to look at: `npx vite tests/dashboard`. */
export default mergeConfig(page, {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
});
