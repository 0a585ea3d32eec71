import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundlePage } from './bundle-page.js';

export type MswPackage = 'msw' | 'msw-3';

export interface WorkerSite {
  readonly origin: string;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Serves a page, worker-page.ts unless another is named, and the worker's script of the msw it is bundled with, on a port: no route of Playwright's reaches a
 * worker's script. Unknown paths get 404; those under /app/ get the page, as from a development server.
 */
export async function serveWorkerSite(msw: MswPackage, entry = 'worker-page.ts'): Promise<WorkerSite> {
  const html = '<!doctype html><title>Stock</title><script type="module" src="/page.js"></script>';
  const files: Record<string, readonly [type: string, body: string]> = {
    '/': ['text/html', html],
    '/page.js': ['text/javascript', await bundlePage(entry, [withMsw(msw)])],
    '/mockServiceWorker.js': [
      'text/javascript',
      readFileSync(`${root}node_modules/${msw}/lib/mockServiceWorker.js`, 'utf8'),
    ],
  };
  const server = createServer(({ url = '/' }, response) => {
    const file = url.startsWith('/app/') ? files['/'] : files[url];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': file[0] }).end(file[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Resolves imports of msw in our own files to that package; @mswjs/data keeps the one it asks for. */
function withMsw(msw: MswPackage): Plugin {
  return {
    name: msw,
    setup: (bundling) =>
      bundling.onResolve({ filter: /^msw(\/|$)/ }, ({ path, importer, kind, resolveDir }) =>
        msw === 'msw' || importer.includes('node_modules')
          ? undefined
          : bundling.resolve(path.replace('msw', msw), { kind, importer, resolveDir }),
      ),
  };
}
