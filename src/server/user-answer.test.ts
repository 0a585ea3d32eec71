import { expect, test } from 'vitest';
import { createWorld } from '../../mocks/world.js';
import type { ServerAnswer } from './responder.js';
import { answerFromResponse } from './user-answer.js';

const world = (cors = true) => createWorld({ pets: 0, clock: '2026-11-21T12:00:00Z', cors });

function answerFrom(response: Response, method = 'GET', cors?: boolean): ServerAnswer {
  return answerFromResponse(response, method, world(cors)) as ServerAnswer;
}

test('keeps status, text, headers and every cookie', () => {
  const headers = new Headers({ 'X-A': '1' });
  headers.append('Set-Cookie', 'a=1');
  headers.append('Set-Cookie', 'b=2');
  const answer = answerFrom(new Response('x', { status: 299, statusText: 'Fine', headers }));
  expect(answer).toMatchObject({
    status: 299,
    statusText: 'Fine',
    headers: { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] },
  });
});

test('adds the date of the world, and CORS where it is on', () => {
  const { headers } = answerFrom(new Response('x'));
  expect(headers.date).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(answerFrom(new Response('x'), 'GET', false).headers).not.toHaveProperty('access-control-allow-origin');
});

test('leaves the headers alone that a handler set itself', () => {
  const own = { 'Access-Control-Allow-Origin': 'http://a.test', Date: 'Thu, 01 Jan 1970 00:00:00 GMT' };
  expect(answerFrom(new Response('x', { headers: own })).headers).toMatchObject({
    'access-control-allow-origin': 'http://a.test',
    date: 'Thu, 01 Jan 1970 00:00:00 GMT',
  });
});

test('cuts the connection for a network error', () => {
  expect(answerFromResponse(Response.error(), 'GET', world())).toBe('broken');
});

test('streams a body, but none for HEAD', () => {
  expect(answerFrom(new Response('x')).body).toBeInstanceOf(ReadableStream);
  expect(answerFrom(new Response(null)).body).toBeUndefined();
  expect(answerFrom(new Response('x'), 'HEAD').body).toBeUndefined();
});

test('drops headers of another connection, and of an encoding that fetch has taken off', () => {
  const headers = { Connection: 'close', 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip' };
  expect(answerFrom(new Response('x', { headers })).headers).toMatchObject({ 'content-encoding': 'gzip' });
  const fetched = new Response('x', { headers });
  Object.defineProperty(fetched, 'url', { value: 'http://upstream.test/' });
  const dropped = ['connection', 'transfer-encoding', 'content-encoding'];
  for (const name of dropped) expect(answerFrom(fetched).headers).not.toHaveProperty(name);
});
