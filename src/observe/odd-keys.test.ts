// Long: a key that looks like data changes no verdict about live requests.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HeaderList, RawExchange } from '../exchange/exchange.js';
import type { Verdict } from '../judge/judge.js';
import { type ObservedService, observeService } from './observe-service.js';

const BASE_URL = 'https://api.example.test/v1';
const START_MS = Date.UTC(2026, 10, 21, 12);
const PETS = '[{"petId":1,"quantity":12,"status":"available"},{"petId":1000,"quantity":1,"status":"sold"}]';
const UNAUTHORIZED = '{"code":"unauthorized","message":"The key is not known.","status":401}';
const RESET = String(START_MS / 1000 + 60);

interface Part {
  readonly key: string;
  readonly method?: string;
  readonly path?: string;
  readonly sends?: string;
  readonly status?: number;
  readonly received?: string;
  readonly more?: HeaderList;
}

/** Returns exchanges one second apart, each with the limits that follow from those before it. */
function exchangesOf(parts: readonly Part[]): RawExchange[] {
  return parts.map(
    ({ key, method = 'GET', path = '/inventory', sends, status = 200, received = PETS, more = [] }, at) => {
      const startedMs = START_MS + at * 1_000;
      return {
        request: {
          method,
          url: `${BASE_URL}${path}`,
          headers: [
            ['Authorization', `Bearer ${key}`],
            ['Content-Type', 'application/json'],
          ],
          body: sends,
        },
        response: {
          httpVersion: '1.1',
          status,
          statusText: 'OK',
          headers: [
            ['Content-Type', 'application/json'],
            ['Date', new Date(startedMs).toUTCString()],
            ['X-RateLimit-Limit', '60'],
            ['X-RateLimit-Remaining', String(status === 401 ? 0 : 59 - at)],
            ['X-RateLimit-Reset', RESET],
            ...more,
          ],
          body: received,
          incomplete: undefined,
        },
        failure: undefined,
        startedMs,
        endedMs: startedMs + 10,
      };
    },
  );
}

function judgeOf(parts: readonly Part[]): ObservedService {
  const edge = { name: 'test', firstStep: 'Observe it' };
  const { service, record } = observeService({ baseUrl: BASE_URL, exclusive: true }, edge);
  for (const raw of exchangesOf(parts)) record(raw);
  return service;
}

const ITEM = '{"petId":1,"quantity":1000,"status":"available"}';

/** A stranger with an odd key, then a client with its own; `last` is what the service returns at the end. */
const traffic = (stranger: string, client: string, last = PETS): Part[] => [
  { key: stranger, status: 401, received: UNAUTHORIZED },
  { key: client },
  { key: client, method: 'PATCH', path: '/inventory/1', sends: '{"quantity":1000}', received: ITEM },
  { key: client, received: PETS.replace('12', '1000') },
  {
    key: client,
    method: 'PATCH',
    path: '/inventory/1',
    sends: '{"quantity":12}',
    received: ITEM.replace('1000', '12'),
  },
  { key: client, received: last },
];

const outcomesOf = (verdicts: readonly Verdict[]) => verdicts.map(({ rule, outcome }) => `${rule.id}: ${outcome}`);
const violatedBy = (verdicts: readonly Verdict[]) =>
  verdicts.flatMap(({ rule, outcome }) => (outcome === 'violation' ? [rule.id] : []));

const CLIENT = 'sk_live_51Hxyz';
const ordinary = [
  '1',
  'x',
  '12',
  '1000',
  'json',
  'available',
  'petId',
  'sold',
  '"quantity":',
  '{',
  'key',
  'Bearer',
  RESET,
];
const strange = [
  '{"petId":1,"quantity"',
  'application/json',
  'X-RateLimit-Remaining',
  'v1',
  'v1/inventory',
  'key#1',
  '},{',
];
const odd = [...ordinary, ...strange];

const outcomes = (stranger: string, client: string, last?: string) => {
  const judge = judgeOf(traffic(stranger, client, last));
  expect(judge.exchanges).toHaveLength(6);
  return outcomesOf(judge.findings());
};

const BROKEN = PETS.replace('"sold"', '"SOLD"').replace('12', '-12');

test.each(odd)('judges a service as with any other key: %s', (key) => {
  const usual = outcomes('sk_other_9abcd', CLIENT);
  expect(usual.filter((outcome) => outcome.endsWith('violation'))).toEqual([]);
  expect(outcomes(key, CLIENT)).toEqual(usual);
  expect(outcomes('sk_other_9abcd', key)).toEqual(usual);
  const broken = outcomes('sk_other_9abcd', CLIENT, BROKEN);
  expect(broken.filter((outcome) => outcome.endsWith('violation')).length).toBeGreaterThan(0);
  expect(outcomes(key, CLIENT, BROKEN)).toEqual(broken);
  expect(outcomes('sk_other_9abcd', key, BROKEN)).toEqual(broken);
});

test.each(ordinary)('records bodies and limits as they were, and manners too, after the key %s', (key) => {
  const judge = judgeOf(traffic(key, key));
  expect(judge.exchanges[5]?.response?.body).toEqual({ kind: 'text', text: PETS, isRedacted: false });
  expect(judge.exchanges[5]?.response?.headers).toContainEqual(['X-RateLimit-Reset', RESET]);
  expect(judge.exchanges[5]?.request.headers).toContainEqual(['Authorization', 'Bearer key#1']);
  expect(violatedBy(judge.manners())).toEqual([]);
});

test('judges a service as with any other key, whichever part of a response the key looks like', () => {
  const usual = outcomes('sk_other_9abcd', CLIENT);
  const broken = outcomes('sk_other_9abcd', CLIENT, BROKEN);
  const whole = `${PETS}${ITEM}${UNAUTHORIZED}application/json X-RateLimit-Limit: 60 ${RESET} ${BASE_URL}/inventory/1`;
  const part = fc
    .tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 40 }))
    .map(([start, length]) => whole.slice(start, start + length).trim())
    .filter((key) => key !== '');
  fc.assert(
    fc.property(part, fc.boolean(), (key, isClient) => {
      const keys: [string, string] = isClient ? ['sk_other_9abcd', key] : [key, CLIENT];
      expect(outcomes(...keys)).toEqual(usual);
      expect(outcomes(...keys, BROKEN)).toEqual(broken);
    }),
    { seed: 20_261_123, numRuns: 150 },
  );
});

const SECRET = 'Kq7-Zx9.Lm3_Vb5~Tn1-Hd8';

/** Returns every part of the secret of six characters: a text that was cut may show half of it. */
const parts = Array.from({ length: SECRET.length - 5 }, (_, start) => SECRET.slice(start, start + 6));

function expectHidden(judge: ObservedService): void {
  const shown = JSON.stringify([judge.exchanges, judge.findings(), judge.manners()]);
  expect(parts.filter((part) => shown.includes(part))).toEqual([]);
}

test.each([0, 8, 30, 44, 52, 58, 60])('shows no part of a key that comes back behind %i characters', (before) => {
  const text = `${'x'.repeat(before)}${SECRET}`;
  const echoes: Omit<Part, 'key'>[] = [
    { received: text },
    { received: JSON.stringify({ [text]: text }) },
    { received: JSON.stringify([{ petId: text, quantity: text, status: text }]) },
    { status: 400, received: JSON.stringify({ code: 7, message: text, status: text }) },
    { status: 401, received: `<p>${text}` },
    {
      more: [
        ['X-RateLimit-Limit', text],
        ['Retry-After', text],
        ['Content-Type', text],
      ],
    },
    { status: 429, received: '', more: [['Retry-After', text]] },
    { path: `/inventory/${text}`, method: 'PATCH', sends: `{"quantity":"${text}"}`, received: text },
    {
      path: '/messages',
      method: 'POST',
      sends: `{"message":"${text} tail"}`,
      received: JSON.stringify({ id: text, message: `${text} liat`, status: text, createdAt: text }),
    },
    {
      path: '/messages',
      method: 'POST',
      sends: '{"message":"Hello"}',
      received: JSON.stringify({ id: text, message: text, status: text, createdAt: text }),
    },
    { status: 302, received: '', more: [['Location', `https://login.example.test/${text}`]] },
  ];
  const judge = judgeOf(echoes.map((echo) => ({ key: SECRET, ...echo })));
  expect(violatedBy(judge.findings()).length).toBeGreaterThan(3);
  expectHidden(judge);
});

test('shows no part of a key that becomes known only after it was shown', () => {
  const judge = judgeOf([
    { key: CLIENT, received: JSON.stringify({ key: `${'x'.repeat(50)}${SECRET}` }) },
    { key: SECRET },
  ]);
  expectHidden(judge);
});
