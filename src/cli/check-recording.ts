import { settingsOf } from '../judge/evidence.js';
import { readHar } from '../transcript/har-in.js';
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
  return {
    transcript,
    settings: {
      baseUrl,
      messagesUrl: settings.messagesUrl ?? (known === undefined ? baseUrl : known.messagesUrl),
      level: known?.level,
      plan: settings.plan ?? known?.plan,
      isExclusive: settings.isExclusive || known?.isExclusive === true,
    },
    leftBehind: undefined,
    budget: undefined,
  };
}
