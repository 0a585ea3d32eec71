import { expect, test } from 'vitest';
import { AdminError } from '../../admin/client/caller.js';
import { problemOf } from './use-action.js';

test('what the server refuses is told in its words', () => {
  expect(problemOf(new AdminError('There is no key#9. Try key#1.', 404, 'not_found'))).toBe(
    'There is no key#9. Try key#1.',
  );
});

test('a server that is gone is told in the words of the page, not of the client', () => {
  expect(problemOf(new AdminError('no answer came: give createAdminClient the url'))).toMatch(
    /^The server is not responding/,
  );
});

test('what is no AdminError is told as it is', () => {
  expect(problemOf(new TypeError('broken'))).toBe('broken');
  expect(problemOf('thrown')).toBe('thrown');
});
