import { expect, test } from 'vitest';
import { refuse } from './refusal.js';

test('a refusal has the status that goes with its code', () => {
  expect(refuse('not_found', 'There is no such pet.')).toEqual({
    kind: 'refusal',
    code: 'not_found',
    status: 404,
    message: 'There is no such pet.',
    headers: {},
    retryAtMs: undefined,
    isForced: false,
    assumed: [],
  });
});

test('where an open question allows another status, the refusal takes it', () => {
  expect(refuse('key_banned', 'Wait.', { status: 403, retryAtMs: 60_000, assumed: ['ban-status'] })).toMatchObject({
    code: 'key_banned',
    status: 403,
    retryAtMs: 60_000,
    assumed: ['ban-status'],
  });
});
