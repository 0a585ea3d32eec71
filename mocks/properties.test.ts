import fc from 'fast-check';
import type { JSONSchema } from 'json-schema-to-ts';
import { expect, test } from 'vitest';
import { parseJson } from '../src/json/json.js';
import type { PartialBehaviour } from '../src/service/behaviour.js';
import { operations, schemas } from '../src/service/petstore.js';
import { openQuestions, questionIds } from '../src/service/questions/open-questions.js';
import { findViolation } from '../src/service/validate.js';
import { ask } from '../tests/ask.js';
import { handle } from './handle.js';
import type { PetstoreRequest } from './neutral-http.js';
import { World } from './world.js';

const NOON = '2026-11-21T12:00:00Z';
/** The runs are the same each time; a failing one prints the path that reproduces it. */
const runs = (numRuns: number) => ({ seed: 20_261_121, numRuns });

/** Any choice that a schema enumerates; of the others, the default suffices. */
function choiceOf(schema: JSONSchema, defaultChoice: unknown): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.constant(defaultChoice);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => choiceOf(part, defaultChoice)));
  return fc.constant(schema.const ?? defaultChoice);
}

const anyBehaviour = fc.record(
  Object.fromEntries(questionIds.map((id) => [id, choiceOf(openQuestions[id].schema, openQuestions[id].default)])),
) as fc.Arbitrary<PartialBehaviour>;

const anyInt64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const anyQuantity = fc.maxSafeInteger();

const anySegment = fc.oneof(
  fc.constantFrom('', 'inventory', 'messages', 'pets', 'store', 'orders', '1', '%31', '%zz', '%2F', '%00', '..'),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
  anyInt64.map(String),
);
const anyPath = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Object.values(operations).map(({ path }) => `/v1${path.replace('{petId}', '1')}`)),
  },
  fc.array(anySegment, { maxLength: 4 }).map((segments) => `/v1/${segments.join('/')}`),
  fc.string({ maxLength: 12 }).map((text) => new URL(text.replaceAll('\\', ''), 'http://any.example/v1/').pathname),
);
const anyHeader = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'content-type',
      'content-encoding',
      'origin',
      'access-control-request-method',
      'prefer',
      'authorization',
    ),
    fc.string(),
  ),
  fc.constantFrom(['content-type', 'application/json'] as const, ['prefer', 'code=404'] as const),
);
const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.json().map((text) => new TextEncoder().encode(text)),
  fc
    .oneof(fc.constant('{"quantity":5}'), fc.constant('{"message":"hello"}'))
    .map((text) => new TextEncoder().encode(text)),
  fc.constant('too-large' as const),
);
const anyRequest: fc.Arbitrary<PetstoreRequest> = fc.record({
  method: fc.oneof(
    fc.constantFrom('GET', 'PATCH', 'POST', 'HEAD', 'OPTIONS', 'DELETE'),
    fc.string({ minLength: 1, maxLength: 8 }),
  ),
  path: anyPath,
  headers: fc
    .tuple(
      fc.constantFrom('Bearer test_free', 'Bearer test_enterprise', 'Bearer test_revoked', 'Basic x', ''),
      fc.array(anyHeader, { maxLength: 3 }),
    )
    .map(([authorization, rest]) => [
      ...rest,
      ['content-type', 'application/json'] as const,
      ['authorization', authorization] as const,
    ]),
  body: anyBody,
  callerAddress: fc.constantFrom('10.0.0.1', '10.0.0.2'),
});

test('any request under any behaviour gets a documented response or an Error, and causes no bug', () => {
  fc.assert(
    fc.property(anyBehaviour, fc.array(anyRequest, { minLength: 1, maxLength: 5 }), (behaviour, requests) => {
      const bugs: unknown[] = [];
      const world = new World({
        clock: NOON,
        pets: 3,
        behaviour,
        showAssumptions: true,
        onBug: (bug) => bugs.push(bug),
      });
      for (const request of requests) expectSound(world, request);
      expect(bugs).toEqual([]);
    }),
    runs(300),
  );
});

function expectSound(world: World, request: PetstoreRequest): void {
  const { status, headers, body } = handle(request, world);
  expect([200, 201, 202, 204, 400, 401, 403, 404, 405, 410, 413, 415, 429, 501]).toContain(status);
  for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]+$/);
  if (body === undefined) {
    expect(request.method === 'HEAD' || status === 204 || request.method === 'OPTIONS').toBe(true);
    return;
  }
  expect(headers['Content-Length']).toBe(String(Buffer.byteLength(body)));
  const { operation } = world.routeOf(request);
  const name = operation?.responses[200]?.schema;
  const schema = schemas[(status >= 400 ? 'Error' : name) as keyof typeof schemas];
  expect(schema).toBeDefined();
  expect(findViolation(schema ?? schemas.Error, parseJson(body))).toBeUndefined();
  if (status >= 400) expect(JSON.parse(body).status).toBe(status);
}

test('after any updates the list has the last quantity of each pet, and rejected ones change nothing', () => {
  const anyUpdate = fc.record({
    petId: fc.integer({ min: 0, max: 5 }),
    quantity: fc.oneof(anyQuantity, fc.constantFrom('12', 1.5, null, 2 ** 53)),
  });
  fc.assert(
    fc.property(fc.array(anyUpdate, { maxLength: 30 }), (updates) => {
      const world = new World({ pets: 4 });
      const expected = new Map(world.inventory.snapshot().map(({ petId, quantity }) => [petId, quantity]));
      for (const { petId, quantity } of updates) {
        const { status } = ask(world, 'PATCH', `/inventory/${petId}`, { key: 'test_enterprise', json: { quantity } });
        const isTaken = Number.isSafeInteger(quantity) && expected.has(String(petId));
        expect(status === 200).toBe(isTaken);
        if (isTaken) expected.set(String(petId), Number(quantity));
        const list: { petId: number; quantity: number }[] = JSON.parse(
          ask(world, 'GET', '/inventory', { key: 'test_enterprise' }).body ?? '',
        );
        expect(new Map(list.map((item) => [String(item.petId), item.quantity]))).toEqual(expected);
      }
    }),
    runs(60),
  );
});

test('any int64 keeps its digits in a fixture, an update and the list', () => {
  const anyStock = fc.uniqueArray(fc.tuple(anyInt64, anyQuantity), {
    minLength: 1,
    maxLength: 8,
    selector: ([petId]) => petId,
  });
  fc.assert(
    fc.property(anyStock, fc.constantFrom('ascending' as const, 'descending' as const), (stock, order) => {
      const inventory = stock.map(([petId]) => ({ petId, quantity: 0, status: 'available' as const }));
      const world = new World({ fixture: { inventory }, behaviour: { 'list-order': order } });
      for (const [petId, quantity] of stock) {
        const { body } = ask(world, 'PATCH', `/inventory/${petId}`, { json: { quantity } });
        expect(body).toBe(`{"petId":${petId},"quantity":${quantity},"status":"available"}`);
      }
      const sorted = stock.toSorted(([a], [b]) => (a < b === (order === 'ascending') ? -1 : 1));
      const items = sorted.map(([petId, quantity]) => `{"petId":${petId},"quantity":${quantity},"status":"available"}`);
      expect(ask(world, 'GET', '/inventory').body).toBe(`[${items.join(',')}]`);
    }),
    runs(100),
  );
});

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('list', 'bad update', 'unknown path', 'no key', 'message') },
  fc.integer({ min: 0, max: 50_000 }),
);

/** Takes a step; returns the rate-limit headers of the key `test_enterprise`, if it was used. */
function take(world: World, step: string | number): Readonly<Record<string, string>> | undefined {
  const key = 'test_enterprise';
  switch (step) {
    case 'list':
      return ask(world, 'GET', '/inventory', { key }).headers;
    case 'bad update':
      return ask(world, 'PATCH', '/inventory/1', { key, json: {} }).headers;
    case 'unknown path':
      return ask(world, 'GET', '/nothing', { key }).headers;
    case 'message':
      return ask(world, 'POST', '/messages', { key, json: { message: 'hello' } }).headers;
    case 'no key':
      ask(world, 'GET', '/inventory', { key: null });
      return undefined;
    default:
      world.clock.advance(Number(step));
      return undefined;
  }
}

test('within a window the remaining requests never rise and stay between zero and the limit', () => {
  const anyWindows: fc.Arbitrary<PartialBehaviour> = fc.record({
    'window-start': fc.constantFrom('first-request', 'calendar'),
    'described-window': fc.constantFrom('fewest-remaining', 'minute', 'day'),
    'refused-requests-count': fc.record({ '400': fc.boolean(), '404': fc.boolean(), '429': fc.boolean() }),
    'ban-threshold': fc.constantFrom(2 as const, 'never' as const),
    'ban-duration-seconds': fc.constantFrom(1, 90),
    'enterprise-limits': fc.constant({ perMinute: 4, perDay: 9 }),
  });
  fc.assert(
    fc.property(anyWindows, fc.array(anyStep, { maxLength: 40 }), (behaviour, steps) => {
      const world = new World({ clock: NOON, pets: 1, behaviour });
      const lowest = new Map<string, number>();
      for (const step of steps) {
        const headers = take(world, step);
        if (headers === undefined) continue;
        const window = `${headers['X-RateLimit-Limit']} until ${headers['X-RateLimit-Reset']}`;
        const remaining = Number(headers['X-RateLimit-Remaining']);
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(remaining).toBeLessThanOrEqual(lowest.get(window) ?? Number(headers['X-RateLimit-Limit']));
        lowest.set(window, remaining);
      }
    }),
    runs(200),
  );
});

const anyPauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 40 });

/** Sends a request after each pause under a limit of three a minute; returns the successes with their times. */
function successesAfter(pausesMs: readonly number[], windowStart: 'first-request' | 'calendar' | 'sliding') {
  const behaviour = { 'window-start': windowStart, 'enterprise-limits': { perMinute: 3, perDay: 1_000 } } as const;
  const world = new World({ clock: NOON, pets: 1, behaviour: { ...behaviour, 'ban-threshold': 'never' } });
  return pausesMs.flatMap((pauseMs) => {
    world.clock.advance(pauseMs);
    const { status, headers } = ask(world, 'GET', '/inventory', { key: 'test_enterprise' });
    return status === 200 ? [{ nowMs: world.clock.now(), reset: headers['X-RateLimit-Reset'] ?? '' }] : [];
  });
}

test('no fixed window has more successes than its limit', () => {
  fc.assert(
    fc.property(anyPauses, fc.constantFrom('first-request' as const, 'calendar' as const), (pausesMs, windowStart) => {
      const resets = successesAfter(pausesMs, windowStart).map(({ reset }) => reset);
      for (const reset of resets) expect(resets.filter((other) => other === reset).length).toBeLessThanOrEqual(3);
    }),
    runs(100),
  );
});

test('no sixty seconds of a sliding window have more successes than its limit', () => {
  fc.assert(
    fc.property(anyPauses, (pausesMs) => {
      const times = successesAfter(pausesMs, 'sliding').map(({ nowMs }) => nowMs);
      for (const [index, later] of times.slice(3).entries()) {
        expect(later - (times[index] ?? 0)).toBeGreaterThanOrEqual(60_000);
      }
    }),
    runs(100),
  );
});

test('a client that obeys Retry-After is never rejected twice in a row', () => {
  const anyWindows: fc.Arbitrary<PartialBehaviour> = fc.record({
    'window-start': fc.constantFrom('first-request', 'calendar', 'sliding'),
    'retry-after-format': fc.constantFrom('seconds', 'http-date'),
    'refused-requests-count': fc.record({ '400': fc.boolean(), '404': fc.boolean(), '429': fc.boolean() }),
    'enterprise-limits': fc.constant({ perMinute: 2, perDay: 1_000 }),
  });
  fc.assert(
    fc.property(anyWindows, fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 40 }), (behaviour, pausesMs) => {
      const world = new World({ clock: NOON, pets: 1, behaviour });
      const send = () => ask(world, 'GET', '/inventory', { key: 'test_enterprise' });
      for (const pauseMs of pausesMs) {
        world.clock.advance(pauseMs);
        const { status, headers } = send();
        if (status === 200) continue;
        const retryAfter = headers['Retry-After'] ?? '';
        if (/^\d+$/.test(retryAfter)) world.clock.advance(Number(retryAfter) * 1000);
        else world.clock.set(new Date(retryAfter));
        expect(send().status).toBe(200);
      }
    }),
    runs(100),
  );
});
