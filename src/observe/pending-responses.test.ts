import { expect, test } from 'vitest';
import { Redactor } from '../exchange/redactor.js';
import { InputError } from '../json/input-error.js';
import { collectPending, type SentRequest } from './pending-responses.js';

const never = () => new Promise<void>(() => {});

const sent = (method: string, target: string, headers: SentRequest['headers'] = []): SentRequest => ({
  method,
  url: `https://staging.example.test/v1${target}`,
  headers,
});

test('waits for responses, and for those to requests that were sent meanwhile', async () => {
  const responses = collectPending(60_000, new Redactor());
  const settled: string[] = [];
  const first = Promise.resolve().then(() => {
    settled.push('first');
    responses.add(
      Promise.resolve().then(() => void settled.push('second')),
      sent('GET', '/store/orders'),
    );
  });
  responses.add(first, sent('GET', '/inventory'));
  await responses.settled();
  expect(settled).toEqual(['first', 'second']);
});

test('rejects after a while, and names the pending requests without keys', async () => {
  const responses = collectPending(5, new Redactor());
  responses.add(
    never(),
    sent('GET', '/inventory/sk_live_123456?api_key=sk_live_abcdef', [['Authorization', 'Bearer sk_live_123456']]),
  );
  const error: unknown = await responses.settled().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toBe(
    'Waiting for responses: after 0.005 s, the response is not complete to GET /v1/inventory/key#1. Check why the service does not finish, or raise `settleTimeoutMs`',
  );
});

test('names one request if many are pending', async () => {
  const responses = collectPending(5, new Redactor());
  for (const path of ['/a', '/b', '/c', '/d', '/a']) responses.add(never(), sent('POST', path));
  await expect(responses.settled()).rejects.toThrow('not complete to POST /v1/a and 4 more');
});
