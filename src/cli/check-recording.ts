import { counted } from '../json/counted.js';
import { gatherEvidence, type JudgeSettings, settingsOf } from '../judge/evidence.js';
import { parseUrl } from '../spec/parse-url.js';
import { readHar } from '../transcript/har-in.js';
import type { Transcript } from '../transcript/transcript.js';
import { InputError } from '../validation/input-error.js';
import type { Gathered } from './check-request.js';
import type { CheckSettings } from './check-settings.js';
import { readTextFile } from './read-text-file.js';

/** Reads a recording. One that the suite made tells how it was made; of any other all that is known is what the user says. */
export function gatherFromRecording(settings: CheckSettings, file: string): Gathered {
  const text = readTextFile(file, `Reading the recording ${file}`, 'Name a HAR file: --from recording.har');
  const transcript = readHar(text, file);
  const known = settingsOf(transcript);
  const baseUrl = settings.baseUrl ?? known?.baseUrl;
  if (baseUrl === undefined) {
    throw new InputError(
      `Reading the recording ${file}`,
      'it does not tell where the service is',
      `Try petstore-mock check https://api.example.test/v1 --from ${file}`,
    );
  }
  const judged: JudgeSettings = {
    baseUrl,
    messagesUrl: settings.messagesUrl ?? (known === undefined ? baseUrl : known.messagesUrl),
    level: known?.level,
    plan: settings.plan ?? known?.plan,
    isExclusive: settings.isExclusive || known?.isExclusive === true,
  };
  requireExchanges(transcript, judged, file);
  return { transcript, settings: judged, leftBehind: undefined, budget: undefined };
}

/** A recording without a single exchange under the base URL was given by mistake, or the base URL was. */
function requireExchanges(transcript: Transcript, settings: JudgeSettings, file: string): void {
  const { exchanges } = transcript;
  if (gatherEvidence(transcript, settings).readings.length > 0) return;
  const origins = [...new Set(exchanges.map(({ request }) => parseUrl(request.url)?.origin ?? 'nowhere'))];
  const elsewhere = exchanges.length === 0 ? '' : `; they are at ${origins.slice(0, MOST_ORIGINS).join(', ')}`;
  throw new InputError(
    `Judging ${file}`,
    `none of its ${counted(exchanges.length, 'exchange')} lies under ${settings.baseUrl}${elsewhere}`,
    'Name the base URL that was recorded, such as https://api.example.test/v1',
  );
}

const MOST_ORIGINS = 3;
