import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServedResponse } from './responder.js';
import { Delays, ResponseHeads, writeResponse } from './write-response.js';

function fakeTime() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('a delay ends when its time has passed', async () => {
  fakeTime();
  const end = new Delays().wait(2000, new EventEmitter());
  await vi.advanceTimersByTimeAsync(2000);
  await end;
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that disconnects ends the delay and clears its timer', async () => {
  fakeTime();
  const response = new EventEmitter();
  const end = new Delays().wait(3_600_000, response);
  response.emit('close');
  await end;
  expect(vi.getTimerCount()).toBe(0);
});

test('a delay leaves no listener on the response', async () => {
  fakeTime();
  const response = new EventEmitter();
  const end = new Delays().wait(1, response);
  await vi.advanceTimersByTimeAsync(1);
  await end;
  expect(response.listenerCount('close')).toBe(0);
});

test('once hurried, all current and later delays end at once', async () => {
  fakeTime();
  const delays = new Delays();
  const ends = [delays.wait(3_600_000, new EventEmitter()), delays.wait(1, new EventEmitter())];
  delays.hurry();
  ends.push(delays.wait(3_600_000, new EventEmitter()));
  await Promise.all(ends);
  expect(vi.getTimerCount()).toBe(0);
});

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
    text: fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 })),
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

/** Sends a response to a client that keeps its connection. Returns what it read, and whether Node wrote the head. */
async function send(
  method: string,
  response: ServedResponse,
  isWhole: boolean,
): Promise<readonly [text: string, byNode: boolean]> {
  let writer: ServerResponse | undefined;
  const heads = new ResponseHeads(65_000);
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    outgoing.sendDate = false;
    if (incoming.url === '/last') outgoing.setHeader('Connection', 'close').end();
    else {
      writer = outgoing;
      // A status text of its own is a reason to leave the response to Node.
      const sent = isWhole ? response : { ...response, statusText: STATUS_CODES[response.status] ?? 'unknown' };
      try {
        writeResponse(outgoing, sent, { pause: async () => {}, onBug: () => {}, rest: undefined, heads });
      } catch {
        outgoing.writeHead(500).end('rejected');
      }
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.write(`${method} / HTTP/1.1\r\nHost: a\r\n\r\nGET /last HTTP/1.1\r\nHost: a\r\n\r\n`);
  await once(socket, 'close');
  server.close();
  return [Buffer.concat(chunks).toString('latin1'), writer?.headersSent === true];
}

test('writes the same bytes in one piece as Node does, and lets the next response follow', async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), anyResponse, async (method, response) => {
      const [[text, byNode], [expected]] = await Promise.all([
        send(method, response, true),
        send(method, response, false),
      ]);
      expect(text).toBe(expected);
      if (!byNode) whole++;
    }),
    { seed: 20_261_123, numRuns: 500 },
  );
  expect(whole).toBeGreaterThan(100);
});
