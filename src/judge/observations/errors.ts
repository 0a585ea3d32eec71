import { quote } from '../../json/quote.js';
import { errorCatalogue } from '../../spec/error-catalogue.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { agreed, distinct, headerInWords, type Seen, seen, unseen } from './seen.js';

/** A banned key is refused as a limited one is; no run earns a ban. */
const names = Object.entries(errorCatalogue).filter(([name]) => name !== 'key_banned');

export function errorCodes({ readings }: Evidence): Seen {
  const told = readings.filter((reading) => !reading.isSpecial && codeOf(reading) !== undefined);
  const codes = names.map(([name, { status }]) => {
    const those = told.filter((reading) => reading.status === status);
    return { name, status, codes: distinct(those.map(codeOf)).filter((code) => code !== undefined) };
  });
  const shown = codes.filter((one) => one.codes.length > 0);
  if (shown.length === 0) return unseen('no error with a code was answered');
  const inWords = shown.map((one) => `${one.status}: ${one.codes.slice(0, 3).map(quote).join(' or ')}`);
  const single = shown.flatMap(({ name, codes: [code], codes: all }) =>
    all.length === 1 && code !== undefined ? [[name, code] as const] : [],
  );
  if (single.length === 0) return unseen(inWords.join('; '), told);
  return seen(Object.fromEntries(single), inWords.join('; '), told);
}

export function errorMessages({ readings }: Evidence): Seen {
  const told = readings.filter(({ status, received }) => (status ?? 0) >= 400 && objectOf(received)?.message);
  const [example] = told;
  if (example === undefined) return unseen('no error with a message was answered');
  const text = String(objectOf(example.received)?.message);
  return unseen(`a ${example.status} says ${quote(text)}; whether it explains is for people to tell`, told);
}

export function wwwAuthenticate({ readings }: Evidence): Seen {
  const refused = readings.filter(({ status }) => status === 401);
  const choiceOf = (reading: Reading) => {
    const challenge = reading.header('www-authenticate');
    if (challenge === undefined) return 'none';
    return /^bearer\b/i.test(challenge) ? 'bearer' : undefined;
  };
  return agreed(refused, choiceOf, 'a 401', (reading) => headerInWords(reading, 'WWW-Authenticate'));
}

function codeOf({ status, received }: Reading): string | undefined {
  const code = (status ?? 0) >= 400 ? objectOf(received)?.code : undefined;
  return typeof code === 'string' && code.trim() !== '' ? code : undefined;
}
