import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { adminOperations } from '../../../admin/operations.js';
import { InputError } from '../../../validation/input-error.js';
import type { ServerRequest } from '../../responder.js';
import { AdminRefusal } from '../admin-refusal.js';
import { readBody } from './read-body.js';

const { advanceClock, banKey, mintKey, seed, reset, getClock } = adminOperations;

function requestWith(body: string | Uint8Array | 'too-large', headers: ServerRequest['headers'] = []): ServerRequest {
  const bytes = typeof body === 'string' && body !== 'too-large' ? new TextEncoder().encode(body) : body;
  return {
    method: 'POST',
    path: '/__admin/any',
    target: '/__admin/any',
    headers,
    body: bytes as ServerRequest['body'],
    callerAddress: '',
    localAddress: '',
    signal: new AbortController().signal,
  };
}

const bodies = Object.entries(adminOperations).filter(([, { body }]) => body !== undefined);

test.each(bodies)('the example of %s is taken', (_id, operation) => {
  const example = operation.body?.example;
  expect(readBody(operation, requestWith(JSON.stringify(example)))).toEqual(example);
});

test('no number is rounded', () => {
  const { fixture } = readBody(seed, requestWith('{"fixture":{"inventory":[{"petId":9007199254740993}]}}'));
  expect(fixture).toEqual({ inventory: [{ petId: new LosslessNumber('9007199254740993') }] });
});

test('an empty body is enough where every field may be left out', () => {
  expect([mintKey, seed, reset, getClock].map((operation) => readBody(operation, requestWith('')))).toEqual([
    {},
    {},
    {},
    {},
  ]);
});

test.each([
  ['advanceClock', '', 'POST /__admin/clock/advance: the JSON of the body cannot be read'],
  ['advanceClock', '{"by":', 'the JSON of the body cannot be read'],
  ['advanceClock', '[]', 'the body must be a JSON object'],
  ['advanceClock', 'null', 'the body must be a JSON object'],
  ['advanceClock', '{}', '/by is missing. Try {"by":"61s"}.'],
  ['advanceClock', '{"by":null}', '/by must be string or number. Try {"by":"61s"}.'],
  ['advanceClock', '{"by":"61s","by":"62s"}', 'an object has one key twice. Try {"by":"61s"}.'],
  ['banKey', '{"key":""}', '/key is not of the right form. Try {"key":"test_free","for":"5m"}.'],
  ['banKey', '{"id":"test_free"}', 'there is no such field. Fields: key, for. Try {"key":'],
  [
    'mintKey',
    '{"plann":"pro"}',
    "there is no such field. Did you mean 'plan'? Fields: plan, expiresIn, isolated. Try {",
  ],
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
  ['changeBehaviour', '', 'the JSON of the body cannot be read'],
  ['addFault', '{"delayMs":"2s"}', '/delayMs must be number or must be object. Try {"operation":"updateInventory",'],
  ['addFault', '{"delayMs":{"type":"normal","mean":5}}', '/delayMs/deviation is missing. Try {"operation":'],
  ['reset', '{}', 'POST /__admin/reset: it takes no body. Leave the body out.'],
] as const)('%s refuses %s', (id, body, message) => {
  const operation = adminOperations[id];
  expect(() => readBody(operation, requestWith(body))).toThrow(InputError);
  expect(() => readBody(operation, requestWith(body))).toThrow(message);
});

test('a body that is not UTF-8 is refused', () => {
  expect(() => readBody(advanceClock, requestWith(new Uint8Array([0xff])))).toThrow(
    'the body is not UTF-8. Try {"by":"61s"}.',
  );
});

test.each(['sk_live_1', '{"sk_live_1":1}', '{"sk_live_1":1,"sk_live_1":2}'])(
  '%s is refused without being quoted',
  (body) => {
    expect(() => readBody(banKey, requestWith(body))).toThrow(/^(?!.*sk_live_1)/);
  },
);

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('%s is taken', (type) => {
  expect(readBody(advanceClock, requestWith('{"by":1}', [['content-type', type]]))).toEqual({ by: 1 });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
])('%j is not, as it is what a form of another page can send', (type) => {
  const request = requestWith('{"by":1}', [['content-type', type]]);
  expect(() => readBody(advanceClock, request)).toThrow('Send Content-Type: application/json');
  expect(() => readBody(reset, requestWith('', [['content-type', type]]))).toThrow(InputError);
});

test('what is too large says how large it may be', () => {
  const tooLarge = (path: string) => () => readBody(seed, { ...requestWith('too-large'), path });
  expect(tooLarge('/__admin/keys')).toThrow(AdminRefusal);
  expect(tooLarge('/__admin/keys')).toThrow('the body is over 64 KiB');
  expect(tooLarge('/__admin/seed')).toThrow('the body is over 16384 KiB. Try {"pets":10,"seed":7}.');
});
