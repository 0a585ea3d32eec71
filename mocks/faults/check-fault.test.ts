import { expect, test } from 'vitest';
import { InputError } from '../../src/spec/validation/input-error.js';
import { openFaults, take } from './faults-for-tests.js';

/** What asking for a fault throws; whatever it is, no request meets one afterwards. */
function refused(ask: (faults: Record<'next' | 'always', (...given: unknown[]) => void>) => void): string {
  const faults = openFaults();
  try {
    ask(faults as never);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect(faults.list()).toEqual([]);
    return (error as InputError).message;
  }
  throw new Error('It was taken.');
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
])('the target %o is refused', (target, message) => {
  expect(refused(({ next }) => next(target, { status: 503 }))).toContain(message);
  expect(refused(({ always }) => always(target, { status: 503 }))).toContain(message);
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
  [{ status: 200 }, 'status must not be 200. Try 503: the status of a fault is an error, from 400 to 599.'],
  [{ status: 600 }, 'status must not be 600'],
  [{ status: 429.5 }, 'status must not be 429.5'],
  [{ status: '503' }, 'status must not be "503"'],
  [{ delayMs: -1 }, 'delayMs must not be -1. Try 2000, in milliseconds; at most an hour, 3600000.'],
  [{ delayMs: Number.NaN }, 'delayMs must not be NaN'],
  [{ delayMs: 3_600_001 }, 'delayMs must not be 3600001'],
  [{ delayMs: '2s' }, 'delayMs must not be "2s"'],
  [{ network: 'error' }, 'network must not be "error". Try \'reset\'.'],
  [{ body: 'half' }, "body must not be \"half\". Try 'truncated' or 'malformed'."],
  [{ dripMs: -1 }, 'dripMs must not be -1. Try 5000, in milliseconds; at most an hour, 3600000.'],
  [{ dripMs: 3_600_001 }, 'dripMs must not be 3600001'],
  [{ dripMs: { type: 'normal', mean: 1, deviation: 1 } }, 'dripMs must not be an object'],
  [
    { delay: 5 },
    "there is no such field in the fault. Did you mean 'delayMs'? Fields: status, network, delayMs, body, dripMs.",
  ],
  [{ constructor: 5 }, 'there is no such field in the fault. Fields: status'],
  [{ network: 'reset', status: 503 }, "Remove the other fields: { network: 'reset' }."],
  [{ network: 'reset', body: 'truncated' }, "Remove the other fields: { network: 'reset' }."],
  [{ network: 'reset', body: 'malformed' }, 'network resets the connection, so there is no status and no body'],
  [{ network: 'reset', dripMs: 5 }, "Remove the other fields: { network: 'reset' }."],
])('the fault %o is refused', (fault, message) => {
  expect(refused(({ next }) => next('any', fault))).toContain(message);
  expect(refused(({ always }) => always('any', fault))).toContain(message);
});

test.each<[unknown, string]>([
  [[], 'delayMs must not be a list. Try 2000'],
  [
    {},
    "the type of delayMs must not be undefined. Try { type: 'normal', mean: 300, deviation: 50 } or { type: 'lognormal'",
  ],
  [{ type: 'uniform', mean: 5 }, 'the type of delayMs must not be "uniform"'],
  [{ type: Promise.resolve('normal') }, 'the type is a promise. Write await before it.'],
  [{ type: 'normal', mean: 300 }, "delayMs has no deviation. Try { type: 'normal', mean: 300, deviation: 50 }."],
  [{ type: 'normal', mean: -1, deviation: 5 }, 'mean must not be -1. Try 300, in milliseconds; at most an hour'],
  [{ type: 'normal', mean: 5, deviation: 3_600_001 }, 'deviation must not be 3600001. Try 50'],
  [{ type: 'normal', mean: Number.NaN, deviation: 5 }, 'mean must not be NaN'],
  [{ type: 'normal', mean: 5, sigma: 1 }, 'there is no such field in delayMs. Fields: type, mean, deviation.'],
  [{ type: 'lognormal', median: 80 }, "delayMs has no sigma. Try { type: 'lognormal', median: 80, sigma: 0.5 }."],
  [{ type: 'lognormal', median: 0, sigma: 1 }, 'median must not be 0. Try 80, in milliseconds: above 0'],
  [{ type: 'lognormal', median: 80, sigma: '1' }, 'sigma must not be "1". Try 0.5'],
  [{ type: 'lognormal', median: 80, sigma: 11 }, 'sigma must not be 11'],
  [{ type: 'lognormal', median: Promise.resolve(80), sigma: 1 }, 'the median is a promise'],
])('answers that take %o are refused', (delayMs, message) => {
  expect(refused(({ next }) => next('any', { delayMs }))).toContain(message);
  expect(refused(({ always }) => always('any', { delayMs }))).toContain(message);
});

test.each<[unknown, string]>([
  ['nobody-has-it', 'the key is not known to the fake. Define it'],
  ['key#99', 'the key is not known to the fake'],
  ['', 'the key is not known to the fake'],
  [5, 'the key is not known to the fake'],
  [Promise.resolve('test_free'), 'the key is a promise. Write await before it.'],
])('the key %o is refused, and not quoted', (key, message) => {
  for (const told of [
    refused(({ next }) => next('any', { status: 503 }, { key })),
    refused(({ always }) => always('any', { status: 503 }, { key })),
  ]) {
    expect(told).toContain(message);
    expect(told).not.toContain('nobody-has-it');
  }
});

test.each<[unknown, string]>([
  [{ times: 0 }, 'times must not be 0. Try 3, or any whole number from 1.'],
  [{ times: 1.5 }, 'times must not be 1.5'],
  [{ times: '3' }, 'times must not be "3"'],
  [{ time: 3 }, "there is no such field in the options. Did you mean 'times'? Fields: times, key, seed."],
  [{ probability: 0.5 }, 'there is no such field in the options. Fields: times, key, seed.'],
  [{ seed: -1 }, 'seed must not be -1'],
  [3, 'the options should be an object. Try { times: 3 }.'],
])('the next requests with %o are refused', (options, message) => {
  expect(refused(({ next }) => next('any', { status: 503 }, options))).toContain(message);
});

test.each<[unknown, string]>([
  [{ probability: 0 }, 'probability must not be 0. Try 0.2 for two requests of ten.'],
  [{ probability: 1.1 }, 'probability must not be 1.1'],
  [{ probability: -0.1 }, 'probability must not be -0.1'],
  [{ probability: Number.NaN }, 'probability must not be NaN'],
  [{ probability: '20%' }, 'probability must not be "20%"'],
  [{ seed: -1 }, 'seed must not be -1. Try 1, or any whole number to 4294967295.'],
  [{ seed: 2 ** 32 }, 'seed must not be 4294967296'],
  [{ seed: 1.5 }, 'seed must not be 1.5'],
  [{ times: 0 }, 'times must not be 0. Try 3, or any whole number from 1.'],
  [{ count: 3 }, 'there is no such field in the options. Fields: probability, times, key, seed.'],
  [null, 'the options should be an object. Try { probability: 0.2, seed: 1 }.'],
])('a fault for always with %o is refused', (options, message) => {
  expect(refused(({ always }) => always('any', { status: 503 }, options))).toContain(message);
});

test('what goes together is taken', () => {
  const faults = openFaults();
  faults.next('any', { status: 599, delayMs: 3_600_000, body: 'truncated', dripMs: 3_600_000 }, { times: 1 });
  faults.next('any', { network: 'reset', delayMs: 0 });
  faults.next('any', { status: 503, body: 'malformed', dripMs: 0 }, { seed: 0 });
  faults.always('any', { delayMs: 0.5 }, { probability: 1, seed: 0, times: 1, key: 'test_free' });
  faults.always('any', { delayMs: { type: 'normal', mean: 0, deviation: 0 } });
  expect(Array.from({ length: 5 }, () => take(faults, undefined, 'test_free'))).toEqual([
    { id: '1', status: 599, delayMs: 3_600_000, body: 'truncated', dripMs: 3_600_000 },
    { id: '2', network: 'reset', delayMs: 0, dripMs: 0 },
    { id: '3', status: 503, body: 'malformed', delayMs: 0, dripMs: 0 },
    { id: '4', delayMs: 0.5, dripMs: 0 },
    { id: '5', delayMs: 0, dripMs: 0 },
  ]);
});
