import { expect, test } from 'vitest';
import { errorResponse } from './operation.js';

test('an error response has the status of its code', () => {
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

test('an open question may change the status of an error response', () => {
  expect(
    errorResponse('key_banned', 'Wait.', { status: 403, retryAtMs: 60_000, assumed: ['ban-status'] }),
  ).toMatchObject({
    code: 'key_banned',
    status: 403,
    retryAtMs: 60_000,
    assumed: ['ban-status'],
  });
});
