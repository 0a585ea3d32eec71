import { expect, it } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { createDraw } from '../draw.js';
import type { Progress } from '../suite.js';
import { Budget, Deadline } from './bounds.js';
import { Governor, type GovernorOptions, type ProbeRequest } from './governor.js';

const START_MS = Date.UTC(2026, 10, 21, 12, 15);
const never = new AbortController().signal;
const goodKey = { kind: 'bearer', name: 'key#1', standing: 'given' } as const;

const get: ProbeRequest = {
  probe: 'list',
  request: { method: 'GET', url: 'https://api.example.test/v1/inventory', headers: [], body: undefined },
  credential: goodKey,
  purpose: 'probe',
  inHand: 0,
};
const patch: ProbeRequest = { ...get, request: { ...get.request, method: 'PATCH', body: '{"quantity":1}' } };
const keyless: ProbeRequest = { ...get, credential: { kind: 'none' } };

/** A response in short; null: none was received. */
type Scripted = { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } | null;

/** A governor for a service that returns the scripted responses, then 200 forever. */
function scripted(script: readonly Scripted[], others: Partial<GovernorOptions> = {}) {
  let nowMs = START_MS;
  const sentAt: number[] = [];
  const timeouts: (number | undefined)[] = [];
  const told: Progress[] = [];
  const clock = {
    now: () => nowMs,
    async wait(ms: number, signal: AbortSignal) {
      if (!signal.aborted) nowMs += ms;
    },
  };
  const send: GovernorOptions['send'] = async ({ probe, request, credential }, _signal, timeoutMs) => {
    sentAt.push(nowMs - START_MS);
    timeouts.push(timeoutMs);
    const startedMs = nowMs;
    nowMs += 50;
    const next = script.at(sentAt.length - 1);
    const { status = 200, headers = {} } = next ?? {};
    return {
      number: sentAt.length,
      probe,
      request: { ...request, credential },
      response:
        next === null
          ? undefined
          : { httpVersion: '1.1', status, statusText: '', headers: Object.entries(headers), body: { kind: 'empty' } },
      failure: next === null ? 'ECONNRESET' : undefined,
      startedMs,
      endedMs: nowMs,
    };
  };
  const options: GovernorOptions = {
    clock,
    signal: new AbortController().signal,
    reserve: 0.2,
    budget: new Budget(undefined, 100),
    deadline: new Deadline({ maxTimeMs: 300_000, isFake: false, realMs: clock.now }),
    jitter: createDraw(1, 'jitter'),
    progress: (progress) => told.push(progress),
    send,
    ...others,
  };
  return { governor: new Governor(options), options, sentAt, timeouts, told, clock };
}

function limits(remaining: number, resetAfterSeconds: number, limit = 60): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(START_MS / 1000 + resetAfterSeconds),
  };
}

function limitedFor(retryAfter: string, headers: Readonly<Record<string, string>> = {}): Scripted {
  return { status: 429, headers: { 'Retry-After': retryAfter, ...headers } };
}

it('waits for Retry-After after a 429, then sends the same request again', async () => {
  const { governor, sentAt } = scripted([limitedFor('30')]);
  const exchange = await governor.send(get);
  expect(exchange).toMatchObject({ number: 2, response: { status: 200 } });
  expect(sentAt).toEqual([0, 31_000]);
});

it('waits for the longer one of two Retry-After', async () => {
  const { governor, sentAt } = scripted([limitedFor('5', { 'retry-after': '30' })]);
  await governor.send(get);
  expect(sentAt).toEqual([0, 31_000]);
});

it('waits until the next second after Retry-After: 0', async () => {
  const { governor, sentAt } = scripted([limitedFor('0')]);
  await governor.send(get);
  expect(sentAt).toEqual([0, 1_000]);
});

it.each([0, 3_600_000, -3_600_000])('reads a date by the clock of the service, %i ms ahead of ours', async (skewMs) => {
  const at = (ms: number) => new Date(START_MS + skewMs + ms).toUTCString();
  const { governor, sentAt } = scripted([limitedFor(at(40_000), { Date: at(0) })]);
  await governor.send(get);
  expect(sentAt[1]).toBeGreaterThanOrEqual(40_000);
  expect(sentAt[1]).toBeLessThanOrEqual(42_000);
});

it('sends nothing during a wait, whichever the key', async () => {
  const { governor, sentAt } = scripted([limitedFor('20')]);
  await governor.send({ ...get, purpose: 'overrun' });
  await governor.send(keyless);
  expect(sentAt[1]).toBeGreaterThanOrEqual(20_000);
});

it('waits before it restores, too', async () => {
  const { governor, sentAt } = scripted([limitedFor('20')]);
  await governor.send({ ...get, purpose: 'overrun' });
  await governor.send({ ...patch, purpose: 'restore' });
  expect(sentAt[1]).toBeGreaterThanOrEqual(20_000);
});

it('accepts a 429 as the response of an overrun', async () => {
  const { governor, sentAt } = scripted([limitedFor('20')]);
  expect(await governor.send({ ...get, purpose: 'overrun' })).toMatchObject({ response: { status: 429 } });
  expect(sentAt).toEqual([0]);
});

it('stops after a second 429 in a row', async () => {
  const { governor, sentAt } = scripted([limitedFor('1'), limitedFor('1')]);
  await expect(governor.send(get)).rejects.toThrow('two 429 responses in a row');
  expect(sentAt).toHaveLength(2);
});

it('stops if the wait exceeds the user’s maximum', async () => {
  const { governor, sentAt } = scripted([limitedFor('3000')]);
  await expect(governor.send(get)).rejects.toThrow(
    'the service asks to wait 50m 1s (until 13:05:01 UTC), longer than the 5m left of --max-time 5m (try --max-time 52m)',
  );
  expect(sentAt).toHaveLength(1);
});

it.each([403, 503])('waits for the Retry-After of a %i', async (status) => {
  const { governor, sentAt } = scripted([{ status, headers: { 'Retry-After': '10' } }]);
  await governor.send(get);
  await governor.send(get);
  expect(sentAt).toEqual([0, 11_000]);
});

it('stops at a 403 that reports a ban', async () => {
  const { governor } = scripted([{ status: 403, headers: { 'Retry-After': '300' } }]);
  await governor.send(get);
  await expect(governor.send(keyless)).rejects.toThrow('asks to wait 5m');
});

it('doubles its waits if 429s have no Retry-After', async () => {
  const { governor, sentAt } = scripted([{ status: 429 }, {}, { status: 429 }, {}, { status: 429 }]);
  for (let i = 0; i < 3; i++) await governor.send(get);
  const waits = [1, 3, 5].map((index) => (sentAt[index] ?? 0) - (sentAt[index - 1] ?? 0));
  expect(waits[0]).toBeGreaterThanOrEqual(1_000);
  expect(waits[1]).toBeGreaterThanOrEqual(2_000);
  expect(waits[2]).toBeGreaterThanOrEqual(4_000);
});

it('backs off at least until Reset if that is near', async () => {
  const { governor, sentAt } = scripted([{ status: 429, headers: limits(0, 40) }]);
  await governor.send(get);
  expect(sentAt[1]).toBeGreaterThanOrEqual(40_000);
});

it('ignores a Reset that is far away or invalid when it backs off', async () => {
  for (const reset of [40_000, -400, 400_000]) {
    const { governor, sentAt } = scripted([{ status: 429, headers: limits(0, reset) }]);
    await governor.send({ ...get, purpose: 'overrun' });
    await governor.send(keyless);
    expect(sentAt[1]).toBeLessThan(4_000);
  }
});

it('waits for Reset when only the reserve remains', async () => {
  const { governor, sentAt, told } = scripted([{ headers: limits(15, 30) }, { headers: limits(14, 30) }]);
  for (let i = 0; i < 3; i++) await governor.send(get);
  expect(sentAt).toEqual([0, 50, 31_000]);
  expect(told).toContainEqual(expect.objectContaining({ kind: 'waiting', untilMs: START_MS + 31_000 }));
});

it('stops when only the reserve remains and Reset is far', async () => {
  const { governor } = scripted([{ headers: limits(14, 3000) }]);
  await governor.send(get);
  await expect(governor.send(get)).rejects.toThrow(
    '14 of 60 requests are left and reserved for others (--reserve); the wait is 50m 1s',
  );
});

it('suspects the clocks when only the reserve remains and Reset has passed', async () => {
  const { governor } = scripted([{ headers: limits(14, -600) }]);
  await governor.send(get);
  await expect(governor.send(get)).rejects.toThrow(
    '14 of 60 requests are left and reserved for others (--reserve), and X-RateLimit-Reset is not a moment of the next day: is the clock',
  );
});

it('also retains the reserve of the day if the last response described the minute', async () => {
  const { governor } = scripted([{ headers: limits(100, 3000, 1000) }, { headers: limits(50, 30) }]);
  await governor.send({ ...get, purpose: 'overrun' });
  await governor.send({ ...get, purpose: 'overrun' });
  await expect(governor.send(get)).rejects.toThrow('99 of 1000 requests are left');
});

it('uses the reserve for restoring, for an overrun and for requests without a key', async () => {
  const { governor, sentAt } = scripted(Array.from({ length: 4 }, () => ({ headers: limits(2, 3000) })));
  await governor.send(get);
  await governor.send({ ...patch, purpose: 'restore' });
  await governor.send({ ...get, purpose: 'overrun' });
  await governor.send(keyless);
  expect(sentAt).toEqual([0, 50, 100, 150]);
});

it('learns nothing from a 401 or a cached response', async () => {
  const { governor, sentAt } = scripted([
    { status: 401, headers: limits(0, 30) },
    { headers: { ...limits(0, 30), Age: '9' } },
  ]);
  for (let i = 0; i < 3; i++) await governor.send(get);
  expect(sentAt).toEqual([0, 50, 100]);
});

it('restores beyond its budget, however often the service asks to come back', async () => {
  const script = [{}, ...Array.from({ length: 4 }, () => limitedFor('9')), { status: 503 }];
  const { governor, sentAt } = scripted(script, { budget: new Budget(1, 40) });
  await governor.send(get);
  expect(await governor.send({ ...patch, purpose: 'restore' })).toMatchObject({ number: 7, response: { status: 200 } });
  expect(sentAt.slice(1)).toEqual([50, 10_000, 20_000, 30_000, 40_000, 40_050]);
});

it('stops restoring when the service asks for more time than restoring has, or asks too often', async () => {
  const far = scripted([limitedFor('376')]);
  await expect(far.governor.send({ ...patch, purpose: 'restore' })).rejects.toThrow(
    'the service asks to wait 6m 17s (until 12:21:17 UTC), longer than the 6m 15s left for restoring',
  );
  const often = scripted(Array.from({ length: 99 }, () => limitedFor('0')));
  await expect(often.governor.send({ ...patch, purpose: 'restore' })).rejects.toThrow(
    'restoring was rejected 10 times in a row, although the run waited as indicated',
  );
  expect([far.sentAt.length, often.sentAt.length]).toEqual([1, 10]);
});

it('never exceeds its budget for probes, and reserves what restoring needs', async () => {
  const { governor, sentAt } = scripted([], { budget: new Budget(3, 40) });
  await governor.send(get);
  await expect(governor.send({ ...patch, inHand: 2 })).rejects.toThrow('the budget of 3 requests, 2 of them reserved');
  await governor.send(get);
  await governor.send({ ...patch, purpose: 'restore' });
  await expect(governor.send(get)).rejects.toThrow('the budget of 3 requests is used up; --max-requests raises it');
  expect(sentAt).toHaveLength(3);
});

it('counts a retry', async () => {
  const { governor } = scripted([limitedFor('1')], { budget: new Budget(1, 40) });
  await expect(governor.send(get)).rejects.toThrow('budget of one request');
});

it('retries a GET after a second, a PATCH never', async () => {
  const lost = scripted([null]);
  expect(await lost.governor.send(get)).toMatchObject({ number: 2, failure: undefined });
  expect(lost.sentAt).toEqual([0, 1_050]);
  const written = scripted([null]);
  expect(await written.governor.send(patch)).toMatchObject({ number: 1, failure: 'ECONNRESET' });
  expect(written.sentAt).toEqual([0]);
});

it('stops when two requests in a row get no response', async () => {
  const once = scripted([null, null]);
  await expect(once.governor.send(get)).rejects.toThrow('two requests in a row got no response: ECONNRESET');
  const twice = scripted([null, null]);
  await twice.governor.send(patch);
  await expect(twice.governor.send(get)).rejects.toThrow('two requests in a row got no response: ECONNRESET');
  expect(twice.sentAt).toHaveLength(2);
});

it('sends only requests that restore once it is interrupted', async () => {
  const { governor, sentAt } = scripted([], { signal: AbortSignal.abort() });
  await expect(governor.send(get)).rejects.toThrow('interrupted');
  await governor.send({ ...patch, purpose: 'restore' });
  expect(sentAt).toHaveLength(1);
});

it('sends nothing if it is interrupted during a back-off, not even to restore', async () => {
  const controller = new AbortController();
  const { governor, sentAt } = scripted([limitedFor('30')], { signal: controller.signal });
  await governor.send({ ...get, purpose: 'overrun' });
  controller.abort();
  await expect(governor.send({ ...patch, purpose: 'restore' })).rejects.toThrow('interrupted while the service asks');
  expect(sentAt).toHaveLength(1);
});

it('does not wait forever for a clock that stands still', async () => {
  const clock = { now: () => START_MS, wait: async () => {} };
  const { governor } = scripted([limitedFor('30')], { clock });
  await expect(governor.send(get)).rejects.toThrow('the clock stands still');
});

it('waits the full time if a timer fires early', async () => {
  let nowMs = START_MS;
  const clock = {
    now: () => nowMs,
    async wait(ms: number) {
      nowMs += Math.max(1, ms - 5);
    },
  };
  const { governor } = scripted([], { clock });
  await governor.pause(START_MS + 10_000, 'a test');
  expect(nowMs).toBeGreaterThanOrEqual(START_MS + 10_000);
});

it('continues with the good key if only requests without one are rejected', async () => {
  const { governor, sentAt } = scripted([limitedFor('1'), limitedFor('1')]);
  expect(await governor.send(keyless)).toMatchObject({ response: { status: 429 } });
  expect(governor.limitsOtherKeys).toBe(true);
  await governor.send(get);
  expect(sentAt).toHaveLength(3);
  expect((sentAt[2] ?? 0) - (sentAt[1] ?? 0)).toBeGreaterThanOrEqual(1_000);
});

it('does not abort a GET while a restore is pending: its response may be a 429', async () => {
  const interrupted = new AbortController();
  const seen: boolean[] = [];
  const { governor } = scripted([], {
    signal: interrupted.signal,
    send: async (_ask, signal) => {
      interrupted.abort();
      seen.push(signal.aborted);
      throw new Error('enough seen');
    },
  });
  await expect(governor.send({ ...get, inHand: 2 })).rejects.toThrow('enough seen');
  expect(seen).toEqual([false]);
});

it('throws if the clock of a fake can no longer be advanced', async () => {
  const { clock } = scripted([]);
  const wait = () => Promise.reject(new InputError('Using the clock', 'it is gone', 'Start the fake'));
  const { governor } = scripted([limitedFor('1')], { clock: { ...clock, wait } });
  await expect(governor.send(get)).rejects.toThrow('it is gone');
});

it('stops before a wait that would end after the run', async () => {
  const { governor, sentAt, clock } = scripted([{}, limitedFor('60')]);
  await governor.send(get);
  await clock.wait(250_000, never);
  await expect(governor.send(get)).rejects.toThrow(
    'the service asks to wait 1m 1s (until 12:20:11 UTC), longer than the 50s left of --max-time 5m (try --max-time 10m)',
  );
  expect(sentAt).toHaveLength(2);
});

it('sends nothing once its time is used up, except what restores, and that for a while only', async () => {
  const { governor, sentAt, clock } = scripted([]);
  await clock.wait(300_000, never);
  await expect(governor.send(get)).rejects.toThrow('--max-time 5m is used up');
  await governor.send({ ...patch, purpose: 'restore' });
  await clock.wait(75_000, never);
  await expect(governor.send({ ...patch, purpose: 'restore' })).rejects.toThrow('the time for restoring is used up');
  expect(sentAt).toEqual([300_000]);
});

it('waits for a window to restore, even beyond its time', async () => {
  const { governor, sentAt, clock } = scripted([limitedFor('60')]);
  await clock.wait(299_000, never);
  await governor.send({ ...get, purpose: 'overrun' });
  await governor.send({ ...patch, purpose: 'restore' });
  expect(sentAt).toEqual([299_000, 360_000]);
});

it('gives a GET the time that is left; a write, and what something is restored after, as long as it takes', async () => {
  const { governor, timeouts, clock } = scripted([]);
  await clock.wait(299_000, never);
  for (const request of [get, patch, { ...get, inHand: 2 }]) await governor.send(request);
  for (const method of ['PATCH', 'GET'])
    await governor.send({ ...get, request: { ...get.request, method }, purpose: 'restore' });
  expect(timeouts).toEqual([1_000, undefined, undefined, undefined, 75_800]);
});

it('does not wait for a second Reset if the first one brought nothing back', async () => {
  const { governor, sentAt } = scripted([{ headers: limits(1, 60) }, { headers: limits(1, 121) }]);
  for (let i = 0; i < 2; i++) await governor.send(get);
  await expect(governor.send(get)).rejects.toThrow(
    '1 of 60 requests are left after Reset, and 1 were left before it: the quota was not refilled',
  );
  expect(sentAt).toEqual([0, 61_000]);
});

it('waits for the next Reset where the last one brought something back', async () => {
  const script = [limits(14, 60), limits(15, 121), limits(14, 121), limits(59, 182)];
  const { governor, sentAt } = scripted(script.map((headers) => ({ headers })));
  for (let i = 0; i < 4; i++) await governor.send(get);
  expect(sentAt).toEqual([0, 61_000, 61_050, 122_000]);
});

it('waits on for a sliding window that gives back its requests one by one', async () => {
  const script = [limits(14, 60), limits(14, 63), limits(14, 66)];
  const { governor, sentAt } = scripted(script.map((headers) => ({ headers })));
  for (let i = 0; i < 3; i++) await governor.send(get);
  expect(sentAt).toEqual([0, 61_000, 64_000]);
});

it('knows whether a probe would have to wait for the reserve, a window or a back-off', async () => {
  const { governor, sentAt, clock } = scripted([
    { headers: limits(16, 30) },
    { headers: limits(14, 30) },
    limitedFor('5'),
  ]);
  const seen = [governor.canSendWithoutWaiting()];
  for (let i = 0; i < 2; i++) {
    await governor.send(get);
    seen.push(governor.canSendWithoutWaiting());
  }
  await clock.wait(31_000, never);
  seen.push(governor.canSendWithoutWaiting());
  await governor.send({ ...get, purpose: 'overrun' });
  seen.push(governor.canSendWithoutWaiting());
  await clock.wait(7_000, never);
  expect([...seen, governor.canSendWithoutWaiting()]).toEqual([true, true, false, true, false, true]);
  expect(sentAt).toHaveLength(3);
});

it('sends requests at once: none waits for the response to another, and none is repeated', async () => {
  const open: string[] = [];
  let most = 0;
  const { options, sentAt } = scripted([limitedFor('5'), limitedFor('40'), limitedFor('5')]);
  const governor = new Governor({
    ...options,
    send: async (request, ...rest) => {
      most = Math.max(most, open.push(request.probe));
      await Promise.resolve();
      open.pop();
      return options.send(request, ...rest);
    },
  });
  const before: number[] = [];
  const overrun = { ...get, purpose: 'overrun', beforeSending: async () => void before.push(open.length) } as const;
  const exchanges = await governor.sendTogether([overrun, { ...overrun, request: patch.request }, overrun]);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([429, 429, 429]);
  expect([most, before, sentAt.length]).toEqual([3, [0, 0, 0], 3]);
  await governor.send(get);
  // The latest of the moments that they indicate counts, whichever response came last.
  expect(sentAt[3]).toBeGreaterThanOrEqual(40_000);
});

it('sends nothing at once that the budget has no room for', async () => {
  const { governor, sentAt } = scripted([], { budget: new Budget(5, 40) });
  await expect(governor.sendTogether(Array.from({ length: 4 }, () => ({ ...patch, inHand: 2 })))).rejects.toThrow(
    'the budget of 5 requests',
  );
  expect(sentAt).toEqual([]);
});
