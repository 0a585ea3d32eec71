import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { bodyStream, cutIntoDrops, halfOf, wait } from './body-stream.js';

/** A stream of four bytes for a client that can abort. */
function opened(delivery: { dripMs?: number; isBreaking?: boolean }) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new AbortController();
  const stream = bodyStream('abcd', { dripMs: 0, isBreaking: false, request: { signal: client.signal }, ...delivery });
  return { client, stream, reader: stream.getReader() };
}

const textOf = ({ value }: { value?: Uint8Array | undefined }) => new TextDecoder().decode(value);

test('the stream yields its bytes and ends', async () => {
  const { reader } = opened({});
  expect(textOf(await reader.read())).toBe('abcd');
  expect((await reader.read()).done).toBe(true);
});

test('the stream yields its bytes and fails', async () => {
  const { reader } = opened({ isBreaking: true });
  expect(textOf(await reader.read())).toBe('abcd');
  await expect(reader.read()).rejects.toThrow('The connection broke halfway through the body');
});

test('the stream yields its chunks as fake timers advance', async () => {
  const { reader } = opened({ dripMs: 4000 });
  const received: string[] = [];
  const all = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) received.push(textOf(part));
  })();
  await vi.advanceTimersByTimeAsync(999);
  expect(received).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(received).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(2999);
  expect(received).toEqual(['a', 'b', 'c']);
  await vi.advanceTimersByTimeAsync(1);
  await all;
  expect(received.join('')).toBe('abcd');
  expect(vi.getTimerCount()).toBe(0);
});

test('time passes only while the stream is read', async () => {
  opened({ dripMs: 4000 });
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that aborts fails the stream and clears the timer', async () => {
  const { client, reader } = opened({ dripMs: 3_600_000 });
  const read = reader.read();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  client.abort();
  await expect(read).rejects.toThrow('aborted');
  expect(vi.getTimerCount()).toBe(0);
});

test('a reader that cancels clears the timer', async () => {
  const { reader } = opened({ dripMs: 3_600_000 });
  const read = reader.read();
  await vi.advanceTimersByTimeAsync(0);
  await reader.cancel();
  expect((await read).done).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('cancelling an unread stream causes no error', async () => {
  const { reader } = opened({ isBreaking: true });
  await expect(reader.cancel()).resolves.toBeUndefined();
});

const cut = (body: string | Uint8Array, dripMs: number) => [...cutIntoDrops(body, dripMs)];
const textOfForDrops = (drops: ReturnType<typeof cut>) => Buffer.concat(drops.map(({ bytes }) => bytes)).toString();
const timeOf = (drops: ReturnType<typeof cut>) => drops.reduce((sum, { afterMs }) => sum + afterMs, 0);

test('a body is split into chunks of equal size at a constant rate', () => {
  const drops = cut('abcdef', 150);
  expect(drops.map(({ afterMs }) => afterMs)).toEqual([50, 50, 50]);
  expect(drops.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['ab', 'cd', 'ef']);
});

test.each([
  ['a short time', 1],
  ['a time that no number of chunks divides', 997],
  ['an hour', 3_600_000],
])('no byte of the body and no millisecond of %s is lost', (_, dripMs) => {
  const body = '[{"petId":1,"name":"Zoë 🐕"}]';
  const drops = cut(body, dripMs);
  expect(textOfForDrops(drops)).toBe(body);
  expect(timeOf(drops)).toBe(dripMs);
  expect(drops.every(({ bytes }) => bytes.length > 0)).toBe(true);
});

test('a short body is sent byte by byte', () => {
  expect(cut(new Uint8Array([1, 2, 3]), 6000)).toHaveLength(3);
});

test('a long body in a short time is sent in one chunk', () => {
  expect(cut('x'.repeat(100_000), 20)).toHaveLength(1);
});

test('an empty body has no chunks', () => {
  expect(cut('', 1000)).toEqual([]);
});

test('half of a body is half of its bytes, even inside a character', () => {
  expect([...halfOf('"é"')]).toEqual([0x22, 0xc3]);
  expect([...halfOf(new Uint8Array([1, 2, 3, 4, 5]))]).toEqual([1, 2]);
});

test.each(['[]', '{}', '[{"petId":1}]', '{"code":"not_found"}'])('half of %s is not JSON', (body) => {
  const half = new TextDecoder().decode(halfOf(body));
  expect(half).not.toBe('');
  expect(() => JSON.parse(half)).toThrow(SyntaxError);
});

afterEach(() => {
  vi.useRealTimers();
});

test('the delay waits for its time', async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  void wait(2000, new AbortController().signal).then(done);
  await vi.advanceTimersByTimeAsync(1999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});

test('an aborted delay ends and leaves no timer behind', async () => {
  vi.useFakeTimers();
  const abort = new AbortController();
  const waiting = wait(3_600_000, abort.signal);
  expect(vi.getTimerCount()).toBe(1);
  abort.abort();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('a delay does not start if it was aborted before', async () => {
  vi.useFakeTimers();
  await wait(3_600_000, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});
