import { type Probe, type ProbeCredential, probe, UPDATE_BODY } from './probe.js';

/**
 * What is sent instead of a good key, how valuable it is to send it once, and at each operation: what an operation may accept beside
 * the key, and how much of that one request shows.
 */
const forms: Readonly<Record<Exclude<ProbeCredential, 'key'>, readonly [once: number, each: number]>> = {
  none: [10, 5],
  'wrong key': [9, 3],
  elsewhere: [9, 4],
  beside: [5, 8],
  'prefix of the key': [7, 3],
  basic: [7, 3],
  'key and a character': [6, 3],
  'empty key': [6, 3],
  comma: [4, 4],
  bare: [5, 3],
  'key with another end': [5, 2],
  tail: [4, 3],
  'key in another case': [4, 2],
  token: [4, 2],
  user: [4, 2],
  apikey: [3, 2],
  quotes: [3, 2],
  'empty header': [3, 2],
  body: [3, 2],
  query: [3, 2],
  // With the two below it is in one request, too, unless a service rejects what it does not know before it looks at the key.
  header: [3, 1],
  cookie: [3, 1],
};

/** Errors come in each coding, too. */
const codings: Readonly<Record<string, Probe['coding']>> = {
  'wrong key': 'identity',
  basic: 'gzip',
  'prefix of the key': 'none',
};

interface Place {
  readonly name: string;
  readonly target: `${string} ${string}`;
  readonly rest?: Partial<Probe>;
}

/** A service that accepts one of these at level `read` still rejects the id and the body. */
const readPlaces: readonly Place[] = [
  { name: 'list', target: 'GET /inventory' },
  { name: 'orders', target: 'GET /store/orders' },
  { name: 'pet', target: 'GET /pets/{petId}' },
  {
    name: 'harmless-update',
    target: 'PATCH /inventory/not-an-id',
    rest: { onlyAt: 'read', body: '{"quantity":"not-a-number"}' },
  },
  {
    name: 'harmless-message',
    target: 'POST /messages',
    rest: { onlyAt: 'read', body: '{}', needs: 'messages' },
  },
];

const writePlaces: readonly Place[] = [
  {
    name: 'update',
    target: 'PATCH /inventory/{petId}',
    rest: { needs: 'pet', body: UPDATE_BODY },
  },
  {
    name: 'message',
    target: 'POST /messages',
    rest: { needs: 'messages', body: '{"message":"A message without a good key"}' },
  },
];

/** Always sent, whatever the budget. */
const core = new Set([
  ...['list', 'orders', 'pet', 'harmless-update', 'harmless-message', 'update', 'message'].map(
    (name) => `${name} none`,
  ),
  ...['list wrong key', 'list prefix of the key', 'list basic', 'orders elsewhere'],
]);

function probesAt(level: 'read' | 'write', places: readonly Place[]): Probe[] {
  return Object.entries(forms).flatMap(([form, [once, each]], index) =>
    places
      // A query and a body of its own would be two changes at once.
      .filter(({ target }) => form !== 'body' || !target.startsWith('GET'))
      .map(({ name, target, rest }) => {
        const isOptional = !core.has(`${name} ${form}`);
        return probe(level, `${name}-with-${form.replaceAll(' ', '-')}`, target, whyRejected(form), {
          ...rest,
          credential: form as ProbeCredential,
          coding: codings[form],
          expects: 401,
          isOptional,
          ...(isOptional && target.endsWith('{petId}') && { prefers: index }),
          fills: { [`credential: ${form}`]: once, [`${target}, ${form}`]: each },
        });
      }),
  );
}

const inWords: Readonly<Record<string, string>> = {
  none: 'without a key',
  'empty key': 'with an empty key',
  'empty header': 'with an empty header',
};

function whyRejected(form: string): string {
  return `401 ${inWords[form] ?? 'with anything but the key as bearer token'}`;
}

/** Requests without a good key: every form at every operation that a level may send. */
export const keyProbes: readonly Probe[] = probesAt('read', readPlaces);
/** At level `write` nothing but the key is wrong with an update or a message. */
export const updateKeyProbes: readonly Probe[] = probesAt('write', writePlaces.slice(0, 1));
export const messageKeyProbes: readonly Probe[] = probesAt('write', writePlaces.slice(1));
