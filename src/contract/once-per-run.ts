import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRunning } from '../files/is-running.js';
import { replaceFiles } from '../files/replace-files.js';
import type { PlaywrightTest } from './contract-options.js';

const POLL_MS = 200;

type TestInfo = ReturnType<PlaywrightTest['info']>;

const hashOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/**
 * Returns what `make` returned to the first test of a run that asked. Playwright starts another worker after each failed test, and
 * other projects and repetitions have workers of their own: a folder beside their outputs has what they share.
 */
export async function oncePerRun<Value>(
  info: TestInfo,
  isOfProject: boolean,
  make: () => Promise<Value>,
): Promise<Value> {
  const { titlePath, retry, repeatEachIndex, project } = info;
  const group = [process.ppid, ...titlePath.slice(0, -1), isOfProject && project.name];
  const folder = join(project.outputDir, `.petstore-contract-${hashOf(group)}`);
  const asking = join(folder, hashOf(titlePath, retry, repeatEachIndex, project.name));
  // In a run a test asks once: UI mode and editors keep the folder for the next run.
  if (existsSync(asking)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(asking, '');
  const [claim, result] = [join(folder, 'worker'), join(folder, 'result.json')];
  if (isFirst(claim)) {
    const value = await make();
    replaceFiles({ file: result, text: JSON.stringify(value), isPrivate: true });
    return value;
  }
  while (!existsSync(result)) {
    if (!isRunning(Number(readFileSync(claim, 'utf8')))) throw new Error('The worker that ran the check was ended.');
    await setTimeout(POLL_MS);
  }
  return JSON.parse(readFileSync(result, 'utf8'));
}

function isFirst(claim: string): boolean {
  try {
    writeFileSync(claim, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
