import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFile } from '../../../tests/temporary-file.js';
import { takeLock } from './state-lock.js';

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
  ['an earlier process with the same number', { pid: process.pid, host: hostname(), started: '1' }],
  ['another machine', { pid: process.pid, host: 'another-machine' }],
  ['nobody', 'half a li'],
])('a lock of %s is replaced', async (_, holder) => {
  const file = await temporaryFile('shop.json', '');
  writeFileSync(`${file}.lock`, typeof holder === 'string' ? holder : JSON.stringify(holder));
  const release = take(file);
  expect(() => take(file)).toThrow('another petstore-mock');
  release();
});

test.runIf(process.platform === 'linux')(
  'a lock of a killed process whose parent has not noticed is replaced',
  async () => {
    // The shell becomes a program that waits for no child; only then its child ends.
    const script = 'exec 3<&0; cat <&3 & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill());
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    parent.stdin.end();
    const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    await expect.poll(() => fields()[0]).toBe('Z');
    const file = await temporaryFile('shop.json', '');
    writeFileSync(`${file}.lock`, JSON.stringify({ pid, host: hostname(), started: fields()[19] }));
    take(file)();
  },
);

test('a lock that another server has taken meanwhile stays', async () => {
  const file = await temporaryFile('shop.json', '');
  const release = take(file);
  writeFileSync(`${file}.lock`, 'of another');
  release();
  expect(readdirSync(dirname(file))).toContain('shop.json.lock');
});
