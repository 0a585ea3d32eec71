import { describe, expect, it } from 'vitest';
import { redactTranscript } from '../src/exchange/redact-exchange.js';
import { InputError } from '../src/json/input-error.js';
import { judge } from '../src/judge/judge.js';
import { petstoreJudge } from '../src/judge/rules/index.js';
import { memoryRestoreLog } from '../tests/conformant-service/in-process.js';
import { headerIn } from '../tests/conformant-service/service.js';
import { planFor, planRequests } from './plan.js';
import { petstoreSuite } from './probes/index.js';
import { runSuite } from './run-suite.js';
import type { OutgoingRequest } from './sending/sender.js';
import {
  API_KEY,
  dependenciesOf,
  errorBody,
  options,
  rawResponse,
  type ServiceOptions,
  START_MS,
  type TestService,
  testService,
} from './service-for-tests.js';
import type { SuiteOptions } from './suite.js';

const messagesUrl = options.baseUrl;

it.each([
  { level: 'read', messagesUrl: undefined, most: 25 },
  { level: 'read', messagesUrl, most: 25 },
  { level: 'write', messagesUrl: undefined, most: 46 },
  { level: 'write', messagesUrl, most: 46 },
] as const)('sends at most $most requests at level $level', async ({ most, ...chosen }) => {
  const service = testService();
  const { transcript, leftBehind } = await runSuite({ ...options, ...chosen }, dependenciesOf(service));
  expect(service.received.length).toBeLessThanOrEqual(most);
  expect(service.received.length).toBeGreaterThan(most - 3);
  expect([transcript.run?.stopped, leftBehind]).toEqual([undefined, undefined]);
});

it.each([
  { level: 'read', messagesUrl: undefined },
  { level: 'read', messagesUrl },
  { level: 'write', messagesUrl: undefined },
  { level: 'write', messagesUrl },
  { level: 'write', messagesUrl, maxRequests: 80 },
  { level: 'exhaust', messagesUrl, isFake: true },
  { level: 'exhaust', messagesUrl: undefined },
] as const)('sends the planned requests in order: %o', async (changed) => {
  const chosen = { ...options, ...changed };
  const { transcript } = await runSuite(chosen, dependenciesOf(testService()));
  expect(transcript.run?.stopped).toBeUndefined();
  expectSentAsPlanned(transcript, chosen);
});

it.each(Array.from({ length: 45 }, (_, index) => index + 1))('never passes %i requests', async (maxRequests) => {
  const service = testService();
  const before = service.stock();
  const chosen: SuiteOptions = { ...options, maxRequests };
  const { transcript, leftBehind } = await runSuite(chosen, dependenciesOf(service));
  expect(service.received.length).toBeLessThanOrEqual(maxRequests);
  expect(service.stock()).toEqual(before);
  expect(leftBehind).toBeUndefined();
  expectSentAsPlanned(transcript, chosen);
});

it('leaves the stock as it was and the restore log empty', async () => {
  const service = testService();
  const before = service.stock();
  const restoreLog = memoryRestoreLog();
  await runSuite({ ...options, messagesUrl, maxRequests: 80 }, dependenciesOf(service, { restoreLog }));
  expect(service.stock()).toEqual(before);
  expect(restoreLog.entries.size).toBe(0);
});

it('writes the restore log before each PATCH of a listed pet', async () => {
  const restoreLog = memoryRestoreLog();
  const open: boolean[] = [];
  const service = testService({
    twist: ({ method, url }) => {
      const id = url.slice(url.lastIndexOf('/') + 1);
      if (method === 'PATCH' && /^[12]$/.test(id)) open.push(restoreLog.entries.has(id));
      return undefined;
    },
    pets: { 1: '5', 2: '6' },
  });
  await runSuite({ ...options, maxRequests: 80 }, dependenciesOf(service, { restoreLog }));
  expect(open.length).toBeGreaterThan(25);
  expect(open).not.toContain(false);
});

describe('where nobody else writes', () => {
  const pets = { 1: '5', 2: '6', 3: '7', 4: '8', 5: '9' };
  const sentBy = (service: TestService) =>
    service.received.flatMap(({ request, status }) => {
      const [, petId] = /\/inventory\/(\d+)$/.exec(request.url) ?? [];
      const [, quantity] = /^\{"quantity":(-?\d+)\}$/.exec(request.body ?? '') ?? [];
      return petId === undefined || quantity === undefined ? [] : [{ petId, quantity, status }];
    });

  it.each([46, 200])(
    'sends a smaller quantity if the service rejects a large one, in %i requests',
    async (maxRequests) => {
      const isTooLarge = (body: string) => Number(/-?\d+/.exec(body)?.[0]) > 1_000_000;
      const twist: ServiceOptions['twist'] = ({ method, body = '' }) =>
        method === 'PATCH' && isTooLarge(body) ? rawResponse(400, errorBody(400)) : undefined;
      const service = testService({ pets, twist, perMinute: 1_000 });
      const { transcript, leftBehind } = await runSuite({ ...options, maxRequests }, dependenciesOf(service));
      const quantities = sentBy(service).map(({ quantity, status }) => `${quantity}: ${status}`);
      expect(quantities.indexOf('70001: 200')).toBeGreaterThan(quantities.indexOf('4611686018427388315: 400'));
      expect(quantities.filter((each) => each === '4611686018427388315: 400')).toHaveLength(1);
      expect([service.stock(), leftBehind, transcript.run?.stopped]).toEqual([pets, undefined, undefined]);
      expect(service.received.length).toBeLessThanOrEqual(maxRequests);
    },
  );

  it('has room for what every rule needs within the limit of a Free key, whichever pets are drawn', async () => {
    const stock = Object.fromEntries(Array.from({ length: 36 }, (_, index) => [`${index + 1}`, `${7 * index}`]));
    const twist: ServiceOptions['twist'] = ({ method, body = '' }) =>
      method === 'PATCH' && /:\d{12,}\}$/.test(body) ? rawResponse(400, errorBody(400)) : undefined;
    for (let seed = 1; seed <= 36; seed++) {
      const service = testService({ pets: stock, twist, perMinute: 60 });
      const given = { ...options, seed, messagesUrl: options.baseUrl };
      const { transcript } = await runSuite(given, dependenciesOf(service));
      expect(transcript.run?.stopped, `seed ${seed}`).toBeUndefined();
    }
  });

  it('gives each pet another large quantity, and one list shows them all', async () => {
    const service = testService({ pets, perMinute: 1_000 });
    const { transcript } = await runSuite({ ...options, maxRequests: 200 }, dependenciesOf(service));
    const others = transcript.exchanges.filter(({ probe }) => probe?.startsWith('update-another-pet'));
    expect(new Set(others.map(({ request }) => request.url)).size).toBe(4);
    expect(new Set(others.map(({ request }) => request.body)).size).toBe(4);
    const last = others.at(-1)?.number ?? 0;
    const next = transcript.exchanges.slice(last).find(({ probe }) => probe?.startsWith('list-after'));
    expect(next?.probe).toMatch(/^list-after-other-pets/);
    expect(service.stock()).toEqual(pets);
  });

  it('looks at the list before it changes a pet again', async () => {
    const service = testService({ pets: { 1: '5', 2: '6' }, perMinute: 1_000 });
    await runSuite({ ...options, maxRequests: 200 }, dependenciesOf(service));
    const unseen = new Map<string, string>();
    for (const { request, status } of service.received) {
      const petId = /\/inventory\/([12])$/.exec(request.url)?.[1];
      const quantity = /^\{"quantity":(-?\d[\d.e]*)\}$/.exec(request.body ?? '')?.[1];
      if (request.method === 'GET' && request.url.endsWith('/inventory')) unseen.clear();
      if (request.method !== 'PATCH' || status !== 200 || petId === undefined || quantity === undefined) continue;
      // Restoring, and what is sent several times on purpose, hide nothing.
      const isAside = petId !== String(drawnOf(service)) && !['5', '6'].includes(quantity);
      if (isAside) expect(unseen.get(petId) ?? quantity).toBe(quantity);
      unseen.set(petId, quantity);
    }
    expect(service.stock()).toEqual({ 1: '5', 2: '6' });
  });
});

/** Returns the id of the first pet that was updated. */
function drawnOf(service: TestService): string | undefined {
  const [first] = service.received.filter(
    ({ request }) => request.method === 'PATCH' && request.body?.includes('46116860'),
  );
  return first?.request.url.split('/').at(-1);
}

it('does the same things for the same seed', async () => {
  const requests = async (seed: number) => {
    const service = testService();
    await runSuite({ ...options, messagesUrl, seed }, dependenciesOf(service));
    return service.received;
  };
  expect(await requests(3)).toEqual(await requests(3));
  expect(await requests(3)).not.toEqual(await requests(4));
});

it.each(['read', 'write', 'exhaust'] as const)('no secret gets out of a transcript of level %s', async (level) => {
  const echo = testService({
    twist: ({ url, headers }) =>
      url.includes('?')
        ? rawResponse(401, JSON.stringify({ code: 'x', message: `${url} ${headers}`, status: 401 }))
        : undefined,
  });
  const secret = 'a-header-that-is-secret';
  const chosen = {
    ...options,
    level,
    isFake: true,
    headers: [['X-Gate', secret] as const, ['X-Pin', '1'] as const],
  };
  const { transcript } = await runSuite(chosen, dependenciesOf(echo));
  const text = JSON.stringify(redactTranscript(transcript));
  expect(text).toContain('key#1');
  for (const hidden of [API_KEY, API_KEY.slice(0, -1), API_KEY.slice(0, 12), secret, btoa(API_KEY)]) {
    expect(text).not.toContain(hidden);
  }
  expect(text).toContain('["X-Pin","secret#0"]');
});

it('freezes its transcript', async () => {
  const { transcript } = await runSuite({ ...options, level: 'read' }, dependenciesOf(testService()));
  expect(Object.isFrozen(transcript.exchanges[0]?.request.headers)).toBe(true);
});

const keyErrors = [401, 403];
it.each(keyErrors)('stops after the first request when the key is rejected with %i', async (status) => {
  const service = testService({ twist: () => rawResponse(status, errorBody(status)) });
  const { transcript } = await runSuite(options, dependenciesOf(service));
  expect(service.received).toHaveLength(1);
  expect(transcript.run?.stopped).toMatch(`the key was rejected (${status})`);
});

it.each([
  ['a web page', rawResponse(200, '<html>Sign in</html>', { 'Content-Type': 'text/html' }), 'a web page'],
  ['a redirect', rawResponse(302, '', { Location: 'https://login.example.test/' }), 'redirected (302)'],
] as const)('stops after %s', async (_, response, reason) => {
  const service = testService({ twist: () => response });
  const { transcript } = await runSuite(options, dependenciesOf(service));
  expect(service.received).toHaveLength(1);
  expect(transcript.run?.stopped).toContain(reason);
});

it('skips probes that need a pet if the store is empty, and does not report a stop', async () => {
  const service = testService({ pets: {} });
  const { transcript, leftBehind } = await runSuite(options, dependenciesOf(service));
  expect(namesOf(transcript)).toContain('update-unlisted');
  expect(namesOf(transcript)).not.toContain('update');
  expect([transcript.run?.stopped, transcript.run?.petId, leftBehind]).toEqual([undefined, undefined, undefined]);
});

it('writes to the chosen pet, and to none if it is not listed', async () => {
  const run = async (petId: string) => runSuite({ ...options, petId }, dependenciesOf(testService()));
  expect((await run('3')).transcript.run).toMatchObject({ petId: '3', stopped: undefined });
  const { transcript } = await run('4');
  expect(transcript.run).toMatchObject({ petId: undefined, stopped: expect.stringContaining('pet 4 (--pet-id)') });
});

it('draws another pet for another seed', async () => {
  const drawn = async (seed: number) =>
    (await runSuite({ ...options, seed }, dependenciesOf(testService()))).transcript.run?.petId;
  expect(new Set([await drawn(1), await drawn(2), await drawn(3)])).toEqual(new Set(['2', '3', '9007199254740993']));
});

it('draws no pet that an earlier run left open', async () => {
  const pending = { baseUrl: options.baseUrl, petId: '2', original: '1', possible: ['0'] };
  for (const seed of [0, 1, 2]) {
    const restoreLog = memoryRestoreLog(pending);
    const service = testService({ perMinute: 1_000 });
    const chosen = { ...options, seed, maxRequests: 400 };
    const { transcript } = await runSuite(chosen, dependenciesOf(service, { restoreLog }));
    expect(transcript.run?.petId).not.toBe('2');
    expect(service.received.filter(({ request }) => request.url.endsWith('/inventory/2'))).toEqual([]);
    expect([...restoreLog.entries.values()]).toEqual([pending]);
  }
});

it('restores a pet that an earlier run left open if no other pet is available', async () => {
  const service = testService({ pets: { 2: '99' } });
  const restoreLog = memoryRestoreLog({ baseUrl: options.baseUrl, petId: '2', original: '5', possible: ['99'] });
  const { transcript } = await runSuite({ ...options, maxRequests: 60 }, dependenciesOf(service, { restoreLog }));
  expect(transcript.run?.stopped).toBeUndefined();
  expect(service.stock()).toEqual({ 2: '5' });
  expect(restoreLog.entries.size).toBe(0);
});

it('does not overwrite values of other clients', async () => {
  const service = testService();
  const sender: TestService['sender'] = {
    ...service.sender,
    async send(request, signal) {
      const response = await service.sender.send(request, signal);
      for (const pet of service.pets) if (request.body === '{"quantity":-1}') pet.quantity = 123_456n;
      return response;
    },
  };
  const { leftBehind } = await runSuite({ ...options, isExclusive: false }, dependenciesOf(service, { sender }));
  expect(Object.values(service.stock())).toEqual(['123456', '123456', '123456']);
  expect(leftBehind).toContain('its quantity is 123456, which this run cannot have caused');
});

it('reports a pet that its write created', async () => {
  const service = testService();
  const sender: TestService['sender'] = {
    ...service.sender,
    async send(request, signal) {
      const id = /\/inventory\/(\d{16})$/.exec(request.url)?.[1];
      const isNew = service.pets.every(({ petId }) => String(petId) !== id);
      if (id !== undefined && isNew) service.pets.push({ petId: BigInt(id), quantity: 1n, status: 'sold' });
      return service.sender.send(request, signal);
    },
  };
  const { leftBehind } = await runSuite({ ...options, isExclusive: false }, dependenciesOf(service, { sender }));
  expect(leftBehind).toMatch(/^pet \d{16} was not there before$/);
});

const cuts = Array.from({ length: 48 }, (_, index) => index + 1);

it.each(cuts)('restores the stock when it is interrupted after %i requests', async (count) => {
  const controller = new AbortController();
  const service = testService({
    twist: (_request, sent) => {
      if (sent === count) controller.abort();
      return undefined;
    },
  });
  const before = service.stock();
  const restoreLog = memoryRestoreLog();
  const surroundings = dependenciesOf(service, { restoreLog, signal: controller.signal });
  await runSuite({ ...options, messagesUrl, maxRequests: 50 }, surroundings);
  expect(service.stock()).toEqual(before);
  expect(restoreLog.entries.size).toBe(0);
  // The rest of a group, up to three pets, and a list.
  expect(service.received.length).toBeLessThanOrEqual(count + 3 + 4);
});

it.each(cuts)(
  'leaves the restore log open or the stock restored when the service dies at request %i',
  async (count) => {
    const service = testService({ twist: (_request, sent) => (sent >= count ? { cause: 'ECONNREFUSED' } : undefined) });
    const before = service.stock();
    const restoreLog = memoryRestoreLog();
    const { leftBehind, transcript } = await runSuite(
      { ...options, maxRequests: 60 },
      dependenciesOf(service, { restoreLog }),
    );
    const isAsBefore = JSON.stringify(service.stock()) === JSON.stringify(before);
    expect(isAsBefore || restoreLog.entries.size > 0).toBe(true);
    expect(leftBehind === undefined).toBe(restoreLog.entries.size === 0);
    expect(service.received.length).toBeLessThanOrEqual(count + 3 + 3);
    if (service.received.length >= count) expect(transcript.run?.stopped).toContain('ECONNREFUSED');
  },
);

it.each<Partial<typeof options>>([
  {},
  { isExclusive: false },
  ...[18, 20, 25, 30, 50].map((maxRequests) => ({ maxRequests })),
  ...[15_000, 20_000, 60_000].map((maxTimeMs) => ({ maxTimeMs })),
])('restores the stock of a service that limits every second request, with %j', async (changes) => {
  for (const isLimited of ['every', 'updates'] as const) {
    let count = 0;
    const service = testService({
      twist: ({ method }) =>
        (isLimited === 'every' || method === 'PATCH') && ++count % 2 === 0
          ? rawResponse(429, errorBody(429), { 'Retry-After': '1' })
          : undefined,
    });
    const before = service.stock();
    const restoreLog = memoryRestoreLog();
    const { leftBehind } = await runSuite({ ...options, ...changes }, dependenciesOf(service, { restoreLog }));
    expect([service.stock(), leftBehind, restoreLog.entries.size]).toEqual([before, undefined, 0]);
    expect(service.impatient).toBe(0);
  }
});

it('leaves the entry open when the service rejects every update after those of three pets', async () => {
  let count = 0;
  const service = testService({
    twist: ({ method }) =>
      method === 'PATCH' && ++count > 9 ? rawResponse(429, errorBody(429), { 'Retry-After': '1' }) : undefined,
  });
  const restoreLog = memoryRestoreLog();
  const { leftBehind } = await runSuite(options, dependenciesOf(service, { restoreLog }));
  expect(leftBehind).toMatch(
    /restoring was rejected 10 times in a row.*; restore (?:it|them) with: petstore-mock restore/,
  );
  expect([restoreLog.entries.size, service.received.length < 60]).toEqual([3, true]);
});

it('leaves the entry open when it is interrupted during a back-off', async () => {
  const controller = new AbortController();
  const restoreLog = memoryRestoreLog();
  const service = testService({
    twist: () => (restoreLog.entries.size > 0 ? rawResponse(429, errorBody(429), { 'Retry-After': '9' }) : undefined),
  });
  const clock = { ...service.clock, wait: async () => controller.abort() };
  const surroundings = dependenciesOf(service, { clock, restoreLog, signal: controller.signal });
  const { leftBehind, transcript } = await runSuite(options, surroundings);
  expect(service.received.at(-1)?.status).toBe(429);
  expect(restoreLog.entries.size).toBeGreaterThan(0);
  expect(transcript.run?.stopped).toContain('interrupted');
  expect(leftBehind).toContain('petstore-mock restore');
});

it('restores the stock after a bug, and rethrows it', async () => {
  const service = testService();
  const before = service.stock();
  const progress = () => {
    if (service.received.length === 30) throw new Error('a bug');
  };
  await expect(runSuite(options, dependenciesOf(service, { progress }))).rejects.toThrow('a bug');
  expect(service.stock()).toEqual(before);
});

it('changes nothing without a restore log', async () => {
  const service = testService();
  const noSpace = new InputError('Writing the restore log in restore', 'its disk is full', 'Choose another folder');
  const restoreLog = { ...memoryRestoreLog(), open: () => Promise.reject(noSpace) };
  const { transcript } = await runSuite(options, dependenciesOf(service, { restoreLog }));
  expect(transcript.run?.stopped).toBe(noSpace.message);
  expect(service.received.filter(({ request }) => request.method === 'PATCH')).toEqual([]);
});

it('trusts no list that overlaps a write: the pet may have changed after it', async () => {
  const service = testService({
    twist: ({ method, url }) => {
      if (method !== 'PATCH' || service.received.length < 60) return undefined;
      const pet = service.pets.find(({ petId }) => url.endsWith(`/${petId}`));
      if (pet !== undefined) pet.quantity = 999n;
      return rawResponse(429, errorBody(429), { 'Retry-After': '3000' });
    },
  });
  const { leftBehind } = await runSuite({ ...options, level: 'exhaust' }, dependenciesOf(service));
  expect(leftBehind).toContain('may have another one now');
});

it('passes every rule', async () => {
  const chosen = { ...options, level: 'exhaust', isFake: true, messagesUrl } as const;
  const { transcript } = await runSuite(chosen, dependenciesOf(testService({ skewMs: 3_000 })));
  const odd = judge(transcript, { ...chosen, judged: petstoreJudge }).filter(({ outcome }) => outcome !== 'pass');
  expect(odd.map(({ rule, reason }) => `${rule.id}: ${reason}`)).toEqual([]);
});

it('reports its progress', async () => {
  const reports: unknown[] = [];
  await runSuite(
    { ...options, level: 'read' },
    dependenciesOf(testService(), { progress: (each) => reports.push(each) }),
  );
  expect(reports[0]).toEqual({ kind: 'sent', sent: 1, budget: 25, remaining: 59 });
});

it('retains the reserve: it waits for Reset before it uses up the limit', async () => {
  const service = testService({ perMinute: 30 });
  const { transcript } = await runSuite(options, dependenciesOf(service));
  const remaining = transcript.exchanges.flatMap(({ response, request }) =>
    request.credential.kind === 'bearer' && request.credential.standing === 'given'
      ? (response?.headers ?? []).filter(([name]) => name === 'X-RateLimit-Remaining').map(([, value]) => Number(value))
      : [],
  );
  expect(Math.min(...remaining)).toBeGreaterThanOrEqual(6);
  expect(service.clock.now() - START_MS).toBeGreaterThan(60_000);
  expect(transcript.run?.stopped).toBeUndefined();
});

function namesOf({ exchanges }: { exchanges: readonly { probe: string | undefined }[] }): string[] {
  return exchanges.map(({ probe }) => probe ?? '');
}

/** What exhausts the limit is sent in turn, in several windows: its order is not that of the plan. */
/** What is sent is in the plan, in its order; what was left out made room for what follows in the whole plan. */
function expectSentAsPlanned(transcript: Parameters<typeof namesOf>[0], chosen: SuiteOptions): void {
  const isOfPlan = (name: string) => !/^overrun|at-once$|^beyond|^recovered|^after-reset|^restore/.test(name);
  const sent = [...new Set(namesOf(transcript).filter(isOfPlan))];
  const whole = planFor(chosen, petstoreSuite).map(({ name }) => name);
  expect(sent).toEqual(whole.filter((name) => sent.includes(name)));
  const planned = planRequests(chosen).flatMap(({ probe, condition = 'if there is a pet' }) =>
    condition === 'if there is a pet' ? [probe] : [],
  );
  const due = planned.filter(isOfPlan).slice(0, sent.length / 2);
  expect(sent).toEqual(expect.arrayContaining(due));
}

it('redacts ordinary header values in requests only', async () => {
  const headers = [
    ['X-Stage', 'available'],
    ['X-Tenant', '1'],
    ['User-Agent', 'petstore-mock/1.2.3'],
  ] as const;
  const service = testService();
  const { transcript } = await runSuite({ ...options, headers }, dependenciesOf(service));
  const bodies = transcript.exchanges.map(({ response }) => response?.body);
  expect(bodies.filter((body) => body?.kind === 'text' && body.isRedacted)).toEqual([]);
  expect(transcript.exchanges[0]?.request.headers).toEqual(
    expect.arrayContaining([
      ['X-Stage', 'secret#0'],
      ['X-Tenant', 'secret#0'],
      ['User-Agent', 'petstore-mock/1.2.3'],
    ]),
  );
});

it('skips requests without a good key if they are limited, and judges the rest', async () => {
  const isStranger = ({ headers }: OutgoingRequest) => !headers.some(([, value]) => value === `Bearer ${API_KEY}`);
  const twist = (request: OutgoingRequest) =>
    isStranger(request) ? rawResponse(429, errorBody(429), { 'Retry-After': '1' }) : undefined;
  const service = testService({ twist });
  const { transcript } = await runSuite(options, dependenciesOf(service));
  expect(service.received.filter(({ request }) => isStranger(request))).toHaveLength(4);
  expect(transcript.run?.stopped).toContain('requests without a good key got 429');
  expect(transcript.exchanges.map(({ probe }) => probe)).toContain('restored');
});

it('with many requests, shows one wrong key several times in a row, and then the right one', async () => {
  const service = testService();
  const { transcript } = await runSuite({ ...options, level: 'read', maxRequests: 200 }, dependenciesOf(service));
  const start = transcript.exchanges.findIndex(({ probe }) => probe === 'list-with-wrong-key-in-a-row');
  const shown = transcript.exchanges.slice(start, start + 6);
  expect(shown.map(({ response }) => response?.status)).toEqual([401, 401, 401, 401, 401, 200]);
  expect(new Set(shown.slice(0, 5).map(({ request }) => headerIn(request.headers, 'authorization'))).size).toBe(1);
});

it('asks for other codings at every operation, whatever the budget', async () => {
  const service = testService();
  await runSuite({ ...options, level: 'write', messagesUrl }, dependenciesOf(service));
  const codings = service.received.flatMap(({ request: { method, headers }, status }) =>
    headers.flatMap(([name, value]) => (/^accept-encoding$/i.test(name) ? `${method} ${status} ${value}` : [])),
  );
  expect(codings).toEqual(
    expect.arrayContaining([
      'GET 401 identity',
      'PATCH 200 identity',
      'PATCH 400 identity',
      'PATCH 400 gzip',
      'POST 200 identity',
      'POST 400 identity',
    ]),
  );
  expect(service.received.some(({ request }) => request.namesNoCoding)).toBe(true);
});

it.each([
  ['read', false],
  ['write', false],
  ['write', true],
] as const)(
  'says how far the plan got at level %s, and how many requests send all of it',
  async (level, isExclusive) => {
    const run = (maxRequests?: number) =>
      runSuite({ ...options, level, isExclusive, maxRequests }, dependenciesOf(testService({ perMinute: 120 })));
    const { partialPlan, budget } = await run();
    expect(partialPlan?.sent).toBeLessThanOrEqual(budget);
    expect(partialPlan?.planned).toBeGreaterThan(partialPlan?.sent ?? 0);
    const whole = await run(partialPlan?.maxRequests);
    expect([whole.partialPlan, whole.transcript.run?.stopped]).toEqual([undefined, undefined]);
  },
);
