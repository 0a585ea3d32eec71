import { expect, test } from 'vitest';
import { errorOf, fetched, responseOf } from '../../tests/matchers/responses.js';
import { toConformTo } from './to-conform-to.js';

const messageOf = async (received: unknown) => (await toConformTo(received, 'listInventory')).message();

test('the first problems of a long list are shown', async () => {
  const message = await messageOf(
    responseOf(
      200,
      Array.from({ length: 40 }, () => 7),
    ),
  );
  expect(message).toContain('in 40 places');
  expect(message).toContain('10. /9 must be object');
  expect(message).not.toContain('/10 must be object');
  expect(message).toContain('… and 30 more');
});

test('the body is shown in one line, truncated', async () => {
  const message = await messageOf(responseOf(200, `[\n"\u001b[31m${'x'.repeat(1000)}"]`));
  expect(message).toContain('Received: 200, application/json, 1010 characters');
  expect(message).toContain('[\\u000a"\\u001b[31mxxx');
  expect(message).toContain('xxx…');
  expect(Math.max(...message.split('\n').map(({ length }) => length))).toBeLessThan(400);
});

test('headers that a browser may have hidden are mentioned', async () => {
  const none = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };
  const response = Object.defineProperty(fetched(404, undefined, none), 'type', { value: 'cors' });
  const message = await messageOf(response);
  expect(message).toContain('in 1 place');
  expect(message).toContain('Not judged: the rate-limit headers.');
  expect(message).toContain('Access-Control-Expose-Headers');
});

test.each([
  ['axios', { config: { headers: { Authorization: 'Bearer s3cret-key' } } }],
  ['Playwright', { request: () => ({ headers: () => ({ authorization: 'Bearer s3cret-key' }) }) }],
  ['nobody', {}],
])('a key that %s contains is not shown', async (_, known) => {
  const body = { ...errorOf(404), message: `Bearer s3cret-key${'request' in known ? ', s3cret-key' : ''} is good` };
  const message = await messageOf({ ...responseOf(404, body), ...known });
  expect(message).toContain('is good');
  expect(message).not.toContain('s3cret');
});

test('an array is not an operation', async () => {
  await expect(toConformTo(responseOf(200), ['getPet'] as never)).rejects.toThrow(
    'the operation is a list. Operations: ',
  );
});
