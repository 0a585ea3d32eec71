import { expect, test } from 'vitest';
import * as msw from './msw.js';
import * as inNode from './msw-in-node.js';

// Statuses of errors that a fake can be told to send, and those of its own.
const statuses = [200, 202, 204, 400, 404, 418, 429, 499, 503, 599];

test.each(statuses)('a response with %d is the one of msw', async (status) => {
  const init = { status, headers: [['X-Twice', 'a'] as [string, string], ['X-Twice', 'b'] as [string, string]] };
  const body = status === 204 ? null : '{"a":1}';
  const [own, theirs] = [new inNode.HttpResponse(body, init), new msw.HttpResponse(body, init)];
  const told = async (response: Response) => [
    response.status,
    response.statusText,
    [...response.headers],
    await response.text(),
  ];
  expect(await told(own)).toEqual(await told(theirs));
});

test('a failure and a handler are those of msw', async () => {
  expect(inNode.HttpResponse.error().type).toBe('error');
  const request = new Request('https://api.example.test/here');
  const respond = () => new inNode.HttpResponse('found');
  const [own, theirs] = [inNode.http.get('*/here', respond), msw.http.get('*/here', respond)];
  expect(Object.keys(own).sort()).toEqual(Object.keys(theirs).sort());
  expect(await (await own.run({ request, requestId: '1' }))?.response?.text()).toBe('found');
});
