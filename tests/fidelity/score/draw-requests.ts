import type { Arbitrary } from 'fast-check';
import { type PetKind, type Probe, type ProbeCredential, probe } from '../../../contract-tests/probes/probe.js';
import type { Level } from '../../../src/exchange/transcript.js';
import { type OperationId, operationIds } from '../../../src/service/petstore.js';

/** A request that a seed drew, and what it was drawn as. */
interface DrawnRequest {
  /** The operation that it is for; `other`: none has its path or method. */
  readonly operation: OperationId | 'other';
  /** What is wrong with it: nothing, or one or two of these. */
  readonly faults: readonly FaultKind[];
  readonly probe: Probe;
}

type FaultKind = 'key' | 'path' | 'method' | 'id' | 'body' | 'type';

export interface DrawOptions {
  /** At `read` nothing is drawn that could write. */
  readonly level: Level;
  readonly hasMessages: boolean;
  readonly count: number;
  readonly seed: number;
}

/** What a run sends: requests within the limit and, where it may exceed it, others at its end. */
export interface DrawnRequests {
  readonly within: readonly DrawnRequest[];
  readonly beyond: readonly DrawnRequest[];
}

/** Fewer than the rejected requests for which a key is banned at most services. */
const BEYOND_LIMIT = 6;

/**
 * Draws valid, invalid and doubly invalid requests over all operations, and over paths and methods that none has. Shares no list with
 * the probes, and each has a header or a query that no probe has: learning sends none of them. A valid request, or one with a wrong
 * key, can differ from a probe in nothing else. The same seed draws the same requests.
 */
export async function drawRequests({ level, hasMessages, count, seed }: DrawOptions): Promise<DrawnRequests> {
  const fc = await import('fast-check');
  const mayWrite = (id: OperationId) => id === 'updateInventory' || (id === 'sendMessage' && hasMessages);
  const isRead = (id: OperationId) => usual[id].method === 'GET';
  const due = operationIds.filter((id) => isRead(id) || (level !== 'read' && mayWrite(id)));
  const drawn = requests(fc, due);
  const all = fc.sample(drawn, { numRuns: count + BEYOND_LIMIT, seed });
  const within = all.map((draft, index) => toRequest(draft, index + 1, level));
  const beyond = level === 'exhaust' ? within.slice(count) : [];
  return { within: within.slice(0, count), beyond };
}

interface Draft {
  readonly for: OperationId;
  readonly faults: readonly FaultKind[];
  readonly method: string;
  readonly path: string;
  readonly credential: ProbeCredential;
  readonly body?: string;
  readonly contentType?: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: string;
  /** Whose lookup it is; else that of the pet which the run restores. */
  readonly pet?: PetKind;
}

type Change = Partial<Omit<Draft, 'for' | 'faults'>>;
type FastCheck = typeof import('fast-check');

/** A valid request to each operation, without its body; `other` becomes one by the path of a fault. */
const usual = {
  listInventory: { method: 'GET', path: '/inventory', faults: ['key'] },
  updateInventory: { method: 'PATCH', path: '/inventory/{petId}', faults: ['key', 'id', 'body', 'type'] },
  sendMessage: { method: 'POST', path: '/messages', faults: ['key', 'body', 'type'] },
  getPet: { method: 'GET', path: '/pets/{petId}', faults: ['key', 'id'] },
  listOrders: { method: 'GET', path: '/store/orders', faults: ['key'] },
} as const satisfies Record<OperationId, { method: string; path: string; faults: readonly FaultKind[] }>;

const wrongCredentials: readonly ProbeCredential[] = [
  'none',
  'none',
  'wrong key',
  'key and a character',
  'prefix of the key',
  'basic',
  'token',
  'bare',
  'empty header',
];

/** No service creates or deletes anything for these. */
const otherMethods = ['HEAD', 'OPTIONS', 'PROPFIND', 'REPORT', 'SEARCH'];

const unknownPaths = [
  '/stock',
  '/Inventory',
  '/inventory/',
  '/inventory/{petId}/history',
  '/pets',
  '/pets/{petId}/photos',
  '/store',
  '/store/orders/12',
  '/message',
  '/inventories?limit=5',
];

/**
 * What is no id, or no usual spelling of one, and ids that no pet has. A lenient service may read the number in front of a tail: it is
 * that of the pet which the run restores.
 */
const otherIds = [
  ...['{unlistedId}', '{unlistedId}3', '{unlistedId}', 'rex', 'null', '{petId}.5', '{petId}e0', '{petId},5'],
  ...[
    '0x{petIdInHex}',
    '{petId}.0',
    '9223372036854775808',
    '-9223372036854775809',
    '-{unlistedId}',
    '%20',
    'a%2Fb',
    '~',
  ],
];

/** The first and the last one of a list may differ from response to response. */
const otherPets: readonly PetKind[] = ['sold', 'pending', 'available', 'smallest', 'largest', 'beyond 2^31'];

const quantities = ['{original}', '{original}', '{quantity}', '3', '11', '25', '4e1', '60.0'];
const oddQuantities = [
  ...['"12"', '""', 'true', 'null', '[]', '{}', '[3]', '2.25', '-0.75', '1e-3', '9223372036854775808', '1e40'],
  ...['-1', '-40', '100001', '70000', '3000000000', '-3000000000', '9007199254740993', '-9007199254740993'],
];
const messages = ['"The cat in box 4 sleeps"', '"Bird seed, 20 kg"', '"\\u00fc\\n\\"x\\""', '"0"'];
const oddMessages = ['7', 'false', 'null', '["a"]', '{"text":"a"}', '1.5', '""', '"   "'];

/** Around a good `value`: what is no JSON. */
const malformed = (field: string, value: string) => [
  '',
  '  ',
  `{"${field}":`,
  `{"${field}":${value}`,
  `{"${field}":${value}}}`,
  `{"${field}" ${value}}`,
  `{"${field}":${value},}`,
  `{'${field}':${value}}`,
  `${field}=5`,
  `<${field}>5</${field}>`,
];

/** Around a good `value`: JSON of another form. */
const misshapen = (field: string, value: string) => [
  ...['{}', 'null', '17', '[]', `"${field}"`, '{"note":"spring"}'],
  `[{"${field}":${value}}]`,
  `{"${field.toUpperCase()}":${value}}`,
  `{"${field}s":${value}}`,
];

/** Around a good `value`: what some services take. */
const unusual = (field: string, value: string) => [
  `{"${field}":${value},"note":"spring"}`,
  `{"note":null,"${field}":${value},"by":{"name":"x"}}`,
];

/** No service rejects so few levels. */
const DEEPEST = 16;
/** Bytes around which services have limits. */
const LARGEST = 1_500_000;

const types = [
  null,
  null,
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-8',
  'Application/JSON',
  'json',
];

const withHeader = (name: string, value: string): Change => ({ headers: [[name, value]] });

/** What changes nothing at most services, and no probe has; only few services know `Prefer`. */
const additions: readonly Change[] = [
  ...['?page=2', '?', '?sort=name&limit=5', '?_=1795262484'].map((query) => ({ query })),
  ...['*/*;q=0.8', 'application/json, text/plain;q=0.5', 'application/*;q=0.9'].map((value) =>
    withHeader('Accept', value),
  ),
  withHeader('Accept-Language', 'de'),
  withHeader('Origin', 'https://shop.example'),
  withHeader('X-Request-Id', 'c0ffee-12'),
  withHeader('User-Agent', 'shop/3.1'),
  withHeader('Cache-Control', 'no-cache'),
  withHeader('Referer', 'https://shop.example/cart'),
  {
    headers: [
      ['User-Agent', 'shop/3.1'],
      ['DNT', '1'],
    ],
  },
  {
    headers: [
      ['Prefer', 'code=404'],
      ['User-Agent', 'shop/3.1'],
    ],
  },
];

function requests(fc: FastCheck, operations: readonly OperationId[]): Arbitrary<Draft> {
  const some = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
  const faultCount = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 2, arbitrary: fc.constant(2) },
  );
  const faulty: Readonly<Record<FaultKind, (operation: OperationId) => Arbitrary<Change>>> = {
    key: () => some(wrongCredentials).map((credential) => ({ credential })),
    // A service may have more than the document says, and a POST there could not be undone.
    path: () => some(unknownPaths).map((path) => ({ path, method: 'GET' })),
    method: () => some(otherMethods).map((method) => ({ method })),
    id: (operation) => some(otherIds).map((id) => ({ path: usual[operation].path.replace('{petId}', id) })),
    body: (operation) =>
      operation === 'sendMessage'
        ? wrongBody('message', some(messages), some(oddMessages))
        : wrongBody('quantity', some(quantities), some(oddQuantities)),
    type: () => some(types).map((contentType) => ({ contentType })),
  };
  /** Small numbers are as likely as large ones. */
  const upTo = (most: number) => fc.integer({ min: 0, max: 1_000 }).map((share) => Math.round(most ** (share / 1_000)));
  const wrongBody = (field: string, good: Arbitrary<string>, odd: Arbitrary<string>) =>
    fc
      .oneof(
        { weight: 4, arbitrary: odd.map((value) => `{"${field}":${value}}`) },
        { weight: 3, arbitrary: good.chain((value) => some(malformed(field, value))) },
        { weight: 3, arbitrary: good.chain((value) => some(misshapen(field, value))) },
        { weight: 3, arbitrary: good.chain((value) => some(unusual(field, value))) },
        {
          weight: 2,
          arbitrary: fc
            .tuple(good, upTo(DEEPEST))
            .map(([value, levels]) => `{"${field}":${value},"tree":${'['.repeat(levels)}${']'.repeat(levels)}}`),
        },
        {
          weight: 2,
          arbitrary: fc.tuple(good, upTo(LARGEST)).map(([value, bytes]) => `{"${field}":${' '.repeat(bytes)}${value}}`),
        },
      )
      .map((body) => ({ body }));
  const body = (operation: OperationId): Arbitrary<Change> => {
    if (operation === 'sendMessage') return some(messages).map((value) => ({ body: `{"message":${value}}` }));
    if (operation === 'updateInventory') return some(quantities).map((value) => ({ body: `{"quantity":${value}}` }));
    if (operation === 'getPet') return some([undefined, undefined, ...otherPets]).map((pet) => (pet ? { pet } : {}));
    return fc.constant({});
  };
  const kinds = (own: readonly FaultKind[]): Arbitrary<FaultKind[]> =>
    faultCount.chain((count) => {
      const most = Math.min(count, own.length);
      return fc.shuffledSubarray([...own], { minLength: most, maxLength: most });
    });
  const ofOperation = (operation: OperationId) => kinds(usual[operation].faults);
  // At least one fault: the path or the method.
  const ofOther = (operation: OperationId) =>
    fc
      .tuple(some<FaultKind>(['path', 'method']), kinds(usual[operation].faults))
      .map(([kind, more]) => [kind, ...more.slice(0, 1)]);
  const each = some(operations);
  const isOther = fc.integer({ min: 0, max: operations.length }).map((number) => number === 0);
  return fc
    .tuple(each, isOther)
    .chain(([operation, other]) =>
      fc.tuple(fc.constant(operation), (other ? ofOther : ofOperation)(operation), body(operation), some(additions)),
    )
    .chain(([operation, faults, valid, added]) => {
      const changes = fc.tuple(...faults.map((kind) => faulty[kind](operation)));
      const { method, path } = usual[operation];
      const start: Draft = { for: operation, faults, method, path, credential: 'key', headers: [], query: '' };
      return changes.map((all) => Object.assign({}, start, valid, added, ...(all as Change[])));
    });
}

function toRequest(draft: Draft, number: number, level: Level): DrawnRequest {
  const { method, credential, body, contentType, headers, faults, pet } = draft;
  const isOther = faults.includes('path') || faults.includes('method');
  const operation = isOther ? 'other' : draft.for;
  const path = draft.query !== '' && draft.path.includes('?') ? draft.path : `${draft.path}${draft.query}`;
  const isWrite = level !== 'read';
  // What has no body in HTTP, or none that means something, gets none.
  const hasBody = body !== undefined && (method === 'PATCH' || method === 'POST');
  return {
    operation,
    faults,
    probe: probe(
      isWrite ? 'write' : 'read',
      number,
      `drawn-${number}`,
      `${method} ${path}`,
      faults.join(' and ') || 'valid',
      {
        credential,
        headers,
        ...(pet !== undefined && { prefers: pet }),
        ...(hasBody && { body }),
        ...(hasBody && contentType !== undefined && { contentType }),
        ...(method === 'PATCH' && path.includes('{petId') && { needs: 'pet' }),
        ...(draft.for === 'sendMessage' && !faults.includes('path') && { needs: 'messages' }),
      },
    ),
  };
}
