// Long: connections that fail in any way end in one line.
import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { causeIn, expectHarmless, headOf, pets, pour, type Respond, responseOf, serveRaw } from './hostile-service.js';
import { runCheck, serve } from './running-check.js';
import type { Ended } from './running-command.js';

const certificates = new URL('../certificates/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, certificates));

async function serveTls(certificate = 'localhost.cert.pem'): Promise<string> {
  const [key, cert] = ['localhost.key.pem', certificate].map((name) => readFileSync(pathOf(name)));
  const server = createHttpsServer({ key, cert }, (_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/v1`;
}

/** Checks all of them at the same time, since each waits a second before it asks again; returns the causes by name. */
async function causesOf(runs: Readonly<Record<string, () => Promise<Ended>>>): Promise<Record<string, string>> {
  const ended = await Promise.all(Object.values(runs).map((run) => run()));
  for (const each of ended) {
    expect(each.exitCode).toBe(3);
    await expectHarmless(each);
  }
  return Object.fromEntries(Object.keys(runs).map((name, index) => [name, causeIn(ended[index] as Ended)]));
}

const checking = (baseUrl: string, ...more: string[]) => runCheck([baseUrl, '--report', 'out', ...more]);
const responding = (respond: Respond | string) => async () => checking((await serveRaw(respond)).baseUrl);
const noResponse = (cause: string) => expect.stringMatching(`^two requests in a row got no response: ${cause}`);

test('reports in one line why nothing can be reached', async () => {
  const causes = await causesOf({
    unknownName: () => checking('https://petstore.invalid/v1'),
    nobodyListens: () => checking('http://127.0.0.1:1/v1'),
    selfSigned: async () => checking(await serveTls()),
    expired: async () => checking(await serveTls('expired.cert.pem'), '--ca', pathOf('expired.cert.pem')),
    otherName: async () =>
      checking((await serveTls()).replace('localhost', '127.0.0.1'), '--ca', pathOf('localhost.cert.pem')),
    plainHttp: async () => checking(`${(await serve((_, response) => response.end())).replace('http:', 'https:')}/v1`),
    tls: async () => checking((await serveTls()).replace('https:', 'http:')),
  });
  expect(causes).toEqual({
    unknownName: noResponse('the name petstore.invalid cannot be resolved'),
    nobodyListens: noResponse('127.0.0.1:1 refused the connection'),
    selfSigned: noResponse('the certificate is self-signed; if you trust it, name its authority with --ca FILE'),
    expired: noResponse('the certificate has expired'),
    otherName: noResponse('the certificate is not for 127.0.0.1'),
    plainHttp: noResponse('the port does not use TLS; try http://'),
    tls: noResponse('(?:the port uses TLS|the service closed the connection)[^;]*; try https://'),
  });
});

test('trusts a given authority', async () => {
  const ended = await checking(await serveTls(), '--ca', pathOf('localhost.cert.pem'));
  expect(ended.exitCode).toBe(3);
  expect(ended.stdout).toContain('got 404');
});

test('reports in one line why a response cannot be read', async () => {
  const raw = (head: string) => responding(`${head}\r\n`);
  const causes = await causesOf({
    reset: responding((socket) => socket.resetAndDestroy()),
    resetInHead: responding((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => socket.resetAndDestroy())),
    closed: responding((socket) => socket.end()),
    otherProtocol: raw('SSH-2.0-OpenSSH_9.6'),
    http09: responding((socket) => socket.end(pets)),
    status099: responding((socket) => socket.write(responseOf(pets, '099 Odd'))),
    status1000: responding((socket) => socket.write(responseOf(pets, '1000 Odd'))),
    negativeLength: raw(headOf('200 OK', 'Content-Length: -5\r\n')),
    twoLengths: raw(headOf('200 OK', 'Content-Length: 2\r\nContent-Length: 3\r\n')),
    continued: responding((socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${responseOf(pets)}`)),
    upgraded: raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n'),
    endlessHeaders: responding((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      return pour(socket, Buffer.from(`X-A: ${'a'.repeat(1000)}\r\n`));
    }),
    longHeader: raw(headOf('200 OK', `X-Long: ${'x'.repeat(60_000)}\r\n`)),
  });
  expect(causes).toEqual({
    reset: noResponse('the connection was reset'),
    resetInHead: noResponse('the (?:connection was reset|service closed the connection)'),
    closed: noResponse('the service closed the connection without a response'),
    otherProtocol: noResponse('the response is not HTTP: "Expected HTTP/'),
    http09: noResponse('the response is not HTTP: "Expected HTTP/'),
    status099: noResponse('the response is not HTTP: it has an impossible status$'),
    status1000: noResponse('the response is not HTTP: "Invalid response status"'),
    negativeLength: noResponse('the response is not HTTP: "Invalid character in Content-Length"'),
    twoLengths: noResponse('the length of the body differs from Content-Length'),
    continued: noResponse('the service sent "100 Continue"'),
    upgraded: noResponse('the service changed the protocol without a request to do so'),
    endlessHeaders: noResponse('the headers of the response are too large'),
    longHeader: noResponse('the headers of the response are too large'),
  });
});

test('limits the wait for a response', async () => {
  const drip = (socket: Socket, start: string, piece: string) => {
    socket.write(start);
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(piece)), 20);
  };
  const within = (respond: Respond) => async () => {
    const { baseUrl } = await serveRaw(respond);
    return runCheck([baseUrl, '--report', 'out'], {}, { responseTimeoutMs: 300 });
  };
  const causes = await causesOf({
    silence: within(() => {}),
    drippingHead: within((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X')),
    interimAnswers: within((socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))),
    endlessReason: within((socket) => pour(socket, Buffer.from('HTTP/1.1 200 '.padEnd(65_536, 'a')))),
  });
  expect(new Set(Object.values(causes))).toEqual(
    new Set(['two requests in a row got no response: no response within 0.3 s']),
  );
});

/** Returns as a service in order does, apart from the limits. */
function validResponse(request: string): Buffer {
  const error = (status: number) => responseOf(`{"code":"c","message":"m","status":${status}}`, `${status} No`);
  if (!request.includes('earer k3y')) return error(401);
  if (/^GET \S+\/inventory /.test(request)) return responseOf(pets);
  return error(/^PATCH/.test(request) && !/\{"quantity":-?\d+\}/.test(request) ? 400 : 404);
}

test('works with a service that closes every connection without notice', async () => {
  const { baseUrl } = await serveRaw((socket, request) => socket.end(validResponse(request)));
  const ended = await checking(baseUrl);
  const { 'transcript.har': har } = await expectHarmless(ended);
  expect(har).not.toContain('_failure');
  expect(ended.stdout).not.toContain('the run stopped early');
});

test('retries a GET if the connection closes as it is sent, but never a PATCH, and concludes nothing from it', async () => {
  const broken: string[] = [];
  const { baseUrl } = await serveRaw((socket, request) => {
    const method = request.slice(0, request.indexOf(' '));
    // Of what is sent together, before the first PATCH, nothing is sent again.
    const isBroken = method === 'PATCH' || (request.includes('/store/orders') && broken.includes('PATCH'));
    if (!isBroken || broken.includes(method)) return socket.write(validResponse(request));
    broken.push(method);
    return socket.destroy();
  });
  const ended = await checking(baseUrl, '--level', 'write', '--exclusive', '--max-requests', '60');
  const files = await expectHarmless(ended);
  const { entries } = JSON.parse(files['transcript.har'] ?? '').log;
  const failed = entries.filter((entry: { _failure?: string }) => entry._failure !== undefined);
  expect(broken).toEqual(['PATCH', 'GET']);
  expect(failed.map((entry: { request: { method: string } }) => entry.request.method)).toEqual(broken);
  const [patch, get] = failed;
  expect(entries[get._number].request).toMatchObject({ method: 'GET', url: get.request.url });
  expect(entries[patch._number]._probe).not.toBe(patch._probe);
  const accused = JSON.parse(files['report.json'] ?? '').rules.flatMap(
    ({ violations }: { violations: { exchange: number }[] }) => violations.map(({ exchange }) => exchange),
  );
  expect(accused).not.toContain(get._number);
  expect(accused).not.toContain(patch._number);
});
