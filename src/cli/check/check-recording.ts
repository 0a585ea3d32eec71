import { counted } from '../../json/counted.js';
import { oneLine } from '../../json/one-line.js';
import { gatherEvidence, type JudgeSettings, settingsOf } from '../../judge/evidence.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { Transcript } from '../../transcript/transcript.js';
import { isUnfinishedRecording } from '../../transcript/unfinished-recording.js';
import { InputError } from '../../validation/input-error.js';
import type { Terminal } from '../terminal.js';
import type { Gathered } from './check-request.js';
import type { CheckSettings } from './check-settings.js';
import { readRecordings } from './read-recordings.js';
import { tellProxyAnswers } from './tell-proxy-answers.js';

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
  requireExchanges(transcript, judged, names);
  tellProxyAnswers(transcript, { stderr });
  return { transcript, settings: judged, leftBehind: undefined, budget: undefined };
}

/** A proxy that was killed leaves one behind. */
const UNFINISHED =
  'not ended in good order: unless its proxy still runs, a key may show in it, so do not pass it on. It is judged all the same';

/** A recording without a single exchange under the base URL was given by mistake, or the base URL was. */
function requireExchanges(transcript: Transcript, settings: JudgeSettings, names: string): void {
  const { exchanges } = transcript;
  if (gatherEvidence(transcript, settings).readings.length > 0) return;
  const origins = [...new Set(exchanges.map(({ request }) => parseUrl(request.url)?.origin ?? 'nowhere'))];
  const elsewhere = exchanges.length === 0 ? '' : `; they are at ${origins.slice(0, MOST_ORIGINS).join(', ')}`;
  throw new InputError(
    `Judging ${names}`,
    `none of its ${counted(exchanges.length, 'exchange')} lies under ${settings.baseUrl}${elsewhere}`,
    'Name the base URL that was recorded, such as https://api.example.test/v1',
  );
}

const MOST_ORIGINS = 3;
