import { afterEach, expect, test, vi } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { ClockState } from '../../../admin/schemas/clock.js';
import { openAdmin } from '../admin-for-tests.js';

afterEach(() => void vi.useRealTimers());

const dateIn = ({ world }: ReturnType<typeof openAdmin>) => askService(world, 'GET', '/inventory').headers.Date;

test('the time is told', async () => {
  const { json } = await openAdmin().ask('GET /clock');
  expect(json).toEqual({ now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 });
});

test.each([
  ['{"by":"61s"}', '2026-11-21T12:01:01.000Z', 'Sat, 21 Nov 2026 12:01:01 GMT'],
  ['{"by":1e3}', '2026-11-21T12:00:01.000Z', 'Sat, 21 Nov 2026 12:00:01 GMT'],
])('%s moves the clock on, and a client sees it', async (body, now, date) => {
  const opened = openAdmin();
  expect((await opened.ask('POST /clock/advance', { body })).json).toEqual({ now, mode: 'manual', scale: 0 });
  expect(dateIn(opened)).toBe(date);
});

test('the clock is set, back or forth', async () => {
  const opened = openAdmin();
  const { json } = await opened.ask<ClockState>('POST /clock/set', { body: { to: '2020-01-01' } });
  expect(json.now).toBe('2020-01-01T00:00:00.000Z');
  expect(dateIn(opened)).toBe('Wed, 01 Jan 2020 00:00:00 GMT');
});

test('a clock that stands still runs at a scale, and is frozen again', async () => {
  vi.useFakeTimers({ now: 0 });
  const { ask } = openAdmin();
  expect((await ask('POST /clock/run', { body: { scale: 60 } })).json).toMatchObject({ mode: 'real', scale: 60 });
  vi.advanceTimersByTime(1000);
  expect((await ask('POST /clock/freeze')).json).toMatchObject({
    now: '2026-11-21T12:01:00.000Z',
    mode: 'manual',
    scale: 0,
  });
  vi.advanceTimersByTime(1000);
  expect((await ask<ClockState>('GET /clock')).json.now).toBe('2026-11-21T12:01:00.000Z');
});

test('without a word it runs as ours does', async () => {
  expect((await openAdmin().ask('POST /clock/run')).json).toMatchObject({ mode: 'real', scale: 1 });
});

test.each([
  ['advance', '{"by":"soon"}', '61s'],
  ['advance', '{"by":-1}', '61s'],
  ['advance', '{"by":true}', '{"by":"61s"}'],
  ['set', '{"to":"tomorrow"}', '2027-12-31T00:00:00Z'],
  ['set', '{"to":5}', '{"to":"2027-12-31T00:00:00Z"}'],
  ['run', '{"scale":-1}', 'Try'],
  ['run', '{"scale":"fast"}', '{"scale":60}'],
])('clock/%s refuses %s and names what works', async (move, body, message) => {
  const { ask } = openAdmin();
  const { status, json } = await ask(`POST /clock/${move}`, { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect((await ask('GET /clock')).json).toEqual({ now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 });
});
