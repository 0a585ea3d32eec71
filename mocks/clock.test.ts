import { expect, onTestFinished, test, vi } from 'vitest';
import { InputError } from '../src/json/input-error.js';
import { type Clock, WorldClock } from './clock.js';

const NOON = '2026-11-21T12:00:00.000Z';
const isoTime = (clock: Clock) => new Date(clock.now()).toISOString();

/** Stops the machine's clock for one test. */
function stopMachineClock(now: string): void {
  vi.useFakeTimers({ now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
}

test('a real clock follows the machine, even if fake timers are installed later', () => {
  const clock = new WorldClock('real');
  stopMachineClock(NOON);
  expect(isoTime(clock)).toBe(NOON);
  vi.advanceTimersByTime(1_500);
  expect(isoTime(clock)).toBe('2026-11-21T12:00:01.500Z');
});

test('advances of a real clock add up until it is reset', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.advance('61s');
  clock.advance(500);
  expect(isoTime(clock)).toBe('2026-11-21T12:01:01.500Z');
  clock.reset();
  expect(isoTime(clock)).toBe(NOON);
});

test('a manual clock stands still until it is advanced', () => {
  stopMachineClock('2030-01-01T00:00:00Z');
  const clock = new WorldClock(NOON);
  vi.advanceTimersByTime(60_000);
  expect(isoTime(clock)).toBe(NOON);
  clock.advance('1m');
  expect(isoTime(clock)).toBe('2026-11-21T12:01:00.000Z');
});

test.each([
  ['2027-12-31', '2027-12-31T00:00:00.000Z'],
  ['2027-12-31T08:30Z', '2027-12-31T08:30:00.000Z'],
  ['2027-12-31T08:30:15.250Z', '2027-12-31T08:30:15.250Z'],
  ['2027-12-31T08:30:00+02:00', '2027-12-31T06:30:00.000Z'],
  [new Date('2028-02-29T00:00:00Z'), '2028-02-29T00:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  ['9999-12-31', '9999-12-31T00:00:00.000Z'],
])('%j is a moment to set the clock to', (moment, expected) => {
  const clock = new WorldClock(NOON);
  clock.set(moment);
  expect(isoTime(clock)).toBe(expected);
});

test('the latest moment is in the year 9999', () => {
  const clock = new WorldClock(NOON);
  clock.set('9999-12-31T23:59:59.998Z');
  clock.advance(1);
  expect(isoTime(clock)).toBe('9999-12-31T23:59:59.999Z');
  expect(() => clock.advance(1)).toThrow(InputError);
  clock.set('9999-12-31T23:59:59.999Z');
});

test('a saved manual clock is restored to its moment', () => {
  const clock = new WorldClock(NOON);
  clock.advance('1h');
  const saved = clock.course;
  for (const moment of ['2030-01-01', '2000-01-01']) {
    clock.set(moment);
    clock.restore(saved);
    expect(isoTime(clock)).toBe('2026-11-21T13:00:00.000Z');
  }
  clock.reset();
  expect(isoTime(clock)).toBe(NOON);
});

test('a saved real clock is restored with its offset, and has run on', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.advance('1h');
  const saved = clock.course;
  clock.reset();
  vi.advanceTimersByTime(1_500);
  clock.restore(saved);
  expect(isoTime(clock)).toBe('2026-11-21T13:00:01.500Z');
});

test('each clock reports its mode and its scale', () => {
  expect(new WorldClock('real')).toMatchObject({ mode: 'real', scale: 1 });
  expect(new WorldClock(NOON)).toMatchObject({ mode: 'manual', scale: 0 });
});

test('a frozen real clock stands still and later runs on from there', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.freeze();
  expect(clock).toMatchObject({ mode: 'manual', scale: 0 });
  vi.advanceTimersByTime(60_000);
  expect(isoTime(clock)).toBe(NOON);
  clock.run();
  expect(clock).toMatchObject({ mode: 'real', scale: 1 });
  vi.advanceTimersByTime(1_000);
  expect(isoTime(clock)).toBe('2026-11-21T12:00:01.000Z');
});

test('a clock with a scale runs that many times as fast', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.run(60);
  expect(clock).toMatchObject({ mode: 'real', scale: 60 });
  vi.advanceTimersByTime(1_000);
  expect(isoTime(clock)).toBe('2026-11-21T12:01:00.000Z');
  clock.run(0.5);
  vi.advanceTimersByTime(1_000);
  expect(isoTime(clock)).toBe('2026-11-21T12:01:00.500Z');
});

test('changing the scale neither skips nor loses time', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  for (let change = 0; change < 100; change++) {
    const before = clock.now();
    if (change % 3 === 0) clock.freeze();
    clock.run(1 / 3);
    expect(clock.now()).toBe(before);
    vi.advanceTimersByTime(1);
  }
  expect(clock.now() - Date.parse(NOON)).toBe(33);
});

test('the time is a whole number of milliseconds', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.run(0.3);
  vi.advanceTimersByTime(5);
  expect(clock.now()).toBe(Date.parse(NOON) + 1);
  clock.advance(1);
  expect(clock.now()).toBe(Date.parse(NOON) + 2);
});

test('advancing keeps the scale', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.run(10);
  clock.advance('1h');
  vi.advanceTimersByTime(1_000);
  expect(isoTime(clock)).toBe('2026-11-21T13:00:10.000Z');
  clock.set('2027-12-31');
  vi.advanceTimersByTime(1_000);
  expect(isoTime(clock)).toBe('2027-12-31T00:00:10.000Z');
  clock.freeze();
  clock.advance('1m');
  expect(clock.scale).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(isoTime(clock)).toBe('2027-12-31T00:01:10.000Z');
});

test('a reset undoes advances, freezes and scales', () => {
  stopMachineClock(NOON);
  const real = new WorldClock('real');
  real.run(60);
  real.advance('1d');
  real.freeze();
  const manual = new WorldClock('2027-01-01T00:00:00Z');
  manual.run(60);
  vi.advanceTimersByTime(1_000);
  real.reset();
  manual.reset();
  expect([real.scale, isoTime(real)]).toEqual([1, '2026-11-21T12:00:01.000Z']);
  expect([manual.scale, isoTime(manual)]).toEqual([0, '2027-01-01T00:00:00.000Z']);
});

test('a saved clock is restored with its scale, and has run on at it', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock(NOON);
  clock.run(60);
  const saved = clock.course;
  clock.freeze();
  clock.set('2030-01-01');
  for (const minutes of [1, 2]) {
    vi.advanceTimersByTime(1_000);
    clock.restore(saved);
    expect([clock.scale, isoTime(clock)]).toEqual([60, `2026-11-21T12:0${minutes}:00.000Z`]);
  }
});

test('a clock that was saved frozen is restored frozen', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.freeze();
  const saved = clock.course;
  clock.run();
  vi.advanceTimersByTime(1_000);
  clock.restore(saved);
  expect([clock.scale, isoTime(clock)]).toEqual([0, NOON]);
});

test('a fast clock stops at the latest moment, and can be set back', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock('real');
  clock.set('9999-12-31');
  clock.run(86_400);
  vi.advanceTimersByTime(60_000);
  expect(isoTime(clock)).toBe('9999-12-31T23:59:59.999Z');
  clock.freeze();
  expect(isoTime(clock)).toBe('9999-12-31T23:59:59.999Z');
  clock.set(NOON);
  expect(isoTime(clock)).toBe(NOON);
});

test('a machine clock that goes back does not lead before 1970', () => {
  stopMachineClock(NOON);
  const clock = new WorldClock(0);
  clock.run(60);
  vi.setSystemTime(new Date('2026-11-21T11:00:00Z'));
  expect(clock.now()).toBe(0);
});

const clocks = { real: () => new WorldClock('real'), manual: () => new WorldClock(NOON) };

for (const [mode, createClock] of Object.entries(clocks)) {
  test.each([
    ['soon', /"soon" is not a duration/],
    ['', /"" is not a duration/],
    ['-5s', /"-5s" is not a duration/],
    [-1, /-1 is not a duration/],
    [Number.NaN, /NaN is not a duration/],
    [Number.POSITIVE_INFINITY, /Infinity is not a duration/],
    [null as never, /null is not a duration/],
    [9e15, /9000000000000000 leads past the last supported date/],
  ])(`a ${mode} clock rejects an advance by %j, suggests a duration, and stays`, (duration, problem) => {
    stopMachineClock(NOON);
    const clock = createClock();
    const message = messageOf(() => clock.advance(duration));
    expect(message).toMatch(/^Advancing the clock: /);
    expect(message).toMatch(problem);
    expect(isoTime(clock)).toBe(NOON);
    clock.advance(proposedBy(message));
    expect(clock.now()).toBeGreaterThan(Date.parse(NOON));
  });

  test.each([
    ['61s', /"61s" is not a date/],
    ['', /"" is not a date/],
    ['tomorrow', /"tomorrow" is not a date/],
    ['2026-13-01', /"2026-13-01" is not a date/],
    ['2026-02-31', /"2026-02-31" is not a date/],
    ['2026-11-21T25:00:00Z', /"2026-11-21T25:00:00Z" is not a date/],
    ['2026-11-21T12:00:00', /"2026-11-21T12:00:00" is not a date/],
    ['1969-12-31', /"1969-12-31" is not a date from 1970 to 9999/],
    [-1, /-1 is not a date from 1970 to 9999/],
    [8.64e15, /8640000000000000 is not a date from 1970 to 9999/],
    [Number.NaN, /NaN is not a date/],
    [new Date(Number.NaN), /an invalid date is not a date/],
    [new Date('1969-12-31'), /1969-12-31T00:00:00.000Z is not a date from 1970/],
    [null as never, /null is not a date/],
    [true as never, /true is not a date/],
    [Symbol('noon') as never, /a symbol is not a date/],
  ])(`a ${mode} clock rejects the date %j, suggests one, and stays`, (moment, problem) => {
    stopMachineClock(NOON);
    const clock = createClock();
    const message = messageOf(() => clock.set(moment));
    expect(message).toMatch(/^Setting the clock: /);
    expect(message).toMatch(problem);
    expect(isoTime(clock)).toBe(NOON);
    clock.set(proposedBy(message));
    expect(clock.now()).toBeGreaterThan(Date.parse(NOON));
  });
}

for (const [mode, createClock] of Object.entries(clocks)) {
  test.each([
    [0, /0 is not a scale/],
    [-1, /-1 is not a scale/],
    [86_401, /86401 is not a scale/],
    [Number.NaN, /NaN is not a scale/],
    [Number.POSITIVE_INFINITY, /Infinity is not a scale/],
    ['2' as never, /"2" is not a scale/],
    [null as never, /null is not a scale/],
  ])(`a ${mode} clock rejects the scale %j, suggests one, and keeps its own`, (scale, problem) => {
    stopMachineClock(NOON);
    const clock = createClock();
    const before = clock.scale;
    const message = messageOf(() => clock.run(scale));
    expect(message).toMatch(/^Running the clock: /);
    expect(message).toMatch(problem);
    expect([clock.scale, isoTime(clock)]).toEqual([before, NOON]);
    clock.run(Number(/Try (\d+)/.exec(message)?.[1]));
    vi.advanceTimersByTime(1_000);
    expect(isoTime(clock)).toBe('2026-11-21T12:01:00.000Z');
  });
}

test('a promise of a moment or duration is rejected', () => {
  const clock = new WorldClock(NOON);
  const later = (value: string) => Promise.resolve(value) as never;
  expect(() => clock.advance(later('1m'))).toThrow('Advancing the clock: the duration is a promise.');
  expect(() => clock.set(later(NOON))).toThrow('Setting the clock: the date is a promise.');
  expect(() => clock.run(later('2'))).toThrow('Running the clock: the scale is a promise.');
  expect(isoTime(clock)).toBe(NOON);
});

test('a manual clock rejects an invalid start date', () => {
  expect(() => new WorldClock('later')).toThrow(InputError);
});

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error('Nothing was rejected.');
}

/** Returns the value that an error suggests. */
function proposedBy(message: string): string {
  return /Try '([^']+)'/.exec(message)?.[1] ?? 'nothing';
}
