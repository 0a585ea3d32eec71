import { expect, onTestFinished, test, vi } from 'vitest';
import { bodyStream } from './body-stream.js';

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
