import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import type { RequestLogEntry } from '../../server/server-log.js';
import { NONE_INCOMPLETE } from './live-judging.js';
import {
  createObserver,
  type FromObserver,
  type ObserverOptions,
  type ObserverReport,
  type ToObserver,
} from './observer.js';
import { startObserverThread } from './observer-thread.js';
import { createPrivateFile } from './private-file.js';
import type { WireExchange } from './wire-exchange.js';

const KEYS = ['k3y-of-the-first-one', 'k3y-of-the-second-one'];

const passed = (key = KEYS[0], body = '[]'): WireExchange => ({
  request: {
    method: 'GET',
    url: 'https://petstore.test/v1/inventory',
    headers: [['Authorization', `Bearer ${key}`]],
    body: undefined,
  },
  response: {
    httpVersion: '1.1',
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'application/json']],
    body: new TextEncoder().encode(body),
    incomplete: undefined,
  },
  failure: undefined,
  responseBytes: 2,
  startedMs: 1_800_000_000_000,
  endedMs: 1_800_000_000_005,
});

async function recordingOptions() {
  const file = join(await temporaryFolder(), 'traffic.har');
  const { handle } = await createPrivateFile(file, 'traffic.har', false);
  // The observer may have closed it.
  onTestFinished(() => handle.close().catch(() => {}));
  const har = { handle, file, creator: { name: 'petstore-mock proxy', version: '1.2.3' } };
  const options: ObserverOptions = {
    upstreamUrl: 'https://petstore.test/v1',
    plan: undefined,
    isExclusive: false,
    har,
  };
  return { options, text: () => readFileSync(file, 'utf8') };
}

function listen() {
  const heard: unknown[] = [];
  const report = (one: ObserverReport) => {
    if (one.kind === 'exchange') heard.push(one.entry.exchange);
    else if (one.kind !== 'violation' && one.kind !== 'manners') heard.push(one);
  };
  return { heard, report };
}

/** Starts an observer whose thread the test plays. */
async function startWithWorker() {
  const { options } = await recordingOptions();
  const { heard, report } = listen();
  const messages: ToObserver[] = [];
  const worker = Object.assign(new EventEmitter(), {
    postMessage: (message: ToObserver) => void messages.push(message),
  });
  const send = (message: FromObserver) => worker.emit('message', message);
  const starting = startObserverThread(options, report, () => worker);
  const counts = { exchanges: 0, ...NONE_INCOMPLETE, unjudged: 0, violations: [], manners: [] };
  const progress = (exchanges: number, pending: number) => ({
    summary: { ...counts, exchanges, har: { written: exchanges, missed: 0 } },
    pending,
  });
  send({ kind: 'ready', progress: progress(0, 0) });
  const observer = await starting;
  /** Waits until the thread was sent something of a kind. */
  const until = async (isThere: (message: ToObserver) => boolean) => {
    await vi.waitUntil(() => messages.some(isThere));
    return messages;
  };
  const line = (exchange: number) => ({ kind: 'exchange', entry: { exchange } as RequestLogEntry }) as const;
  return { observer, worker, heard, messages, send, until, progress, line };
}

test('rejects if the thread cannot be started', async () => {
  const { options } = await recordingOptions();
  const har = options.har && { ...options.har, handle: (() => {}) as never };
  await expect(startObserverThread({ ...options, har }, listen().report)).rejects.toThrow();
});

test('rejects if the thread dies before it is ready', async () => {
  const { options } = await recordingOptions();
  const worker = Object.assign(new EventEmitter(), { postMessage: () => {} });
  const starting = startObserverThread(options, listen().report, () => worker);
  worker.emit('error', new Error('no space left on device'));
  worker.emit('exit', 1);
  await expect(starting).rejects.toThrow('no space left on device');
});

test('sends exchanges in batches, and replays what the thread reports', async () => {
  const { observer, heard, send, until, progress, line } = await startWithWorker();
  for (const key of KEYS) observer.add(passed(key));
  const [first] = await until(({ kind }) => kind === 'exchanges');
  expect(first).toEqual({ kind: 'exchanges', batch: KEYS.map((key) => passed(key)), missed: [] });
  send({ kind: 'reports', reports: [line(1), line(2)], progress: progress(2, 2) });
  expect(heard).toEqual([1, 2]);
  const finished = observer.finish();
  send({ kind: 'finished', summary: progress(2, 0).summary });
  const summary = await finished;
  expect(summary).toMatchObject({ exchanges: 2, unjudged: 0, har: { written: 2, missed: 0 } });
  expect(summary).not.toHaveProperty('stopped');
});

test('sends only the secrets of exchanges that exceed the limit, each once: they may be in the recording', async () => {
  const { observer, send, until, progress } = await startWithWorker();
  for (let sent = 0; sent < 2_000; sent++) observer.add(passed(KEYS[0]));
  for (let sent = 0; sent < 3; sent++) observer.add(passed(KEYS[1]));
  const [first] = await until(({ kind }) => kind === 'exchanges');
  expect(first).toMatchObject({ missed: [[KEYS[1], 'key']] });
  const finished = observer.finish();
  send({ kind: 'finished', summary: progress(2_000, 0).summary });
  expect(await finished).toMatchObject({ exchanges: 2_003, unjudged: 3, har: { written: 2_000, missed: 3 } });
});

test('reports that it is behind, how far, and that it has caught up', async () => {
  const { observer, heard, send, progress, line } = await startWithWorker();
  for (let sent = 0; sent < 2_003; sent++) observer.add(passed());
  expect(heard).toEqual([{ kind: 'behind', waiting: 2_000 }]);
  expect(observer.judging()).toEqual({ waiting: 2_000, unjudged: 3 });
  const handled = (first: number, last: number, pending: number) => {
    const reports = Array.from({ length: last - first + 1 }, (_, place) => line(first + place));
    send({ kind: 'reports', reports, progress: progress(last, pending) });
    return heard.filter((one) => typeof one === 'object').slice(1);
  };
  expect(handled(1, 1_899, 700)).toEqual([]);
  expect(observer.judging()).toEqual({ waiting: 801, unjudged: 3 });
  expect(handled(1_900, 1_900, 0)).toEqual([{ kind: 'caught-up', unjudged: 3 }]);
  expect(handled(1_901, 2_000, 0)).toHaveLength(1);
  for (let sent = 0; sent < 2_002; sent++) observer.add(passed());
  expect(observer.judging()).toEqual({ waiting: 2_000, unjudged: 5 });
  expect(handled(2_001, 4_000, 0).slice(1)).toEqual([
    { kind: 'behind', waiting: 2_000 },
    { kind: 'caught-up', unjudged: 2 },
  ]);
});

test('reports once that the thread died, and counts what is not judged because of that', async () => {
  const { observer, worker, heard, send, until, progress, line } = await startWithWorker();
  for (let sent = 0; sent < 5; sent++) observer.add(passed());
  const messages = await until(({ kind }) => kind === 'exchanges');
  // Two of three that were recorded are not judged yet, two are on their way.
  send({ kind: 'reports', reports: [line(1), line(2), line(3)], progress: progress(3, 2) });
  const cause = new Error('out of memory');
  worker.emit('error', cause);
  worker.emit('exit', 1);
  expect(heard).toEqual([1, 2, 3, { kind: 'bug', bug: cause }, { kind: 'stopped' }]);
  observer.add(passed());
  expect(await observer.finish()).toMatchObject({
    exchanges: 6,
    stopped: { lost: 5 },
    har: { written: 3, missed: 3 },
  });
  expect(messages).toHaveLength(1);
});

test('ends with a summary if the thread dies while it finishes', async () => {
  const { observer, worker, send, until, progress, line } = await startWithWorker();
  observer.add(passed());
  await until(({ kind }) => kind === 'exchanges');
  send({ kind: 'reports', reports: [line(1)], progress: progress(1, 1) });
  const finished = observer.finish();
  await until(({ kind }) => kind === 'finish');
  worker.emit('exit', 7);
  expect(await finished).toMatchObject({ exchanges: 1, stopped: { lost: 1 }, har: { written: 1, missed: 0 } });
});

test('removes a key from the recording that only an unrecorded exchange sent', async () => {
  const { options, text } = await recordingOptions();
  const { heard, report } = listen();
  const observer = await createObserver(options, report);
  observer.add(passed(KEYS[0], JSON.stringify({ minted: KEYS[1] })));
  await vi.waitUntil(() => text().includes(KEYS[1] as string));
  observer.learn([[KEYS[1] as string, 'key']]);
  expect(await observer.finish()).toMatchObject({ exchanges: 1, har: { written: 1, missed: 0 } });
  expect(text()).not.toContain(KEYS[1]);
  expect(text()).toContain('key#2');
  expect(heard).toEqual([1, { kind: 'judged' }]);
});
