import { expect, test } from 'vitest';
import type { WireResponse } from '../../src/exchange/exchange.js';
import { InputError } from '../../src/json/input-error.js';
import { connectAdminClock, createRealClock } from './clock.js';
import type { OutgoingRequest, SendFailure } from './sender.js';

const clock = createRealClock();

test('returns the time of the machine', () => {
  const before = Date.now();
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  expect(clock.now()).toBeLessThanOrEqual(Date.now());
});

test('waits', async () => {
  const startMs = performance.now();
  await clock.wait(20, new AbortController().signal);
  expect(performance.now() - startMs).toBeGreaterThan(15);
});

test.each([1_000_000, 2 ** 40])('ends a wait of %i ms at once when it is aborted', async (ms) => {
  const stop = new AbortController();
  let isOver = false;
  const wait = clock.wait(ms, stop.signal).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isOver).toBe(false);
  stop.abort();
  await wait;
  await clock.wait(ms, stop.signal);
});

const START = '2027-01-01T00:00:00.000Z';
const TOKEN = 'token-of-the-fake';
const going = new AbortController().signal;

/** A fake's admin API whose machine has its own time in `ownMs`. */
function createFake(mode: 'real' | 'manual' = 'manual') {
  const requests: OutgoingRequest[] = [];
  const fake = { requests, ownMs: 5_000, nowMs: Date.parse(START) };
  const send = async (request: OutgoingRequest): Promise<WireResponse> => {
    requests.push(request);
    if (request.method === 'POST') fake.nowMs += Number.parseInt(JSON.parse(request.body ?? '').by, 10);
    return wireResponse(200, JSON.stringify({ now: new Date(fake.nowMs).toISOString(), mode }));
  };
  return { ...fake, fake, options: { ...optionsWith(send), ownNow: () => fake.ownMs } };
}

function optionsWith(send: (request: OutgoingRequest, signal: AbortSignal) => Promise<WireResponse | SendFailure>) {
  return { adminUrl: 'http://127.0.0.1:4290/__admin/', token: TOKEN, sender: { send } };
}

function wireResponse(status: number, body: string): WireResponse {
  const bytes = new TextEncoder().encode(body);
  return { httpVersion: '1.1', status, statusText: '', headers: [], body: bytes, incomplete: undefined };
}

test('returns the time of the fake', async () => {
  const { fake, options } = createFake('real');
  const clock = await connectAdminClock(options);
  fake.ownMs += 250;
  expect(clock.now()).toBe(Date.parse(START) + 250);
});

test('stands still with a fake whose clock is frozen', async () => {
  const { fake, options } = createFake('manual');
  const clock = await connectAdminClock(options);
  fake.ownMs += 250;
  expect(clock.now()).toBe(Date.parse(START));
});

test('advances the time of the fake instead of sleeping, and never by too little', async () => {
  const { requests, options } = createFake();
  const clock = await connectAdminClock(options);
  await clock.wait(59_999.2, going);
  expect(clock.now()).toBe(Date.parse(START) + 60_000);
  expect(requests[1]).toEqual({
    method: 'POST',
    url: 'http://127.0.0.1:4290/__admin/clock/advance',
    headers: [
      ['Authorization', `Bearer ${TOKEN}`],
      ['Content-Type', 'application/json'],
    ],
    body: '{"by":"60000ms"}',
  });
});

test('sends nothing if there is nothing to wait for', async () => {
  const { requests, options } = createFake();
  const clock = await connectAdminClock(options);
  await clock.wait(0, going);
  await clock.wait(1000, AbortSignal.abort());
  expect(requests).toHaveLength(1);
});

test.each([
  ['the token is wrong', wireResponse(401, '{}'), /it rejected the admin token/],
  [
    'the host is not its own',
    wireResponse(403, '{}'),
    /not serve its control room under this host\. Start .* --allowed-host 127\.0\.0\.1/,
  ],
  ['there is nothing at the URL', wireResponse(404, '{}'), /the response \(404\) has no time/],
  ['another service responds', wireResponse(200, '<html>'), /the response \(200\) has no time/],
  [
    'there is no response',
    { cause: '127.0.0.1:4290 refused the connection' },
    /refused the connection. Start the fake/,
  ],
])('explains that %s', async (_what, result, expected) => {
  const connecting = connectAdminClock(optionsWith(async () => result));
  await expect(connecting).rejects.toThrow(expected);
  await expect(connecting).rejects.toThrow(InputError);
  await expect(connecting).rejects.not.toThrow(TOKEN);
});

test('rejects an invalid URL', async () => {
  const options = { ...createFake().options, adminUrl: 'here' };
  await expect(connectAdminClock(options)).rejects.toThrow(/"here": it is not a URL/);
});
