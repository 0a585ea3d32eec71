// Long: a recording is valid after each write, on a full disk and after a crash.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import type { Exchange } from '../../exchange/exchange.js';
import { readHar } from '../../exchange/read-har.js';
import { Redactor } from '../../exchange/redactor.js';
import { HarFile } from './har-file.js';

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

async function create(file: string, isOverwriting = false, mostBytes?: number) {
  const problems: string[] = [];
  const redactor = new Redactor();
  const creator = { name: 'petstore-mock proxy', version: '1.2.3' };
  const onProblem = (text: string) => problems.push(text);
  const har = await HarFile.create({
    file,
    named: 'traffic.har',
    isOverwriting,
    creator,
    baseUrl,
    redactor,
    onProblem,
    ...(mostBytes !== undefined && { mostBytes }),
  });
  onTestFinished(() => har.close().catch(() => {}));
  const text = () => readFileSync(file, 'utf8');
  const part = () => readHar(readFileSync(`${file}.part`, 'utf8'), file);
  return { har, problems, redactor, text, part, read: () => readHar(text(), file) };
}

const inFolder = async () => join(await temporaryFolder(), 'traffic.har');

/** Lets the next write of any file take only so many bytes, and those after it fail if the disk is full. */
async function limitWrites(bytes: number, isFull: boolean): Promise<void> {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const write = prototype.write;
  let hasWritten = false;
  prototype.write = function (this: unknown, buffer: Buffer, offset: number, length: number, place: number) {
    if (isFull && hasWritten) return Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    hasWritten = true;
    return write.call(this, buffer, offset, Math.min(length, bytes), place);
  };
  onTestFinished(() => {
    prototype.write = write;
  });
  vi.spyOn(prototype, 'truncate').mockImplementationOnce(function (this: typeof handle, length: number) {
    prototype.write = write;
    return prototype.truncate.call(this, length);
  } as never);
  onTestFinished(() => void vi.restoreAllMocks());
}

test('says once that the recording is full, and finishes it', async () => {
  const { har, problems, read } = await create(await inFolder(), false, 2 ** 20);
  const [small, large] = [exchange(1), exchange(2, JSON.stringify('x'.repeat(2 ** 20)))];
  for (const one of [small, large, exchange(3)]) await har.add(one);
  await har.close();
  expect(read().exchanges).toEqual([small]);
  expect(har.counts).toEqual({ written: 1, missed: 2 });
  expect(problems).toEqual(['traffic.har has reached 1 MiB. Nothing more is recorded; traffic goes on.']);
});

test('writes a recording that reads back as the same exchanges, valid after each, with its name once it is closed', async () => {
  const file = await inFolder();
  const { har, read, part } = await create(file);
  expect(part()).toEqual({ exchanges: [], baseUrl, run: undefined });
  const exchanges = [exchange(1), exchange(2, '"Jürgen 🐈 \u2028"'), exchange(3)];
  for (const [at, one] of exchanges.entries()) {
    await har.add(one);
    expect([part().exchanges.length, existsSync(file)]).toEqual([at + 1, false]);
  }
  await har.close();
  expect(read()).toEqual({ exchanges, baseUrl, run: undefined });
  expect([har.counts, readdirSync(dirname(file))]).toEqual([{ written: 3, missed: 0 }, ['traffic.har']]);
});

test('continues if a write takes only a part', async () => {
  const { har, part } = await create(await inFolder());
  await limitWrites(7, false);
  await har.add(exchange(1, '"Jürgen 🐈"'));
  expect(part().exchanges).toHaveLength(1);
});

test('stays valid when the disk is full, reports it once, and counts what is missing', async () => {
  const { har, part, problems } = await create(await inFolder());
  await har.add(exchange(1));
  await limitWrites(500, true);
  await har.add(exchange(2, 'x'.repeat(5_000)));
  await har.add(exchange(3));
  expect(part().exchanges.map(({ number }) => number)).toEqual([1]);
  expect(har.counts).toEqual({ written: 1, missed: 2 });
  expect(problems).toEqual([expect.stringMatching(/^Cannot write to traffic\.har: .*Nothing more is recorded/)]);
});

test.each(['k3y-of-a-customer', 'k3y/of a+customer'])(
  'contains no form of a key that became known later: %s',
  async (key) => {
    const file = await inFolder();
    const { har, redactor, read, text } = await create(file);
    redactor.nameOf('k3y-of-another');
    await har.add(exchange(1, JSON.stringify([key, encodeURIComponent(key), 'Jürgen'])));
    await har.add(exchange(2));
    redactor.nameOf(key);
    await har.close();
    expect(text()).not.toContain(key);
    expect(text()).not.toContain(encodeURIComponent(key));
    expect(read().exchanges.map(({ number }) => number)).toEqual([1, 2]);
    expect(text()).toContain('Jürgen');
    expect([readdirSync(dirname(file)), statSync(file).mode & 0o777]).toEqual([['traffic.har'], 0o600]);
  },
);

test('reports why it cannot clean a file', async () => {
  const file = await inFolder();
  const { har, redactor, problems } = await create(file);
  await har.add(exchange(1, '"k3y-of-a-customer"'));
  redactor.nameOf('k3y-of-a-customer');
  await rm(dirname(file), { recursive: true });
  await har.close();
  expect(problems).toEqual([expect.stringMatching(/^The recording stays in traffic\.har\.part, .*do not share it\.$/)]);
});

test('replaces a file only with the option, and a link rather than its target', async () => {
  const file = await inFolder();
  writeFileSync(file, 'old');
  await expect(create(file)).rejects.toThrow('Name another file, or add --overwrite');
  expect(readFileSync(file, 'utf8')).toBe('old');
  const killed = join(dirname(file), 'killed.har');
  writeFileSync(`${killed}.part`, 'recorded');
  await expect(create(killed)).rejects.toThrow('Name another file, or add --overwrite');
  const link = join(dirname(file), 'link.har');
  symlinkSync(file, link);
  const { har, read } = await create(link, true);
  await har.close();
  expect([read().exchanges, readFileSync(file, 'utf8'), statSync(link).mode & 0o777]).toEqual([[], 'old', 0o600]);
});

test('replaces only regular files', async () => {
  const folder = await temporaryFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const each of [folder, pipe]) await expect(create(each, true)).rejects.toThrow('it is not a regular file');
  await expect(create(join(folder, 'missing', 'traffic.har'))).rejects.toThrow('Writing --har traffic.har');
});
