import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createOwnConnections } from './own-connections.js';

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
