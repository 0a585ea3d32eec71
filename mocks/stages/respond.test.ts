import { expect, test } from 'vitest';
import { type AskOptions, ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';
import { malform } from './respond.js';

const NOON = '2026-11-21T12:00:00Z';

test('a response is complete', () => {
  const response = ask(new World({ clock: NOON, cors: false }), 'GET', '/inventory');
  expect(response.headers).toEqual({
    Date: 'Sat, 21 Nov 2026 12:00:00 GMT',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(response.body ?? '')),
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': String(Date.parse('2026-11-21T12:01:00Z') / 1000),
  });
});

test('Date is the world’s time', () => {
  const world = new World({ clock: NOON });
  world.clock.set('2027-12-31T08:00:00Z');
  expect(ask(world, 'GET', '/inventory').headers.Date).toBe('Fri, 31 Dec 2027 08:00:00 GMT');
});

test('Content-Length counts bytes', () => {
  const world = new World({ clock: NOON });
  const { headers, body } = ask(world, 'POST', '/messages', { json: { message: 'größer 🐇' } });
  expect(headers['Content-Length']).toBe(String(Buffer.byteLength(body ?? '')));
});

test('a HEAD response has the length of GET and no body', () => {
  const world = new World({ clock: NOON });
  const { body } = ask(world, 'GET', '/inventory');
  const head = ask(world, 'HEAD', '/inventory');
  expect(head.headers['Content-Length']).toBe(String(Buffer.byteLength(body ?? '')));
  expect(head.body).toBeUndefined();
});

test('every response of the deprecated operation has its headers, including errors', () => {
  const world = new World({ clock: NOON });
  const responses = [
    ask(world, 'GET', '/pets/1'),
    ask(world, 'GET', '/pets/1', { key: null }),
    ask(world, 'GET', '/pets/999999'),
    ask(world, 'GET', '/pets/abc'),
    ask(world, 'DELETE', '/pets/1'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 404, 400, 405]);
  for (const { headers } of responses) {
    expect(headers).toMatchObject({
      Deprecation: '@1782777600',
      Sunset: 'Fri, 31 Dec 2027 00:00:00 GMT',
      Link: '</v1/inventory>; rel="successor-version"',
    });
  }
});

test('no other operation has them', () => {
  const { headers } = ask(new World(), 'GET', '/inventory');
  expect(headers).not.toHaveProperty('Deprecation');
  expect(headers).not.toHaveProperty('Sunset');
});

test('an error’s code has the spelling of the behaviour', () => {
  const world = new World({ behaviour: { 'error-codes': { not_found: 'NOT_FOUND' } } });
  expect(JSON.parse(ask(world, 'GET', '/nothing').body ?? '').code).toBe('NOT_FOUND');
  expect(JSON.parse(ask(world, 'GET', '/nothing', { key: null }).body ?? '').code).toBe('unauthorized');
});

test('X-Mock-Assumed is sent only on request', () => {
  expect(ask(new World(), 'GET', '/inventory').headers).not.toHaveProperty('X-Mock-Assumed');
  const world = new World({ showAssumptions: true });
  expect(ask(world, 'GET', '/inventory').headers['X-Mock-Assumed']).toBe(
    'described-window, list-order, rate-limit-fields, window-start',
  );
});

test('X-Mock-Assumed of an error response includes that error’s questions', () => {
  const world = new World({ showAssumptions: true });
  expect(ask(world, 'GET', '/pets/abc').headers['X-Mock-Assumed']).toBe(
    'deprecation-headers, described-window, error-codes, error-messages, malformed-pet-id, rate-limit-fields, refused-requests-count, sunset-date, window-start',
  );
});

test.each([
  ['[]', '[}'],
  ['{}', '{]'],
  ['[{"petId":1}]', '[{"petId":1}}'],
  ['{"list":[]}', '{"list":[]]'],
  ['"text"', '"text}'],
  ['12', '1}'],
  ['1', '}'],
  ['true', 'tru}'],
])('%s becomes %s, which is not JSON', (json, malformed) => {
  expect(malform(json)).toBe(malformed);
  expect(() => JSON.parse(malformed)).toThrow(SyntaxError);
});

function codeWith(
  codes: NonNullable<WorldOptions['behaviour']>['error-codes'],
  ...asked: [string, string, AskOptions?]
) {
  const world = new World({ behaviour: codes === undefined ? {} : { 'error-codes': codes } });
  return JSON.parse(ask(world, ...asked).body ?? '').code;
}

const update = ['PATCH', '/inventory/987654321', { json: { quantity: 1 } }] as const;
const lookup = ['GET', '/pets/987654321'] as const;

test('a situation may have its own code', () => {
  const codes = { 'pet-unknown': 'NO_PET', not_found: 'NOTHING' };
  expect(codeWith(codes, ...update)).toBe('NO_PET');
  expect(codeWith(codes, ...lookup)).toBe('NO_PET');
  expect(codeWith(codes, 'GET', '/nothing')).toBe('NOTHING');
});

test('credentials other than a bearer token have their own code, else that of a wrong key', () => {
  const basic = ['GET', '/inventory', { key: null, headers: [['authorization', 'Basic dXNlcjpwYXNz']] }] as const;
  const codes = { 'key-missing': 'NO_KEY', 'key-wrong': 'BAD_KEY' };
  expect(codeWith({ ...codes, 'key-not-bearer': 'NO_BEARER' }, ...basic)).toBe('NO_BEARER');
  expect(codeWith(codes, ...basic)).toBe('BAD_KEY');
  expect(codeWith({ unauthorized: 'NO' }, ...basic)).toBe('NO');
});
