import { type Probe, type ProbeCredential, preferring, probe } from './probe.js';

/** What is sent instead of a good key, and how valuable it is to send it once. */
const forms: Readonly<Record<Exclude<ProbeCredential, 'key'>, number>> = {
  none: 10,
  'made-up key': 9,
  elsewhere: 9,
  'prefix of the key': 7,
  basic: 7,
  'empty key': 6,
  'empty header': 3,
  'key and a character': 6,
  'key with another end': 5,
  bare: 5,
  'key in another case': 4,
  token: 4,
  tail: 4,
  user: 4,
  apikey: 3,
  quotes: 3,
  comma: 3,
  body: 3,
  // One at a time, in case that a service rejects what it does not know before it looks at the key.
  header: 3,
  cookie: 3,
  query: 3,
};

interface Place {
  readonly name: string;
  readonly target: `${string} ${string}`;
  readonly rest?: Partial<Probe>;
  /** How much of a form's value is left at this operation once it was sent to another. */
  readonly share: number;
}

/** A service that accepts one of these at level `read` still rejects the id and the body. */
const readPlaces: readonly Place[] = [
  { name: 'list', target: 'GET /inventory', share: 0.5 },
  { name: 'orders', target: 'GET /store/orders', share: 0.4 },
  { name: 'pet', target: 'GET /pets/{petId}', share: 0.4 },
  {
    name: 'harmless-update',
    target: 'PATCH /inventory/not-an-id',
    rest: { onlyAt: 'read', body: '{"quantity":"not-a-number"}' },
    share: 0.4,
  },
  {
    name: 'harmless-message',
    target: 'POST /messages',
    rest: { onlyAt: 'read', body: '{}', needs: 'messages' },
    share: 0.4,
  },
];

const writePlaces: readonly Place[] = [
  {
    name: 'update',
    target: 'PATCH /inventory/{petId}',
    rest: { needs: 'pet', body: '{"quantity":{quantity}}' },
    share: 0.5,
  },
  {
    name: 'message',
    target: 'POST /messages',
    rest: { needs: 'messages', body: '{"message":"A message without a good key"}' },
    share: 0.4,
  },
];

/** Always sent, whatever the budget. */
const core = new Set([
  ...['list', 'orders', 'pet', 'harmless-update', 'harmless-message', 'update', 'message'].map(
    (name) => `${name} none`,
  ),
  ...['list made-up key', 'list prefix of the key', 'list basic', 'orders elsewhere'],
]);

function probesAt(level: 'read' | 'write', places: readonly Place[]): Probe[] {
  return Object.entries(forms).flatMap(([form, value], index) =>
    places
      // A query and a body of its own would be two changes at once.
      .filter(({ target }) => form !== 'body' || !target.startsWith('GET'))
      .map(({ name, target, rest, share }) =>
        probe(level, `${name}-with-${form.replaceAll(' ', '-')}`, target, whyRejected(form), {
          ...rest,
          credential: form as ProbeCredential,
          expects: 401,
          isOptional: !core.has(`${name} ${form}`),
          ...(name === 'update' && !core.has(`${name} ${form}`) && preferring(index)),
          fills: { [`credential: ${form}`]: value, [`${target}, ${form}`]: value * share },
        }),
      ),
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
