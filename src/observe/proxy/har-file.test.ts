import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import type { Exchange } from '../../exchange/exchange.js';
import { readHar } from '../../exchange/read-har.js';
import { Redactor } from '../../exchange/redactor.js';
import { closeList, HarFile, type HarFileOptions, type HarHandle } from './har-file.js';
import { createPrivateFile } from './private-file.js';

const creator = { name: 'petstore-mock proxy', version: '1.2.3' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => void vi.useRealTimers();
});

const exchange = (number: number, text = '[]'): Exchange => ({
  number,
  probe: undefined,
  request: {
    method: 'GET',
    url: 'https://petstore.test/v1/inventory',
    headers: [['Host', 'petstore.test']],
    body: undefined,
    credential: { kind: 'none' },
  },
  response: {
    httpVersion: '1.1',
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'application/json']],
    body: { kind: 'text', text, isRedacted: false },
  },
  failure: undefined,
  startedMs: 1_800_000_000_000 + number,
  endedMs: 1_800_000_000_001 + number,
});

const baseUrl = 'https://staging.example.test/v1';

async function startFile(
  over: (handle: HarHandle, file: string) => Partial<HarHandle> = () => ({}),
  chosen: Partial<HarFileOptions> = {},
) {
  const file = join(await temporaryFolder(), 'traffic.har');
  const { handle } = await createPrivateFile(file, 'traffic.har', false);
  const problems: string[] = [];
  const plain: HarHandle = {
    read: handle.read.bind(handle) as HarHandle['read'],
    write: handle.write.bind(handle),
    truncate: (length) => handle.truncate(length),
    stat: handle.stat.bind(handle) as HarHandle['stat'],
    close: () => handle.close(),
  };
  onTestFinished(() => handle.close());
  const redactor = new Redactor();
  const options: HarFileOptions = {
    creator,
    baseUrl,
    file,
    redactor,
    report: ({ problem }) => problems.push(problem),
    ...chosen,
  };
  const har = await HarFile.start({ ...plain, ...over(plain, file) }, options);
  return { file, har, problems, redactor, read: () => readHar(readFileSync(file, 'utf8'), file) };
}

test('writes a recording that reads back as the same exchanges', async () => {
  const { har, read } = await startFile();
  expect(read()).toEqual({ exchanges: [], baseUrl, run: undefined });
  const exchanges = [exchange(1), exchange(2, '"Jürgen 🐈"'), exchange(3)];
  for (const one of exchanges) har.add(one);
  await har.close();
  expect(read()).toEqual({ exchanges, baseUrl, run: undefined });
  expect([har.counts.written, har.counts.missed]).toEqual([3, 0]);
});

/** Reads the file before and after each write, and collects how many exchanges it has. */
function watchWrites(seen: number[]) {
  return (handle: HarHandle, file: string): Partial<HarHandle> => {
    const look = () => seen.push(readHar(readFileSync(file, 'utf8'), file).exchanges.length);
    return {
      write: (async (...args: Parameters<HarHandle['write']>) => {
        if (statSync(file).size > 0) look();
        const result = await handle.write(...args);
        look();
        return result;
      }) as HarHandle['write'],
      truncate: async (length) => {
        look();
        await handle.truncate(length);
        look();
      },
    };
  };
}

test('is valid before and after each write', async () => {
  const seen: number[] = [];
  const { har, read } = await startFile(watchWrites(seen));
  for (let number = 1; number <= 20; number++) {
    har.add(exchange(number, JSON.stringify('🐈'.repeat(300 * number))));
    await waitUntil(() => har.counts.written === number);
  }
  await har.close();
  // The first write fills the empty file, the last one finishes it.
  const pairs = Array.from({ length: 20 }, (_, before) => [before, before + 1]).flat();
  expect(seen).toEqual([0, ...pairs, 20, 20]);
  expect(read().exchanges).toHaveLength(20);
});

test('is valid at each step of a repair, even if the partial entry is longer than the end of the file', async () => {
  const { har, file, read } = await startFile();
  har.add(exchange(1));
  await waitUntil(() => har.counts.written === 1);
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf('\n]');
  const tail = text.slice(end);
  writeFileSync(file, `${text.slice(0, end)},\n{"startedDateTime":"${'x'.repeat(5_000)}`);
  const handle = await open(file, 'r+');
  onTestFinished(() => handle.close());
  const seen: number[] = [];
  const look = () => seen.push(read().exchanges.length);
  const watched = {
    stat: handle.stat.bind(handle),
    write: (async (...args: Parameters<HarHandle['write']>) => {
      const result = await handle.write(...args);
      look();
      return result;
    }) as HarHandle['write'],
    truncate: async (length: number) => {
      await handle.truncate(length);
      look();
    },
  };
  await closeList(watched as HarHandle, tail, end);
  expect(seen).toEqual([1, 1]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('stays valid when the disk is full, reports it once, and counts what is missing', async () => {
  let writes = 0;
  const { har, problems, read } = await startFile((handle) => ({
    // The first write creates the file, the second adds an entry, the third fails after half of it.
    write: (async (bytes: Uint8Array, offset: number, length: number, place: number) => {
      writes += 1;
      if (writes !== 3) return handle.write(bytes, offset, length, place);
      await handle.write(bytes, offset, Math.floor(length / 2), place);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }) as HarHandle['write'],
  }));
  har.add(exchange(1));
  await waitUntil(() => har.counts.written === 1);
  har.add(exchange(2));
  await waitUntil(() => problems.length > 0);
  har.add(exchange(3));
  await har.close();
  expect(problems).toEqual(['its disk is full']);
  expect(read().exchanges).toEqual([exchange(1)]);
  expect([har.counts.written, har.counts.missed]).toEqual([1, 2]);
});

test('continues if a write takes only a part', async () => {
  const { har, file, read } = await startFile((handle) => ({
    write: (async (bytes: Uint8Array, offset: number, length: number, place: number) =>
      handle.write(bytes, offset, Math.min(length, 100), place)) as HarHandle['write'],
  }));
  har.add(exchange(1));
  await har.close();
  expect(read().exchanges).toEqual([exchange(1)]);
  expect(await readFile(file, 'utf8')).toMatch(/\}\n$/);
});

const KEY = 'sk_live/A+b=9zQ~x';
const forms: readonly string[] = [
  KEY,
  encodeURIComponent(KEY),
  KEY.replaceAll('/', '\\/'),
  Buffer.from(KEY).toString('hex'),
  Buffer.from(KEY).toString('base64'),
  Buffer.from(KEY).toString('base64url'),
  Buffer.from(`x${KEY}`).toString('base64'),
  Buffer.from(`xy${KEY}`).toString('base64'),
];
/** The middle of each form, which does not depend on the neighbouring bytes. */
const traces = forms.map((form) => JSON.stringify(form.slice(4, -4)).slice(1, -1));

test('contains no form of a key that became known after it was written', async () => {
  const { har, file, redactor, read } = await startFile();
  for (const [index, form] of forms.entries()) {
    har.add(exchange(index + 1, `{"shown":"${form}","rest":"🐈"}`));
  }
  await waitUntil(() => har.counts.written === forms.length);
  const before = readFileSync(file, 'utf8');
  for (const trace of traces) expect(before).toContain(trace);
  redactor.nameOf(KEY);
  har.add(exchange(99, '"later"'));
  await har.close();
  const after = readFileSync(file, 'utf8');
  for (const trace of traces) expect(after).not.toContain(trace);
  const { exchanges } = read();
  expect(exchanges.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 99]);
  expect(exchanges[0]?.response?.body).toEqual({
    kind: 'text',
    text: '{"shown":"key#1","rest":"🐈"}',
    isRedacted: true,
  });
  expect([statSync(file).mode & 0o777, readdirSync(dirname(file))]).toEqual([0o600, ['traffic.har']]);
});

test('removes a key from every text of an exchange', async () => {
  const { har, file, redactor, read } = await startFile();
  const plain = exchange(1);
  har.add({
    ...plain,
    request: { ...plain.request, method: KEY, url: `${baseUrl}/${KEY}?q=${KEY}`, headers: [[KEY, KEY]], body: KEY },
    response: plain.response && {
      ...plain.response,
      statusText: KEY,
      body: { kind: 'missing', why: `coded as ${KEY}` },
    },
  });
  har.add({ ...plain, number: 2, response: undefined, failure: KEY });
  redactor.nameOf(KEY);
  await har.close();
  expect(readFileSync(file, 'utf8')).not.toContain(KEY.slice(4, -4));
  expect(read().exchanges[0]?.request).toMatchObject({ url: `${baseUrl}/key#1?q=key#1`, body: 'key#1' });
});

test('is clean soon after a key became known, and continues', async () => {
  const { har, file, redactor, read } = await startFile();
  for (const number of [1, 2]) har.add(exchange(number, KEY));
  await waitUntil(() => har.counts.written === 2);
  redactor.nameOf(KEY);
  har.add(exchange(3, '"a"'));
  vi.advanceTimersByTime(1_000);
  har.add(exchange(4, '"b"'));
  await waitUntil(() => !readFileSync(file, 'utf8').includes(KEY));
  har.add(exchange(5, '"c"'));
  await waitUntil(() => har.counts.written === 5);
  expect(read().exchanges.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  redactor.nameOf('another_key_2');
  har.add(exchange(6, '"d"'));
  await har.close();
  expect(read().exchanges.slice(2)).toEqual(['a', 'b', 'c', 'd'].map((text, at) => exchange(at + 3, `"${text}"`)));
});

test('does not change the file if no entry contains the new key', async () => {
  const { har, file, redactor } = await startFile();
  har.add(exchange(1));
  await waitUntil(() => har.counts.written === 1);
  const { ino } = statSync(file);
  redactor.nameOf(KEY);
  har.add(exchange(2, '"a"'));
  await har.close();
  expect(statSync(file).ino).toBe(ino);
});

test('does not change a file that it cannot clean, and reports why', async () => {
  const { har, file, redactor, problems } = await startFile();
  har.add(exchange(1, KEY));
  await waitUntil(() => har.counts.written === 1);
  renameSync(file, `${file}.mine`);
  writeFileSync(file, 'somebody else’s');
  redactor.nameOf(KEY);
  await har.close();
  expect(problems).toEqual(['another file has replaced it']);
  expect([readFileSync(file, 'utf8'), readdirSync(dirname(file))]).toEqual([
    'somebody else’s',
    ['traffic.har', 'traffic.har.mine'],
  ]);
});

test('retries once at the end if there was no room for a clean copy', async () => {
  const { har, redactor, problems } = await startFile(undefined, { file: '/no/such/folder/traffic.har' });
  har.add(exchange(1, KEY));
  redactor.nameOf(KEY);
  har.add(exchange(2));
  vi.advanceTimersByTime(1_000);
  await waitUntil(() => problems.length > 0);
  har.add(exchange(3));
  await har.close();
  expect(problems).toEqual(['the folder does not exist', 'the folder does not exist']);
  expect([har.counts.written, har.counts.missed]).toEqual([3, 0]);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('loses no exchange that is added %i steps into a rewrite', async (steps) => {
  const { har, file, redactor, read } = await startFile();
  har.add(exchange(1, KEY));
  await waitUntil(() => har.counts.written === 1);
  redactor.nameOf(KEY);
  har.add(exchange(2));
  vi.advanceTimersByTime(1_000);
  for (let step = 0; step < steps; step++) await new Promise((resolve) => setImmediate(resolve));
  har.add(exchange(3));
  await waitUntil(() => har.counts.written === 3 && !readFileSync(file, 'utf8').includes(KEY));
  har.add(exchange(4));
  await har.close();
  expect(read().exchanges.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect([har.counts.written, har.counts.missed]).toEqual([4, 0]);
});

test('is marked as unfinished until it is closed', async () => {
  const { har, file, read } = await startFile();
  const before = readFileSync(file, 'utf8');
  expect(JSON.parse(before).log.comment).toContain('not finished properly');
  expect(read().exchanges).toEqual([]);
  await har.close();
  const after = readFileSync(file, 'utf8');
  expect(JSON.parse(after).log).not.toHaveProperty('comment');
  expect(after.length).toBe(before.length);
});

test.skipIf(process.platform === 'win32')('does not wait for a pipe that has no writer', async () => {
  const file = join(await temporaryFolder(), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
  await expect(createPrivateFile(file, 'pipe', false)).rejects.toThrow('Writing --har pipe: ');
});

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
