import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFile } from '../../tests/temporary-file.js';
import { takeLock } from './state-file.js';

const take = (file: string) => takeLock(file, 'Preparing --state shop.json');

test('a second server is rejected until the first one has stopped', async () => {
  const file = await temporaryFile('shop.json', '');
  const release = take(file);
  expect(() => take(file)).toThrow(
    `Preparing --state shop.json: another petstore-mock uses the file (process ${process.pid}). Stop that one`,
  );
  release();
  expect(readdirSync(dirname(file))).toEqual(['shop.json']);
  take(file)();
});

test.each([
  ['a process that ended', { pid: 2 ** 22 + 1, host: hostname() }],
  ['an earlier process with the same number', { pid: process.pid, host: hostname() }],
  ['another machine', { pid: process.pid, host: 'another-machine' }],
  ['nobody', 'half a li'],
])('a lock of %s is replaced', async (_, holder) => {
  const file = await temporaryFile('shop.json', '');
  writeFileSync(`${file}.lock`, typeof holder === 'string' ? holder : JSON.stringify(holder));
  const release = take(file);
  expect(() => take(file)).toThrow('another petstore-mock');
  release();
});

test('a lock that another server has taken meanwhile stays', async () => {
  const file = await temporaryFile('shop.json', '');
  const release = take(file);
  writeFileSync(`${file}.lock`, 'of another');
  release();
  expect(readdirSync(dirname(file))).toContain('shop.json.lock');
});
