import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { LockedError, takeLock } from './history-lock.js';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
/** No system gives such a number to a process. */
const NOBODY = 2 ** 31 - 1;

const lockFile = async () => join(await temporaryFolder(), 'history.lock');
const heldBy = (pid: number, host = hostname(), sinceMs = NOW_MS) =>
  JSON.stringify({ pid, host, since: new Date(sinceMs).toISOString() });

it('is there while it is held', async () => {
  const file = await lockFile();
  const release = takeLock(file, NOW_MS);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
  release();
  expect(existsSync(file)).toBe(false);
});

it('cannot be taken twice, and says who holds it', async () => {
  const file = await lockFile();
  const release = takeLock(file, NOW_MS);
  const again = () => takeLock(file, NOW_MS);
  expect(again).toThrow(LockedError);
  expect(again).toThrow(`process ${process.pid} on ${hostname()} has been writing it since 2026-11-21 12:00 UTC`);
  release();
  again()();
});

it('leaves the lock of whoever has taken it over', async () => {
  const file = await lockFile();
  const release = takeLock(file, NOW_MS);
  const theirs = heldBy(process.ppid, 'elsewhere', NOW_MS + HOUR_MS);
  writeFileSync(file, theirs);
  release();
  expect(readFileSync(file, 'utf8')).toBe(theirs);
});

it.each([
  ['a process that is gone', heldBy(NOBODY)],
  ['an earlier process of the same number', heldBy(process.pid)],
  ['a process that has had it far too long', heldBy(process.ppid, hostname(), NOW_MS - HOUR_MS)],
  ['another machine an hour ago', heldBy(1, 'elsewhere', NOW_MS - HOUR_MS)],
  ['a clock that went wrong', heldBy(1, 'elsewhere', NOW_MS + HOUR_MS)],
])('is taken over from %s', async (_who, text) => {
  const file = await lockFile();
  writeFileSync(file, text);
  takeLock(file, NOW_MS)();
  expect(readdirSync(dirname(file))).toEqual([]);
});

it.each([
  ['a process that lives', heldBy(process.ppid)],
  ['another machine just now', heldBy(NOBODY, 'elsewhere')],
])('is left to %s', async (_who, text) => {
  const file = await lockFile();
  writeFileSync(file, text);
  expect(() => takeLock(file, NOW_MS)).toThrow('has been writing it since');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it.each([
  ['is empty', ''],
  ['is cut off', heldBy(process.ppid).slice(0, 9)],
])('is left to whoever is making it at this moment, and taken over where it %s for 10 seconds', async (_what, text) => {
  const file = await lockFile();
  writeFileSync(file, text);
  utimesSync(file, NOW_MS / 1000, NOW_MS / 1000);
  expect(() => takeLock(file, NOW_MS + 9_000)).toThrow('another process is writing it');
  takeLock(file, NOW_MS + 11_000)();
  expect(readdirSync(dirname(file))).toEqual([]);
});
