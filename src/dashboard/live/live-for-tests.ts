import { signal } from '@preact/signals';
import type { AdminEvents } from '../../admin/events.js';
import type { KeyState } from '../../admin/schemas/keys.js';
import type { RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { BehaviourList } from '../../admin/schemas/world.js';
import { openQuestions, questionIds } from '../../spec/open-questions.js';
import { adminForTests } from './admin-for-tests.js';
import { type Connection, type Live, violationsByNumber } from './live.js';

type Mutable<Part> = { -readonly [Name in keyof Part]: Part[Name] };

const START_MS = Date.parse('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(START_MS + seconds * 1000).toISOString();

const quota = (limit: number, remaining: number, resetsAt: string | null) => ({ limit, remaining, resetsAt });
const keys: readonly KeyState[] = [
  madeUpKey('key#1', 'test_free', 'free', [60, 8], [1_000, 412]),
  madeUpKey('key#2', 'test_pro', 'pro', [300, 0], [10_000, 8_204], {
    state: 'banned',
    ban: { from: at(-40), until: at(260) },
  }),
  madeUpKey('key#3', 'test_business', 'business', [1_000, 741], [100_000, 96_200]),
  madeUpKey('key#4', null, 'free', [60, 60], [1_000, 1_000], { expiresAt: at(3_600) }),
  madeUpKey('key#5', 'test_revoked', 'free', [60, 60], [1_000, 1_000], { state: 'revoked' }),
];

function madeUpKey(
  alias: string,
  name: string | null,
  plan: KeyState['plan'],
  [minuteLimit, minuteLeft]: [number, number],
  [dayLimit, dayLeft]: [number, number],
  more: Partial<KeyState> = {},
): KeyState {
  return {
    alias,
    name,
    plan,
    state: 'valid',
    minute: quota(minuteLimit, minuteLeft, minuteLeft === minuteLimit ? null : at(34)),
    day: quota(dayLimit, dayLeft, dayLeft === dayLimit ? null : at(43_200)),
    ban: null,
    expiresAt: null,
    ...more,
  };
}

const targets = [
  ['GET', '/v1/inventory', 'listInventory'],
  ['PATCH', '/v1/inventory/17', 'updateInventory'],
  ['GET', '/v1/pets/3', 'getPet'],
  ['POST', '/messages', 'sendMessage'],
  ['GET', '/v1/store/orders', 'listOrders'],
  ['GET', '/v1/inventory?status=available&sort=desc&page=2', null],
] as const;
const statuses = [200, 200, 200, 429, 200, 404, 200, 400, 200, 401, 503, null, 200, 200, 202] as const;

/** A line of a feed, as plausible as it is made up; the same number, the same line. */
export function madeUpLine(number: number): RequestLine {
  const [method, target, operation] = targets[(number * 7) % targets.length] ?? targets[0];
  const status = statuses[(number * 11) % statuses.length] ?? null;
  return {
    number,
    at: at(number * 0.35 - 70),
    method,
    target,
    operation,
    key: status === 401 ? null : `key#${(number % 3) + 1}`,
    status,
    delayMs: number % 9 === 0 ? 80 + number : 0,
    limits: status === null ? null : { limit: 60, remaining: 60 - (number % 61), resetSeconds: START_MS / 1_000 + 60 },
    cut: status === null ? 'reset' : null,
    assumed: operation === 'getPet' ? ['get-pet-shape'] : status === 429 ? ['retry-after-format'] : [],
    fault: status === 503 || status === null ? '1' : null,
  };
}

function madeUpTraffic(): Traffic['seconds'] {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: 300 }, (_, index) => {
    const second = index - 299;
    const wave = 6 + 5 * Math.sin(index / 17) + 3 * Math.sin(index / 3.1) + (index % 7);
    const burst = index > 205 && index < 232 ? 14 : 0;
    return {
      at: now + second,
      ok: Math.max(0, Math.round(wave)),
      refused: index % 5 === 0 ? 2 : 0,
      limited: burst,
      failed: index > 250 && index < 262 ? 4 : 0,
      broken: index > 250 && index < 262 && index % 2 === 0 ? 1 : 0,
    };
  });
}

const manners: AdminEvents['manners'] = {
  from: 1,
  to: 200,
  rules: [
    {
      id: 'backs-off',
      title: 'Backs off until Retry-After has passed',
      section: '8.3',
      sentence: 'It carries a `Retry-After` header, and the client backs off until the time it indicates.',
      outcome: 'violation',
      findings: [{ what: 'sent 11 requests within 34 s after a 429', exchanges: [183, 186, 188, 190, 191, 193] }],
    },
    {
      id: 'grows-waits',
      title: 'Waits longer each time',
      section: '8.4',
      sentence: 'Exponential backoff is the expected client behaviour.',
      outcome: 'inconclusive',
      findings: [],
    },
    {
      id: 'leaves-deprecated',
      title: 'Leaves deprecated operations',
      section: '9',
      sentence: 'A deprecated operation (`GET /pets/{petId}`) is marked with a sunset date.',
      outcome: 'violation',
      findings: [{ what: 'GET /pets/{petId} was called 33 times', exchanges: [2, 8, 14] }],
    },
    {
      id: 'sends-one-key',
      title: 'Sends its key as a bearer token',
      section: '5',
      sentence: 'The client sends its API key as the bearer token: header `Authorization: Bearer <API_KEY>`.',
      outcome: 'pass',
      findings: [],
    },
  ],
};

const behaviour = {
  items: questionIds.map((id) => {
    const { section, question, choices, schema, default: usual } = openQuestions[id];
    return { id, section, question, choices, schema, default: usual, choice: usual };
  }),
} as BehaviourList;

const worldEntry = (id: string) => ({
  id,
  isShared: id === 'shared',
  keys: id === 'shared' ? 5 : 1,
  pets: 100,
  requests: id === 'shared' ? 200 : 12,
  ageSeconds: 840,
  idleSeconds: 4,
  droppedAfterSeconds: id === 'shared' ? null : 3_600,
});

/** A world that was never served, to look at panels without a server: five keys, one of them banned, 200 requests, 100 pets. */
export function liveForTests({ isEmpty = false, world = 'shared' } = {}) {
  const signals = {
    connection: signal<Connection>('live'),
    hello: signal<Mutable<Live>['hello']['value']>({
      world,
      version: '0.1.0',
      baseUrl: 'http://127.0.0.1:4290/v1',
      mode: 'fake',
      upstream: null,
    }),
    isProxy: signal(false),
    clock: signal<Live['clock']['value']>({ now: at(0), mode: 'real', scale: 1, readAtMs: performance.now() }),
    nowMs: signal<number | undefined>(START_MS),
    keys: signal<Live['keys']['value']>({ items: isEmpty ? keys.map(unused) : [...keys], total: 5, next: null }),
    faults: signal<Live['faults']['value']>({
      items: isEmpty
        ? []
        : [
            {
              id: '1',
              operation: 'updateInventory',
              status: 503,
              probability: 0.1,
              seed: 1,
              key: null,
              left: 3,
              met: 14,
            },
            {
              id: '2',
              operation: 'any',
              delayMs: { type: 'lognormal', median: 80, sigma: 0.5 },
              key: 'key#1',
              left: null,
              met: 61,
            },
          ],
    }),
    behaviour: signal<Live['behaviour']['value']>(behaviour),
    snapshots: signal<Live['snapshots']['value']>({ items: isEmpty ? [] : [{ name: 'before', takenAt: at(-300) }] }),
    worlds: signal<Live['worlds']['value']>({
      items: ['shared', 'w1', 'w2'].map(worldEntry),
      total: 3,
      next: null,
      limit: 1_000,
      dropped: [{ id: 'w0', reason: 'idle', at: at(-9) }],
    }),
    stock: signal<Live['stock']['value']>(
      Array.from({ length: 100 }, (_, index) => ({
        petId: String(index + 1),
        quantity: (index * 37) % 101,
        status: (['available', 'pending', 'sold'] as const)[index % 3] ?? 'available',
      })),
    ),
    changedPets: signal<ReadonlySet<string>>(new Set(isEmpty ? [] : ['17'])),
    requests: signal<readonly RequestLine[]>(
      isEmpty ? [] : Array.from({ length: 200 }, (_, index) => madeUpLine(200 - index)),
    ),
    requestCounts: signal(isEmpty ? { latest: 0, kept: 0 } : { latest: 200, kept: 200 }),
    traffic: signal<Traffic['seconds']>(isEmpty ? [] : madeUpTraffic()),
    manners: signal<Live['manners']['value']>(isEmpty ? { from: 0, to: 0, rules: [] } : manners),
    mannersViolations: signal(violationsByNumber(isEmpty ? { from: 0, to: 0, rules: [] } : manners)),
    findings: signal<Live['findings']['value']>({ from: 0, to: 0, rules: [] }),
    contractViolations: signal<Live['contractViolations']['value']>(new Map()),
  };
  return { world, ...signals, client: adminForTests(world, signals), close() {} } satisfies Live;
}

const unused = (key: KeyState): KeyState => ({
  ...key,
  minute: quota(key.minute.limit, key.minute.limit, null),
  day: quota(key.day.limit, key.day.limit, null),
});

/** A request for the list, answered 200, but for what a test says otherwise. */
export function lineForTests(change: Partial<RequestLine> = {}): RequestLine {
  return {
    number: 1,
    at: '2026-11-21T12:00:00.000Z',
    method: 'GET',
    target: '/v1/inventory',
    operation: 'listInventory',
    key: 'key#1',
    status: 200,
    delayMs: 0,
    limits: null,
    cut: null,
    assumed: [],
    fault: null,
    ...change,
  };
}
