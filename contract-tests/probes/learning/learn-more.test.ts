// Long: every bound that a service may have is found, each with its own search.
import { expect, it } from 'vitest';
import { memoryRestoreLog } from '../../../tests/conformant-service/in-process.js';
import { announcedBudget, learningBudgets, planRequests } from '../../plan.js';
import { runSuite } from '../../run-suite.js';
import {
  dependenciesOf,
  errorBody,
  options,
  rawResponse,
  type ServiceOptions,
  testService,
} from '../../service-for-tests.js';
import type { SuiteDependencies } from '../../suite.js';
import { searches } from './learning.js';

const learning = { ...options, isLearning: true };
type Sent = Awaited<ReturnType<typeof learnFrom>>['sent'];

interface Bounds {
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  readonly bytes?: number;
}

/** Refuses updates that lie beyond the bounds. */
function bounded({ minimum, maximum, bytes }: Bounds): NonNullable<ServiceOptions['twist']> {
  return ({ method, body = '' }) => {
    if (method !== 'PATCH') return undefined;
    const quantity = BigInt(/"quantity":(-?\d+)\D/.exec(body)?.[1] ?? 0);
    const isOut = (minimum !== undefined && quantity < minimum) || (maximum !== undefined && quantity > maximum);
    if (bytes !== undefined && body.length > bytes) return rawResponse(413, errorBody(413));
    return isOut ? rawResponse(400, errorBody(400)) : undefined;
  };
}

async function learnFrom(chosen: ServiceOptions, changed: Partial<typeof learning> = {}) {
  const service = testService(chosen);
  const before = service.stock();
  const restoreLog = memoryRestoreLog();
  const run = await runSuite({ ...learning, ...changed }, dependenciesOf(service, { restoreLog }));
  const sent = run.transcript.exchanges.map(({ probe, request, response }) => ({
    probe,
    body: request.body ?? '',
    url: request.url,
    status: response?.status,
  }));
  expect(service.stock()).toEqual(before);
  expect(restoreLog.entries.size).toBe(0);
  expect(run.leftBehind).toBeUndefined();
  expect(service.impatient).toBe(0);
  return { ...run, sent };
}

const ofProbe = (sent: Sent, name: string) => sent.filter(({ probe }) => probe === name);
const isQuantity = (quantity: bigint) => (one: Sent[number]) =>
  one.status !== 401 && /\/(?:2|3|9007199254740993)$/.test(one.url) && one.body === `{"quantity":${quantity}}`;
const statusOf = (sent: Sent, quantity: bigint) => sent.find(isQuantity(quantity))?.status;

it.each([
  { minimum: 0n, maximum: 2_147_483_647n },
  { minimum: -2_147_483_648n, maximum: 2_147_483_647n },
  { minimum: 0n, maximum: 9_999n },
  { minimum: -32_768n, maximum: 32_767n },
  { minimum: 0n, maximum: 54_321n },
  { minimum: -9_007_199_254_740_991n, maximum: 9_007_199_254_740_991n },
])('finds quantities from $minimum to $maximum', async ({ minimum, maximum }) => {
  const { sent } = await learnFrom({ perMinute: 1_000, twist: bounded({ minimum, maximum }) });
  expect([minimum, minimum - 1n, maximum, maximum + 1n].map((quantity) => statusOf(sent, quantity))).toEqual([
    200, 400, 200, 400,
  ]);
  expect(ofProbe(sent, 'learn-quantity').length).toBeLessThanOrEqual(28);
});

it('needs few requests for usual bounds', async () => {
  const { sent } = await learnFrom({ perMinute: 1_000, twist: bounded({ minimum: 0n, maximum: 2_147_483_647n }) });
  expect(ofProbe(sent, 'learn-quantity').length).toBeLessThanOrEqual(14);
});

it.each([16_384, 100_000, 1_048_576, 2_097_152])('finds that a body may have %i bytes', async (bytes) => {
  const { sent } = await learnFrom({ perMinute: 1_000, twist: bounded({ bytes }) });
  const sizes = ofProbe(sent, 'learn-body-size').map(({ body, status }) => ({ bytes: body.length, status }));
  expect(sizes).toContainEqual({ bytes, status: 200 });
  expect(sizes).toContainEqual({ bytes: bytes + 1, status: 413 });
  expect(Math.max(...sizes.map((one) => one.bytes))).toBe(2_097_153);
});

it('sends one large body if none is too large', async () => {
  const { sent } = await learnFrom({ perMinute: 1_000 });
  expect(ofProbe(sent, 'learn-body-size').map(({ body, status }) => [body.length, status])).toEqual([[2_097_153, 200]]);
});

it('sends what exceeded the budget of the level, and looks up other pets', async () => {
  const { sent } = await learnFrom({}, { level: 'read' });
  const names = sent.map(({ probe }) => probe);
  expect(names).toEqual(expect.arrayContaining(['unknown-path', 'unknown-method']));
  expect(
    new Set(sent.filter(({ status, url }) => status === 200 && /\/pets\/[1-9]\d*$/.test(url)).map(({ url }) => url))
      .size,
  ).toBe(3);
  expect(sent.some(({ body, status }) => body !== '' && status === 200)).toBe(false);
});

it('sends messages that are not strings, until one is accepted', async () => {
  const { sent } = await learnFrom({ perMinute: 1_000 }, { messagesUrl: options.baseUrl });
  expect(ofProbe(sent, 'learn-message-42')).toMatchObject([{ body: '{"message":42}', status: 400 }]);
  expect(ofProbe(sent, 'learn-message-true')).toMatchObject([{ body: '{"message":true}', status: 400 }]);
  expect(ofProbe((await learnFrom({})).sent, 'learn-message-42')).toEqual([]);
});

it.each(['read', 'write', 'exhaust'] as const)('stays within its budget at level %s', async (level) => {
  const maximum = 5_555_555_555n;
  const chosen = { perMinute: 1_000, twist: bounded({ minimum: -maximum, maximum, bytes: 300_000 }) };
  const ordinary = await learnFrom(chosen, { level, isLearning: false });
  const { sent, budget } = await learnFrom(chosen, { level });
  expect(sent.length).toBeLessThanOrEqual(ordinary.sent.length + learningBudgets[level] + 1);
  expect(sent.length).toBeLessThanOrEqual(budget);
});

it('never sends more than the user allows', async () => {
  const wanted = (await learnFrom({ perMinute: 1_000 })).sent.length;
  for (const maxRequests of [10, 25, 41, 43, 47, wanted]) {
    const { sent, transcript } = await learnFrom({ perMinute: 1_000 }, { maxRequests });
    expect(sent.length).toBeLessThanOrEqual(maxRequests);
    if (maxRequests < wanted) expect(transcript.run?.stopped).toContain('--max-requests');
    else expect(transcript.run?.stopped).toBeUndefined();
  }
});

it('reports that --max-requests is too low to learn everything', async () => {
  const { transcript } = await learnFrom({ perMinute: 1_000 }, { maxRequests: 60 });
  expect(transcript.run?.stopped).toBe('--max-requests 60 is too low to learn everything');
});

it('does not report a complete run as cut short', async () => {
  const wanted = (await learnFrom({ perMinute: 1_000 }, { level: 'read' })).sent.length;
  const { sent, transcript } = await learnFrom({ perMinute: 1_000 }, { level: 'read', maxRequests: wanted });
  expect([sent.length, transcript.run?.stopped]).toEqual([wanted, undefined]);
});

it.each(['read', 'write'] as const)('reports at level %s the announced budget from the start', async (level) => {
  const service = testService({ perMinute: 60 });
  const budgets = new Set<number>();
  const progress: SuiteDependencies['progress'] = (each) => {
    if (each.kind === 'sent') budgets.add(each.budget);
  };
  await runSuite({ ...learning, level }, { ...dependenciesOf(service, { restoreLog: memoryRestoreLog() }), progress });
  expect([...budgets]).toEqual([announcedBudget({ ...learning, level })]);
});

it('plans the maximum number of requests of each kind', async () => {
  const twist = bounded({ minimum: -5_555_555_555n, maximum: 5_555_555_555n, bytes: 300_000 });
  for (const level of ['read', 'write'] as const) {
    const chosen = { level, messagesUrl: options.baseUrl } as const;
    const { sent } = await learnFrom({ perMinute: 1_000, twist }, chosen);
    const plan = planRequests({ ...learning, ...chosen });
    // How many pets are restored, the run decides.
    const names = new Set(sent.map(({ probe }) => probe).filter((name) => !name?.startsWith('restore')));
    for (const name of names) {
      const planned = plan.filter(({ probe }) => probe === name).reduce((sum, { atMost }) => sum + atMost, 0);
      // After a quantity that is too large, a smaller one follows.
      const counted = ofProbe(sent, name ?? '').filter(({ status }) => name !== 'update' || status !== 400);
      expect(counted.length, name).toBeLessThanOrEqual(planned);
    }
  }
});

it('waits for the quota of a small key and continues', async () => {
  const { sent, transcript } = await learnFrom({ perMinute: 60, twist: bounded({ minimum: 0n, maximum: 9_999n }) });
  expect(transcript.run?.stopped).toBeUndefined();
  expect(sent.some(({ status }) => status === 429)).toBe(false);
  expect(statusOf(sent, 10_000n)).toBe(400);
});

it('continues after a 429 in the middle of a search', async () => {
  let isDue = true;
  const reject = bounded({ minimum: 0n, maximum: 9_999n });
  const { sent } = await learnFrom({
    perMinute: 1_000,
    twist: (request, count) => {
      if (!isDue || request.body !== '{"quantity":9999}') return reject(request, count);
      isDue = false;
      return rawResponse(429, errorBody(429), { 'Retry-After': '5' });
    },
  });
  expect(sent.filter(isQuantity(9_999n)).map(({ status }) => status)).toEqual([429, 200]);
  expect(statusOf(sent, 10_000n)).toBe(400);
});

it('stops searching at the first unexpected status', async () => {
  const { sent } = await learnFrom({
    perMinute: 1_000,
    twist: ({ body }) => (body === '{"quantity":-9007199254740992}' ? rawResponse(503, errorBody(503)) : undefined),
  });
  expect(ofProbe(sent, 'learn-quantity').map(({ status }) => status)).toEqual([200, 503]);
});

it('searches little if every update is rejected', async () => {
  const { sent } = await learnFrom({
    perMinute: 1_000,
    twist: ({ method }) => (method === 'PATCH' ? rawResponse(403, errorBody(403)) : undefined),
  });
  const ofBounds = [searches.quantity, searches.size].map(({ name }) => name);
  expect(sent.filter(({ probe = '' }) => ofBounds.includes(probe)).length).toBeLessThanOrEqual(4);
});
