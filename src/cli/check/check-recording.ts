import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseRunLines } from '../../../contract-tests/history/history-folder.js';
import { isReport } from '../../../contract-tests/report/report.js';
import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import { type HarSource, readHars } from '../../exchange/read-har.js';
import { isHar, type Transcript } from '../../exchange/transcript.js';
import { isUnfinishedRecording } from '../../exchange/write-har.js';
import { describeFile, isProfile } from '../../fidelity/profile/parse-profile.js';
import { type Evidence, gatherEvidence, type JudgeSettings, settingsOf } from '../../judge/evidence.js';
import { parseUrl } from '../../spec/parse-url.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import { parseAnyJson, readTextFile } from '../files.js';
import { shellWord, type Terminal } from '../terminal.js';
import type { CheckSettings } from './check-settings.js';
import { type Gathered, reportProxyResponses } from './gathered.js';

/**
 * Reads a recording, or several as one. One that the suite made tells how it was made; of any other all that is known is what the
 * user says. Tells the terminal of those in which a key may show.
 */
export function gatherFromRecording(
  settings: CheckSettings,
  files: readonly string[],
  { stderr }: Pick<Terminal, 'stderr'>,
  command: 'check' | 'learn' = 'check',
): Gathered {
  const { transcript, files: recordings } = readRecordings(files);
  const unfinished = recordings.filter(({ text }) => isUnfinishedRecording(text)).map(({ name }) => name);
  if (unfinished.length > 0) stderr.write(`petstore-mock: ${oneLine(unfinished.join(', '))}: ${UNFINISHED}\n`);
  const names = files.join(', ');
  const known = settingsOf(transcript);
  const baseUrl = settings.baseUrl ?? known?.baseUrl ?? transcript.baseUrl;
  if (baseUrl === undefined) {
    throw new InputError(
      `Reading the recording ${names}`,
      'it does not tell where the service is',
      `Try petstore-mock ${command} https://api.example.test/v1 --from ${files[0]}`,
    );
  }
  const judged: JudgeSettings = {
    baseUrl,
    messagesUrl: settings.messagesUrl ?? (known === undefined ? baseUrl : known.messagesUrl),
    level: known?.level,
    plan: settings.plan ?? known?.plan,
    isExclusive: settings.isExclusive || known?.isExclusive === true,
  };
  const evidence = gatherEvidence(transcript, judged);
  requireExchanges(evidence, transcript, names);
  reportProxyResponses(transcript, { stderr });
  return { transcript, settings: judged, evidence, leftBehind: undefined, budget: undefined };
}

/** A proxy that was killed leaves one behind. */
const UNFINISHED =
  'not ended in good order: unless its proxy still runs, a key may show in it, so do not pass it on. It is judged all the same';

/** A recording without a single exchange under the base URL was given by mistake, or the base URL was. */
function requireExchanges({ readings, settings }: Evidence, { exchanges }: Transcript, names: string): void {
  if (readings.length > 0) return;
  const origins = [...new Set(exchanges.map(({ request }) => parseUrl(request.url)?.origin ?? 'nowhere'))];
  const elsewhere = exchanges.length === 0 ? '' : `; they are at ${origins.slice(0, MOST_ORIGINS).join(', ')}`;
  throw new InputError(
    `Judging ${names}`,
    `none of its ${counted(exchanges.length, 'exchange')} lies under ${settings.baseUrl}${elsewhere}`,
    'Name the base URL that was recorded, such as https://api.example.test/v1',
  );
}

const MOST_ORIGINS = 3;

const REMEDY = 'Name a HAR file: --from recording.har';

/** Reads the files of `--from` as one recording. Throws an InputError that says what a file is which is no recording. */
export function readRecordings(names: readonly string[]): { transcript: Transcript; files: readonly HarSource[] } {
  const files = names.map((name) => ({ name, text: readTextFile(name, attempt(name), remedyFor(name)) }));
  try {
    return { transcript: readHars(files), files };
  } catch (error) {
    if (error instanceof InputError) files.forEach(rejectOtherKinds);
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
function rejectOtherKinds({ name, text }: HarSource): void {
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
  throw new InputError(attempt(name), `it is no HAR but ${describeFile(text, value)}`, remedy);
}

function isHistory(text: string): boolean {
  try {
    return parseRunLines(text, '').runs.length > 0;
  } catch {
    return false;
  }
}
