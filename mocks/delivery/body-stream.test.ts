import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { bodyStream, cutIntoDrops, halfOf, wait } from './body-stream.js';

/** A stream of four bytes for a client that can leave. */
function opened(delivery: { dripMs?: number; isBreaking?: boolean }) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new AbortController();
  const stream = bodyStream('abcd', { dripMs: 0, isBreaking: false, request: { signal: client.signal }, ...delivery });
  return { client, stream, reader: stream.getReader() };
}

const textOf = ({ value }: { value?: Uint8Array | undefined }) => new TextDecoder().decode(value);

test('it gives its bytes and ends', async () => {
  const { reader } = opened({});
  expect(textOf(await reader.read())).toBe('abcd');
  expect((await reader.read()).done).toBe(true);
});

test('it gives its bytes and breaks', async () => {
  const { reader } = opened({ isBreaking: true });
  expect(textOf(await reader.read())).toBe('abcd');
  await expect(reader.read()).rejects.toThrow('The connection broke halfway through the body');
});

test('it gives its bytes one after the other, as fake timers go', async () => {
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

test('time passes only while somebody reads', async () => {
  opened({ dripMs: 4000 });
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that goes away breaks it and takes the timer with it', async () => {
  const { client, reader } = opened({ dripMs: 3_600_000 });
  const read = reader.read();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  client.abort();
  await expect(read).rejects.toThrow('aborted');
  expect(vi.getTimerCount()).toBe(0);
});

test('a reader that is done with it takes the timer with it', async () => {
  const { reader } = opened({ dripMs: 3_600_000 });
  const read = reader.read();
  await vi.advanceTimersByTimeAsync(0);
  await reader.cancel();
  expect((await read).done).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that nobody reads breaks nothing', async () => {
  const { reader } = opened({ isBreaking: true });
  await expect(reader.cancel()).resolves.toBeUndefined();
});

const cut = (body: string | Uint8Array, dripMs: number) => [...cutIntoDrops(body, dripMs)];
const textOfForDrops = (drops: ReturnType<typeof cut>) => Buffer.concat(drops.map(({ bytes }) => bytes)).toString();
const timeOf = (drops: ReturnType<typeof cut>) => drops.reduce((sum, { afterMs }) => sum + afterMs, 0);

test('a body comes in pieces of one size, at one pace', () => {
  const drops = cut('abcdef', 150);
  expect(drops.map(({ afterMs }) => afterMs)).toEqual([50, 50, 50]);
  expect(drops.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['ab', 'cd', 'ef']);
});

test.each([
  ['a short time', 1],
  ['a time that no number of pieces divides', 997],
  ['an hour', 3_600_000],
])('nothing of the body and nothing of %s gets lost', (_, dripMs) => {
  const body = '[{"petId":1,"name":"Zoë 🐕"}]';
  const drops = cut(body, dripMs);
  expect(textOfForDrops(drops)).toBe(body);
  expect(timeOf(drops)).toBe(dripMs);
  expect(drops.every(({ bytes }) => bytes.length > 0)).toBe(true);
});

test('a body that has few bytes comes byte by byte', () => {
  expect(cut(new Uint8Array([1, 2, 3]), 6000)).toHaveLength(3);
});

test('a long body in a short time comes in one piece', () => {
  expect(cut('x'.repeat(100_000), 20)).toHaveLength(1);
});

test('of nothing, nothing comes', () => {
  expect(cut('', 1000)).toEqual([]);
});

test('half of a body is half of its bytes, even in the middle of a character', () => {
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

test('it waits for its time', async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  void wait(2000, new AbortController().signal).then(done);
  await vi.advanceTimersByTimeAsync(1999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});

test('it gives up, and leaves no timer behind, when it is told to', async () => {
  vi.useFakeTimers();
  const abort = new AbortController();
  const waiting = wait(3_600_000, abort.signal);
  expect(vi.getTimerCount()).toBe(1);
  abort.abort();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('it does not begin where nobody waits any more', async () => {
  vi.useFakeTimers();
  await wait(3_600_000, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});
