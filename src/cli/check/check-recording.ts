import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import { readRecording } from '../../exchange/read-har.js';
import { readTextFile } from '../../files/read-file.js';
import { InputError } from '../../json/input-error.js';
import { parseUrl } from '../../json/parse-url.js';
import { counted } from '../../json/quoting.js';
import type { JudgeSettings } from '../../judge/evidence.js';
import type { Terminal } from '../terminal.js';
import type { CheckSettings } from './check-settings.js';
import { type Gathered, judgeTranscript } from './gathered.js';

/**
 * Reads a recording and judges it. A transcript of the suite says how it was recorded; about any other only the
 * options are known. Throws an InputError.
 */
export function gatherFromRecording(
  settings: CheckSettings,
  file: string,
  terminal: Pick<Terminal, 'stderr'>,
): Gathered {
  const remedy = `Name a HAR file, such as ${reportFiles.har} in the folder of a report`;
  const transcript = readRecording(readTextFile(file, `Reading the recording ${file}`, remedy), file);
  const known = transcript.run;
  const baseUrl = settings.baseUrl ?? known?.baseUrl ?? transcript.baseUrl;
  if (baseUrl === undefined) {
    throw new InputError(
      `Reading the recording ${file}`,
      'it does not name the base URL of the service',
      'Add it, such as https://api.example.test/v1',
    );
  }
  const judged: JudgeSettings = {
    baseUrl,
    messagesUrl: settings.messagesUrl ?? (known === undefined ? baseUrl : known.messagesUrl),
    level: known?.level,
    plan: settings.plan ?? known?.plan,
    isExclusive: settings.isExclusive || known?.isExclusive === true,
  };
  const gathered = judgeTranscript(transcript, judged, terminal);
  requireExchanges(gathered, file);
  return gathered;
}

/** Without any exchange under the base URL, the recording or the base URL is wrong. */
function requireExchanges({ evidence, settings, transcript: { exchanges } }: Gathered, file: string): void {
  if (evidence.readings.length > 0) return;
  const origins = [...new Set(exchanges.map(({ request }) => parseUrl(request.url)?.origin ?? 'nowhere'))];
  const elsewhere = exchanges.length === 0 ? '' : `; they went to ${origins.slice(0, MOST_ORIGINS).join(', ')}`;
  throw new InputError(
    `Judging ${file}`,
    `none of its ${counted(exchanges.length, 'exchange')} is under ${settings.baseUrl}${elsewhere}`,
    'Name the base URL that was recorded, such as https://api.example.test/v1',
  );
}

const MOST_ORIGINS = 3;
