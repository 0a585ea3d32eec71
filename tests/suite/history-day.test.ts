// Long: over a day of checks, every 15 minutes, a history reports what a service changed, and nothing that passes.
import { expect, test } from 'vitest';
import { settleChanges } from '../../contract-tests/history/settle-changes.js';
import { learnProfile } from '../../src/fidelity/learn/learn-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { createService } from '../conformant-service/create-service.js';
import { checkService } from '../conformant-service/in-process.js';
import { type Service, type ServiceResponse, withHeader } from '../conformant-service/service.js';

const RUNS = 96;
const failed = (status: number) => `{"code":"FAILED","message":"Something failed","status":${status}}`;
const page: ServiceResponse['headers'] = [['Content-Type', 'text/html']];

/** What a service does once in a while: an error of its own or of its gateway, another status, half of a response, none of its headers. */
const slips: ((response: ServiceResponse) => ServiceResponse)[] = [
  (response) => ({ ...response, status: 500, body: failed(500) }),
  (response) => ({ ...response, status: 502, body: '<p>Bad gateway</p>', headers: page }),
  (response) => ({ ...response, status: 404, body: failed(404) }),
  (response) => ({ ...response, body: '[]' }),
  (response) => ({ ...response, body: '' }),
  (response) => ({ ...response, headers: [] }),
  (response) => ({ ...response, body: '{"x":1}' }),
];

/** Slips once in `every` requests, each time in another way and at another place of the plan. */
function slipping(every: number, first: number) {
  let requests = 0;
  const wrap = (service: Service): Service => ({
    ...service,
    handle(request, nowMs) {
      const response = service.handle(request, nowMs);
      const slip = slips[Math.floor(requests / every) % slips.length];
      return requests++ % every === first ? (slip?.(response) ?? response) : response;
    },
  });
  return { wrap, count: () => requests };
}

/** Checks all day. `serviceAt` returns the service that a run finds. */
async function changesOfDay(serviceAt: (run: number) => Service, runs = RUNS) {
  let known: Profile | undefined;
  const reported: { run: number; changes: string[] }[] = [];
  for (let run = 0; run < runs; run++) {
    let minutes = 15 * run;
    const check = async () => {
      const startMs = Date.UTC(2026, 10, 21, 0, minutes, 3);
      minutes += 3;
      const seed = run + 1;
      const checked = await checkService(serviceAt(run), {
        level: 'read',
        isExclusive: false,
        isLearning: true,
        seed,
        startMs,
      });
      const { transcript } = checked;
      if (transcript.run === undefined) throw new Error('A run has facts.');
      const facts = { ...checked, learnedAtMs: startMs, kind: 'run' } as const;
      return { transcript, profile: learnProfile(transcript, { ...transcript.run, judged: petstoreJudge }, facts) };
    };
    const settled = await settleChanges(known, await check(), check);
    known = settled.known;
    const changes = settled.changes.map(({ path, left, right }) => `${path} ${left} → ${right}`);
    if (changes.length > 0) reported.push({ run, changes });
  }
  return reported;
}

test.each([250, 3, 77, 480])(
  'reports no change of a service that misbehaves once in 500 requests, first in request %i',
  async (first) => {
    const { wrap, count } = slipping(500, first);
    expect(await changesOfDay(() => wrap(createService()))).toEqual([]);
    expect(count()).toBeGreaterThan(5_000);
  },
);

test('reports no change while a deployment is in progress, or with a rotated key', async () => {
  const away: Service = {
    ...createService(),
    handle: () => ({ status: 503, headers: page, body: '<p>Deploying</p>' }),
  };
  const rotated: Service = {
    ...createService(),
    handle: (request, nowMs) =>
      createService().handle(
        { ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'authorization') },
        nowMs,
      ),
  };
  expect(await changesOfDay((run) => ({ 0: away, 3: away, 5: rotated })[run] ?? createService(), 8)).toEqual([]);
});

test('the next run reports a broken promise, and the next but one nothing', async () => {
  const broken: Service = {
    ...createService(),
    handle: (request, nowMs) => withHeader(createService().handle(request, nowMs), 'X-RateLimit-Limit'),
  };
  expect(await changesOfDay((run) => (run < 2 ? createService() : broken), 5)).toEqual([
    { run: 2, changes: [expect.stringContaining('rule/limits/headers-present passed → violated')] },
  ]);
});
