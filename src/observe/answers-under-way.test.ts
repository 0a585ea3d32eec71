import { expect, test } from 'vitest';
import { InputError } from '../validation/input-error.js';
import { keepAnswersUnderWay, type SentRequest } from './answers-under-way.js';
import { createBoundedRedactor } from './bounded-redactor.js';

const never = () => new Promise<void>(() => {});

const asked = (method: string, target: string, headers: SentRequest['headers'] = []): SentRequest => ({
  method,
  url: `https://staging.example.test/v1${target}`,
  headers,
});

test('waits for answers, and for those to what was asked meanwhile', async () => {
  const answers = keepAnswersUnderWay(60_000, createBoundedRedactor());
  const told: string[] = [];
  const first = Promise.resolve().then(() => {
    told.push('first');
    answers.add(
      Promise.resolve().then(() => void told.push('second')),
      asked('GET', '/store/orders'),
    );
  });
  answers.add(first, asked('GET', '/inventory'));
  await answers.settled();
  expect(told).toEqual(['first', 'second']);
});

test('gives up after a while, and names what still waits, without a key', async () => {
  const answers = keepAnswersUnderWay(5, createBoundedRedactor());
  answers.add(
    never(),
    asked('GET', '/inventory/sk_live_123456?api_key=sk_live_abcdef', [['Authorization', 'Bearer sk_live_123456']]),
  );
  const error: unknown = await answers.settled().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toBe(
    'Waiting for answers: the answer to 1 request is not complete after 0.005 seconds: GET /v1/inventory/key#1. Find out what the service waits for, or wait longer: { settleTimeoutMs: 15 }.',
  );
});

test('names a few where many wait', async () => {
  const answers = keepAnswersUnderWay(5, createBoundedRedactor());
  for (const path of ['/a', '/b', '/c', '/d', '/a']) answers.add(never(), asked('POST', path));
  await expect(answers.settled()).rejects.toThrow(
    'the answers to 5 requests are not complete after 0.005 seconds: POST /v1/a, POST /v1/b, POST /v1/c, and 1 more.',
  );
});
