import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createOwnConnections, LoopGuard } from './rejected-requests.js';

const request = (url = '/v1/inventory', method = 'GET') => ({ method, url }) as IncomingMessage;

/** Returns which of so many requests come round, each of which comes when the one before it was sent on. */
function goRound(guard: LoopGuard, count: number, incoming = request()): boolean[] {
  return Array.from({ length: count }, () => {
    const comesRound = guard.comesRound(incoming);
    guard.sent(incoming);
    return comesRound;
  });
}

test('knows a request that comes again whenever it was sent on', () => {
  expect(goRound(new LoopGuard(2), 5)).toEqual([false, false, false, true, true]);
});

test('takes requests that come at once, or for other things, for what they are', () => {
  const guard = new LoopGuard(2);
  for (let count = 0; count < 9; count++) expect(guard.comesRound(request())).toBe(false);
  for (let pet = 0; pet < 9; pet++) expect(goRound(guard, 1, request(`/v1/inventory/${pet}`))).toEqual([false]);
  expect(goRound(guard, 1, request('/v1/inventory', 'POST'))).toEqual([false]);
});

test('begins anew as soon as one has an answer', () => {
  const guard = new LoopGuard(2);
  for (let count = 0; count < 9; count++) {
    expect(goRound(guard, 3)).toEqual([false, false, false]);
    guard.answered(request());
  }
});

/** One end of a connection, which the other end sees the other way round. */
const end = (local: string, localPort: number, remote: string, remotePort: number) =>
  ({ localAddress: local, localPort, remoteAddress: remote, remotePort }) as Socket;

const outgoing = end('127.0.0.1', 40_000, '127.0.0.1', 4291);
const isOwn = createOwnConnections({ sockets: { 'localhost:4291:': [outgoing] } });

test.each([
  ['the other end', end('127.0.0.1', 4291, '127.0.0.1', 40_000), true],
  ['the other end, seen by IPv6', end('::ffff:127.0.0.1', 4291, '::ffff:127.0.0.1', 40_000), true],
  ['that of a client at another port', end('127.0.0.1', 4291, '127.0.0.1', 40_001), false],
  ['that of a client at another address', end('127.0.0.1', 4291, '127.0.0.2', 40_000), false],
  ['that of a client at the same port, to another server', end('127.0.0.1', 4292, '127.0.0.1', 40_000), false],
  ['one that is closed', {} as Socket, false],
])('tells its own connection from others: %s', (_what, incoming, expected) => {
  expect(isOwn(incoming)).toBe(expected);
  expect(isOwn(incoming)).toBe(expected);
});
