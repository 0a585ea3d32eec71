import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './children.js';
import { productArguments } from './contenders.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import { median, medianRatio } from './statistics.js';

export type CheckLevel = 'read' | 'write';

/** Medians in milliseconds, from the start of a process to its end. */
export interface CheckFigures {
  readonly level: CheckLevel;
  readonly runs: number;
  readonly requests: number;
  readonly checkMs: number;
  /** As many requests in turn by a bare program. */
  readonly bareMs: number;
  readonly ratio: number;
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const KEY = 'test_enterprise';

/** Checks the fake from the command line, in turn with a bare program that sends as many requests. */
export async function compareChecks(runs: number, workFolder: string): Promise<CheckFigures[]> {
  progress(`checks of the fake: ${runs} runs each`);
  const server = await startServer(await productArguments(100, workFolder));
  try {
    return [await compareAt('read', runs, server, workFolder), await compareAt('write', runs, server, workFolder)];
  } finally {
    await server.stop();
  }
}

async function compareAt(
  level: CheckLevel,
  runs: number,
  { url }: RunningServer,
  workFolder: string,
): Promise<CheckFigures> {
  const report = join(workFolder, `${level}.json`);
  const check = [cli, 'check', url, '--level', level, '--messages-url', url, '--json', report, '--reporter', 'quiet'];
  // Once beforehand, so that no run pays for reading the disk.
  await timeProgram(check, workFolder);
  const requests: number = JSON.parse(await readFile(report, 'utf8')).requests.sent;
  const bare = [programPath('requests-in-turn'), `${url}/inventory`, String(requests), KEY];
  await timeProgram(bare, workFolder);
  const checkMs: number[] = [];
  const bareMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    checkMs.push(await timeProgram(check, workFolder));
    bareMs.push(await timeProgram(bare, workFolder));
  }
  const ratio = medianRatio(checkMs, bareMs);
  return { level, runs, requests, checkMs: median(checkMs), bareMs: median(bareMs), ratio };
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
