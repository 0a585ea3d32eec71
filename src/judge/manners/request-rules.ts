import { headerOf } from '../../exchange/exchange.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import { inconclusive, type Note, passes, type Rule, suspicious, violates } from '../rule.js';

/** Where clients show their key, and where not (§5.2). Transcripts hold keys by pseudonyms such as `key#1`. */
export const keyRules: readonly Rule[] = [
  {
    id: 'manners/keeps-key-out-of-url',
    title: 'Keeps the API key out of the URL',
    statements: ['auth.client-sends-key-as-bearer'],
    severity: 'implied',
    class: 'passive',
    judge: judgeUrls,
  },
  {
    id: 'manners/sends-key-as-bearer',
    title: 'Sends the API key as a bearer token in the Authorization header',
    statements: ['auth.client-sends-key-as-bearer', 'auth.every-operation-needs-authorization-header'],
    severity: 'documented',
    class: 'passive',
    judge: judgeSchemes,
  },
];

function* judgeUrls({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    const { credential, exchange } = reading;
    const shown = findKey(reading);
    if (shown !== undefined) {
      yield violates(reading, {
        problem: 'the API key stood in the URL, where logs and histories keep it',
        expected: 'the key in the Authorization header alone',
        received: shown,
      });
    } else if (SECRET.test(exchange.request.url)) {
      yield suspicious(reading, 'the URL contains a secret that may or may not be the API key');
    } else if (credential.kind === 'bearer') yield passes(reading);
  }
}

/** A recorded URL has no fragment: what looks like one is a pseudonym. */
const KEY = /\bkey#\d+/;
const SECRET = /\bsecret#\d+/;
const KEY_PARAMETER = /^(?:x-)?(?:api[-_]?key|access[-_]?token|auth[-_]?token)$/i;

/** Returns where in the URL the key was. */
function findKey({ credential, exchange }: Reading): string | undefined {
  const [address = '', ...query] = exchange.request.url.split('?');
  const own = credential.kind === 'bearer' || credential.kind === 'misplaced' ? credential.name : undefined;
  const parameters = query.flatMap((part) => part.split('&')).map((parameter) => parameter.split('='));
  for (const [name = '', ...value] of parameters) {
    const text = value.join('=');
    const isKey = KEY.test(text) || text === own || (SECRET.test(text) && KEY_PARAMETER.test(name));
    if (isKey) return `the key in the query, as ${quote(name)}`;
  }
  if (credential.kind === 'misplaced' && credential.where === 'query') return 'the key in the query';
  return KEY.test(address) ? 'the key in the path' : undefined;
}

function* judgeSchemes({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    const text = headerOf(reading.exchange.request.headers, 'authorization')?.trim() ?? '';
    const [scheme = '', ...rest] = text.split(/\s+/);
    const isBearer = scheme.toLowerCase() === 'bearer';
    if (text === '' || (isBearer && rest.length === 0)) continue;
    if (isBearer) yield passes(reading);
    // Without a scheme it may be a key, or a scheme without a key.
    else if (rest.length === 0 && !KEY.test(scheme))
      yield inconclusive(reading, 'an Authorization header held one word only');
    else {
      const isScheme = rest.length > 0 && /^[\w-]{1,20}$/.test(scheme);
      yield violates(reading, {
        problem: 'the Authorization header held no bearer token',
        expected: 'Authorization: Bearer <API_KEY>',
        received: isScheme ? `Authorization under the scheme ${scheme}` : 'Authorization without a scheme',
      });
    }
  }
}

/** That clients say what their bodies are (§4, §4.3). */
export const contentTypeRule: Rule = {
  id: 'manners/names-content-type',
  title: 'Sends every body as application/json with a matching Content-Type',
  statements: ['service.bodies-are-application-json', 'messages.request-headers'],
  severity: 'documented',
  class: 'passive',
  judge: judgeContentTypes,
};

function* judgeContentTypes({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    const note = judgeContentType(reading);
    if (note !== undefined) yield note;
  }
}

function judgeContentType(reading: Reading): Note | undefined {
  const { sentType = '', operation, exchange } = reading;
  const { body = '', isBodyMissing, headers } = exchange.request;
  if (isBodyMissing) return inconclusive(reading, 'the request body is unknown');
  if (body === '') return undefined;
  if (headers.length === 0) return inconclusive(reading, 'the recording holds no headers of the request');
  if (sentType === 'application/json') return passes(reading);
  return violates(reading, {
    problem: sentType === '' ? 'a body was sent without Content-Type' : 'a body was sent as something else than JSON',
    expected: 'Content-Type: application/json',
    received: sentType === '' ? 'no Content-Type' : `Content-Type: ${quote(sentType)}`,
    statement: operation === 'sendMessage' ? 'messages.request-headers' : undefined,
  });
}
