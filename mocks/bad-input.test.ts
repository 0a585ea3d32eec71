import { expect, test } from 'vitest';
import type { FixtureInput } from '../fixtures/stock.js';
import { parseJson } from '../src/json/json.js';
import { schemas } from '../src/service/petstore.js';
import { findViolation } from '../src/service/validate.js';
import { type AskOptions, ask } from '../tests/ask.js';
import { World } from './world.js';

/** Keys that no message of the fake contains, unlike the sample keys. */
const KEY = 'k3y-of-a-user';
const WRONG_KEY = 'wr0ng-k3y';
/** The ids beyond 2^53 are the doubles that neighbouring ids round to. */
const fixture: FixtureInput = {
  inventory: [
    { petId: 1, quantity: 12, status: 'available' },
    { petId: 0, quantity: 7, status: 'pending' },
    { petId: 9007199254740992n, quantity: 3, status: 'sold' },
    { petId: -(2n ** 63n), quantity: 1, status: 'sold' },
  ],
};

const sentBody = '{"quantity":999,"message":"hello"}';
const authorization = (...values: string[]): AskOptions => ({
  key: null,
  headers: [['content-type', 'application/json'], ...values.map((value) => ['authorization', value] as const)],
  body: sentBody,
});

const credentials: [string, AskOptions][] = [
  ['no key', authorization()],
  ['an empty header', authorization('')],
  ['an empty key', authorization('Bearer ')],
  ['a wrong key', authorization(`Bearer ${WRONG_KEY}`)],
  ['a prefix of a key', authorization(`Bearer ${KEY.slice(0, -1)}`)],
  ['a key and more', authorization(`Bearer ${KEY}x`)],
  ['Basic', authorization(`Basic ${btoa(`user:${KEY}`)}`)],
  ['the key as Basic', authorization(`Basic ${KEY}`)],
  ['no scheme', authorization(KEY)],
  ['two headers', authorization(`Bearer ${KEY}`, `Bearer ${KEY}`)],
  ['two headers, one of them wrong', authorization(`Bearer ${KEY}`, `Bearer ${WRONG_KEY}`)],
];

const malformedIds = [
  'abc',
  '1.5',
  '-0',
  '01',
  '+1',
  ' 1',
  '%201',
  '%00',
  '1%2F2',
  '%zz',
  '1%00',
  '9223372036854775808',
  '-9223372036854775809',
];
const unknownIds = ['2', '9007199254740993', '9007199254740991', '-9223372036854775807', '9223372036854775807'];

const encoder = new TextEncoder();
const bodies: [string, string | Uint8Array, number][] = [
  ['that is empty', '', 400],
  ['null', 'null', 400],
  ['that is an array', '[{"quantity":999}]', 400],
  ['that is a string', '"quantity"', 400],
  ['that is truncated', '{"quantity":99', 400],
  ['300 levels deep', `{"quantity":999,"extra":${'['.repeat(299)}${']'.repeat(299)}}`, 400],
  ['over 1 MiB', '{"quantity":999}'.padEnd(1_048_577), 413],
  [
    'that is not UTF-8',
    new Uint8Array([...encoder.encode('{"quantity":999,"note":"'), 0xe9, ...encoder.encode('"}')]),
    400,
  ],
  ['with a byte order mark', '\uFEFF{"quantity":999}', 400],
  ['in UTF-16', new Uint8Array(Buffer.from('\uFEFF{"quantity":999}', 'utf16le')), 400],
  ['with a duplicate key', '{"quantity":1,"quantity":999}', 400],
  ['with a duplicate key of equal value', '{"quantity":999,"quantity":999}', 400],
  ['without a quantity', '{}', 400],
  ['with a quantity in its prototype', '{"__proto__":{"quantity":999}}', 400],
  ...[
    '"12"',
    '12.5',
    '1e400',
    'null',
    'true',
    '[1]',
    '{}',
    '9007199254740992',
    '-9007199254740992',
    '12.00000000000000000001',
  ].map((quantity): [string, string, number] => [`with the quantity ${quantity}`, `{"quantity":${quantity}}`, 400]),
];

const cases: [title: string, method: string, path: string, options: AskOptions, status: number][] = [
  ...credentials.flatMap(([title, options]): typeof cases => [
    [`an update with ${title}`, 'PATCH', '/inventory/1', options, 401],
    [`a message with ${title}`, 'POST', '/messages', options, 401],
    [`a list with ${title}`, 'GET', '/inventory', options, 401],
  ]),
  ...malformedIds.flatMap((id): typeof cases => [
    [`an update of the pet ${JSON.stringify(id)}`, 'PATCH', `/inventory/${id}`, { json: { quantity: 999 } }, 400],
    [`a lookup of the pet ${JSON.stringify(id)}`, 'GET', `/pets/${id}`, {}, 400],
  ]),
  ...unknownIds.map((id): (typeof cases)[number] => {
    return [`an update of the unknown pet ${id}`, 'PATCH', `/inventory/${id}`, { json: { quantity: 999 } }, 404];
  }),
  ...bodies.flatMap(([title, body, status]): typeof cases => {
    const options: AskOptions = { headers: [['content-type', 'application/json']], body };
    const isRefusedMessage = !title.includes('quantity');
    return [
      [`an update with a body ${title}`, 'PATCH', '/inventory/1', options, status],
      ...(isRefusedMessage
        ? ([[`a message with a body ${title}`, 'POST', '/messages', options, status]] as typeof cases)
        : []),
    ];
  }),
  ['an update without a content type', 'PATCH', '/inventory/1', { body: sentBody }, 400],
  ['a message without a content type', 'POST', '/messages', { body: sentBody }, 400],
  [
    'an update with a content coding',
    'PATCH',
    '/inventory/1',
    { json: { quantity: 1 }, headers: [['content-encoding', 'gzip']] },
    400,
  ],
  ['another method', 'PUT', '/inventory/1', { json: { quantity: 999 } }, 405],
  ['another path', 'PATCH', '/inventory/1/quantity', { json: { quantity: 999 } }, 404],
  ['a trailing slash', 'PATCH', '/inventory/1/', { json: { quantity: 999 } }, 404],
  ['a doubled slash', 'PATCH', '//inventory/1', { json: { quantity: 999 } }, 404],
];

test.each(cases)('responds to %s with the documented Error and changes nothing', (_, method, path, options, status) => {
  const world = new World({ clock: '2026-11-21T12:00:00Z', fixture, keys: { [KEY]: 'free' } });
  const before = world.inventory.snapshot();
  const response = ask(world, method, path, { key: KEY, ...options });

  expect(response.status).toBe(status);
  expect(findViolation(schemas.Error, parseJson(response.body ?? ''))).toBeUndefined();
  expect(JSON.parse(response.body ?? '').status).toBe(status);
  expect(world.inventory.snapshot()).toEqual(before);
  expect(world.messages.list()).toEqual([]);
  expect(JSON.stringify(response)).not.toMatch(new RegExp(`${KEY.slice(0, -1)}|${WRONG_KEY}|${btoa(`user:${KEY}`)}`));
});

test.each([
  ['1e2', 100],
  ['5.0', 5],
  ['0', 0],
  ['-1', -1],
  ['9007199254740991', 9007199254740991],
])('the quantity %s is an integer and is accepted', (written, stored) => {
  const world = new World({ fixture });
  const options = { headers: [['content-type', 'application/json']], body: `{"quantity":${written}}` } as const;
  expect(ask(world, 'PATCH', '/inventory/1', options).status).toBe(200);
  expect(world.inventory.get('1')?.quantity).toBe(stored);
});
