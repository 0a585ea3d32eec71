import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { measureBundles } from '../scripts/bundle-sizes.js';
import { startChild } from './children.js';
import { productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { ask } from './http-client.js';
import { inTurn } from './in-turn.js';
import { programPath } from './programs.js';
import { startServer } from './running-server.js';
import type { Sample } from './statistics.js';

/** Milliseconds, run by run. */
export interface StartFigures {
  /** From the start of the process to its first response. */
  readonly productMs: Sample;
  readonly bareMs: Sample;
  /** From the start of a process that imports this, and nothing in the first case, to its end. */
  readonly imports: readonly { readonly what: string; readonly ms: Sample }[];
  /** Minified bundle of a page with the worker. */
  readonly bundleBytes: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const imported = ['', 'vitest', 'petstore-mock/vitest', 'petstore-mock/node'];

/** Starts the product and a bare server, and imports the package's entries, all in turn. */
export async function compareStarts({ startRuns }: Effort, workFolder: string): Promise<StartFigures> {
  const product = await productArguments(100, workFolder);
  const bare = [programPath('bare-server')];
  const [productMs = [], bareMs = []] = await inTurn('start', startRuns, [product, bare], timeStart);
  const times = await inTurn('imports', startRuns, imported, timeImport);
  const [worker] = await measureBundles();
  return {
    productMs,
    bareMs,
    imports: imported.map((what, index) => ({ what, ms: times[index] ?? [] })),
    bundleBytes: worker?.bytes ?? Number.NaN,
  };
}

async function timeStart(args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const server = await startServer(args);
  try {
    const { status } = await ask(`${server.url}/inventory`);
    if (status !== 200) throw new Error(`The first response was ${status}, not 200.`);
    return performance.now() - startMs;
  } finally {
    await server.stop();
  }
}

async function timeImport(what: string): Promise<number> {
  // Outside of a test run vitest refuses to define a test; by then, everything is imported.
  const refused = "({ message }) => { if (!message.startsWith('Vitest failed to find')) throw new Error(message); }";
  const code = what === '' ? '' : `import('${what}').catch(${refused})`;
  const startMs = performance.now();
  const child = startChild(['--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`import '${what}' ended with ${status}.`);
  return performance.now() - startMs;
}
