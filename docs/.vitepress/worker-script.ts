import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const NAME = 'mockServiceWorker.js';
const script = () => readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8');

/** Serves the worker script of the installed msw at the base of the site, as `petstore-mock init` would put it there. */
export function workerScript(): Plugin {
  let base = '/';
  return {
    name: 'worker-script',
    configResolved: (config) => {
      base = config.base;
    },
    configureServer: (server) => {
      server.middlewares.use(`${base}${NAME}`, (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: script() });
    },
  };
}
