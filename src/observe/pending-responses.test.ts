import { expect, test } from 'vitest';
import { createRedactor } from '../exchange/redactor.js';
import { InputError } from '../spec/validation/input-error.js';
import { type SentRequest, trackPendingResponses } from './pending-responses.js';

const never = () => new Promise<void>(() => {});

const asked = (method: string, target: string, headers: SentRequest['headers'] = []): SentRequest => ({
  method,
  url: `https://staging.example.test/v1${target}`,
  headers,
});

test('waits for answers, and for those to what was asked meanwhile', async () => {
  const responses = trackPendingResponses(60_000, createRedactor());
  const told: string[] = [];
  const first = Promise.resolve().then(() => {
    told.push('first');
    responses.add(
      Promise.resolve().then(() => void told.push('second')),
      asked('GET', '/store/orders'),
    );
  });
  responses.add(first, asked('GET', '/inventory'));
  await responses.settled();
  expect(told).toEqual(['first', 'second']);
});

test('gives up after a while, and names what still waits, without a key', async () => {
  const responses = trackPendingResponses(5, createRedactor());
  responses.add(
    never(),
    asked('GET', '/inventory/sk_live_123456?api_key=sk_live_abcdef', [['Authorization', 'Bearer sk_live_123456']]),
  );
  const error: unknown = await responses.settled().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toBe(
    'Waiting for answers: the answer to 1 request is not complete after 0.005 seconds: GET /v1/inventory/key#1. Find out what the service waits for, or wait longer: { settleTimeoutMs: 15 }.',
  );
});

test('names a few where many wait', async () => {
  const responses = trackPendingResponses(5, createRedactor());
  for (const path of ['/a', '/b', '/c', '/d', '/a']) responses.add(never(), asked('POST', path));
  await expect(responses.settled()).rejects.toThrow(
    'the answers to 5 requests are not complete after 0.005 seconds: POST /v1/a, POST /v1/b, POST /v1/c, and 1 more.',
  );
});
