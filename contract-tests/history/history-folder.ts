import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Level } from '../../src/exchange/transcript.js';
import type { Difference } from '../../src/fidelity/compare/comparison.js';
import { parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { explainFailedWrite } from '../../src/files/file-problem.js';
import { makeOutputFolder, requireOutputFolder, requireOwnFiles } from '../../src/files/folders.js';
import { readTextFile } from '../../src/files/read-file.js';
import { replaceFiles } from '../../src/files/replace-files.js';
import { documentLines } from '../../src/json/document-lines.js';
import { InputError } from '../../src/json/input-error.js';
import type { Report } from '../report/report.js';

/** One run in a history: a line of `runs.jsonl`. Contains no secret. */
export interface RunLine {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly level: Level | null;
  readonly exitCode: number;
  readonly counts: Pick<Report['summary'], 'pass' | 'violation' | 'waived' | 'inconclusive' | 'skipped'>;
  readonly violated: readonly string[];
  readonly stopped: string | null;
  readonly requests: number;
  /** Differences from everything known before the run that stayed when the check was repeated. */
  readonly changes: readonly Difference[];
  /** Those that did not. */
  readonly passing: readonly Difference[];
}

const RUNS = 'runs.jsonl';
const PROFILE = 'profile.json';

/** Older runs are dropped: every 15 minutes, these are those of 52 days. */
const MOST_RUNS = 5_000;

const EXAMPLE = '--history petstore-history';

/** Returns what a history knows of a deployment; undefined before the first run. Throws an InputError if it cannot be added to. */
export function readHistory(folder: string, baseUrl: string): Profile | undefined {
  const attempted = `Opening the history ${folder}`;
  requireOutputFolder(folder, attempted, EXAMPLE, () => requireOwnHistory(folder, attempted));
  const text = read(folder, PROFILE);
  const known = text === '' ? undefined : parseProfile(text, join(folder, PROFILE));
  if (known === undefined || known.source.baseUrl === baseUrl) return known;
  const problem = `it is the history of ${known.source.baseUrl}`;
  throw new InputError(attempted, problem, 'Use a separate folder for each deployment');
}

/** Adds a run, and replaces what is known: both or neither. While no run was complete, nothing is known. Throws an InputError. */
export function addToHistory(folder: string, line: RunLine, known: Profile | undefined): void {
  const attempted = `Writing the history ${folder}`;
  explainFailedWrite(attempted, 'Use a folder that can be written to and has space left', () => {
    makeOutputFolder(folder, attempted, EXAMPLE);
    requireOwnHistory(folder, attempted);
    const earlier = read(folder, RUNS).split('\n').filter(Boolean);
    const lines = [...earlier, JSON.stringify(line)].slice(-MOST_RUNS);
    replaceFiles(
      { file: join(folder, RUNS), text: lines.map((each) => `${each}\n`).join(''), isPrivate: true },
      ...(known === undefined ? [] : [{ file: join(folder, PROFILE), text: documentLines(known), isPrivate: true }]),
    );
  });
}

function requireOwnHistory(folder: string, attempted: string): void {
  requireOwnFiles([[join(folder, RUNS), /^\{"startedAt":/]], attempted, EXAMPLE);
}

/** Reads a file of a history; a missing one is empty. */
function read(folder: string, name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readTextFile(file, `Reading ${file}`, 'Use a folder whose files can be read') : '';
}
