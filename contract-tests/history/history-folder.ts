import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { writeProfile } from '../../src/fidelity/profile/write-profile.js';
import type { JsonValue } from '../../src/spec/json.js';
import { whyNotRead, whyNotWritten } from '../../src/spec/validation/file-problem.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { findViolation } from '../../src/spec/validation/validate.js';
import { makeOwnFolder, requireFolder, requireOwnFiles } from '../output-files.js';
import { appendPrivately, replaceFiles, throughLink } from '../replace-files.js';
import { prometheusText } from './prometheus-text.js';
import { type RunLine, runLineSchema } from './run-line.js';
import { trendPage } from './trend-page.js';

/** The files of a history. */
const historyFiles = {
  /** One line of JSON for each run. */
  runs: 'runs.jsonl',
  /** Everything known of the deployment. */
  profile: 'profile.json',
  metrics: 'metrics.prom',
  trend: 'trend.html',
} as const;

/** How those begin that are not read, of every version. */
const heads = {
  [historyFiles.metrics]: /^# HELP petstore_/,
  [historyFiles.trend]: /^<!doctype html>.*<title>Trend of /s,
};

const EXAMPLE = '--history petstore-history';

/** A collector may read a file where a link leads. */
function requireOwnHistory(folder: string, attempted: string): void {
  const files = Object.entries(heads).map(([name, head]) => [throughLink(join(folder, name)), head] as const);
  requireOwnFiles(files, attempted, EXAMPLE);
}

/** Exists only while a run is added. */
const LOCK = 'history.lock';
const RETRY_MS = 100;
const MOST_TRIES = 50;
/** Adding a run takes less than a second: the process with an older lock was killed. */
const STALE_MS = 10_000;

/** Older ones are dropped from time to time: at one run a minute these are three days. */
const MOST_RUNS = 5_000;
const DROPPED_AT_ONCE = 1_000;

/** The runs against one deployment, as they were in the folder when it was read. */
export interface History extends RunLines {
  /** Everything known after the last run; undefined before the first. */
  readonly known: Profile | undefined;
}

interface Addition {
  readonly line: RunLine;
  /** Everything known after the run. */
  readonly known: Profile;
}

/**
 * Reads a history without changing anything; a missing folder is an empty one. Throws an InputError if the history is of another
 * deployment, cannot be read, or cannot be added to.
 */
export function readHistory(folder: string, baseUrl: string): History {
  const attempted = `Opening the history ${folder}`;
  requireFolder(folder, attempted, EXAMPLE, () => requireOwnHistory(folder, attempted));
  const { runs, problem } = parseRunLines(read(folder, 'runs'), join(folder, historyFiles.runs));
  const profile = read(folder, 'profile');
  const known = profile === '' ? undefined : parseProfile(profile, join(folder, historyFiles.profile));
  const owners = [...runs.map((run) => run.baseUrl), ...(known === undefined ? [] : [known.source.baseUrl])];
  const other = owners.find((each) => each !== baseUrl);
  if (other === undefined) return { runs, known, problem };
  throw new InputError(attempted, `it is the history of ${other}`, 'Use a separate folder for each deployment');
}

/**
 * Reads a history, calls `addition` and writes every file, while no other process does so. Waits up to five seconds for another
 * process. Throws an InputError if the history cannot be written.
 */
export async function addToHistory(
  folder: string,
  baseUrl: string,
  addition: (history: History) => Addition,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const attempted = `Writing the history ${folder}`;
  const lock = join(folder, LOCK);
  try {
    makeOwnFolder(folder, attempted, EXAMPLE);
    requireOwnHistory(folder, attempted);
    for (let tries = 1; !takeLock(lock); tries++) {
      if (tries === MOST_TRIES) {
        const remedy = `This run was not saved. If no other check is running, remove ${lock}`;
        throw new InputError(attempted, 'another process is writing it', remedy);
      }
      await wait(RETRY_MS);
    }
    try {
      write(folder, addition(readHistory(folder, baseUrl)));
    } finally {
      rmSync(lock, { force: true });
    }
  } catch (error) {
    const isOfSystem = error instanceof Error && 'code' in error;
    if (!isOfSystem) throw error;
    throw new InputError(attempted, whyNotWritten(error), 'Use a folder that can be written to and has space left');
  }
}

/** Creates the lock file; returns false if another process has it. */
function takeLock(file: string): boolean {
  const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Math.abs(Date.now() - changedMs) > STALE_MS) rmSync(file, { force: true });
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function write(folder: string, { line, known }: Addition): void {
  const rewrite = (file: keyof typeof historyFiles, text: string) =>
    // A collector of metrics may run as another user.
    replaceFiles({ file: throughLink(join(folder, historyFiles[file])), text, isPrivate: file !== 'metrics' });
  // A process that is killed in between leaves a profile to compare with after a first run, and the changes of a later run.
  if (!existsSync(join(folder, historyFiles.profile))) rewrite('profile', writeProfile(known));
  const runs = writeRuns(folder, line);
  rewrite('profile', writeProfile(known));
  rewrite('metrics', prometheusText(runs, known));
  rewrite('trend', trendPage(runs));
}

/** Adds a line; returns all runs. */
function writeRuns(folder: string, line: RunLine): readonly RunLine[] {
  const file = join(folder, historyFiles.runs);
  const text = read(folder, 'runs');
  const runs = [...parseRunLines(text, file).runs, line];
  // A line after one that was cut off could not be read.
  const endsWithLine = text === '' || text.endsWith('\n');
  if (endsWithLine && runs.length < MOST_RUNS + DROPPED_AT_ONCE) {
    appendPrivately(file, `${JSON.stringify(line)}\n`);
    return runs;
  }
  const newest = runs.slice(-MOST_RUNS);
  const lines = newest.map((each) => `${JSON.stringify(each)}\n`);
  replaceFiles({ file: throughLink(file), text: lines.join(''), isPrivate: true });
  return newest;
}

/** Reads a file of a history; a missing one is empty. */
function read(folder: string, file: keyof typeof historyFiles): string {
  const path = join(folder, historyFiles[file]);
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    throw new InputError(`Reading ${path}`, whyNotRead(error), 'Use a folder whose files can be read');
  }
}

/** The content of `runs.jsonl`. */
interface RunLines {
  readonly runs: readonly RunLine[];
  /** Which lines were skipped and why, for people; undefined if none was. */
  readonly problem: string | undefined;
}

/**
 * Reads `runs.jsonl`. Skips a last line that was cut off, since a machine may go down while it is written, and lines that are not
 * runs, since somebody may have edited them. Throws an InputError if no line is a run.
 */
export function parseRunLines(text: string, name: string): RunLines {
  // A text after the last line break was cut off.
  const lines = text.split('\n').slice(0, -1);
  const read = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ number: index + 1, ...parseLine(line) }]));
  const runs = read.flatMap(({ run }) => run ?? []);
  const bad = read.filter(({ run }) => run === undefined);
  const [first] = bad;
  if (first === undefined) return { runs, problem: undefined };
  const others = bad.length > 1 ? `, and ${bad.length - 1} more` : '';
  const problem = `line ${first.number} is not a run of petstore-mock check --history (${first.problem})${others}`;
  if (runs.length > 0) return { runs, problem: `Reading ${name}: ${problem}. Such lines are skipped` };
  throw new InputError(`Reading ${name}`, problem, 'Use another folder, or remove that file');
}

function parseLine(line: string): { readonly run?: RunLine; readonly problem?: string } {
  let value: JsonValue;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: 'it is not JSON' };
  }
  const violation = findViolation(runLineSchema, value);
  if (violation !== undefined) return { problem: `${violation.pointer || 'it'} ${violation.problem}` };
  const run = value as unknown as RunLine;
  const isDay = [run.startedAt, run.endedAt].every((time) => !Number.isNaN(Date.parse(time)));
  return isDay ? { run } : { problem: 'there is no such date' };
}
