import { expect, test } from 'vitest';
import { type AdminOperation, adminOperations, pathParameters, queryParameters } from '../../admin/operations.js';
import { LosslessNumber } from '../../json/exact-number.js';
import { InputError } from '../../json/input-error.js';
import type { ServerRequest } from '../responder.js';
import { AdminHttpError } from './admin-route.js';
import { checkPath, readCallBody, readQuery } from './read-call.js';

const { listRequests, getHealth, getClock, takeSnapshot } = adminOperations;

test('texts are percent-decoded, and integers parsed', () => {
  expect(readQuery(listRequests, '?key=key%231&limit=5&path=/inventory&since=0')).toEqual({
    key: 'key#1',
    limit: 5,
    path: '/inventory',
    since: 0,
  });
});

test('a missing query is empty', () => {
  expect([readQuery(listRequests), readQuery(listRequests, ''), readQuery(listRequests, '?')]).toEqual([{}, {}, {}]);
});

test('operations on a world accept the parameter world', () => {
  expect(readQuery(getClock, '?world=w1')).toEqual({ world: 'w1' });
  expect(() => readQuery(getHealth, '?world=w1')).toThrow(
    'GET /__admin/health: unknown query parameter. Leave the query out.',
  );
});

test.each(Object.entries(queryParameters))('the example of %s is valid, and errors suggest it', (name, { example }) => {
  const operation = Object.values(adminOperations).find(
    ({ query, isOfWorld }) => (query as readonly string[]).includes(name) || (name === 'world' && isOfWorld),
  );
  if (operation === undefined) throw new Error(`No operation takes ${name}.`);
  const query = `?${name}=${encodeURIComponent(example)}`;
  expect(Object.keys(readQuery(operation, query))).toEqual([name]);
  expect(() => readQuery(operation, `${query}&${query.slice(1)}`)).toThrow(`${name} is given twice. Try ${query}.`);
});

test.each([
  ['listRequests', '?limit=0', 'the parameter limit must be >= 1. Try ?limit=100.'],
  ['listRequests', '?limit=1001', 'the parameter limit must be <= 1000. Try ?limit=100.'],
  ['listRequests', '?limit=ten', 'the parameter limit must be integer. Try ?limit=100.'],
  ['listRequests', '?limit=1e2', 'the parameter limit must be integer. Try ?limit=100.'],
  ['listRequests', '?limit=', 'the parameter limit must be integer. Try ?limit=100.'],
  ['listRequests', '?since=-1', 'the parameter since must be >= 0. Try ?since=17.'],
  ['listRequests', '?status=99', 'the parameter status is not of the right form. Try ?status=429.'],
  ['listRequests', '?order=random', 'the parameter order must be one of newest, oldest. Try ?order=oldest.'],
  ['listRequests', '?key=', 'the parameter key is not of the right form. Try ?key=key%231.'],
  ['waitForRequests', '?count=0', 'the parameter count must be >= 1. Try ?count=2.'],
  ['listStock', '?lmit=5', "unknown query parameter. Did you mean 'limit'? Parameters: limit, after, search, world."],
] as const)('%s with %s is rejected', (id, query, message) => {
  const operation = adminOperations[id];
  expect(() => readQuery(operation, query)).toThrow(InputError);
  expect(() => readQuery(operation, query)).toThrow(message);
});

test('a value is not quoted, as it may be a key', () => {
  expect(() => readQuery(listRequests, '?status=sk_live_1')).toThrow(/^(?!.*sk_live_1)/);
  expect(() => readQuery(listRequests, '?sk_live_1=1')).toThrow(/^(?!.*sk_live_1)/);
});

test.each(Object.entries(pathParameters))('the example of {%s} is valid', (name, { example }) => {
  expect(() => checkPath(takeSnapshot, { [name]: example })).not.toThrow();
});

test.each([
  ['getRequest', { number: 'first' }, 'number must be integer. Try GET /__admin/requests/1.'],
  ['getRequest', { number: '0' }, 'number must be >= 1. Try GET /__admin/requests/1.'],
  ['setStock', { petId: 'rex' }, 'petId is not of the right form. Try PATCH /__admin/inventory/1.'],
] as const)('%s with the path %j is rejected', (id, path, message) => {
  const operation = adminOperations[id];
  expect(() => checkPath(operation, path)).toThrow(message);
});

const { advanceClock, banKey, mintKey, seed, reset, getClock: getClockForReadBody } = adminOperations;

function requestWith(body: string | Uint8Array | 'too-large'): ServerRequest {
  const bytes = typeof body === 'string' && body !== 'too-large' ? new TextEncoder().encode(body) : body;
  return {
    method: 'POST',
    path: '/__admin/any',
    target: '/__admin/any',
    headers: [],
    body: bytes as ServerRequest['body'],
    callerAddress: '',
    signal: new AbortController().signal,
  };
}

const bodies = Object.entries(adminOperations).filter(([, { body }]) => body !== undefined);

test.each(bodies)('the example of %s is valid', (_id, operation) => {
  const { example, document } = operation.body as NonNullable<AdminOperation['body']>;
  const text = JSON.stringify(example);
  expect(readCallBody(operation, requestWith(text))).toEqual(document === undefined ? example : { [document]: text });
});

test('numbers are not rounded', () => {
  const { fixture } = readCallBody(seed, requestWith('{"fixture":{"inventory":[{"petId":9007199254740993}]}}'));
  expect(fixture).toEqual({ inventory: [{ petId: new LosslessNumber('9007199254740993') }] });
});

test('an empty body is accepted if all fields are optional', () => {
  expect(
    [mintKey, seed, reset, getClockForReadBody].map((operation) => readCallBody(operation, requestWith(''))),
  ).toEqual([{}, {}, {}, {}]);
});

test.each([
  ['advanceClock', '', 'POST /__admin/clock/advance: the body is not valid JSON'],
  ['advanceClock', '{"by":', 'the body is not valid JSON'],
  ['advanceClock', '[]', 'the body must be a JSON object'],
  ['advanceClock', 'null', 'the body must be a JSON object'],
  ['advanceClock', '{}', '/by is missing. Try {"by":"61s"}.'],
  ['advanceClock', '{"by":null}', '/by must be string or number. Try {"by":"61s"}.'],
  ['advanceClock', '{"by":"61s","by":"62s"}', 'an object has a duplicate key. Try {"by":"61s"}.'],
  ['banKey', '{"key":""}', '/key is not of the right form. Try {"key":"test_free","for":"5m"}.'],
  ['banKey', '{"id":"test_free"}', 'unknown field. Fields: key, for. Try {"key":'],
  ['mintKey', '{"plann":"pro"}', "unknown field. Did you mean 'plan'? Fields: plan, expiresIn, isolated. Try {"],
  [
    'mintKey',
    '{"plan":"gold"}',
    '/plan must be one of free, pro, business, enterprise. Try {"plan":"pro","isolated":true}.',
  ],
  ['mintKey', '{"isolated":"yes"}', '/isolated must be boolean. Try {"plan":"pro","isolated":true}.'],
  [
    'setLimit',
    '{"key":"test_free","remaining":1.5}',
    '/remaining must be integer. Try {"key":"test_free","remaining":3}.',
  ],
  ['setStock', '{}', 'the body must NOT have fewer than 1 properties. Try {"quantity":5,"status":"available"}.'],
  ['changeBehaviour', '', 'the body is not valid JSON'],
  ['addFault', '{"delayMs":"2s"}', '/delayMs must be number. Try {"operation":"updateInventory",'],
  ['reset', '{}', 'POST /__admin/reset: no body is expected. Leave the body out.'],
] as const)('%s rejects %s', (id, body, message) => {
  const operation = adminOperations[id];
  expect(() => readCallBody(operation, requestWith(body))).toThrow(InputError);
  expect(() => readCallBody(operation, requestWith(body))).toThrow(message);
});

test('a body that is not UTF-8 is rejected', () => {
  expect(() => readCallBody(advanceClock, requestWith(new Uint8Array([0xff])))).toThrow(
    'the body is not UTF-8. Try {"by":"61s"}.',
  );
});

test.each(['sk_live_1', '{"sk_live_1":1}', '{"sk_live_1":1,"sk_live_1":2}'])(
  '%s is rejected without being quoted',
  (body) => {
    expect(() => readCallBody(banKey, requestWith(body))).toThrow(/^(?!.*sk_live_1)/);
  },
);

test('the error for a body that is too large has the limit', () => {
  const tooLarge = (path: string) => () => readCallBody(seed, { ...requestWith('too-large'), path });
  expect(tooLarge('/__admin/keys')).toThrow(AdminHttpError);
  expect(tooLarge('/__admin/keys')).toThrow('the body is over 64 KiB');
  expect(tooLarge('/__admin/seed')).toThrow('the body is over 16 MiB. Try {"pets":10,"seed":7}.');
  const put = { ...requestWith('too-large'), method: 'PUT', path: '/__admin/snapshots/before' };
  expect(() => readCallBody(adminOperations.putSnapshot, put)).toThrow(
    'the body is over 256 MiB. Download one: GET /__admin/snapshots/{name}.',
  );
});
