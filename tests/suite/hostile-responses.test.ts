// Long: no response can exhaust memory, time or the parser.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expectHarmless, headOf, pets, pour, type Respond, responseOf, resultOf, serveRaw } from './hostile-service.js';
import { runCheck } from './running-check.js';

const MIB = 2 ** 20;

/** Limits the service to a few responses, which is enough to test the effect of each. */
async function checked(respond: Respond | Buffer, maxRequests = 3, answerTimeoutMs = 30_000) {
  const service = await serveRaw(respond);
  const args = [service.baseUrl, '--report', 'out', '--max-requests', String(maxRequests), '--max-time', '20s'];
  const ended = await runCheck(args, {}, { responseTimeoutMs: answerTimeoutMs });
  const files = await expectHarmless(ended);
  expect([1, 3]).toContain(ended.exitCode);
  expect(resultOf(ended)).toMatch(/^(?:Violations found|Stopped early|Nothing could be judged)/);
  expect(files['report.html']?.length).toBeLessThan(MIB);
  expect(files['junit.xml']?.length).toBeLessThan(MIB / 4);
  return { ...ended, files, writtenBytes: service.writtenBytes() };
}

const chunked = () => `${headOf()}Transfer-Encoding: chunked\r\n\r\n`;

test.each<[what: string, why: string, respond: Respond]>([
  [
    'reset',
    'closed before the body was complete|connection was reset',
    (socket) => {
      socket.write(`${headOf()}Content-Length: 1000\r\n\r\n[{`, () => setImmediate(() => socket.resetAndDestroy()));
    },
  ],
  [
    'closed',
    'closed before the body was complete',
    (socket) => socket.end(`${headOf()}Content-Length: 1000\r\n\r\n[{`),
  ],
  [
    'sent in invalid chunks',
    'the response is not HTTP',
    (socket) => socket.write(`${chunked()}ZZZ\r\n[]\r\n0\r\n\r\n`),
  ],
  [
    'sent in endless chunks',
    'the response is not HTTP',
    (socket) => socket.write(`${chunked()}${'F'.repeat(18)}\r\n[]\r\n`),
  ],
])('reports a body that is %s', async (_what, why, respond) => {
  const { files } = await checked(respond);
  expect(files['transcript.har']).toMatch(new RegExp(`"_bodyMissing": "[^"]*(?:${why})`));
});

test('limits the wait for a body', async () => {
  const { files } = await checked(
    (socket) => {
      socket.write(chunked());
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('1\r\n[\r\n')), 20);
    },
    3,
    200,
  );
  expect(files['transcript.har']).toContain('"_bodyMissing": "incomplete after 0.2 s"');
});

test('limits how much it reads of 100 MB', async () => {
  const head = `${headOf()}Content-Length: ${100 * MIB}\r\n\r\n`;
  const { files, writtenBytes } = await checked((socket) => {
    socket.write(head);
    return pour(socket, Buffer.alloc(65_536, ' '), 100 * MIB);
  }, 2);
  expect(files['transcript.har']).toContain('"_bodyMissing": "larger than 32 MiB"');
  expect(writtenBytes).toBeLessThan(2 * 50 * MIB);
  expect(files['transcript.har']?.length).toBeLessThan(10_000);
});

test('limits how much it decompresses of 100 MB', async () => {
  const bomb = responseOf(gzipSync(Buffer.alloc(100 * MIB, ' ')), '200 OK', 'Content-Encoding: gzip\r\n');
  const { files } = await checked((socket) => socket.write(bomb), 2);
  expect(files['transcript.har']).toContain('"_bodyMissing": "larger than 32 MiB"');
});

test.each([
  ['100,000 levels of arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['100,000 levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['1,000,000 times the same key', `[{${Array(1_000_000).fill('"petId":1').join()}}]`],
  ['100,000 keys', `[{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join()}}]`],
  ['a number of 10 MB', `[{"petId":${'1'.repeat(10_000_000)},"quantity":3,"status":"sold"}]`],
  ['exponents', '[{"petId":1e999999999,"quantity":1e-999999999,"status":"sold"}]'],
  ['a long number with an exponent', `[{"petId":1,"quantity":1${'0'.repeat(1_000_000)}e-1000000,"status":"sold"}]`],
  ['200,000 items', `[${Array(200_000).fill('{}').join()}]`],
  ['a prototype', '[{"__proto__":{"petId":1},"constructor":1,"petId":1,"quantity":2,"status":"sold"}]'],
  ['half a character', '[{"petId":1,"quantity":2,"status":"\\ud800"}]'],
  ['a string of 1 MB', `[{"petId":1,"quantity":2,"status":"${'x'.repeat(1_000_000)}"}]`],
])('survives JSON with %s', async (_what, body) => {
  const { stdout } = await checked(responseOf(body), 2);
  expect(stdout.length).toBeLessThan(20_000);
});

test.each([
  ['not UTF-8', Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), 'returned 4 bytes that are not text'],
  ['UTF-16', Buffer.from(`\ufeff${pets}`, 'utf16le'), 'bytes that are not text'],
  ['followed by a NUL', Buffer.from(`${pets}\0`), 'instead of JSON'],
])('stops if the list is %s', async (_what, body, cause) => {
  const { stdout } = await checked(responseOf(body));
  expect(stdout.replace(/\s+/g, ' ')).toContain(cause);
});

test.each([299, 599, 999])('reports the status %i as a violation', async (status) => {
  const { stdout } = await checked(responseOf(pets, `${status} Odd`));
  expect(stdout).toMatch(/rule +status\/documented/);
  expect(stdout).toMatch(new RegExp(`received +${status}`));
});

test('accepts HTTP/1.0, interim responses and a second response', async () => {
  const old = `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${pets}`;
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(5);
  const twice = Buffer.concat([responseOf(pets), responseOf(pets)]);
  for (const respond of [
    (socket) => socket.end(old),
    (socket) => socket.write(`${hints}${responseOf(pets)}`),
    (socket) => socket.write(twice),
  ] satisfies Respond[]) {
    const { files } = await checked(respond);
    expect(files['transcript.har']).not.toContain('_failure');
  }
});

test.each([
  ['1,000 headers', Array.from({ length: 1000 }, (_, index) => `a${index}: b\r\n`).join('')],
  ['a long value', `X-Long: ${'<&"'.repeat(4_000)}\r\n`],
  ['a limit of 12,000 digits', `X-RateLimit-Limit: ${'9'.repeat(12_000)}\r\n`],
  ['limits twice', 'X-RateLimit-Remaining: 49\r\nX-RateLimit-Reset: never\r\n'],
])('truncates %s in its output', async (_what, headers) => {
  const { files, stdout } = await checked(responseOf(pets, '200 OK', headers));
  expect(files['report.html']?.length).toBeLessThan(200_000);
  expect(stdout.length).toBeLessThan(20_000);
});

test('does not follow redirects in a circle', async () => {
  const found = 'HTTP/1.1 302 Found\r\nLocation: /v1/inventory\r\nContent-Length: 0\r\n\r\n';
  const { exitCode, files } = await checked((socket) => socket.write(found));
  expect(exitCode).toBe(3);
  expect(JSON.parse(files['report.json'] ?? '')).toMatchObject({
    requests: { sent: 1 },
    summary: {
      violation: 0,
      stopped: expect.stringMatching(/was redirected \(302\) to "\/v1\/inventory": check the base URL$/),
    },
  });
});

test('stops at a login page', async () => {
  const page = '<html><title>Sign in</title></html>';
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n`;
  const ended = await checked((socket) => socket.write(`${head}${page}`));
  const { exitCode, files } = ended;
  expect(exitCode).toBe(3);
  expect(resultOf(ended)).toMatch(/^Nothing could be judged: GET ".*" returned a web page.*check the base URL/);
  expect(JSON.parse(files['report.json'] ?? '')).toMatchObject({
    requests: { sent: 1 },
    summary: { stopped: expect.stringMatching(/a web page instead of JSON: check the base URL/) },
  });
});

test.each(['99999999999999999999', '-1', 'soon', '9'.repeat(500)])(
  'stops if it would have to wait for %s',
  async (retryAfter) => {
    const limited = '{"code":"c","message":"m","status":429}';
    const response = responseOf(
      limited,
      '429 No',
      `Retry-After: ${retryAfter}\r\nX-RateLimit-Reset: ${retryAfter}\r\n`,
    );
    const { stdout } = await checked(response);
    expect(stdout).toMatch(/Stopped {7}(?:the service asks to wait .*--max-time|two 429 responses in a row)/s);
  },
);
