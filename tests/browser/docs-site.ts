import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface DocsSite {
  /** Where the site is, with its base path. */
  readonly address: string;
  /** Where its files are. */
  readonly folder: string;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Any static host may serve the site below any path. */
const BASE = '/shop/docs/';
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the site of docs/ and serves its files from a port, as a static host does. */
export async function serveDocsSite(): Promise<DocsSite> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-docs-'));
  const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js');
  await promisify(execFile)(process.execPath, [vitepress, 'build', 'docs', '--base', BASE, '--outDir', folder], {
    cwd: root,
  });
  const server = createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://host').pathname;
    const file = join(folder, path.replace(BASE, '').replace(/^$/, 'index.html'));
    if (!path.startsWith(BASE) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    folder,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
