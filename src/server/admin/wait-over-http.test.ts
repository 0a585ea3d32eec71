import { expect, onTestFinished, test } from 'vitest';
import { World } from '../../../mocks/world.js';
import { startServer } from '../start-server.js';
import { createAdmin } from './admin.js';

async function start() {
  const bugs: unknown[] = [];
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    timeouts: { graceMs: 0 },
    createWorld: (origin, own, links) => new World({ baseUrl: `${origin}/v1`, pets: 1, ...own }, links),
    log: { request: undefined, bug: (bug) => bugs.push(bug) },
    admin: (worlds) => {
      const closing = new AbortController();
      const judges = { judgeManners: async () => [], judgeService: async () => [] };
      const context = { version: '1', uptimeSeconds: () => 0, mode: { kind: 'fake', worlds } as const, ...judges };
      const respond = createAdmin({ ...context, closing: closing.signal });
      return { bodyLimit: () => 0, respond, reject: () => undefined, close: () => closing.abort() };
    },
  });
  onTestFinished(() => server.close());
  return { ...server, bugs };
}

/** Resolves when a journal gets a listener, and then when it has none again. */
function watchListeners({ journal }: Awaited<ReturnType<typeof start>>['world']) {
  const [listening, left] = [withResolvers(), withResolvers()];
  const onRecord = journal.onRecord.bind(journal);
  journal.onRecord = (listener) => {
    const stop = onRecord(listener);
    listening.resolve();
    return () => {
      stop();
      left.resolve();
    };
  };
  return { listening: listening.promise, left: left.promise };
}

test('the wait of a client that disconnects ends', async () => {
  const { origin, world, bugs } = await start();
  const { listening, left } = watchListeners(world);
  const client = new AbortController();
  const waiting = fetch(`${origin}/__admin/requests/wait?timeout=60s`, { signal: client.signal });
  await listening;
  client.abort();
  await expect(waiting).rejects.toThrow();
  await left;
  expect(bugs).toEqual([]);
});

test('a server that stops responds to waiting clients', async () => {
  const { origin, world, close } = await start();
  const { listening } = watchListeners(world);
  const waiting = fetch(`${origin}/__admin/requests/wait?timeout=60s`);
  await listening;
  await close();
  expect((await waiting).status).toBe(503);
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
