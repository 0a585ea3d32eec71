import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { createBoundedRedactor } from '../../exchange/bounded-redactor.js';
import type { Exchange } from '../../exchange/exchange.js';
import { readHar } from '../../exchange/read-har.js';
import { type HarFileOptions, resumeHarFile, startHarFile } from './har-file.js';
import { closeList, type HarHandle } from './har-layout.js';
import { createPrivateFile } from './private-file.js';

const creator = { name: 'petstore-mock proxy', version: '1.2.3' };

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
  const redactor = createBoundedRedactor();
  const pending: (() => void)[] = [];
  const options: HarFileOptions = {
    creator,
    baseUrl,
    file,
    redactor,
    onProblem: (problem) => problems.push(problem),
    onUnclean: (problem) => problems.push(problem),
    later: (run) => {
      pending.push(run);
      return () => void pending.splice(pending.indexOf(run), 1);
    },
    ...chosen,
  };
  const har = await startHarFile({ ...plain, ...over(plain, file) }, options);
  return { file, har, problems, redactor, pending, options, read: () => readHar(readFileSync(file, 'utf8'), file) };
}

test('makes a recording that reads back as what was recorded', async () => {
  const { har, read } = await startFile();
  expect(read()).toEqual({ exchanges: [], baseUrl, run: undefined });
  const exchanges = [exchange(1), exchange(2, '"Jürgen 🐈"'), exchange(3)];
  for (const one of exchanges) har.add(one);
  await har.close();
  expect(read()).toEqual({ exchanges, baseUrl, run: undefined });
  expect([har.written, har.missed]).toEqual([3, 0]);
});

/** Looks at the file before and after each write, when nothing else is being written; returns how many exchanges it had then. */
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

test('is whole and valid before and after each write, and written to in one piece', async () => {
  const seen: number[] = [];
  const { har, read } = await startFile(watchWrites(seen));
  for (let number = 1; number <= 20; number++) {
    har.add(exchange(number, JSON.stringify('🐈'.repeat(300 * number))));
    await waitUntil(() => har.written === number);
  }
  await har.close();
  // The first one is written into an empty file, and the last one ends it.
  const pairs = Array.from({ length: 20 }, (_, before) => [before, before + 1]).flat();
  expect(seen).toEqual([0, ...pairs, 20, 20]);
  expect(read().exchanges).toHaveLength(20);
});

test('is valid at each step of being made whole, though what was cut off was longer than its end', async () => {
  const { har, file, read } = await startFile();
  har.add(exchange(1));
  await waitUntil(() => har.written === 1);
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

test('stays valid when the disk is full, says so once, and counts what it misses', async () => {
  let writes = 0;
  const { har, problems, read } = await startFile((handle) => ({
    // The third write ends after half of it: the first makes the file, the second adds an entry.
    write: (async (bytes: Uint8Array, offset: number, length: number, place: number) => {
      writes += 1;
      if (writes !== 3) return handle.write(bytes, offset, length, place);
      await handle.write(bytes, offset, length / 2, place);
      throw new Error('ENOSPC: no space left on device, write');
    }) as HarHandle['write'],
  }));
  har.add(exchange(1));
  await waitUntil(() => har.written === 1);
  har.add(exchange(2));
  await waitUntil(() => problems.length > 0);
  har.add(exchange(3));
  await har.close();
  expect(problems).toEqual(['ENOSPC: no space left on device, write']);
  expect(read().exchanges).toEqual([exchange(1)]);
  expect([har.written, har.missed]).toEqual([1, 2]);
});

test('writes on where a write takes only a part', async () => {
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
/** The middle of each as a file has it, which no neighbour changes. */
const traces = forms.map((form) => JSON.stringify(form.slice(4, -4)).slice(1, -1));

test('shows no key in any form, though it was known only after it had been written', async () => {
  const { har, file, redactor, read } = await startFile();
  for (const [index, form] of forms.entries()) {
    har.add(exchange(index + 1, `{"shown":"${form}","rest":"🐈"}`));
  }
  await waitUntil(() => har.written === forms.length);
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

test('takes a key out wherever an exchange has texts', async () => {
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

test('is clean soon after a key was known, and goes on from there', async () => {
  const { har, file, redactor, pending, read } = await startFile();
  for (const number of [1, 2]) har.add(exchange(number, KEY));
  await waitUntil(() => har.written === 2);
  redactor.nameOf(KEY);
  har.add(exchange(3, '"a"'));
  pending.shift()?.();
  har.add(exchange(4, '"b"'));
  await waitUntil(() => !readFileSync(file, 'utf8').includes(KEY));
  har.add(exchange(5, '"c"'));
  await waitUntil(() => har.written === 5);
  expect(read().exchanges.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  redactor.nameOf('another_key_2');
  har.add(exchange(6, '"d"'));
  await har.close();
  expect(read().exchanges.slice(2)).toEqual(['a', 'b', 'c', 'd'].map((text, at) => exchange(at + 3, `"${text}"`)));
});

test('leaves the file alone where no entry shows the new key', async () => {
  const { har, file, redactor } = await startFile();
  har.add(exchange(1));
  await waitUntil(() => har.written === 1);
  const { ino } = statSync(file);
  redactor.nameOf(KEY);
  har.add(exchange(2, '"a"'));
  await har.close();
  expect(statSync(file).ino).toBe(ino);
});

test('leaves what it could not make clean as it is, and says why', async () => {
  const { har, file, redactor, problems } = await startFile();
  har.add(exchange(1, KEY));
  await waitUntil(() => har.written === 1);
  renameSync(file, `${file}.mine`);
  writeFileSync(file, 'somebody else’s');
  redactor.nameOf(KEY);
  await har.close();
  expect(problems).toEqual(['another file lies there now']);
  expect([readFileSync(file, 'utf8'), readdirSync(dirname(file))]).toEqual([
    'somebody else’s',
    ['traffic.har', 'traffic.har.mine'],
  ]);
});

test('tries once more at the end where there was no room for a clean copy', async () => {
  const { har, redactor, problems, pending } = await startFile(undefined, { file: '/no/such/folder/traffic.har' });
  har.add(exchange(1, KEY));
  redactor.nameOf(KEY);
  har.add(exchange(2));
  pending.shift()?.();
  await waitUntil(() => problems.length > 0);
  har.add(exchange(3));
  await har.close();
  expect(problems).toEqual([expect.stringContaining('ENOENT'), expect.stringContaining('ENOENT')]);
  expect([har.written, har.missed]).toEqual([3, 0]);
});

test.each([
  ['whole', ''],
  ['cut off in an entry', ',\n{"startedDateTime":"2026-11-21T12:00:00Z","request":{}'],
  ['cut off behind an entry', ',\n{"startedDateTime":'],
])('goes on in a recording that somebody left %s', async (_what, rest) => {
  const { har, file, options, read } = await startFile();
  for (const number of [1, 2]) har.add(exchange(number, KEY));
  await waitUntil(() => har.written === 2);
  const text = readFileSync(file, 'utf8');
  if (rest !== '') writeFileSync(file, text.slice(0, text.lastIndexOf('\n]')) + rest);
  const redactor = createBoundedRedactor();
  redactor.nameOf(KEY);
  const resumed = await resumeHarFile({ ...options, redactor });
  resumed.add(exchange(3));
  await resumed.close();
  expect(read().exchanges.map(({ number, response }) => [number, Object(response?.body).text])).toEqual([
    [1, 'key#1'],
    [2, 'key#1'],
    [3, '[]'],
  ]);
});

test('goes on in no file of anybody else', async () => {
  const { file, options } = await startFile();
  writeFileSync(file, 'mine');
  await expect(resumeHarFile(options)).rejects.toThrow('another file lies there now');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
