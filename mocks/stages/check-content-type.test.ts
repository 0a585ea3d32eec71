import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const body = '{"quantity":1,"message":"hello"}';

function send(
  method: 'PATCH' | 'POST',
  headers: readonly (readonly [string, string])[],
  choice: 400 | 415 | 'ignored' = 400,
) {
  const world = createWorld({ behaviour: { 'update-content-type': choice } });
  return ask(world, method, method === 'PATCH' ? '/inventory/1' : '/messages', { headers, body });
}
const typed = (contentType: string) => [['content-type', contentType]] as const;

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=utf-8'])(
  '%s is JSON',
  (contentType) => {
    expect(send('PATCH', typed(contentType)).status).toBe(200);
    expect(send('POST', typed(contentType)).status).toBe(200);
  },
);

test.each([
  'text/plain',
  'application/merge-patch+json',
  'application/jsonp',
  'json',
  '',
  'application/json, text/plain',
])('%j is not, and gets 400', (contentType) => {
  expect(send('PATCH', typed(contentType)).status).toBe(400);
  expect(send('POST', typed(contentType)).status).toBe(400);
});

test('a missing content type is called missing', () => {
  for (const method of ['PATCH', 'POST'] as const) {
    const { status, body } = send(method, []);
    expect(status).toBe(400);
    expect(JSON.parse(body ?? '').message).toBe('Content-Type must be application/json and is missing.');
  }
});

test('an update of another type may get 415', () => {
  const { status, body } = send('PATCH', typed('text/plain'), 415);
  expect(status).toBe(415);
  expect(JSON.parse(body ?? '')).toMatchObject({ code: 'unsupported_media_type', status: 415 });
});

test('an update may be taken whatever its type says', () => {
  expect(send('PATCH', typed('text/plain'), 'ignored').status).toBe(200);
  expect(send('PATCH', [], 'ignored').status).toBe(200);
});

test('a message without the type gets 400 whatever updates get: that is documented', () => {
  expect(send('POST', [], 415).status).toBe(400);
  expect(send('POST', [], 'ignored').status).toBe(400);
});

test.each([
  ['gzip', 400],
  ['br, gzip', 400],
  ['identity', 200],
  [' Identity ', 200],
  ['', 200],
])('a body in the coding %j gets %d', (coding, status) => {
  expect(send('PATCH', [...typed('application/json'), ['content-encoding', coding]]).status).toBe(status);
});

test('an operation without a body needs no type', () => {
  expect(ask(createWorld(), 'GET', '/inventory', { headers: typed('text/plain') }).status).toBe(200);
});
