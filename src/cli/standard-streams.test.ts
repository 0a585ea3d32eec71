import { EventEmitter } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFile } from '../../tests/temporary-file.js';
import { openOutput } from './standard-streams.js';

/** Opens an output on a file, and what was lost of it. */
function outputTo(file: string, how: 'r' | 'w') {
  const fd = openSync(file, how);
  onTestFinished(() => closeSync(fd));
  const lost: string[] = [];
  const stream = Object.assign(new EventEmitter(), { fd, write: () => true });
  return { stream, lost, sink: openOutput(stream as never, (problem) => lost.push(problem)) };
}

test('writes to a file as a whole, and says once that it cannot', async () => {
  const file = await temporaryFile('output.txt', '');
  const good = outputTo(file, 'w');
  for (const text of ['one\n', 'two\n']) good.sink.write(text);
  expect([readFileSync(file, 'utf8'), good.lost]).toEqual(['one\ntwo\n', []]);
  const bad = outputTo(file, 'r');
  for (const text of ['one\n', 'two\n']) bad.sink.write(text);
  expect(bad.lost).toEqual(['the system reports EBADF']);
});

test.each([
  ['EPIPE', []],
  ['EIO', []],
  ['ENOSPC', ['its disk is full']],
])('reports of %s on a stream what is lost', (code, expected) => {
  const { stream, lost } = outputTo('/dev/null', 'w');
  for (let times = 0; times < 2; times++) stream.emit('error', Object.assign(new Error(code), { code }));
  expect(lost).toEqual(expected);
});
