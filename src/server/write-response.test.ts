import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Delays } from './write-response.js';

function fakeTime() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('a delay ends when its time has passed', async () => {
  fakeTime();
  const end = new Delays().wait(2000, new EventEmitter());
  await vi.advanceTimersByTimeAsync(2000);
  await end;
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that disconnects ends the delay and clears its timer', async () => {
  fakeTime();
  const response = new EventEmitter();
  const end = new Delays().wait(3_600_000, response);
  response.emit('close');
  await end;
  expect(vi.getTimerCount()).toBe(0);
});

test('a delay leaves no listener on the response', async () => {
  fakeTime();
  const response = new EventEmitter();
  const end = new Delays().wait(1, response);
  await vi.advanceTimersByTimeAsync(1);
  await end;
  expect(response.listenerCount('close')).toBe(0);
});

test('once hurried, all current and later delays end at once', async () => {
  fakeTime();
  const delays = new Delays();
  const ends = [delays.wait(3_600_000, new EventEmitter()), delays.wait(1, new EventEmitter())];
  delays.hurry();
  ends.push(delays.wait(3_600_000, new EventEmitter()));
  await Promise.all(ends);
  expect(vi.getTimerCount()).toBe(0);
});
