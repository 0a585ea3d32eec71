import { expect, test } from 'vitest';
import { World } from '../world.js';
import { createEntry } from './journal.js';

const response = {
  status: 500,
  headers: {},
  body: '',
  encodedBody: undefined,
  delayMs: 0,
  cut: undefined,
  keyAlias: undefined,
  assumed: new Set<never>(),
  dripMs: 0,
  faultId: undefined,
};

test('an entry keeps only parts of the edge’s request, so that its connection can be freed', () => {
  const { accounts } = new World({ pets: 1 });
  const request = {
    method: 'GET',
    path: '/v1/inventory',
    query: '?page=2',
    origin: 'http://petstore.test',
    headers: [] as const,
    body: new Uint8Array(),
    callerAddress: '127.0.0.1',
    connection: {},
  };
  const entry = createEntry(7, request, response, 0, accounts);
  const { callerAddress: _, connection: __, ...parts } = request;
  expect(entry).toEqual({ ...parts, number: 7, hasGoodKey: false, response, startedMs: 0 });
});

test.each([
  ['test_free', true],
  ['test_revoked', false],
  ['short', true],
  ['somebody', false],
])('if the response does not identify it, the key %s is looked up', (key, hasGoodKey) => {
  const world = new World({
    clock: '2026-11-21T12:00:00Z',
    pets: 1,
    keys: { short: { plan: 'free', expiresIn: '1m' } },
  });
  const request = {
    method: 'GET',
    path: '/',
    headers: [['authorization', `Bearer ${key}`]] as const,
    body: new Uint8Array(),
    callerAddress: '',
  };
  const nowMs = world.clock.now();
  expect(createEntry(1, request, response, nowMs + 59_999, world.accounts).hasGoodKey).toBe(hasGoodKey);
  expect(createEntry(1, request, response, nowMs + 60_000, world.accounts).hasGoodKey).toBe(
    hasGoodKey && key !== 'short',
  );
});
