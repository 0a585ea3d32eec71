import { expect, test } from 'vitest';
import { headers, responseOf } from '../../tests/matchers/responses.js';
import { gatherEvidence, judge } from '../judge/judge.js';
import { rules } from '../judge/rules/index.js';
import { type OperationId, petstore } from '../service/petstore.js';
import type { Operation } from '../service/service.js';
import { evidenceOf, judgeResponse, responseRules } from './judge-response.js';
import { readReceived } from './received-response.js';

const findingsOf = async (operation: OperationId, ...response: Parameters<typeof responseOf>) =>
  judgeResponse(operation, await readReceived(responseOf(...response))).findings;

const problemsOf = async (operation: OperationId, ...response: Parameters<typeof responseOf>) =>
  (await findingsOf(operation, ...response)).map(({ problem }) => problem);

const entry = { petId: 1, quantity: 12, status: 'available' };
const message = { id: '1', message: 'Hello', status: 'queued', createdAt: '2026-11-21T12:00:00Z' };

test('every rule is a rule of the suite', () => {
  const ids = rules.map(({ id }) => id);
  expect(responseRules.filter((id) => !ids.includes(id))).toEqual([]);
});

test.each<[OperationId, number, unknown]>([
  ['listInventory', 200, [entry]],
  ['listInventory', 200, []],
  ['updateInventory', 200, entry],
  ['sendMessage', 200, message],
  ['sendMessage', 202, message],
  ['getPet', 200, { name: 'Rex' }],
  ['getPet', 404, undefined],
  ['getPet', 410, undefined],
  ['listOrders', 200, { orders: [] }],
  ['listOrders', 200, ''],
  ['listOrders', 206, []],
  ['getPet', 410, ''],
  ['listInventory', 401, undefined],
  ['updateInventory', 400, undefined],
  ['updateInventory', 404, undefined],
  ['sendMessage', 400, undefined],
])('%s may return %i', async (operation, status, body) => {
  expect(await findingsOf(operation, status, body)).toEqual([]);
});

test('a 429 may have any body, with Retry-After', async () => {
  expect(await findingsOf('listInventory', 429, undefined, { 'Retry-After': '60' })).toEqual([]);
  expect(await problemsOf('listInventory', 429)).toEqual(['a 429 carries no Retry-After']);
  expect(await problemsOf('getPet', 429, undefined, { 'Retry-After': 'soon' })).toEqual([
    'Retry-After is neither whole seconds nor an HTTP-date',
  ]);
});

test.each<[OperationId, number, string]>([
  ['listInventory', 404, '200, 401 or 429'],
  ['listInventory', 201, '200, 401 or 429'],
  ['listInventory', 500, '200, 401 or 429'],
  ['listInventory', 304, '200, 401 or 429'],
  ['updateInventory', 403, '200, 400, 401, 404 or 429'],
  ['updateInventory', 415, '200, 400, 401, 404 or 429'],
  ['sendMessage', 404, '2xx, 400, 401 or 429'],
  ['getPet', 503, 'no 5xx'],
  ['listOrders', 502, 'no 5xx'],
  ['listOrders', 404, 'a JSON response'],
])('%s may not return %i', async (operation, status, expected) => {
  const findings = await findingsOf(operation, status, status < 400 ? undefined : { code: 'a', message: 'b', status });
  expect(findings[0]).toMatchObject({
    problem: expect.stringContaining(`${operation} got ${status}`),
    expected,
  });
});

test('a status is reported once, and first', async () => {
  expect(await problemsOf('listOrders', 500, 'Oops', { 'Content-Type': 'text/plain' })).toEqual([
    'listOrders got 500',
    'the body is not JSON: a value is expected at position 0, but there is "O"',
    'the content type is "text/plain"',
  ]);
});

test('the schema of the operation judges its success, and reports every problem', async () => {
  expect(await problemsOf('updateInventory', 200, [entry])).toEqual(['the body must be object']);
  expect(await problemsOf('updateInventory', 200, { petId: '1' })).toEqual([
    '/quantity is missing',
    '/status is missing',
    '/petId must be integer',
  ]);
  expect(await problemsOf('sendMessage', 200, { ...message, id: 7, status: 'sent', createdAt: 'now' })).toEqual([
    'the status is "sent"',
    'createdAt is not an ISO 8601 timestamp: "now"',
    '/id must be string',
  ]);
  expect(await problemsOf('listInventory', 200, '')).toEqual(['the 200 has no body']);
});

test('a list with the same pet twice does not conform', async () => {
  expect(await problemsOf('listInventory', 200, [entry, entry])).toEqual(['pet 1 is in the list twice']);
});

test('an error is an Error, and repeats its status', async () => {
  expect(await problemsOf('listInventory', 401, { code: 1 })).toEqual([
    '/message is missing',
    '/status is missing',
    '/code must be string',
  ]);
  expect(await problemsOf('listInventory', 401, { code: '', message: 'b', status: 401 })).toEqual([
    'the body of the 401 is not an Error: code is empty',
  ]);
  expect(await problemsOf('listInventory', 401, { code: 'a', message: 'b', status: 403 })).toEqual([
    'the body of the 401 says status 403',
  ]);
  expect(await problemsOf('listInventory', 401, '')).toEqual(['the 401 has no body']);
});

test('the rate-limit headers must be present and valid', async () => {
  const none = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };
  expect(await problemsOf('listInventory', 200, [], none)).toEqual([
    'a 200 response has no X-RateLimit-Limit, no X-RateLimit-Remaining, no X-RateLimit-Reset',
  ]);
  expect(await problemsOf('listInventory', 200, [], { 'X-RateLimit-Remaining': 'many' })).toEqual([
    'X-RateLimit-Remaining is not a non-negative integer',
  ]);
  expect(await problemsOf('listInventory', 200, [], { 'X-RateLimit-Remaining': '61' })).toEqual([
    'Remaining is more than Limit',
  ]);
  // Whether messages are limited is an open question.
  expect(await problemsOf('sendMessage', 200, message, none)).toEqual([]);
});

const withFields = (limit: string) =>
  readReceived(responseOf(200, [], { 'RateLimit-Policy': '"default";q=60;w=60', RateLimit: limit }));

test('the fields of the IETF draft do not replace the three headers, and are not judged', async () => {
  const fields = { RateLimit: '"default";r=59;t=60' };
  const none = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };
  const [missing, ...others] = await findingsOf('listInventory', 200, [], { ...fields, ...none });
  expect(others).toEqual([]);
  expect(missing?.received).toMatch(/no X-RateLimit-Reset, RateLimit: .*r=59;t=60/);
  const agreeing = judgeResponse('listInventory', await withFields('"default";r=59;t=60'));
  expect(agreeing.findings).toEqual([]);
  for (const limit of ['"default";r=70;t=60', 'limit=60, remaining=70']) {
    expect(judgeResponse('listInventory', await withFields(limit)).findings).toEqual([]);
  }
});

test('a Reset is judged by the Date of the response, and not at all without one', async () => {
  const past = { 'X-RateLimit-Reset': String(Date.UTC(2026, 10, 21, 11) / 1000) };
  const future = { 'X-RateLimit-Reset': String(Date.UTC(2099, 10, 23) / 1000), Date: headers.Date };
  expect(await problemsOf('listInventory', 200, [], future)).toEqual(['Reset lies more than a day ahead']);
  expect(await problemsOf('listInventory', 200, [], { ...past, Date: undefined })).toEqual([]);
});

test('headers that a browser may have hidden are not reported', async () => {
  const none = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };
  const response = { ...(await readReceived(responseOf(429, undefined, none))), mayHideHeaders: true } as const;
  expect(judgeResponse('listInventory', response)).toMatchObject({
    findings: [],
    hidden: ['the rate-limit headers', 'Retry-After'],
  });
});

test('an incomplete body is not a JSON body', async () => {
  const response = { ...(await readReceived(responseOf(200))), body: '', incomplete: 'terminated' };
  expect(judgeResponse('listInventory', response).findings).toEqual([
    expect.objectContaining({ problem: 'the body is incomplete', received: 'terminated' }),
  ]);
});

test.each<[OperationId, Parameters<typeof responseOf>]>([
  ['listInventory', [200, { items: [] }]],
  ['listInventory', [200, [{ petId: 1 }]]],
  ['listInventory', [404]],
  ['listInventory', [500, '<html>', { 'Content-Type': 'text/html' }]],
  ['updateInventory', [400, { error: 'no' }]],
  ['updateInventory', [415]],
  ['getPet', [200, 'Rex']],
  ['getPet', [500, '']],
  ['listOrders', [405]],
  ['sendMessage', [200, { ...message, status: 'sent' }]],
  ['sendMessage', [201, {}]],
  ['listInventory', [200, [], { 'X-RateLimit-Limit': '60, 60' }]],
])('%s %j: a violation in the suite does not conform', async (operation, response) => {
  const received = await readReceived(responseOf(...response));
  const { settings, readings } = evidenceOf(petstore.operations[operation] as Operation, received);
  const transcript = { exchanges: readings.map(({ exchange }) => exchange), run: undefined };
  const violated = judge(transcript, settings).filter(({ outcome }) => outcome === 'violation');
  expect(gatherEvidence(transcript, settings).readings).toHaveLength(1);
  expect(violated).not.toEqual([]);
  expect(judgeResponse(operation, received).findings).not.toEqual([]);
});

test.each(['1', 'available', '"quantity":', '"petId":1,"quantity":12', 'application/json'])(
  'a response conforms or not, whatever the key %s looks like, and shows none that is no word',
  async (key) => {
    const findingsWith = async (...response: Parameters<typeof responseOf>) =>
      judgeResponse('listInventory', await readReceived(responseOf(...response)), key).findings;
    const text = JSON.stringify([entry]);
    expect(await findingsWith(200, text)).toEqual([]);
    const broken = await findingsWith(200, text.replace('available', 'gone'));
    expect(broken.map(({ rule, pointer }) => [rule, pointer])).toEqual([['inventory/list-shape', '/0/status']]);
    if (key.length > 15) expect(JSON.stringify(broken)).not.toContain(JSON.stringify(key).slice(1, -1));
  },
);
