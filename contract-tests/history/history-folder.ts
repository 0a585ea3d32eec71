import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { writeProfile } from '../../src/fidelity/profile/write-profile.js';
import type { JsonValue } from '../../src/spec/json.js';
import { whyNotRead, whyNotWritten } from '../../src/spec/validation/file-problem.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { findFileViolation } from '../../src/spec/validation/validate-file.js';
import { makeFolders, requireFolder } from '../output-files.js';
import { removeDrafts, replaceFile } from '../replace-file.js';
import { LockedError, takeLock } from './history-lock.js';
import { prometheusText } from './prometheus-text.js';
import type { RunLine } from './run-line.js';
import { trendPage } from './trend-page.js';

/** What a history's folder holds. */
const historyFiles = {
  /** A line of JSON for each run. */
  runs: 'runs.jsonl',
  /** All that is known of the deployment. */
  profile: 'profile.json',
  metrics: 'metrics.prom',
  trend: 'trend.html',
} as const;

/** There only while a run is added. */
const LOCK = 'history.lock';
const TRY_EACH_MS = 100;
const MOST_TRIES = 50;

/** Older ones are dropped now and then: at one run a minute these are three days. */
const MOST_RUNS = 5_000;
const DROPPED_AT_ONCE = 1_000;

/** The runs that were made against one deployment, as they stood in the folder when it was read. */
export interface History extends RunLines {
  /** All that was known after the last of them; undefined before the first. */
  readonly known: Profile | undefined;
}

/** What is added to a history. */
interface Addition {
  readonly line: RunLine;
  /** All that is known after it. */
  readonly known: Profile;
}

/**
 * Reads a history; a folder that is not there yet holds an empty one. Changes nothing. Throws an InputError for one of another
 * deployment, and where it cannot be read or no run could be added.
 */
export function readHistory(folder: string, baseUrl: string): History {
  const attempted = `Opening the history ${folder}`;
  requireFolder(folder, attempted, '--history petstore-history');
  const { runs, problem } = parseRunLines(read(folder, 'runs'), join(folder, historyFiles.runs));
  const profile = read(folder, 'profile');
  const known = profile === '' ? undefined : parseProfile(profile, join(folder, historyFiles.profile));
  const owners = [...runs.map((run) => run.baseUrl), ...(known === undefined ? [] : [known.source.baseUrl])];
  const other = owners.find((each) => each !== baseUrl);
  if (other === undefined) return { runs, known, problem };
  throw new InputError(attempted, `it is that of ${other}`, 'Name a folder of its own for each deployment');
}

/**
 * Reads a history, has something added to it and writes every file anew, while no other process does so: what it learns is not
 * lost. Waits a moment for one that does. Throws an InputError where that cannot be done.
 */
export async function addToHistory(
  folder: string,
  baseUrl: string,
  addition: (history: History) => Addition,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const attempted = `Writing the history ${folder}`;
  try {
    makeFolders(folder);
    const release = await lock(folder, attempted, wait);
    try {
      write(folder, addition(readHistory(folder, baseUrl)));
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof InputError || !isOfSystem(error)) throw error;
    throw new InputError(attempted, whyNotWritten(error), 'Name a folder that can be written to and has room in it');
  }
}

async function lock(folder: string, attempted: string, wait: (ms: number) => Promise<void>): Promise<() => void> {
  const file = join(folder, LOCK);
  for (let tries = 1; ; tries++) {
    try {
      return takeLock(file, Date.now());
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      if (tries < MOST_TRIES) await wait(TRY_EACH_MS);
      else
        throw new InputError(
          attempted,
          error.message,
          `This run is not written down. If nothing runs there, remove ${file}`,
        );
    }
  }
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

function write(folder: string, { line, known }: Addition): void {
  const path = (file: keyof typeof historyFiles) => join(folder, historyFiles[file]);
  removeDrafts(folder, [...Object.values(historyFiles), LOCK]);
  // Whoever is killed in between leaves a first run that can be compared with, and of a later one the line that tells its changes.
  if (!existsSync(path('profile'))) replaceFile(path('profile'), writeProfile(known));
  const runs = writeRuns(folder, line);
  replaceFile(path('profile'), writeProfile(known));
  replaceFile(path('metrics'), prometheusText(runs, known));
  replaceFile(path('trend'), trendPage(runs));
}

/** Adds a line; answers all runs. */
function writeRuns(folder: string, line: RunLine): readonly RunLine[] {
  const file = join(folder, historyFiles.runs);
  const text = read(folder, 'runs');
  const runs = [...parseRunLines(text, file).runs, line];
  // Behind a line that was cut off the next one could not be read.
  const endsWithLine = text === '' || text.endsWith('\n');
  if (endsWithLine && runs.length < MOST_RUNS + DROPPED_AT_ONCE) {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    return runs;
  }
  const kept = runs.slice(-MOST_RUNS);
  replaceFile(file, kept.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return kept;
}

/** Reads a file of a history; one that is not there is empty. */
function read(folder: string, file: keyof typeof historyFiles): string {
  const path = join(folder, historyFiles[file]);
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    throw new InputError(`Reading ${path}`, whyNotRead(error), 'Name a folder whose files can be read');
  }
}

/** What a `runs.jsonl` holds. */
interface RunLines {
  readonly runs: readonly RunLine[];
  /** For people: which lines were left out, and why; undefined where none was. */
  readonly problem: string | undefined;
}

/**
 * Reads `runs.jsonl`. A last line that is cut off is left out: a machine may go down while it is written. So is a line that is no
 * run, as somebody may have edited it. Throws an InputError where no line is one: the file is another's.
 */
export function parseRunLines(text: string, name: string): RunLines {
  // What stands behind the last line break was never finished.
  const lines = text.split('\n').slice(0, -1);
  const read = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ number: index + 1, ...parseLine(line) }]));
  const runs = read.flatMap(({ run }) => run ?? []);
  const bad = read.filter(({ run }) => run === undefined);
  const [first] = bad;
  if (first === undefined) return { runs, problem: undefined };
  const others = bad.length > 1 ? `, and ${bad.length - 1} more` : '';
  const problem = `line ${first.number} is no run of petstore-mock check --history (${first.problem})${others}`;
  if (runs.length > 0) return { runs, problem: `Reading ${name}: ${problem}. What is no run is left out` };
  throw new InputError(`Reading ${name}`, problem, 'Name another folder, or remove that file');
}

function parseLine(line: string): { readonly run?: RunLine; readonly problem?: string } {
  let value: JsonValue;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: 'it is no JSON' };
  }
  const violation = findFileViolation('RunLine', value);
  if (violation !== undefined) return { problem: `${violation.pointer || 'it'} ${violation.problem}` };
  const run = value as unknown as RunLine;
  const isDay = [run.startedAt, run.endedAt].every((time) => !Number.isNaN(Date.parse(time)));
  return isDay ? { run } : { problem: 'there is no such day' };
}
