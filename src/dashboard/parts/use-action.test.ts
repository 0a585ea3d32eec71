import { expect, test } from 'vitest';
import { AdminError } from '../../admin/client/caller.js';
import { problemOf } from './use-action.js';

test('the message of the server is shown unchanged', () => {
  expect(problemOf(new AdminError('There is no key#9. Try key#1.', 404, 'not_found'))).toBe(
    'There is no key#9. Try key#1.',
  );
});

test('a missing response has a message of the page, not of the client', () => {
  expect(problemOf(new AdminError('no answer came: give createAdminClient the url'))).toMatch(
    /^The server is not responding/,
  );
});

test('any other error retains its message', () => {
  expect(problemOf(new TypeError('broken'))).toBe('broken');
  expect(problemOf('thrown')).toBe('thrown');
});
