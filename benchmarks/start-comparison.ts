import { productArguments } from './contenders.js';
import { ask } from './http-client.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import { startServer } from './running-server.js';
import { median, medianRatio } from './statistics.js';

/** Medians in milliseconds, from the start of the process to its first response. */
export interface StartFigures {
  readonly runs: number;
  readonly productMs: number;
  readonly bareMs: number;
  readonly ratio: number;
}

/** Starts the product and a bare server in turn and times each to its first list. */
export async function compareStarts(runs: number, workFolder: string): Promise<StartFigures> {
  const product = await productArguments(100, workFolder);
  const bare = [programPath('bare-server')];
  progress(`start to first response: ${runs} runs each`);
  // Once each beforehand, so that no run pays for reading the disk.
  await timeStart(product);
  await timeStart(bare);
  const productMs: number[] = [];
  const bareMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    productMs.push(await timeStart(product));
    bareMs.push(await timeStart(bare));
  }
  return { runs, productMs: median(productMs), bareMs: median(bareMs), ratio: medianRatio(productMs, bareMs) };
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
