import { expect, onTestFinished, test, vi } from 'vitest';
import type { RawExchange } from '../exchange/exchange.js';
import { observeService } from './observe-service.js';

const baseUrl = 'https://staging.example.test/v1';
const edge = { name: 'petstore-mock/observe', firstStep: 'Pass observed.handlers to msw' };

/** A response without the headers that every response has (§8.1). */
const raw: RawExchange = {
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

test('reports each problem immediately and once', () => {
  const reported: string[] = [];
  const { record, service } = observeService({ baseUrl, onViolation: ({ rule }) => reported.push(rule) }, edge);
  record(raw);
  record(raw);
  expect(reported).toContain('limits/headers-present');
  expect(new Set(reported).size).toBe(reported.length);
  service.clear();
  record(raw);
  expect(reported.filter((rule) => rule === 'limits/headers-present')).toHaveLength(2);
});

test('records an exchange even if a listener throws, and rethrows the error', async () => {
  const thrown: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (run: () => void) => void thrown.push(run));
  onTestFinished(() => void vi.unstubAllGlobals());
  const onViolation = () => {
    throw new Error('the listener is broken');
  };
  const { record, service } = observeService({ baseUrl, onViolation }, edge);
  expect(record(raw).number).toBe(1);
  expect(thrown.length).toBeGreaterThan(0);
  for (const rethrow of thrown) expect(rethrow).toThrow('the listener is broken');
  await service.settled();
  expect(service.exchanges).toHaveLength(1);
});
