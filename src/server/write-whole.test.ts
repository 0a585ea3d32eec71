import { once } from 'node:events';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCodePoint } from '../../tests/any-code-point.js';
import type { ServedResponse } from './responder.js';
import { writeResponse } from './write-response.js';
import { ResponseHeads } from './write-whole.js';

const anyName = fc.oneof(
  fc.constantFrom('Connection', 'keep-alive', 'Transfer-Encoding', 'Date', 'Expect', 'content-length', 'Set-Cookie'),
  fc.stringMatching(/^[!#$%&'*+.^_`|~\w-]{1,12}$/),
);
const anyValue = fc.oneof(
  fc.constantFrom('close', 'keep-alive', 'chunked', '', ' ', 'a\tb', 'a\r\nX-B: c', 'é', '\u{1f431}'),
  fc.string({ maxLength: 8 }),
  fc.array(fc.string({ maxLength: 4 }), { maxLength: 2 }),
);

/** Most are complete, as the fake's are; the others must be left to Node. */
const anyResponse: fc.Arbitrary<ServedResponse> = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 299, 304, 400, 404, 429, 499, 500, 503, 599),
    text: fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: anyCodePoint, maxLength: 40 })),
    isEncoded: fc.boolean(),
    length: fc.constantFrom('right', 'right', 'right', 'missing'),
    more: fc.oneof(fc.constant({}), fc.dictionary(anyName, anyValue, { maxKeys: 3 })),
  })
  .map(({ status, text, isEncoded, length, more }) => {
    const bytes = Buffer.from(text);
    const headers = {
      Date: 'Mon, 23 Nov 2026 12:00:00 GMT',
      'Content-Type': 'application/json',
      ...(length === 'right' && { 'Content-Length': String(bytes.length) }),
      ...more,
    };
    const encodedBody = isEncoded ? bytes : undefined;
    return { status, headers, body: bytes.toString(), encodedBody, keyAlias: undefined };
  });

type Client = (socket: Socket, server: Server) => void | Promise<void>;

/** Serves a response to a client again and again, and closes the connection after `/last`. Returns what the client read, what the responses emitted, and how many heads Node did not write. */
async function serveTo(client: Client, response: ServedResponse, isWhole: boolean) {
  const writers: ServerResponse[] = [];
  const emitted: string[] = [];
  const heads = new ResponseHeads(65_000);
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    outgoing.sendDate = false;
    if (incoming.url === '/last') {
      outgoing.setHeader('Connection', 'close').end();
      return;
    }
    const number = writers.push(outgoing);
    for (const event of ['finish', 'close']) outgoing.on(event, () => emitted.push(`${event} ${number}`));
    // A status text of its own is a reason to leave the response to Node.
    const sent = isWhole ? response : { ...response, statusText: STATUS_CODES[response.status] ?? 'unknown' };
    try {
      writeResponse(outgoing, sent, { pause: async () => {}, onBug: () => {}, rest: undefined, heads });
    } catch {
      outgoing.writeHead(500).end('rejected');
    }
  });
  // As the product's server.
  Object.assign(server, { httpAllowHalfOpen: true });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await client(socket, server);
  await closed;
  await new Promise((resolve) => server.close(resolve));
  const whole = writers.filter(({ headersSent }) => !headersSent).length;
  return { text: Buffer.concat(chunks).toString('latin1'), emitted, whole };
}

const request = (method: string, path = '/') => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const GET = request('GET');
const LAST = request('GET', '/last');

test('writes the same bytes in one piece as Node does, and lets the next response follow', async () => {
  let wholes = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), anyResponse, async (method, response) => {
      const client: Client = (socket) => void socket.write(`${request(method)}${LAST}`);
      const [{ whole, ...written }, { whole: _, ...expected }] = await Promise.all([
        serveTo(client, response, true),
        serveTo(client, response, false),
      ]);
      expect(written).toEqual(expected);
      wholes += whole;
    }),
    { seed: 20_261_123, numRuns: 500 },
  );
  expect(wholes).toBeGreaterThan(100);
});

const body = 'x'.repeat(200_000);
const large: ServedResponse = {
  status: 200,
  headers: { 'Content-Length': String(body.length) },
  body,
  keyAlias: undefined,
};

const clients: readonly (readonly [what: string, client: Client])[] = [
  ['a pipeline', (socket) => void socket.write(`${GET.repeat(50)}${LAST}`)],
  [
    'a pipeline in pieces',
    async (socket) => {
      for (const piece of `${GET.repeat(5)}${LAST}`.match(/.{1,11}/gs) ?? []) {
        socket.write(piece);
        await setImmediate();
      }
    },
  ],
  [
    'one request after the other',
    async (socket) => {
      let left = 0;
      socket.on('data', (chunk: Buffer) => {
        left -= chunk.filter((byte) => byte === 'x'.charCodeAt(0)).length;
        if (left === 0) socket.emit('whole');
      });
      for (let sent = 0; sent < 5; sent += 1) {
        left = body.length;
        socket.write(GET);
        await once(socket, 'whole');
      }
      socket.write(LAST);
    },
  ],
  [
    'a client that reads slowly',
    (socket) => {
      socket.write(`${GET.repeat(50)}${LAST}`);
      socket.on('data', () => {
        socket.pause();
        setImmediate().then(() => socket.resume());
      });
    },
  ],
  ['a client that closes its half of the connection', (socket) => void socket.end(GET.repeat(50))],
];

test.each(clients)('serves %s as Node does', async (_what, client) => {
  const { whole, ...written } = await serveTo(client, large, true);
  const { whole: _, ...expected } = await serveTo(client, large, false);
  expect(written).toEqual(expected);
  expect(whole).toBeGreaterThan(0);
});

test.each<[when: string, leave: Client]>([
  ['before it reads', (socket, server) => void server.once('request', () => socket.destroy())],
  ['while it reads', (socket) => void socket.once('data', () => socket.destroy())],
  ['with a reset', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
])('closes the responses to a client that leaves %s', async (_when, leave) => {
  const client: Client = (socket, server) => {
    socket.write(GET.repeat(50));
    return leave(socket, server);
  };
  const { emitted, whole } = await serveTo(client, large, true);
  const closed = emitted.filter((event) => event.startsWith('close'));
  expect(closed).toContain('close 1');
  expect(new Set(closed).size).toBe(closed.length);
  expect(emitted.filter((event) => event.startsWith('finish')).length).toBeLessThan(50);
  expect(whole).toBeGreaterThan(0);
});
