import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Reply, StoreConnection } from './connection.js';
import { Haste } from './haste.js';
import { Reader } from './reader.js';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('haste', () => {
  test('lets nobody rest for 50 ms', async () => {
    const haste = new Haste();
    haste.hurry();
    await vi.advanceTimersByTimeAsync(49);
    expect(await isAtRest(haste.rest())).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isAtRest(haste.rest())).toBe(true);
  });

  test('ends a rest, which otherwise takes 10 ms', async () => {
    const haste = new Haste();
    const [rest, other] = [haste.rest(), new Haste().rest()];
    haste.hurry();
    expect(await isAtRest(rest)).toBe(false);
    await vi.advanceTimersByTimeAsync(9);
    expect(await isAtRest(other)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isAtRest(other)).toBe(false);
  });
});

test('entries of others are read many at a time until somebody here waits for one', async () => {
  const entry = (id: string): Reply => [
    [Buffer.from('log'), [[Buffer.from(id), [Buffer.from('f'), Buffer.from('x:1')]]]],
  ];
  const asked: string[] = [];
  const waiting: ((reply: Reply) => void)[] = [];
  const connection: StoreConnection = {
    send(...args) {
      asked.push(String(args.at(-1)));
      return new Promise((resolve) => waiting.push(resolve));
    },
    close() {},
  };
  const haste = new Haste();
  const reader = new Reader({
    connection,
    haste,
    bellKey: 'bell',
    onEntries: (_key, _after, entries) => entries.at(-1)?.id ?? '',
    onReply() {},
  });
  onTestFinished(() => reader.close());
  const respond = async (reply: Reply) => {
    waiting.shift()?.(reply);
    await vi.advanceTimersByTimeAsync(0);
  };
  reader.add('log', '1-0');
  await respond(null);
  expect(asked).toEqual(['0-0', '1-0']);
  await respond(entry('2-0'));
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.slice(2)).toEqual(['2-0']);
  await respond(entry('3-0'));
  haste.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.slice(3)).toEqual(['3-0']);
  await respond(entry('4-0'));
  expect(asked.slice(4)).toEqual(['4-0']);
});

async function isAtRest(rest: Promise<void>): Promise<boolean> {
  let isOver = false;
  void rest.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return !isOver;
}
