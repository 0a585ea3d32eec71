import { expect, test } from 'vitest';
import type { RawExchange } from './exchange.js';
import { learnSecrets, recordExchange } from './record-exchange.js';
import { Redactor } from './redactor.js';
import { RequestLog } from './request-log.js';

const MIB = 1024 * 1024;

interface Held {
  readonly number: number;
  readonly bytes: number;
  readonly shared: Uint8Array | undefined;
}

const unread = () => {
  throw new Error('Nobody reads it.');
};

const createWithin = (limit: number | (() => number), mostBytes: () => number) =>
  new RequestLog<Held>({
    limit: typeof limit === 'number' ? () => limit : limit,
    mostBytes,
    addresses: () => ({ baseUrl: '', messagesUrl: '' }),
    bytesOf: ({ bytes }) => bytes,
    sharedBodyOf: ({ shared }) => shared,
    createRedactor: () => new Redactor(),
    learn: () => {},
    toExchange: unread,
    toLine: unread,
    matcher: unread,
  });
const createEntries = (limit: number) => createWithin(limit, () => 64 * MIB);

function entry(
  number: number,
  { sent = 0, received = 0, encodedBody = undefined as Uint8Array | undefined } = {},
): Held {
  return { number, bytes: sent + (encodedBody === undefined ? received : 0), shared: encodedBody };
}

const numbersIn = (entries: readonly Held[]) => entries.map(({ number }) => number);

test('retains the newest exchanges, up to the limit', () => {
  const entries = createEntries(2);
  for (let number = 1; number <= 5_000; number++) entries.add(entry(number));
  expect(numbersIn(entries.entries())).toEqual([4_999, 5_000]);
  expect(entries.dropped).toBe(4_998);
});

test('may have a lower limit at times', () => {
  let limit = 3;
  const entries = createWithin(
    () => limit,
    () => 64 * MIB,
  );
  for (let number = 1; number <= 4; number++) entries.add(entry(number));
  limit = 2;
  expect(numbersIn(entries.entries())).toEqual([2, 3, 4]);
  entries.add(entry(5));
  expect(numbersIn(entries.entries())).toEqual([4, 5]);
  expect(entries.isBoundBySize).toBe(false);
});

test('retains bodies of up to 64 MiB in total', () => {
  const entries = createEntries(100);
  entries.add(entry(1, { sent: 20 * MIB, received: 20 * MIB }));
  entries.add(entry(2, { sent: 20 * MIB }));
  expect(numbersIn(entries.entries())).toEqual([1, 2]);
  entries.add(entry(3, { received: 5 * MIB }));
  expect(numbersIn(entries.entries())).toEqual([2, 3]);
  expect(entries.dropped).toBe(1);
});

test('says that bodies are too large for the number of exchanges', () => {
  const entries = createEntries(2);
  for (let number = 1; number <= 5; number++) entries.add(entry(number));
  expect(entries.isBoundBySize).toBe(false);
  for (let number = 6; number <= 9; number++) entries.add(entry(number, { sent: 40 * MIB }));
  expect(entries.isBoundBySize).toBe(true);
  entries.clear();
  expect(entries.isBoundBySize).toBe(false);
  for (let number = 10; number <= 11; number++) entries.add(entry(number, { sent: 40 * MIB }));
  expect(entries.isBoundBySize).toBe(true);
});

test('retains the newest exchange, however large it is', () => {
  const entries = createEntries(100);
  entries.add(entry(1));
  entries.add(entry(2, { sent: 65 * MIB }));
  expect(numbersIn(entries.entries())).toEqual([2]);
});

test('counts a body that many responses share once', () => {
  const entries = createEntries(100);
  const shared = { received: 20 * MIB, encodedBody: new Uint8Array(20 * MIB) };
  for (let number = 1; number <= 50; number++) entries.add(entry(number, shared));
  expect(entries.dropped).toBe(0);
  entries.add(entry(51, { sent: 30 * MIB }));
  // The shared one counts until the last response that has it is gone.
  expect(numbersIn(entries.entries())).toEqual([51]);
});

test('clearing makes room, and does not count as dropping', () => {
  const entries = createEntries(100);
  entries.add(entry(1, { sent: 60 * MIB }));
  entries.clear();
  entries.add(entry(2, { sent: 60 * MIB }));
  expect(numbersIn(entries.entries())).toEqual([2]);
  expect(entries.dropped).toBe(0);
});

test('changes its version with its content', () => {
  const entries = createEntries(1);
  const versions = [
    () => {},
    () => entries.add(entry(1)),
    () => entries.add(entry(2)),
    () => entries.clear(),
    () => entries.startAfter(9, 7),
  ].map((change) => {
    change();
    return entries.version;
  });
  expect(new Set(versions).size).toBe(5);
});

test('finds exchanges by their numbers, after any drops', () => {
  const entries = createEntries(3_000);
  expect([entries.at(1), entries.count, entries.entries(5)]).toEqual([undefined, 0, []]);
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
  expect(numbersIn(entries.entries(9_998))).toEqual([9_999, 10_000]);
  expect(entries.entries(10_000)).toEqual([]);
  expect(entries.entries(3)).toHaveLength(3_000);
});

test('finds exchanges by numbers that continue after a clear', () => {
  const entries = createEntries(10);
  entries.add(entry(1));
  entries.add(entry(2));
  entries.clear();
  entries.add(entry(3));
  expect([entries.at(2), entries.at(3)?.number]).toEqual([undefined, 3]);
  entries.startAfter(7, 5);
  entries.add(entry(8));
  expect([entries.at(7), entries.at(8)?.number, entries.dropped]).toEqual([undefined, 8, 5]);
});

test('may have a lower limit of bytes', () => {
  const entries = createWithin(100, () => 1_000);
  for (const number of [1, 2, 3]) entries.add(entry(number, { sent: 400 }));
  expect(numbersIn(entries.entries())).toEqual([2, 3]);
});

test('drops the oldest with the next exchange after its limit was lowered', () => {
  let room = 64 * MIB;
  const entries = createWithin(100, () => room);
  for (let number = 1; number <= 3; number++) entries.add(entry(number, { sent: MIB }));
  room = 2 * MIB;
  entries.add(entry(4, { sent: MIB }));
  expect(numbersIn(entries.entries())).toEqual([3, 4]);
});

const bearer = (key: string) => ({ headers: [['authorization', `Bearer ${key}`]] as const });

interface HeldRaw {
  readonly number: number;
  readonly raw: RawExchange;
}

/** A log of raw exchanges that counts how many it records. */
function openLog({ limit = 100, most = 1_000, keys = new Map<string, string>() } = {}) {
  let recorded = 0;
  const log = new RequestLog<HeldRaw>({
    limit: () => limit,
    mostBytes: () => 64 * MIB,
    addresses: () => ({ baseUrl: '', messagesUrl: '' }),
    bytesOf: () => 0,
    createRedactor: () => new Redactor({ most }),
    keepUp: (redactor) => [...keys].every(([key, name]) => redactor.addKey(key, name)),
    learn: ({ raw }, redactor) => learnSecrets(raw, redactor),
    toExchange({ number, raw }, redactor) {
      recorded++;
      return recordExchange(raw, number, redactor);
    },
    toLine: unread,
    matcher: unread,
  });
  const add = (key: string, body = '') => {
    const request = { method: 'GET', url: 'https://api.example.test/v1/inventory', body: undefined, ...bearer(key) };
    const response = { httpVersion: '1.1', status: 200, statusText: '', headers: [], body, incomplete: undefined };
    log.add({ number: log.latest + 1, raw: { request, response, failure: undefined, startedMs: 0, endedMs: 1 } });
  };
  const names = () =>
    log.exchanges.map(({ request: { credential } }) => ('name' in credential ? credential.name : credential.kind));
  return { log, add, names, recorded: () => recorded, keys };
}

test('records each exchange that is read, once', () => {
  const { log, add, recorded } = openLog();
  for (let sent = 0; sent < 5; sent++) add('key_of_mine');
  expect(recorded()).toBe(0);
  const third = log.exchange(3);
  expect([third?.number, recorded()]).toEqual([3, 1]);
  expect(log.exchanges[2]).toBe(third);
  expect([log.exchanges, recorded()]).toEqual([log.exchanges, 5]);
  expect(log.exchange(6)).toBeUndefined();
});

test('hides a key in bodies that were read before a request sent it', () => {
  const { log, add } = openLog();
  add('first_key', 'minted: other_key_4711');
  add('first_key', 'nothing');
  const [before, other] = log.exchanges;
  expect(JSON.stringify(before)).toContain('other_key_4711');
  add('other_key_4711');
  expect(log.exchange(1)?.response?.body).toEqual({ kind: 'text', text: 'minted: key#2', isRedacted: true });
  expect(JSON.stringify(log.exchanges)).not.toContain('other_key_4711');
  expect(log.exchanges[1]).toBe(other);
});

test('starts new pseudonyms once a key has got another one', () => {
  const { add, names, keys } = openLog();
  add('mine');
  expect(names()).toEqual(['key#1']);
  keys.set('mine', 'key#7');
  expect(names()).toEqual(['key#7']);
});

test('starts new pseudonyms once all are in use and the first exchanges are gone', () => {
  const { log, add, names } = openLog({ limit: 2, most: 3 });
  const seen: string[] = [];
  for (let sent = 0; sent < 8; sent++) {
    add(`key_number_${sent}`);
    seen.push(names().at(-1) ?? '');
  }
  expect(new Set(seen)).toEqual(new Set(['key#1', 'key#2', 'key#3']));
  expect(JSON.stringify(log.exchanges)).not.toContain('key_number');
});
