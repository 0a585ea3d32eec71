import { expect, test } from 'vitest';
import { startHttp } from '../../contract-tests/sending/servers-for-tests.js';
import { exchangeRaw, openSocket, readUntil, startProxy } from './proxy-for-tests.js';

const requestTo = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

test('forwards a pipeline one after the other, and responds to it before its own error', async () => {
  const events: string[] = [];
  const upstream = await startHttp(({ method }, response) => {
    events.push(`${method} begins`);
    setImmediate(() => {
      events.push(`${method} ends`);
      response.end(method);
    });
  });
  const { origin, passed } = await startProxy(upstream);
  const received = await exchangeRaw(origin, `${requestTo('/', 'PATCH')}${requestTo('/')}garbage\r\n\r\n`);
  const bodies = received.match(/PATCH|GET|"invalid_request"/g);
  expect(bodies).toEqual(['PATCH', 'GET', '"invalid_request"']);
  expect(events).toEqual(['PATCH begins', 'PATCH ends', 'GET begins', 'GET ends']);
  expect(passed.map(({ response }) => response?.status)).toEqual([200, 200]);
});

test('forwards what is on its way when it closes', async () => {
  const upstream = await startHttp((_request, response) => response.end('ok'));
  const { origin, close, count, passed } = await startProxy(upstream, { closeMs: 5_000 });
  const served = new Set<number>();
  const outcomes = Array.from({ length: 20 }, async (_, client) => {
    const socket = openSocket(origin);
    let [sent, complete] = [0, 0];
    let received = '';
    const send = () => {
      socket.write(requestTo('/'));
      sent++;
      received = '';
    };
    socket.on('data', (part) => {
      received += part;
      if (!received.endsWith('ok') && !received.endsWith('0\r\n\r\n')) return;
      complete++;
      served.add(client);
      if (!received.includes('Connection: close')) send();
    });
    send();
    await new Promise((resolve) => socket.once('close', resolve));
    return sent - complete;
  });
  while (served.size < 20) await count(passed.length + 1);
  await close();
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set([0]));
});

test('ends an exchange whose client leaves in the middle of its body while the response stalls', async () => {
  const upstream = await startHttp((_request, response) => void response.write('begun'));
  const { origin, count } = await startProxy(upstream);
  const socket = openSocket(origin);
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50000\r\n\r\nhello');
  await readUntil(socket, 'begun');
  socket.end();
  const [exchange] = await count(1);
  expect(exchange).toMatchObject({ cutBy: 'client', response: { status: 200 } });
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
});
