import { type Credential, type HeaderList, headerOf, type MisplacedKey } from '../../src/exchange/exchange.js';
import { isDistinctive, isOrdinary, type Redactor } from '../../src/exchange/redactor.js';
import type { Draw } from '../draw.js';
import type { OutgoingRequest } from '../sending/sender.js';
import type { SuiteOptions } from '../suite.js';
import { drawMistakenKeys, type MistakenKey } from './mistaken-keys.js';
import { type Client, fillTemplate, type Probe, type ProbeCredential, type ProbeValues } from './probe.js';

export function composeRequest(
  probe: Probe,
  { baseUrl, messagesUrl, headers }: Pick<SuiteOptions, 'baseUrl' | 'messagesUrl' | 'headers'>,
  keyring: Keyring,
  places: ProbeValues,
  cookie?: string,
): { readonly request: OutgoingRequest; readonly credential: Credential } | undefined {
  const shown = keyring[probe.credential];
  const isOfCookie = probe.credential === 'cookie of the service';
  if (shown === undefined || (isOfCookie && (cookie === undefined || headerOf(headers, 'cookie') !== undefined)))
    return undefined;
  const base = probe.needs === 'messages' ? (messagesUrl ?? baseUrl) : baseUrl;
  const { contentType: type = 'application/json', coding = 'none', client = {} } = probe;
  const chosen = [...(client.headers ?? []), ...(probe.headers ?? [])];
  const isOmitted = (name: string) => client.omits?.some((each) => each === name) === true;
  const accepts = isOmitted('Accept') || headerOf(chosen, 'accept') !== undefined ? [] : [ACCEPT_JSON];
  const body = probe.body === undefined ? undefined : fillTemplate(probe.body, places);
  return {
    request: {
      method: probe.method,
      url: `${base}${fillTemplate(probe.path, places)}${shown.query ?? ''}`,
      headers: [
        ...inCase(client, [
          ...accepts,
          ...(body === undefined || type === null ? [] : [['Content-Type', type] as const]),
          ...(shown.headers ?? []),
          ...(isOfCookie && cookie !== undefined ? [['Cookie', cookie] as const] : []),
          ...chosen,
          ...(coding === 'none' ? [] : [['Accept-Encoding', coding] as const]),
        ]),
        // A name that the user chose stays.
        ...headers.filter(([name, value]) => !(isOmitted(name) && value.startsWith('petstore-mock/'))),
      ],
      body: shown.field === undefined ? body : body?.replace(/(.)\}$/s, `$1${shown.field}}`),
      ...(probe.coding === 'none' && { namesNoCoding: true }),
      ...(probe.connection === 'new' && { isOnNewConnection: true }),
    },
    credential: shown.credential,
  };
}

const ACCEPT_JSON = ['Accept', 'application/json'] as const;

function inCase({ isInLowerCase }: Client, headers: HeaderList): HeaderList {
  return isInLowerCase ? headers.map(([name, value]) => [name.toLowerCase(), value]) : headers;
}

interface ShownCredential {
  readonly headers?: HeaderList;
  /** Begins with `?`. */
  readonly query?: string;
  /** Of a JSON object, in addition to its others. */
  readonly field?: string;
  readonly credential: Credential;
}

export type Keyring = Readonly<Record<ProbeCredential, ShownCredential | undefined>>;

/** Creates every credential of a run, and registers each as a secret, except plain words: a part of the key reveals most of it. */
export function createKeyring(apiKey: string, draw: Draw, redactor: Pick<Redactor, 'nameOf' | 'addKey'>): Keyring {
  const name = redactor.nameOf(apiKey, 'key');
  const authorization = (value: string): HeaderList => [['Authorization', value]];
  const bearer = (
    key: string,
    standing: 'given' | 'wrong',
    shownAs = redactor.nameOf(key, 'key'),
  ): ShownCredential => ({
    headers: authorization(`Bearer ${key}`),
    credential: { kind: 'bearer', name: shownAs, standing },
  });
  const wrong = (key: string) => {
    const isUnmistakable = !mayOccurByChance(key) && key !== apiKey;
    return bearer(isUnmistakable ? key : `${key}-${draw.integer(10_000_000, 99_999_999)}x`, 'wrong');
  };
  // Such a word is no secret, unless it is the key itself.
  const mistaken = ({ key, isShaped }: MistakenKey) => {
    if (isShaped) return wrong(key);
    return redactor.addKey(key, key) ? bearer(key, 'wrong', key) : undefined;
  };
  const misplaced = (where: MisplacedKey, shown: Omit<ShownCredential, 'credential'>): ShownCredential => ({
    ...shown,
    credential: { kind: 'misplaced', name, where },
  });
  const encoded = encodeURIComponent(apiKey);
  const named = (separator: string) => KEY_NAMES.map((each) => `${each}=${encoded}`).join(separator);
  const query = `?${named('&')}`;
  const cookie = ['Cookie', named('; ')] as const;
  const headers = KEY_HEADERS.map((each) => [each, apiKey] as const);
  const otherCase = inOtherCase(apiKey);
  const anotherEnd = wrong(withAnotherEnd(apiKey));
  const mistakes = drawMistakenKeys(draw).map(mistaken);
  return {
    ...Object.fromEntries(mistakes.map((each, index) => [`mistaken key ${index + 1}`, each])),
    key: bearer(apiKey, 'given'),
    none: { credential: { kind: 'none' } },
    'cookie of the service': { credential: { kind: 'none' } },
    'empty key': { headers: authorization('Bearer '), credential: { kind: 'none' } },
    'empty header': { headers: authorization(''), credential: { kind: 'none' } },
    'wrong key': wrong(drawLookalikeKey(apiKey, draw)),
    'prefix of the key': wrong(shortened(apiKey)),
    'key and a character': wrong(`${apiKey}${/\d$/.test(apiKey) ? 'x' : '7'}`),
    'key with another end': anotherEnd,
    'key in another case': otherCase === apiKey ? anotherEnd : wrong(otherCase),
    basic: misplaced('basic', { headers: authorization(`Basic ${apiKey}`) }),
    user: misplaced('user', { headers: authorization(`Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`) }),
    token: misplaced('token', { headers: authorization(`Token ${apiKey}`) }),
    apikey: misplaced('apikey', { headers: authorization(`ApiKey ${apiKey}`) }),
    bare: misplaced('bare', { headers: authorization(apiKey) }),
    quotes: misplaced('quotes', { headers: authorization(`Bearer "${apiKey}"`) }),
    tail: misplaced('tail', { headers: authorization(`Bearer ${apiKey} x`) }),
    twice: misplaced('twice', { headers: authorization(`Bearer Bearer ${apiKey}`) }),
    comma: misplaced('comma', { headers: authorization(`Bearer ${apiKey},x${apiKey}`) }),
    query: misplaced('query', { query }),
    header: misplaced('header', { headers }),
    cookie: misplaced('cookie', { headers: [cookie] }),
    beside: misplaced('beside', { headers: [...(anotherEnd.headers ?? []), ...headers, cookie] }),
    elsewhere: misplaced('elsewhere', { headers: [...headers, cookie], query }),
    // In a body, a word or number is not hidden.
    body:
      isOrdinary(apiKey) || mayOccurByChance(apiKey)
        ? undefined
        : misplaced('body', { field: `,"api_key":${JSON.stringify(apiKey)}` }),
  };
}

export const KEY_NAMES = ['api_key', 'access_token', 'apikey', 'key', 'token'];
const KEY_HEADERS = ['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token', 'X-Key'];

/** Ends a key with a character of another kind: of numbered keys, the next one may be somebody's. */
function withAnotherEnd(key: string): string {
  return `${key.slice(0, -1)}${/\d$/.test(key) ? 'q' : '4'}`;
}

function inOtherCase(key: string): string {
  return key.replace(/[a-z]|[A-Z]/g, (char) => (char < 'a' ? char.toLowerCase() : char.toUpperCase()));
}

/** Returns whether a text may occur in responses by coincidence: there it would be redacted as a secret. */
function mayOccurByChance(text: string): boolean {
  return text.length < 6 || (text.length < 12 && /^(?:[a-z]+|\d+)$/i.test(text));
}

/** Replaces every letter and digit by another one of the same kind. */
export function drawLookalikeKey(key: string, draw: Draw): string {
  return key.replace(/[a-z]|[A-Z]|\d/g, (char) => {
    const [first, size] = /\d/.test(char) ? ['0', 10] : [/[a-z]/.test(char) ? 'a' : 'A', 26];
    const from = first.charCodeAt(0);
    const shift = draw.integer(1, size - 1);
    return String.fromCharCode(from + ((char.charCodeAt(0) - from + shift) % size));
  });
}

/** Removes padding, without which a base64 text is the same, and the last character. A single character gets longer instead. */
export function shortened(key: string): string {
  const bare = key.replace(/=+$/, '');
  return bare.length > 1 ? bare.slice(0, -1) : `${bare}0`;
}

/** The recorded value of a header that is not replaced elsewhere. */
const ANY_SECRET = 'secret#0';

/** Returns the user's headers as they are recorded. A value is also hidden elsewhere, unless it is ordinary or part of a URL. */
export function hideHeaderValues(
  { headers, baseUrl, messagesUrl = '' }: Pick<SuiteOptions, 'headers' | 'baseUrl' | 'messagesUrl'>,
  redactor: Pick<Redactor, 'nameOf'>,
): HeaderList {
  return headers.map(([name, value]) => {
    if (name.toLowerCase() === 'user-agent') return [name, value];
    const isTraceable =
      isDistinctive(value) && !`${baseUrl} ${messagesUrl}`.toLowerCase().includes(value.toLowerCase());
    return [name, isTraceable ? redactor.nameOf(value, 'secret') : ANY_SECRET];
  });
}
