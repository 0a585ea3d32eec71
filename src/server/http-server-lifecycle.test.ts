import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startHttpServer } from './http-server.js';
import type { Responder, ServedResult } from './responder.js';
import { OK, startTestServer } from './server-for-tests.js';

const responder: Responder = {
  now: () => 0,
  bodyLimit: () => 0,
  loggedPath: (path) => path,
  respond: () => OK,
  respondToBug: () => OK,
};

test('finishes requests in flight when it closes, and then accepts no more', async () => {
  const gate = new EventEmitter();
  const { origin, close } = await startTestServer(async () => {
    gate.emit('arrived');
    await once(gate, 'open');
    return OK;
  });
  const arrived = once(gate, 'arrived');
  const response = fetch(origin);
  await arrived;
  const closed = close();
  gate.emit('open');
  expect((await response).headers.get('connection')).toBe('close');
  await closed;
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

test('does not wait for idle connections', async () => {
  const { port, origin, close } = await startTestServer(() => OK);
  await (await fetch(origin)).text();
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'ready');
  await fetch(origin);
  await Promise.all([close(), once(silent, 'close')]);
});

test('stops waiting for a response that does not come', async () => {
  const gate = new EventEmitter();
  const respond = () => {
    gate.emit('arrived');
    return new Promise<ServedResult>(() => {});
  };
  const { origin, close } = await startTestServer(respond, { closeMs: 10 });
  const arrived = once(gate, 'arrived');
  const rejected = expect(fetch(origin)).rejects.toThrow('fetch failed');
  await arrived;
  await close();
  await rejected;
});

test('rejects with the system’s error for the port', async () => {
  const { port } = await startTestServer(() => OK);
  const second = startHttpServer({
    port,
    host: '127.0.0.1',
    log: { request: undefined, bug: () => {} },
    responder: () => responder,
  });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('leaves no port open if the responder cannot be created', async () => {
  let origin = '';
  const failing = startHttpServer({
    port: 0,
    host: '127.0.0.1',
    log: { request: undefined, bug: () => {} },
    responder: (made) => {
      origin = made;
      throw new Error('no world');
    },
  });
  await expect(failing).rejects.toThrow('no world');
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});
