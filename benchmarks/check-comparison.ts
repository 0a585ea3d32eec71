import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './children.js';
import { productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { inTurn } from './in-turn.js';
import { programPath } from './programs.js';
import { startServer } from './running-server.js';
import type { Sample } from './statistics.js';

/** Milliseconds from the start of a process to its end, run by run. */
export interface CheckFigures {
  readonly level: 'read' | 'write';
  readonly requests: number;
  readonly checkMs: Sample;
  /** As many requests in turn by a bare program. */
  readonly bareMs: Sample;
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const KEY = 'test_enterprise';

/** Checks the fake from the command line, in turn with a bare program that sends as many requests. */
export async function compareChecks({ checkRuns }: Effort, workFolder: string): Promise<CheckFigures[]> {
  const { url, stop } = await startServer(await productArguments(100, workFolder));
  try {
    const figures: CheckFigures[] = [];
    for (const level of ['read', 'write'] as const) {
      const report = join(workFolder, `${level}.json`);
      const options = ['--level', level, '--messages-url', url, '--json', report];
      const check = [cli, 'check', url, ...options];
      await timeProgram(check, workFolder);
      const requests: number = JSON.parse(await readFile(report, 'utf8')).requests.sent;
      const bare = [programPath('requests-in-turn'), `${url}/inventory`, String(requests), KEY];
      const run = (args: readonly string[]) => timeProgram(args, workFolder);
      const [checkMs = [], bareMs = []] = await inTurn(`check at level ${level}`, checkRuns, [check, bare], run);
      figures.push({ level, requests, checkMs, bareMs });
    }
    return figures;
  } finally {
    await stop();
  }
}

async function timeProgram(args: readonly string[], stateFolder: string): Promise<number> {
  const startMs = performance.now();
  const child = startChild(args, {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: KEY, XDG_STATE_HOME: stateFolder },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.slice(1).join(' ')} ended with ${code}.`);
  return performance.now() - startMs;
}
