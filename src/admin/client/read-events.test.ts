import { expect, test } from 'vitest';
import type { AdminEvent } from '../events.js';
import { AdminError } from './caller.js';
import { createAdminClient } from './create-admin-client.js';

const encoder = new TextEncoder();
const HELLO =
  'event: hello\ndata: {"world":"shared","version":"1","baseUrl":"http://größe.test","mode":"fake","upstream":null,"operations":[]}\n\n';
const fake = { mode: 'fake' as const, upstream: null, operations: [] };
const hello: AdminEvent = {
  name: 'hello',
  data: { world: 'shared', version: '1', baseUrl: 'http://größe.test', ...fake },
};

/** A client whose server responds with a stream; `pull` writes to it, chunk by chunk. */
function watching(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void, onCancel = () => {}) {
  const fetch = async (_: unknown, init?: RequestInit) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
    };
    return new Response(new ReadableStream({ start, pull, cancel: onCancel }, { highWaterMark: 0 }));
  };
  return createAdminClient({ url: 'http://127.0.0.1:4290', token: 'local-admin', fetch });
}

async function all(events: AsyncIterable<AdminEvent>): Promise<AdminEvent[]> {
  const seen: AdminEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

test('events are read until the server ends the stream, even with characters split across chunks', async () => {
  const bytes = [...encoder.encode(`: beat\r\n\r\n${HELLO}`)];
  const client = watching((controller) => {
    const byte = bytes.shift();
    if (byte === undefined) controller.close();
    else controller.enqueue(Uint8Array.of(byte));
  });
  expect(await all(client.events())).toEqual([hello]);
});

test('events end without an error after an abort', async () => {
  const abort = new AbortController();
  let isFirst = true;
  const client = watching((controller) => {
    if (isFirst) controller.enqueue(encoder.encode(HELLO + HELLO));
    else abort.abort();
    isFirst = false;
  });
  expect(await all(client.events(abort.signal))).toEqual([hello, hello]);
  expect(await all(client.events(abort.signal))).toEqual([]);
});

test('after an abort no buffered event is yielded', async () => {
  const abort = new AbortController();
  const client = watching((controller) => controller.enqueue(encoder.encode(HELLO + HELLO)));
  const seen: AdminEvent[] = [];
  for await (const event of client.events(abort.signal)) {
    seen.push(event);
    abort.abort();
  }
  expect(seen).toEqual([hello]);
});

test('a reader that stops early closes the connection', async () => {
  let isLetGo = false;
  const client = watching(
    (controller) => controller.enqueue(encoder.encode(HELLO)),
    () => {
      isLetGo = true;
    },
  );
  for await (const _ of client.events()) break;
  await expect.poll(() => isLetGo).toBe(true);
});

test('a failed connection throws an error with a fix', async () => {
  const client = watching((controller) => controller.error(new TypeError('terminated')));
  await expect(all(client.events())).rejects.toThrow(AdminError);
  await expect(all(client.events())).rejects.toThrow('Watching events: the connection failed. Call events() again');
});

test('an error response throws an error with its status', async () => {
  const unauthorized = { code: 'unauthorized', message: 'This needs the admin token.', status: 401 };
  const fetch = async () => Response.json(unauthorized, { status: 401 });
  const client = createAdminClient({ url: 'http://127.0.0.1:4290', token: 'wrong', fetch });
  await expect(all(client.events())).rejects.toMatchObject({ status: 401, message: 'This needs the admin token.' });
});
