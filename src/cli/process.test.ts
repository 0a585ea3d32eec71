import { EventEmitter } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFile } from '../../tests/temporary-file.js';
import { abortOnSignals, openOutput } from './process.js';

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

function fakeProcess() {
  const exits: number[] = [];
  return Object.assign(new EventEmitter(), { exits, exit: (code: number) => void exits.push(code) });
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'aborts on the first %s and waits for the work to finish',
  (name) => {
    const target = fakeProcess();
    const { signal } = abortOnSignals(target);
    expect(signal.aborted).toBe(false);
    target.emit(name);
    expect({ aborted: signal.aborted, exits: target.exits }).toEqual({ aborted: true, exits: [] });
  },
);

test('ends the process on the second signal, after the latest report', () => {
  const target = fakeProcess();
  const reported: [string, number][] = [];
  const { onForcedExit } = abortOnSignals(target);
  onForcedExit(() => reported.push(['finished', target.exits.length]));
  onForcedExit(() => reported.push(['open', target.exits.length]));
  target.emit('SIGTERM');
  expect(reported).toEqual([]);
  target.emit('SIGINT');
  expect({ reported, exits: target.exits }).toEqual({ reported: [['open', 0]], exits: [130] });
});

test('a closed terminal does not cut the clean-up short, though it may send two signals', () => {
  const target = fakeProcess();
  const { signal } = abortOnSignals(target);
  target.emit('SIGHUP');
  target.emit('SIGHUP');
  expect({ aborted: signal.aborted, exits: target.exits }).toEqual({ aborted: true, exits: [] });
  target.emit('SIGTERM');
  expect(target.exits).toEqual([143]);
});
