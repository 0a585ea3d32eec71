import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { abortOnSignals } from './signals.js';

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

test('ends the process on the second signal, after the reports', () => {
  const target = fakeProcess();
  const reported: [string, number][] = [];
  const { onCutShort } = abortOnSignals(target);
  onCutShort(() => reported.push(['open', target.exits.length]));
  const unregister = onCutShort(() => reported.push(['finished', target.exits.length]));
  unregister();
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
