import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { abortOnSignals } from './abort-on-signals.js';

function fakeProcess() {
  const exits: number[] = [];
  return Object.assign(new EventEmitter(), { exits, exit: (code: number) => void exits.push(code) });
}

test.each(['SIGINT', 'SIGTERM'] as const)('aborts on the first %s and lets the work end', (signal) => {
  const target = fakeProcess();
  const aborted = abortOnSignals(target);
  expect(aborted.aborted).toBe(false);
  target.emit(signal);
  expect({ aborted: aborted.aborted, exits: target.exits }).toEqual({ aborted: true, exits: [] });
});

test('ends the process on the second signal', () => {
  const target = fakeProcess();
  const told: number[][] = [];
  abortOnSignals(target, () => told.push([...target.exits]));
  target.emit('SIGTERM');
  expect(told).toEqual([]);
  target.emit('SIGINT');
  expect({ told, exits: target.exits }).toEqual({ told: [[]], exits: [130] });
});
