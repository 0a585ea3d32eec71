import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startChild, stopChild } from './children.js';

export interface StoreServer {
  /** For `--store`. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const PATIENCE_MS = 10_000;

/** Starts a redis-server that keeps nothing, on a free port. Throws if there is none on this machine. */
export async function startStore(workFolder: string): Promise<StoreServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(workFolder, 'store-'));
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = startChild(flags, { stdio: ['ignore', 'pipe', 'inherit'] }, 'redis-server');
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`redis-server ${why}. The part store needs it: apt-get install redis`));
    const timer = setTimeout(() => fail(`did not start within ${PATIENCE_MS} ms`), PATIENCE_MS);
    child.once('error', ({ message }) => fail(`could not be started (${message})`));
    child.once('exit', (code) => fail(`ended with ${code}`));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (!text.includes('Ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
