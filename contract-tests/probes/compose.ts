import type { Credential, HeaderList } from '../../src/exchange/exchange.js';
import { isDistinctive, type Redactor } from '../../src/exchange/redactor.js';
import type { Draw } from '../draw.js';
import type { OutgoingRequest } from '../sending/sender.js';
import type { SuiteOptions } from '../suite.js';
import { fillTemplate, type Probe, type ProbeCredential, type ProbeValues } from './probe.js';

export interface ComposedRequest {
  readonly request: OutgoingRequest;
  readonly credential: Credential;
}

/** Creates the request of a probe. */
export function composeRequest(
  probe: Probe,
  { baseUrl, messagesUrl, headers }: Pick<SuiteOptions, 'baseUrl' | 'messagesUrl' | 'headers'>,
  keyring: Keyring,
  places: ProbeValues,
): ComposedRequest {
  const shown = keyring[probe.credential];
  const base = probe.needs === 'messages' ? (messagesUrl ?? baseUrl) : baseUrl;
  return {
    request: {
      method: probe.method,
      url: `${base}${fillTemplate(probe.path, places)}${shown.query}`,
      headers: [
        ['Accept', 'application/json'],
        ...contentType(probe),
        ...shown.headers,
        ...(probe.headers ?? []),
        ...headers,
      ],
      body: probe.body === undefined ? undefined : fillTemplate(probe.body, places),
    },
    credential: shown.credential,
  };
}

function contentType({ body, contentType: type = 'application/json' }: Probe): HeaderList {
  return body === undefined || type === null ? [] : [['Content-Type', type]];
}

/** How a request authenticates. */
interface ShownCredential {
  readonly headers: HeaderList;
  /** Begins with `?`, or is empty. */
  readonly query: string;
  readonly credential: Credential;
}

export type Keyring = Readonly<Record<ProbeCredential, ShownCredential>>;

/** Creates every credential of a run, and registers each as a secret: a part of the key reveals most of it. */
export function createKeyring(apiKey: string, draw: Draw, redactor: Pick<Redactor, 'nameOf'>): Keyring {
  const name = redactor.nameOf(apiKey, 'key');
  const bearer = (key: string, standing: 'given' | 'made-up'): ShownCredential => ({
    headers: [['Authorization', `Bearer ${key}`]],
    query: '',
    credential: { kind: 'bearer', name: redactor.nameOf(key, 'key'), standing },
  });
  const unmistakable = (key: string) =>
    isOrdinary(key) || key === apiKey ? `${key}-${draw.integer(10_000_000, 99_999_999)}x` : key;
  const encoded = encodeURIComponent(apiKey);
  return {
    key: bearer(apiKey, 'given'),
    none: { headers: [], query: '', credential: { kind: 'none' } },
    'made-up key': bearer(unmistakable(ofTheSameShape(apiKey, draw)), 'made-up'),
    'prefix of the key': bearer(unmistakable(shortened(apiKey)), 'made-up'),
    Basic: {
      headers: [['Authorization', `Basic ${apiKey}`]],
      query: '',
      credential: { kind: 'misplaced', name, where: 'basic' },
    },
    query: {
      headers: [],
      query: `?api_key=${encoded}&access_token=${encoded}`,
      credential: { kind: 'misplaced', name, where: 'query' },
    },
  };
}

/** Returns whether a text may occur in responses by coincidence: there it would be redacted as a secret. */
function isOrdinary(text: string): boolean {
  return text.length < 6 || (text.length < 12 && /^(?:[a-z]+|\d+)$/i.test(text));
}

/** Replaces every letter and digit by another one of the same kind. */
export function ofTheSameShape(key: string, draw: Draw): string {
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

/**
 * Returns the user's headers as they are recorded: each may contain a secret. A value is also replaced elsewhere, unless it is
 * ordinary, such as `1` or `available`, or part of a URL: valid bodies would look invalid, and URLs would be unreadable.
 */
export function hideHeaderValues(
  { headers, baseUrl, messagesUrl = '' }: Pick<SuiteOptions, 'headers' | 'baseUrl' | 'messagesUrl'>,
  redactor: Pick<Redactor, 'nameOf'>,
): HeaderList {
  return headers.map(([name, value]) => {
    if (name.toLowerCase() === 'user-agent') return [name, value];
    const isTraceable = isDistinctive(value) && !`${baseUrl} ${messagesUrl}`.includes(value);
    return [name, isTraceable ? redactor.nameOf(value, 'secret') : ANY_SECRET];
  });
}
