import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseRunLines } from '../../../contract-tests/history/read-run-lines.js';
import { isReport } from '../../../contract-tests/report/is-report.js';
import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import { fileLikeness } from '../../profile/file-likeness.js';
import { isProfile } from '../../profile/is-profile.js';
import { type HarFile, readHars } from '../../transcript/har-in.js';
import { isHar } from '../../transcript/is-har.js';
import type { Transcript } from '../../transcript/transcript.js';
import { InputError } from '../../validation/input-error.js';
import { parseAnyJson } from '../parse-any-json.js';
import { readTextFile } from '../read-text-file.js';
import { shellWord } from '../shell-word.js';

const REMEDY = 'Name a HAR file: --from recording.har';

/** Reads the files of `--from` as one recording. Throws an InputError that says what a file is which is no recording. */
export function readRecordings(names: readonly string[]): { transcript: Transcript; files: readonly HarFile[] } {
  const files = names.map((name) => ({ name, text: readTextFile(name, attempt(name), remedyFor(name)) }));
  try {
    return { transcript: readHars(files), files };
  } catch (error) {
    if (error instanceof InputError) files.forEach(refuseOtherKinds);
    throw error;
  }
}

function attempt(name: string): string {
  return `Reading the recording ${name}`;
}

/** A folder of reports, or one beside it, holds a recording. */
function remedyFor(name: string): string {
  const place = [join(name, reportFiles.har), join(dirname(name), reportFiles.har)].find((file) => existsSync(file));
  return place === undefined ? REMEDY : `Try --from ${shellWord(place)}`;
}

/** Of what is JSON, and no HAR, nothing but what it is instead is worth telling. */
function refuseOtherKinds({ name, text }: HarFile): void {
  if (isHistory(text)) {
    throw new InputError(attempt(name), 'it is no HAR but the runs of a history, which hold no exchanges', REMEDY);
  }
  const value = parseAnyJson(text);
  if (value === undefined || isHar(value)) return;
  if (isProfile(value)) {
    const remedy = `${REMEDY}. A profile is for petstore-mock serve --profile ${shellWord(name)}, or compare`;
    throw new InputError(attempt(name), 'it is a profile, which holds no exchanges', remedy);
  }
  const remedy = isReport(value) ? remedyFor(name) : REMEDY;
  throw new InputError(attempt(name), `it is no HAR but ${fileLikeness(text, value)}`, remedy);
}

function isHistory(text: string): boolean {
  try {
    return parseRunLines(text, '').runs.length > 0;
  } catch {
    return false;
  }
}
