// Long: the limit is exhausted as planned for every quota and kind of Retry-After.
import { expect, it } from 'vitest';
import { headerOf, precedes } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { groupBeyondLimit } from '../plan.js';
import { exhaustProbes } from '../probes/exhaust.js';
import { runSuite } from '../run-suite.js';
import { dependenciesOf, options, type TestService, testService } from '../service-for-tests.js';
import type { SuiteDependencies } from '../suite.js';

it.each([
  { perMinute: 60, isExclusive: false, retryAfter: 'seconds' },
  { perMinute: 60, isExclusive: true, retryAfter: 'date' },
  { perMinute: 300, isExclusive: true, retryAfter: 'seconds' },
  { perMinute: 20, isExclusive: false, retryAfter: 'date' },
] as const)('runs into the limit, with --exclusive in three windows: %o', async ({ isExclusive, ...chosen }) => {
  const service = testService({ ...chosen, skewMs: 1_234_567 });
  const before = service.stock();
  const run = { ...options, level: 'exhaust', isExclusive } as const;
  const { transcript, leftBehind } = await runSuite(run, dependenciesOf(service));
  const names = namesOf(transcript);
  expect([transcript.run?.stopped, leftBehind]).toEqual([undefined, undefined]);
  // Elsewhere one group of reads is sent; no message without a messages URL.
  const last = groupBeyondLimit(isExclusive ? 2 : 0, run).map(({ name }) => name);
  const afterwards = [...exhaustProbes.recovered, ...exhaustProbes.afterReset].map(({ name }) => name);
  expect(names.slice(-last.length - afterwards.length)).toEqual([...last, ...afterwards]);
  expect(service.received.filter(({ status }) => status === 429)).toHaveLength(isExclusive ? 19 : 3);
  expect(service.impatient).toBe(0);
  expect(service.stock()).toEqual(before);
});

it('sends requests at once when one is left, and records that they overlap', async () => {
  const service = testService();
  const { transcript } = await runSuite({ ...options, level: 'exhaust' }, dependenciesOf(service));
  const all = transcript.exchanges;
  const together = all.filter(({ probe }) => /at-once|beyond/.test(probe ?? '')).slice(0, 7);
  const [first] = together;
  expect(headerOf(all[(first?.number ?? 0) - 2]?.response?.headers ?? [], 'x-ratelimit-remaining')).toBe('1');
  expect(together.map(({ response }) => response?.status)).toEqual([200, ...Array(6).fill(429)]);
  for (const one of together) {
    for (const other of together) expect(precedes(one, other)).toBe(false);
    expect(
      all.filter((each) => !together.includes(each)).every((each) => precedes(each, one) || precedes(one, each)),
    ).toBe(true);
  }
});

it('reads again more than ten seconds after Reset', async () => {
  const service = testService();
  const { transcript } = await runSuite({ ...options, level: 'exhaust' }, dependenciesOf(service));
  const last = exhaustProbes.recovered.at(-1)?.name;
  const at = transcript.exchanges.findLastIndex(({ probe }) => probe === last);
  const [recovered, after] = transcript.exchanges.slice(at);
  const resetSeconds = Number(headerOf(recovered?.response?.headers ?? [], 'x-ratelimit-reset'));
  expect((after?.startedMs ?? 0) - resetSeconds * 1000).toBeGreaterThan(10_000);
  expect((after?.startedMs ?? 0) - resetSeconds * 1000).toBeLessThan(13_000);
});

it('watches a window for twelve seconds before it exhausts the limit', async () => {
  const service = testService();
  await runSuite({ ...options, level: 'exhaust' }, dependenciesOf(service));
  const limited = service.received.find(({ status }) => status === 429);
  const inWindow = service.received.filter(
    ({ atMs }) => limited && atMs > limited.atMs - 60_000 && atMs <= limited.atMs,
  );
  expect((limited?.atMs ?? 0) - (inWindow[0]?.atMs ?? 0)).toBeGreaterThan(12_000);
});

it('exhausts a large limit only if more requests are allowed', async () => {
  const run = async (maxRequests: number | undefined) => {
    const service = testService({ perMinute: 1000 });
    const { transcript } = await runSuite({ ...options, level: 'exhaust', maxRequests }, dependenciesOf(service));
    return [service.received.some(({ status }) => status === 429), transcript.run?.stopped] as const;
  };
  expect(await run(undefined)).toEqual([false, expect.stringContaining('more than 500; --max-requests 1116 ')]);
  expect(await run(1200)).toEqual([true, undefined]);
});

it('waits for a whole window if what is left of this one is too short', async () => {
  for (const [latencyMs, waited] of [
    [20, 0],
    [470, 1],
  ] as const) {
    const service = testService({ perMinute: 100, latencyMs });
    const waits: string[] = [];
    const progress: SuiteDependencies['progress'] = (each) => {
      if (each.kind === 'waiting') waits.push(each.why);
    };
    await runSuite({ ...options, level: 'exhaust' }, dependenciesOf(service, { progress }));
    expect(waits.filter((why) => why === 'waiting for a whole window')).toHaveLength(waited);
    expect(service.received.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  }
});

it('exhausts the limit in all operations, and again in two more windows', async () => {
  const service = testService();
  const { transcript } = await runSuite({ ...options, level: 'exhaust' }, dependenciesOf(service));
  const limited = transcript.exchanges.filter(({ response }) => response?.status === 429);
  const count = (probe: string) => limited.filter((each) => each.probe === probe).length;
  expect(['list-at-once', 'orders-at-once', 'pet-at-once'].map(count)).toEqual([4, 5, 3]);
  // Ten in one minute are the usual threshold of a ban.
  const inMinuteBefore = (atMs: number) =>
    limited.filter(({ startedMs }) => startedMs > atMs - 60_000 && startedMs <= atMs).length;
  expect(Math.max(...limited.map(({ startedMs }) => inMinuteBefore(startedMs)))).toBe(7);
  const pets = limited.flatMap(({ probe, request }) => (probe === 'beyond-the-limit' ? request.url : []));
  expect(pets).toHaveLength(7);
  expect(new Set(pets).size).toBe(3);
});

it('stops the overrun if no limit is enforced', async () => {
  const service = testService({ perMinute: 10_000 });
  const sender: TestService['sender'] = {
    ...service.sender,
    async send(request, signal) {
      const response = await service.sender.send(request, signal);
      if (!('status' in response)) return response;
      const headers = response.headers.map(([name, value]) =>
        name === 'X-RateLimit-Limit'
          ? ([name, '60'] as const)
          : name === 'X-RateLimit-Remaining'
            ? ([name, '40'] as const)
            : ([name, value] as const),
      );
      return { ...response, headers };
    },
  };
  const { transcript } = await runSuite({ ...options, level: 'exhaust' }, dependenciesOf(service, { sender }));
  expect(namesOf(transcript).filter((name) => name.startsWith('overrun'))).toHaveLength(61);
  expect(transcript.run?.stopped).toBeUndefined();
});

function namesOf({ exchanges }: Transcript): string[] {
  return exchanges.map(({ probe }) => probe ?? '');
}
