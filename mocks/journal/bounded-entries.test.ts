import { expect, test } from 'vitest';
import { createBoundedEntries as createWithin, type Entry } from './entries.js';

const MIB = 1024 * 1024;
const createBoundedEntries = (limit: number) => createWithin(limit, () => 64 * MIB);
const text = (length: number) => 'x'.repeat(length);

function entry(
  number: number,
  { sent = 0, answered: responded = '', encodedBody = undefined as Uint8Array | undefined } = {},
): Entry {
  const response = {
    status: 200,
    headers: {},
    body: responded,
    encodedBody,
    delayMs: 0,
    cut: undefined,
    keyAlias: undefined,
    assumed: new Set<never>(),
    dripMs: 0,
    faultId: undefined,
  };
  const request = { method: 'GET', path: '/', query: undefined, origin: undefined, sentAfter: undefined, headers: [] };
  return {
    number,
    ...request,
    body: new Uint8Array(sent),
    hasGoodKey: true,
    response,
    startedMs: 0,
    endedMs: undefined,
  };
}

const numbersIn = (entries: readonly Entry[]) => entries.map(({ number }) => number);

test('as many are kept as was said, the newest', () => {
  const entries = createBoundedEntries(2);
  for (let number = 1; number <= 5_000; number++) entries.add(entry(number));
  expect(numbersIn(entries.list())).toEqual([4_999, 5_000]);
  expect(entries.dropped).toBe(4_998);
});

test('bodies of more than 64 MiB are not kept, whoever sent them', () => {
  const entries = createBoundedEntries(100);
  entries.add(entry(1, { sent: 20 * MIB, answered: text(20 * MIB) }));
  entries.add(entry(2, { sent: 20 * MIB }));
  expect(numbersIn(entries.list())).toEqual([1, 2]);
  entries.add(entry(3, { answered: text(5 * MIB) }));
  expect(numbersIn(entries.list())).toEqual([2, 3]);
  expect(entries.dropped).toBe(1);
});

test('the newest is kept, however large it is', () => {
  const entries = createBoundedEntries(100);
  entries.add(entry(1));
  entries.add(entry(2, { sent: 65 * MIB }));
  expect(numbersIn(entries.list())).toEqual([2]);
});

test('a body that many answers share takes the room of one', () => {
  const entries = createBoundedEntries(100);
  const shared = { answered: text(20 * MIB), encodedBody: new Uint8Array(20 * MIB) };
  for (let number = 1; number <= 50; number++) entries.add(entry(number, shared));
  expect(entries.dropped).toBe(0);
  entries.add(entry(51, { sent: 30 * MIB }));
  // The shared one is in the way until the last that has it is gone.
  expect(numbersIn(entries.list())).toEqual([51]);
});

test('what is cleared makes room, and is not counted as dropped', () => {
  const entries = createBoundedEntries(100);
  entries.add(entry(1, { sent: 60 * MIB }));
  entries.clear();
  entries.add(entry(2, { sent: 60 * MIB }));
  expect(numbersIn(entries.list())).toEqual([2]);
  expect(entries.dropped).toBe(0);
});

test('what is put back is what was there, its bytes included', () => {
  const entries = createBoundedEntries(100);
  entries.add(entry(1, { sent: 30 * MIB }));
  const putBack = entries.save();
  entries.add(entry(2, { sent: 30 * MIB }));
  putBack();
  expect(numbersIn(entries.list())).toEqual([1]);
  entries.add(entry(3, { sent: 30 * MIB }));
  entries.add(entry(4, { sent: 30 * MIB }));
  expect(numbersIn(entries.list())).toEqual([3, 4]);
  putBack();
  expect(numbersIn(entries.list())).toEqual([1]);
  expect(entries.dropped).toBe(0);
});

test('the version changes with the entries', () => {
  const entries = createBoundedEntries(1);
  const putBack = entries.save();
  const versions = [() => {}, () => entries.add(entry(1)), () => entries.add(entry(2)), entries.clear, putBack].map(
    (change) => {
      change();
      return entries.version;
    },
  );
  expect(new Set(versions).size).toBe(5);
});

test('entries are found by their numbers, wherever room was made', () => {
  const entries = createBoundedEntries(3_000);
  expect([entries.at(1), entries.count, entries.list(5)]).toEqual([undefined, 0, []]);
  for (let number = 1; number <= 10_000; number++) {
    entries.add(entry(number));
    const oldest = Math.max(1, number - 2_999);
    expect([oldest - 1, oldest, number, number + 1].map((at) => entries.at(at)?.number)).toEqual([
      undefined,
      oldest,
      number,
      undefined,
    ]);
  }
  expect(entries.count).toBe(3_000);
  expect(numbersIn(entries.list(9_998))).toEqual([9_999, 10_000]);
  expect(entries.list(10_000)).toEqual([]);
  expect(entries.list(3)).toHaveLength(3_000);
});

test('after a clear they are found by numbers that go on', () => {
  const entries = createBoundedEntries(10);
  entries.add(entry(1));
  entries.add(entry(2));
  const putBack = entries.save();
  entries.clear();
  entries.add(entry(3));
  expect([entries.at(2), entries.at(3)?.number]).toEqual([undefined, 3]);
  putBack();
  expect([entries.at(2)?.number, entries.at(3)]).toEqual([2, undefined]);
});

test('a journal may have room for fewer bytes', () => {
  const entries = createWithin(100, () => 1_000);
  for (const number of [1, 2, 3]) entries.add(entry(number, { sent: 400 }));
  expect(numbersIn(entries.list())).toEqual([2, 3]);
});

test('where less room is left than before, the oldest go with the next one', () => {
  let room = 64 * MIB;
  const entries = createWithin(100, () => room);
  for (let number = 1; number <= 3; number++) entries.add(entry(number, { sent: MIB }));
  room = 2 * MIB;
  entries.add(entry(4, { sent: MIB }));
  expect(numbersIn(entries.list())).toEqual([3, 4]);
});
