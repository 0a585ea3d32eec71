import { expect, onTestFinished, test, vi } from 'vitest';
import type { RawExchange } from '../exchange/exchange.js';
import { createReportedOnce, observeService } from './observe-service.js';

const baseUrl = 'https://staging.example.test/v1';
const edge = { name: 'petstore-mock/observe', firstStep: 'Give observed.handlers to msw' };

/** An answer that has none of the headers that every answer has (§8.1). */
const live: RawExchange = {
  request: {
    method: 'GET',
    url: `${baseUrl}/inventory`,
    headers: [['Authorization', 'Bearer some_key']],
    body: undefined,
  },
  response: {
    httpVersion: '1.1',
    status: 200,
    statusText: 'OK',
    headers: [],
    body: new Uint8Array(),
    incomplete: undefined,
  },
  failure: undefined,
  startedMs: 1_800_000_000_000,
  endedMs: 1_800_000_000_001,
};

test('tells each thing that is wrong at once, one time', () => {
  const told: string[] = [];
  const { record: tell, service } = observeService({ baseUrl, onViolation: ({ rule }) => told.push(rule) }, edge);
  tell(live);
  tell(live);
  expect(told).toContain('limits/headers-present');
  expect(new Set(told).size).toBe(told.length);
  service.clear();
  tell(live);
  expect(told.filter((rule) => rule === 'limits/headers-present')).toHaveLength(2);
});

test('takes in what passed although a listener throws, and hides nothing of what it threw', async () => {
  const thrown: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (run: () => void) => void thrown.push(run));
  onTestFinished(() => void vi.unstubAllGlobals());
  const onViolation = () => {
    throw new Error('the listener is broken');
  };
  const { record: tell, service } = observeService({ baseUrl, onViolation }, edge);
  expect(tell(live).number).toBe(1);
  expect(thrown.length).toBeGreaterThan(0);
  for (const rethrow of thrown) expect(rethrow).toThrow('the listener is broken');
  await service.settled();
  expect(service.exchanges).toHaveLength(1);
});

test('knows a mark until it is cleared', () => {
  const told = createReportedOnce();
  expect([told.isNew('a'), told.isNew('a'), told.isNew('b')]).toEqual([true, false, true]);
  told.clear();
  expect(told.isNew('a')).toBe(true);
});

test('forgets what did not come for the longest time', () => {
  const told = createReportedOnce(2);
  for (const mark of ['a', 'b', 'a', 'c']) told.isNew(mark);
  expect([told.isNew('a'), told.isNew('b')]).toEqual([false, true]);
});
