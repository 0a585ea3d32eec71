import { expect, test } from 'vitest';
import { errorResponse } from './request-context.js';

test('a refusal has the status that goes with its code', () => {
  expect(errorResponse('not_found', 'There is no such pet.')).toEqual({
    kind: 'error',
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
  expect(
    errorResponse('key_banned', 'Wait.', { status: 403, retryAtMs: 60_000, assumed: ['ban-status'] }),
  ).toMatchObject({
    code: 'key_banned',
    status: 403,
    retryAtMs: 60_000,
    assumed: ['ban-status'],
  });
});
