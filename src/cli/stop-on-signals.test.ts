import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { stopOnSignals } from './stop-on-signals.js';

class FakeProcess extends EventEmitter {
  exit(code: number): void {
    this.emit('exit', code);
  }
}

test.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 once %s has closed everything', async (signal) => {
  const target = new FakeProcess();
  const steps: string[] = [];
  stopOnSignals(target, async () => void steps.push('closed'));
  const exit = once(target, 'exit');
  target.emit(signal);
  expect(await exit).toEqual([0]);
  expect(steps).toEqual(['closed']);
});

test('ends at once at the second signal', () => {
  const target = new FakeProcess();
  const codes: number[] = [];
  target.on('exit', (code) => codes.push(code));
  stopOnSignals(target, () => new Promise(() => {}));
  target.emit('SIGINT');
  expect(codes).toEqual([]);
  target.emit('SIGTERM');
  expect(codes).toEqual([143]);
});
