import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { handle } from '../handle.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';

const json = { quantity: 1 };

test.each(['1', '%31', '0', '-1', '9223372036854775807', '-9223372036854775808', '9007199254740993'])(
  '%s is an id',
  (id) => {
    expect(ask(new World({ pets: 1 }), 'PATCH', `/inventory/${id}`, { json }).status).not.toBe(400);
    expect(ask(new World({ pets: 1 }), 'GET', `/pets/${id}`).status).not.toBe(400);
  },
);

test.each([
  ...[
    'abc',
    '1.5',
    '1.0',
    '1e2',
    '-0',
    '00',
    '01',
    '-01',
    '+1',
    '%2B1',
    '%201',
    '1%20',
    '%00',
    '1%00',
    '1%2F2',
    '%zz',
    '%',
  ],
  ...[
    '9223372036854775808',
    '-9223372036854775809',
    '1'.repeat(400),
    '%D9%A1',
    '１',
    '0x1',
    '1n',
    '--1',
    '-',
    '1,2',
    'NaN',
  ],
])('%s is not an int64 and gets 400', (id) => {
  const { status, body } = ask(new World(), 'PATCH', `/inventory/${id}`, { json });
  expect(status).toBe(400);
  expect(JSON.parse(body ?? '').message).toContain(
    'petId must be an integer from -9223372036854775808 to 9223372036854775807',
  );
  expect(ask(new World(), 'GET', `/pets/${id}`).status).toBe(400);
});

const type = [['content-type', 'application/json']] as const;
/** A body of exactly that many bytes that sets the quantity to 1. */
const bodyOf = (bytes: number) => '{"quantity":1}'.padEnd(bytes, ' ');
const patch = (world: World, body: string) => ask(world, 'PATCH', '/inventory/1', { headers: type, body });

test('a body of 1 MiB is read, and one more byte gets 413', () => {
  const world = new World();
  expect(patch(world, bodyOf(1_048_576)).status).toBe(200);
  const rejected = patch(world, bodyOf(1_048_577));
  expect(rejected.status).toBe(413);
  expect(JSON.parse(rejected.body ?? '')).toEqual({
    code: 'payload_too_large',
    message: 'The body is larger than 1048576 bytes.',
    status: 413,
  });
});

test('the limit counts bytes, not characters', () => {
  const world = new World({ behaviour: { 'body-limit': 30 } });
  expect(patch(world, '{"quantity":1,"note":"aaaaaa"}').status).toBe(200);
  expect(patch(world, '{"quantity":1,"note":"ääääää"}').status).toBe(413);
});

test('the edge reports a body that it stopped reading', () => {
  const world = new World();
  const headers = [['authorization', 'Bearer test_free'], ...type] as const;
  const request = { method: 'PATCH', path: '/v1/inventory/1', headers, body: 'too-large', callerAddress: '' } as const;
  expect(handle(request, world).status).toBe(413);
});

test('an operation without a body ignores it', () => {
  const world = new World({ behaviour: { 'body-limit': 5 } });
  expect(ask(world, 'GET', '/inventory', { body: 'more than five' }).status).toBe(200);
});

test('messages have the same limit', () => {
  const world = new World({ behaviour: { 'body-limit': 5 } });
  expect(ask(world, 'POST', '/messages', { json: { message: 'hello' } }).status).toBe(413);
  expect(world.messages.list()).toEqual([]);
});

const body = '{"quantity":1,"message":"hello"}';

function send(
  method: 'PATCH' | 'POST',
  headers: readonly (readonly [string, string])[],
  choice: 400 | 415 | 'ignored' = 400,
) {
  const world = new World({ behaviour: { 'update-content-type': choice } });
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
])('%j is another type, and gets 400', (contentType) => {
  expect(send('PATCH', typed(contentType)).status).toBe(400);
  expect(send('POST', typed(contentType)).status).toBe(400);
});

test('the error names a missing content type', () => {
  for (const method of ['PATCH', 'POST'] as const) {
    const { status, body } = send(method, []);
    expect(status).toBe(400);
    expect(JSON.parse(body ?? '').message).toBe('Content-Type must be application/json and is missing.');
  }
});

test('a message without the type gets 400 whatever updates get, as documented', () => {
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
  expect(ask(new World(), 'GET', '/inventory', { headers: typed('text/plain') }).status).toBe(200);
});

/** Sends a body as an update of pet 1; returns the status and, for an Error, its message. */
function patchForReadJsonBody(body: string | Uint8Array, behaviour: WorldOptions['behaviour'] = {}): string {
  const headers = [['content-type', 'application/json']] as const;
  const response = ask(new World({ pets: 1, behaviour }), 'PATCH', '/inventory/1', { headers, body });
  const { message = '' } = JSON.parse(response.body ?? '');
  return `${response.status} ${message}`.trim();
}

const nested = (levels: number) => `{"quantity":1,"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

test('a JSON object in UTF-8 is read', () => {
  expect(patchForReadJsonBody(' {"quantity": 1, "note": "Käfig 3 🐇"}\n')).toBe('200');
});

test.each([
  '',
  ' ',
  '{',
  '{"quantity":1',
  '{"quantity":1}}',
  '{quantity:1}',
  "{'quantity':1}",
  '{"quantity":01}',
  '{"quantity":1,}',
  '{"quantity":.5}',
  '{"quantity":NaN}',
  '{"quantity":1}\0',
])('%j is not JSON', (body) => {
  expect(patchForReadJsonBody(body)).toMatch(/^400 The body is invalid: /);
});

test.each(['null', '[]', '[{"quantity":1}]', '"quantity"', '1', '9007199254740993', 'true'])(
  '%s is not a JSON object',
  (body) => {
    expect(patchForReadJsonBody(body)).toBe('400 The body must be a JSON object.');
  },
);

test.each([
  ['a lone byte of a longer character', [0x7b, 0xc3, 0x7d]],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ['half a surrogate pair', [0xed, 0xa0, 0x80]],
])('%s is not UTF-8', (_, bytes) => {
  expect(patchForReadJsonBody(new Uint8Array(bytes))).toBe('400 The body is not UTF-8.');
});

test('an invalid body does not affect the next one', () => {
  patchForReadJsonBody(new Uint8Array([0xc3]));
  expect(patchForReadJsonBody('{"quantity":1}')).toBe('200');
});

test('a byte order mark is rejected', () => {
  expect(patchForReadJsonBody('\uFEFF{"quantity":1}')).toBe('400 The body starts with a byte order mark.');
});

test.each([
  '{"quantity":1,"quantity":2}',
  '{"quantity":1,"quantity":1}',
  '{"quantity":1,"a":{"b":1,"b":1}}',
  '{"quantity":1,"quantit\\u0079":2}',
])('%s has a duplicate key', (body) => {
  expect(patchForReadJsonBody(body)).toMatch(/^400 The body is invalid: an object has /);
});

test('the same key in two objects is not a duplicate', () => {
  expect(patchForReadJsonBody('{"quantity":1,"a":{"quantity":2},"b":[{"quantity":3}]}')).toBe('200');
});

test('a body may nest 100 levels deep and no deeper', () => {
  expect(patchForReadJsonBody(nested(100))).toBe('200');
  expect(patchForReadJsonBody(nested(101))).toBe('400 The body is invalid: the JSON is nested over 100 levels deep.');
  expect(patchForReadJsonBody(nested(300))).toMatch(/^400/);
  expect(patchForReadJsonBody('['.repeat(1_000_000))).toMatch(/^400/);
});

test('brackets in strings do not count as nesting', () => {
  expect(patchForReadJsonBody(`{"quantity":1,"note":"${'['.repeat(300)}"}`)).toBe('200');
});

test('`__proto__` is a key like any other', () => {
  expect(patchForReadJsonBody('{"quantity":1,"__proto__":{"quantity":2}}')).toBe('200');
  expect(patchForReadJsonBody('{"__proto__":{"quantity":2}}')).toBe('400 quantity is missing.');
  expect(patchForReadJsonBody('{"__proto__":1,"quantity":1,"__proto__":1}')).toMatch(/^400/);
});
