import { expect, test } from 'vitest';
import { hasIpv6, startHttp } from '../../contract-tests/sending/servers-for-tests.js';
import { freePort } from '../free-port.js';
import { startProxy } from './proxy-for-tests.js';

async function loopOf(response: Response) {
  const { message } = (await response.json()) as { message: string };
  return [response.status, response.headers.get('x-petstore-mock-proxy'), message];
}

test.each(hasIpv6 ? ['127.0.0.1', '::'] : ['127.0.0.1'])(
  'knows its own connections where it listens at %s',
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
])('ends the rounds of a %s between two proxies', async (method, body) => {
  const port = await freePort();
  const one = await startProxy(`http://127.0.0.1:${port}/v1`);
  const other = await startProxy(`${one.origin}/v1`, { port });
  const response = await fetch(`${one.origin}/v1/messages`, { method, ...(body && { body }) });
  expect(await loopOf(response)).toEqual([508, 'loop', expect.stringContaining('maybe by way of another proxy')]);
  const rounds = one.passed.length;
  expect([one.bugs, other.bugs]).toEqual([[], []]);
  // As many again for the next: nothing is left of the first.
  await (await fetch(`${other.origin}/v1/messages`)).text();
  expect(rounds).toBeLessThan(600);
});

test('passes on what many clients ask at once, and one after the other', async () => {
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

test('tells of what it refused', async () => {
  const port = await freePort();
  const refused: unknown[] = [];
  await startProxy(`http://127.0.0.1:${port}/v1`, { port, onRejected: (refusal) => refused.push(refusal) });
  await (await fetch(`http://127.0.0.1:${port}/v1/inventory`)).text();
  expect(refused).toEqual([{ method: 'GET', status: 508, message: expect.stringContaining('with another --port') }]);
});
