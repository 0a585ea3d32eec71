import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '../../src/profile/parse-profile.js';
import type { Profile } from '../../src/profile/profile.js';
import { writeProfile } from '../../src/profile/write-profile.js';
import { whyNotRead, whyNotWritten } from '../../src/validation/file-problem.js';
import { InputError } from '../../src/validation/input-error.js';
import { makeFolders } from '../make-folders.js';
import { requireFolder } from '../require-folder.js';
import { prometheusText } from './prometheus-text.js';
import { parseRunLines } from './read-run-lines.js';
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

/** Older ones are dropped now and then: at one run a minute these are three days. */
const MOST_RUNS = 5_000;
const DROPPED_AT_ONCE = 1_000;

/** The runs that were made against one deployment, as they stood in the folder when it was read. */
export interface History {
  readonly runs: readonly RunLine[];
  /** All that was known after the last of them; undefined before the first. */
  readonly known: Profile | undefined;
}

/**
 * Reads a history; a folder that is not there yet holds an empty one. Changes nothing. Throws an InputError for one of another
 * deployment, and where it cannot be read or no run could be added.
 */
export function readHistory(folder: string, baseUrl: string): History {
  const attempted = `Opening the history ${folder}`;
  requireFolder(folder, attempted, '--history petstore-history');
  const runs = parseRunLines(read(folder, 'runs'), join(folder, historyFiles.runs));
  const profile = read(folder, 'profile');
  const known = profile === '' ? undefined : parseProfile(profile, join(folder, historyFiles.profile));
  const owners = [...runs.map((run) => run.baseUrl), ...(known === undefined ? [] : [known.source.baseUrl])];
  const other = owners.find((each) => each !== baseUrl);
  if (other === undefined) return { runs, known };
  throw new InputError(attempted, `it is that of ${other}`, 'Name a folder of its own for each deployment');
}

/** Adds a run to the history in a folder and writes every file anew. Throws an InputError where that cannot be done. */
export function addRun(folder: string, run: RunLine, known: Profile): void {
  const path = (file: keyof typeof historyFiles) => join(folder, historyFiles[file]);
  try {
    makeFolders(folder);
    const text = read(folder, 'runs');
    const runs = [...parseRunLines(text, path('runs')), run];
    // Behind a line that was cut off the next one could not be read.
    const endsWithLine = text === '' || text.endsWith('\n');
    if (endsWithLine && runs.length < MOST_RUNS + DROPPED_AT_ONCE) {
      appendFileSync(path('runs'), `${JSON.stringify(run)}\n`);
    } else {
      const kept = runs.slice(-MOST_RUNS);
      replace(path('runs'), kept.map((each) => `${JSON.stringify(each)}\n`).join(''));
    }
    replace(path('profile'), writeProfile(known));
    replace(path('metrics'), prometheusText(runs, known));
    replace(path('trend'), trendPage(runs));
  } catch (error) {
    if (error instanceof InputError) throw error;
    const remedy = 'Name a folder that can be written to and has room in it';
    throw new InputError(`Writing the history ${folder}`, whyNotWritten(error), remedy);
  }
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

/** Who reads the file, such as a collector of metrics, never sees half of it. */
function replace(file: string, text: string): void {
  // Two processes may write one history.
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } finally {
    // Where that could not be done, what was written so far would only fill the disk.
    rmSync(draft, { force: true });
  }
}
