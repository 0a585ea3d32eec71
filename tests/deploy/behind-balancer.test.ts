// Long: HAProxy with our configuration sends nothing twice, and is not noticed by the suite.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sendRaw } from '../../src/server/server-for-tests.js';
import { ensureProgram } from '../ensure-program.js';
import { freePort } from '../free-port.js';
import { serveFake, TOKEN } from '../serve-fake.js';
import { runCheck } from '../suite/running-check.js';
import { startBalancer } from './balancer.js';

/** Several addresses of this machine: the replicas have one port, as containers do. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];

interface Received {
  readonly by: string;
  readonly request: IncomingMessage;
  readonly body: string;
}

// Other systems have no address 127.0.0.2.
describe.skipIf(process.platform !== 'linux')('deploy/haproxy.cfg', () => {
  beforeAll(() => ensureProgram('haproxy'));

  it('sends requests to the replicas in turn, unchanged', async () => {
    const { origin, received } = await startReplicas();
    const lines = ['X-Twice: a', 'X-Twice: b', 'Authorization: Bearer test_free', 'Content-Length: 15'];
    const raw = `PATCH /v1/inventory/%31?a=b%20c HTTP/1.1\r\nHost: Fake.Test:1234\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n{"quantity":12}`;
    for (const _ of ADDRESSES) expect(await sendRaw(Number(new URL(origin).port), raw)).toContain('200 OK');
    expect(new Set(received.map(({ by }) => by))).toEqual(new Set(ADDRESSES));
    for (const { request, body } of received) {
      expect([request.method, request.url, body]).toEqual(['PATCH', '/v1/inventory/%31?a=b%20c', '{"quantity":12}']);
      expect(request.headersDistinct).toEqual({
        host: ['Fake.Test:1234'],
        'x-twice': ['a', 'b'],
        authorization: ['Bearer test_free'],
        'content-length': ['15'],
      });
    }
  });

  it.each(['GET', 'PUT', 'PATCH', 'POST'])('never sends a %s again that a replica may have applied', async (method) => {
    const { origin, received } = await startReplicas((request) => request.socket.destroy());
    const response = await fetch(`${origin}/v1/inventory`, { method });
    expect(response.status).toBe(502);
    expect(received).toHaveLength(1);
  });

  it('sends a request to another replica if one does not accept the connection', async () => {
    const { origin, servers, received } = await startReplicas();
    stop(servers[0]);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await fetch(origin, { method: 'POST' })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(received).toHaveLength(12);
  });

  it('sends nothing to a replica that is not ready, until it is', async () => {
    const { origin, received, ready } = await startReplicas();
    const nextFour = async () => {
      received.length = 0;
      for (const _ of [1, 2, 3, 4]) await fetch(origin);
      return new Set(received.map(({ by }) => by));
    };
    ready.delete('127.0.0.2');
    await expect.poll(nextFour).toEqual(new Set(['127.0.0.1', '127.0.0.3']));
    ready.add('127.0.0.2');
    await expect.poll(nextFour).toEqual(new Set(ADDRESSES));
  });

  it('lets a replica respond while none is ready, one that accepts connections', async () => {
    const { origin, ready, servers } = await startReplicas();
    stop(servers[0]);
    ready.clear();
    const get = async () => {
      const response = await fetch(origin);
      return [response.status, await response.text()];
    };
    await expect.poll(get).toEqual([503, 'not ready']);
    for (const _ of ADDRESSES) expect(await get()).toEqual([503, 'not ready']);
    ready.add('127.0.0.3');
    await expect.poll(get).toEqual([200, 'ok']);
  });

  it('passes events of the control room on at once', async () => {
    const fake = await serveFake();
    onTestFinished(() => fake.close());
    const origin = await startBalancer(['127.0.0.1'], fake.server.port);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    const stream = await fetch(`${origin}/__admin/events`, { headers });
    const reader = (stream.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    expect((await reader.read()).value).toContain('event:');
    await fetch(`${origin}/v1/inventory`, { headers: { Authorization: 'Bearer test_free' } });
    let news = '';
    // One that the balancer held back would come after its 90 seconds, and the test would be over.
    while (!news.includes('/v1/inventory')) news += (await reader.read()).value;
    await reader.cancel();
    expect((await fetch(`${origin}/__admin/clock`, { headers })).status).toBe(200);
  });

  it('is not noticed by the suite at level exhaust', async () => {
    const fake = await serveFake();
    onTestFinished(() => fake.close());
    const origin = await startBalancer(['127.0.0.1'], fake.server.port);
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    const url = `${origin}/v1`;
    const args = [url, '--admin-url', `${origin}/__admin`, '--plan', 'free', '--messages-url', url];
    const { stdout, exitCode } = await runCheck(args, { PETSTORE_API_KEY: 'test_free', PETSTORE_ADMIN_TOKEN: TOKEN });
    expect(stdout).toContain('level exhaust');
    expect({ stdout, exitCode }).toMatchObject({ exitCode: 0 });
  });
});

/** Starts a replica on each address that records its requests, and the balancer in front; resolves when all are in use. */
async function startReplicas(respond: RequestListener = (_, response) => response.end('ok')) {
  const port = await freePort();
  const received: Received[] = [];
  const ready = new Set(ADDRESSES);
  const startReplica = async (by: string) => {
    const server = createServer(async (request, response) => {
      const isProbe = request.url === '/readyz';
      if (!isProbe) received.push({ by, request, body: await text(request) });
      if (!ready.has(by)) response.writeHead(503).end('not ready');
      else if (isProbe) response.end();
      else respond(request, response);
    });
    onTestFinished(() => stop(server));
    await once(server.listen(port, by), 'listening');
    return server;
  };
  const servers = await Promise.all(ADDRESSES.map(startReplica));
  const origin = await startBalancer(ADDRESSES, port);
  await expect
    .poll(async () => {
      await fetch(origin, { method: 'HEAD' }).catch(() => undefined);
      return new Set(received.map(({ by }) => by)).size;
    })
    .toBe(ADDRESSES.length);
  received.length = 0;
  return { origin, servers, received, ready };
}

function stop(server: Server | undefined): void {
  server?.close();
  server?.closeAllConnections();
}
