import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Responder, ServedResponse } from './responder.js';
import { OK, sendRaw, startTestServer } from './server-for-tests.js';

const GET = 'GET /get HTTP/1.1\r\nHost: a\r\n\r\n';
const PATCH = 'PATCH /patch HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';
const GARBAGE = 'garbage\r\n\r\n';

const named = (body: string): ServedResponse => ({ ...OK, headers: { 'Content-Length': `${body.length}` }, body });

/** The status and the first characters of the body of each response, in the order in which they came. */
function responsesIn(received: string): string[] {
  return received.split(/(?=HTTP\/1\.1 \d)/).map((one) => {
    const [head = '', body = ''] = one.split('\r\n\r\n');
    return `${head.slice(9, 12)} ${body.startsWith('{') ? JSON.parse(body).code : body}`;
  });
}

const ways: readonly (readonly [string, Responder['respond']])[] = [
  ['at once', ({ path }) => named(path)],
  ['later', ({ path }) => setImmediate(named(path))],
  ['the first later', ({ path }) => (path === '/get' ? setImmediate(named(path)) : named(path))],
  ['after a delay', ({ path }) => ({ ...named(path), delayMs: path === '/get' ? 20 : 1 })],
  ['in drops', ({ path }) => ({ ...named(path), dripMs: 10 })],
  [
    'as a stream',
    ({ path }) => ({
      ...OK,
      headers: { 'Content-Length': `${path.length}` },
      body: new Response(path).body ?? undefined,
    }),
  ],
];

test.each(ways)('sends responses %s before the error that follows them', async (_how, respond) => {
  const { port, requests, bugs } = await startTestServer(respond);
  const received = await sendRaw(port, `${GET}${PATCH}${GARBAGE}${GET}`);
  expect(responsesIn(received)).toEqual(['200 /get', '200 /patch', '400 invalid_request']);
  expect(requests.map(({ path }) => path)).toEqual(['/get', '/patch']);
  expect(bugs).toEqual([]);
});

const afterAnHour: (typeof ways)[number] = ['after an hour', ({ path }) => ({ ...named(path), delayMs: 3_600_000 })];

test.each([...ways, afterAnHour])(
  'sends responses %s to a client that closes its half of the connection',
  async (_how, respond) => {
    const { port } = await startTestServer(respond);
    expect(responsesIn(await sendRaw(port, `${GET}${PATCH}`, { isLast: true }))).toEqual(['200 /get', '200 /patch']);
  },
);

test.each(ways)(
  'sends an error after responses %s to a client that closes its half of the connection',
  async (_how, respond) => {
    const { port } = await startTestServer(respond);
    expect(responsesIn(await sendRaw(port, `${GET}${PATCH}BAD\r\n\r\n`, { isLast: true }))).toEqual([
      '200 /get',
      '200 /patch',
      '400 invalid_request',
    ]);
  },
);

test('sends a long pipeline to a client that closes its half of the connection', async () => {
  const body = 'x'.repeat(100_000);
  const { port } = await startTestServer(() => named(body));
  const received = await sendRaw(port, GET.repeat(200), { isLast: true });
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(200);
  expect(received.endsWith(body)).toBe(true);
});

test('keeps no connection for a response that does not come if the client has closed its half', async () => {
  const { port } = await startTestServer(() => new Promise(() => {}));
  expect(await sendRaw(port, GET, { isLast: true })).not.toMatch(/\r\n\r\n./s);
});

const LATE_MS = 200;
const times = { headersMs: LATE_MS, requestMs: LATE_MS, checkMs: 5 };

test.each([
  ['half a header section', 'GET / HTTP/1.1\r\nHost:', '408 request_timeout'],
  ['half a body', 'PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"', '408 request_timeout'],
  [
    'a body in wrong chunks',
    'PATCH / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno number',
    '400 invalid_request',
  ],
  ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431 headers_too_large'],
  ['a request without Host', `GET / HTTP/1.1\r\n\r\n${PATCH}`, '400 invalid_request'],
])('sends responses before that to %s, and carries out nothing after it', async (_what, text, last) => {
  const { port, requests } = await startTestServer(
    ({ path }) => ({ ...named(path), delayMs: last.startsWith('408') ? 2 * LATE_MS : 20 }),
    times,
  );
  expect(responsesIn(await sendRaw(port, `${GET}${PATCH}${text}`))).toEqual(['200 /get', '200 /patch', last]);
  expect(requests).toHaveLength(2);
});

test('sends the response to a request that closes the connection, whatever follows', async () => {
  const { port, requests } = await startTestServer(({ path }) => setImmediate(named(path)));
  const received = await sendRaw(port, `${GET.replace('Host', 'Connection: close\r\nHost')}${PATCH}`);
  expect(responsesIn(received)).toEqual(['200 /get']);
  expect(requests).toHaveLength(1);
});

test('sends one response to a body that is too large and stops', async () => {
  const respond: Responder['respond'] = ({ path, body }) => named(body === 'too-large' ? 'too large' : path);
  const { port } = await startTestServer(respond, times);
  const large = 'PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n0123456789ab';
  expect(responsesIn(await sendRaw(port, `${GET}${large}`))).toEqual(['200 /get', '200 too large']);
});

test('sends an error after the response to a request whose trailers are wrong', async () => {
  const { port, requests } = await startTestServer(({ path }) => named(path));
  const chunks = 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n';
  const received = await sendRaw(port, `PATCH /chunks HTTP/1.1\r\nHost: a\r\n${chunks}${GET}`);
  expect(responsesIn(received).at(-1)).toBe('400 invalid_request');
  expect(requests.map(({ path }) => path)).not.toContain('/get');
});

test('carries out nothing after a body that was not read to its end', async () => {
  const respond: Responder['respond'] = ({ path, body }) => named(body === 'too-large' ? 'too large' : path);
  const { port, requests } = await startTestServer(respond);
  const large = `PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n${'x'.repeat(20)}`;
  expect(responsesIn(await sendRaw(port, `${large}${PATCH}`))).toEqual(['200 too large']);
  expect(requests).toHaveLength(1);
});
