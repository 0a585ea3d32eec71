import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { openFaults, take } from '../../tests/open-faults.js';

/** The message that creating a fault throws; no fault exists afterwards. */
function messageOf(ask: (faults: Record<'next' | 'always', (...given: unknown[]) => void>) => void): string {
  const faults = openFaults();
  try {
    ask(faults as never);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect(faults.list()).toEqual([]);
    return (error as InputError).message;
  }
  throw new Error('Nothing was rejected.');
}

test.each([
  [
    'updateInventry',
    '"updateInventry" is not an operation. Did you mean \'updateInventory\'? Targets: any, listInventory',
  ],
  ['Any', "Did you mean 'any'?"],
  ['/inventory', "Did you mean 'listInventory'?"],
  [
    'zebra',
    '"zebra" is not an operation. Targets: any, listInventory, updateInventory, sendMessage, getPet, listOrders.',
  ],
  [undefined, 'undefined is not an operation'],
  [{ status: 503 }, 'an object is not an operation'],
  [Promise.resolve('any'), 'the target is a promise. Write await before it.'],
])('the target %o is rejected', (target, message) => {
  expect(messageOf(({ next }) => next(target, { status: 503 }))).toContain(message);
  expect(messageOf(({ always }) => always(target, { status: 503 }))).toContain(message);
});

test.each<[unknown, string]>([
  [{}, 'Adding a fault: the fault is empty. Try { status: 503 }'],
  [{ status: undefined }, 'the fault is empty'],
  [undefined, 'the fault should be an object. Try { status: 503 }.'],
  [null, 'the fault should be an object'],
  [503, 'the fault should be an object'],
  [[], 'the fault should be an object'],
  [Promise.resolve({}), 'the fault object is a promise. Write await before it.'],
  [{ status: Promise.resolve(503) }, 'the status is a promise. Write await before it.'],
  [{ status: 200 }, 'status must be >= 400. Try { status: 503 }.'],
  [{ status: 600 }, 'status must be <= 599'],
  [{ status: 429.5 }, 'status must be integer'],
  [{ status: '503' }, 'status must be integer'],
  [{ delayMs: -1 }, 'delayMs must be >= 0. Try { delayMs: 2000 }.'],
  [{ delayMs: Number.NaN }, 'delayMs must be number'],
  [{ delayMs: 3_600_001 }, 'delayMs must be <= 3600000'],
  [{ delayMs: '2s' }, 'delayMs must be number'],
  [{ delayMs: { type: 'normal', mean: 300, deviation: 50 } }, 'delayMs must be number'],
  [{ network: 'error' }, 'network must be "reset". Try { network: \'reset\' }.'],
  [{ body: 'half' }, "body must be one of truncated, malformed. Try { body: 'truncated' } or { body: 'malformed' }."],
  [{ dripMs: -1 }, 'dripMs must be >= 0. Try { dripMs: 5000 }.'],
  [{ dripMs: 3_600_001 }, 'dripMs must be <= 3600000'],
  [
    { delay: 5 },
    "there is no such field in the fault. Did you mean 'delayMs'? Fields: status, network, delayMs, body, dripMs.",
  ],
  [{ constructor: 5 }, 'there is no such field in the fault. Fields: status'],
  [{ network: 'reset', status: 503 }, "Remove the other fields: { network: 'reset' }."],
  [{ network: 'reset', body: 'truncated' }, "Remove the other fields: { network: 'reset' }."],
  [{ network: 'reset', body: 'malformed' }, 'network resets the connection, so there is no status and no body'],
  [{ network: 'reset', dripMs: 5 }, "Remove the other fields: { network: 'reset' }."],
])('the fault %o is rejected', (fault, message) => {
  expect(messageOf(({ next }) => next('any', fault))).toContain(message);
  expect(messageOf(({ always }) => always('any', fault))).toContain(message);
});

test.each<[unknown, string]>([
  ['nobody-has-it', 'the key is not known to the fake. Use a sample key'],
  ['key#99', 'the key is not known to the fake'],
  ['', 'the key is not known to the fake'],
  [5, 'the key is not known to the fake'],
  [Promise.resolve('test_free'), 'the key is a promise. Write await before it.'],
])('the key %o is rejected, and not quoted', (key, message) => {
  for (const text of [
    messageOf(({ next }) => next('any', { status: 503 }, { key })),
    messageOf(({ always }) => always('any', { status: 503 }, { key })),
  ]) {
    expect(text).toContain(message);
    expect(text).not.toContain('nobody-has-it');
  }
});

test.each<[unknown, string]>([
  [{ times: 0 }, 'times must be >= 1. Try { times: 3 }.'],
  [{ times: 1.5 }, 'times must be integer'],
  [{ times: '3' }, 'times must be integer'],
  [{ time: 3 }, "there is no such field in the options. Did you mean 'times'? Fields: times, key."],
  [{ probability: 0.5 }, 'there is no such field in the options. Fields: times, key.'],
  [{ seed: 1 }, 'there is no such field in the options. Fields: times, key.'],
  [3, 'the options should be an object. Try { times: 3 }.'],
])('a count of %o is rejected', (options, message) => {
  expect(messageOf(({ next }) => next('any', { status: 503 }, options))).toContain(message);
});

test.each<[unknown, string]>([
  [{ probability: 0 }, 'probability must be > 0. Try { probability: 0.2 }.'],
  [{ probability: 1.1 }, 'probability must be <= 1'],
  [{ probability: -0.1 }, 'probability must be > 0'],
  [{ probability: Number.NaN }, 'probability must be number'],
  [{ probability: '20%' }, 'probability must be number'],
  [{ seed: -1 }, 'seed must be >= 0. Try { seed: 1 }.'],
  [{ seed: 2 ** 32 }, 'seed must be <= 4294967295'],
  [{ seed: 1.5 }, 'seed must be integer'],
  [{ times: 0 }, 'times must be >= 1. Try { times: 3 }.'],
  [{ count: 3 }, 'there is no such field in the options. Fields: probability, times, key, seed.'],
  [null, 'the options should be an object. Try { probability: 0.2, seed: 1 }.'],
])('an unlimited fault with %o is rejected', (options, message) => {
  expect(messageOf(({ always }) => always('any', { status: 503 }, options))).toContain(message);
});

test('valid combinations are accepted', () => {
  const faults = openFaults();
  faults.next('any', { status: 599, delayMs: 3_600_000, body: 'truncated', dripMs: 3_600_000 }, { times: 1 });
  faults.next('any', { network: 'reset', delayMs: 0 });
  faults.next('any', { status: 503, body: 'malformed', dripMs: 0 });
  faults.always('any', { delayMs: 0.5 }, { probability: 1, seed: 0, times: 1, key: 'test_free' });
  expect(Array.from({ length: 4 }, () => take(faults, undefined, 'test_free'))).toEqual([
    { id: '1', status: 599, delayMs: 3_600_000, body: 'truncated', dripMs: 3_600_000 },
    { id: '2', network: 'reset', delayMs: 0 },
    { id: '3', status: 503, body: 'malformed', dripMs: 0 },
    { id: '4', delayMs: 0.5 },
  ]);
});
