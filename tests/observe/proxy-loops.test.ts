import { expect, test } from 'vitest';
import { hasIpv6, startHttp } from '../../contract-tests/sending/servers-for-tests.js';
import { freePort } from '../free-port.js';
import { exchangeRaw, startProxy } from './proxy-for-tests.js';

async function loopOf(response: Response) {
  const { message } = (await response.json()) as { message: string };
  return [response.status, response.headers.get('x-petstore-mock-proxy'), message];
}

test.each(hasIpv6 ? ['127.0.0.1', '::'] : ['127.0.0.1'])(
  'detects a loop to itself when it listens at %s',
  async (host) => {
    const port = await freePort();
    const { count, bugs } = await startProxy(`http://127.0.0.1:${port}/v1`, { port, host });
    const response = await fetch(`http://127.0.0.1:${port}/v1/inventory`);
    const message = expect.stringContaining(`the upstream http://127.0.0.1:${port} leads back to it`);
    expect(await loopOf(response)).toEqual([508, 'loop', message]);
    expect(await count(1)).toHaveLength(1);
    expect(bugs).toEqual([]);
  },
);

test.each([
  ['GET', undefined],
  ['POST', '{"message":"Hi"}'],
])('ends a %s loop between two proxies when it first returns', async (method, body) => {
  const port = await freePort();
  const one = await startProxy(`http://127.0.0.1:${port}/v1`);
  const other = await startProxy(`${one.origin}/v1`, { port });
  const response = await fetch(`${one.origin}/v1/messages`, { method, ...(body && { body }) });
  expect(await loopOf(response)).toEqual([508, 'loop', expect.stringContaining('leads back to it')]);
  await Promise.all([one.count(1), other.count(1)]);
  expect([one.passed.length, other.passed.length]).toEqual([1, 1]);
  expect([one.bugs, other.bugs]).toEqual([[], []]);
  // The next request is forwarded again.
  expect((await fetch(`${other.origin}/v1/messages`)).status).toBe(508);
});

test('adds itself to the Via of other proxies, and records what the client sent', async () => {
  const heads: string[][] = [];
  const upstream = await startHttp(({ rawHeaders }, response) => {
    heads.push(rawHeaders);
    response.end('[]');
  });
  const outer = await startProxy(`${upstream}/v1`);
  const inner = await startProxy(`${outer.origin}/v1`);
  const request = 'GET /v1/inventory HTTP/1.1\r\nHost: a\r\nVia: 1.0 fred\r\nConnection: close\r\n\r\n';
  expect(await exchangeRaw(inner.origin, request)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const name = expect.stringMatching(/^1\.1 petstore-mock-[\da-f]{8}$/);
  expect(heads[0]?.slice(2, -2)).toEqual(['Via', '1.0 fred', 'Via', name, 'Via', name]);
  const [passed] = await inner.count(1);
  expect(passed?.request.headers).toEqual([
    ['Host', new URL(outer.origin).host],
    ['Via', '1.0 fred'],
  ]);
});

test('forwards what many clients request at once, and one after the other', async () => {
  let waiting = 0;
  let goOn = () => {};
  const allAsked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const upstream = await startHttp(async (_request, response) => {
    waiting += 1;
    if (waiting === 400) goOn();
    await allAsked;
    response.end('[]');
  });
  const { origin } = await startProxy(`${upstream}/v1`);
  const ask = async () => (await fetch(`${origin}/v1/inventory`)).status;
  const statuses = await Promise.all(Array.from({ length: 400 }, ask));
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (let sent = 0; sent < 300; sent++) expect(await ask()).toBe(200);
});

test('reports what it rejected', async () => {
  const port = await freePort();
  const rejected: unknown[] = [];
  await startProxy(`http://127.0.0.1:${port}/v1`, { port, onRejected: (one) => rejected.push(one) });
  await (await fetch(`http://127.0.0.1:${port}/v1/inventory`)).text();
  expect(rejected).toEqual([{ method: 'GET', status: 508, message: expect.stringContaining('with another --port') }]);
});
