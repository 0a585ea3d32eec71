// Long: no conformant service is accused, in whatever order its exchanges overlapped.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BASE_URL, type ExchangeInit, goodKey, recorded, START_MS, settings } from '../../tests/recorded.js';
import type { Exchange } from '../exchange/exchange.js';
import { gatherEvidence, judgeEvidence } from './judge.js';
import { openLedger } from './ledger.js';

/** Moments in microseconds. */
interface Sent {
  readonly beganUs: number;
  /** When the service carried it out. */
  readonly doneUs: number;
  readonly endedUs: number;
  readonly pet: number;
  readonly quantity: number | undefined;
}

interface Plan {
  readonly connections: number;
  readonly each: number;
  readonly limit: number;
  readonly draws: readonly number[];
  /** How the recorder numbers exchanges. */
  readonly numbers: 'as sent' | 'as received';
  readonly knowsOrder: boolean;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  connections: fc.constantFrom(2, 5, 32),
  each: fc.integer({ min: 1, max: 6 }),
  limit: fc.constantFrom(20, 60, 300),
  draws: fc.array(fc.nat({ max: 1_999 }), { minLength: 5, maxLength: 60 }),
  numbers: fc.constantFrom('as sent', 'as received'),
  knowsOrder: fc.boolean(),
});

/** Each connection sends one request after the other; the service carries out each one somewhere between its begin and its end. */
function send({ connections, each, draws }: Plan): Sent[] {
  let next = 0;
  const draw = () => draws[next++ % draws.length] ?? 0;
  return Array.from({ length: connections }, () => {
    let nowUs = draw();
    return Array.from({ length: each }, () => {
      const beganUs = nowUs + 1 + (draw() % 300);
      const doneUs = beganUs + 1 + (draw() % 700);
      const endedUs = doneUs + 1 + (draw() % 700);
      nowUs = endedUs;
      const isWrite = draw() % 2 === 0;
      return { beganUs, doneUs, endedUs, pet: 1 + (draw() % 3), quantity: isWrite ? 1 + (draw() % 4) : undefined };
    });
  }).flat();
}

/** The responses of a conformant service, by request. */
function serve(sent: readonly Sent[], limit: number): Map<Sent, ExchangeInit> {
  const stock = new Map([1, 2, 3].map((pet) => [pet, pet]));
  const itemOf = (petId: number) => ({ petId, quantity: stock.get(petId), status: 'available' });
  let used = 0;
  const responses = [...sent]
    .sort((one, other) => one.doneUs - other.doneUs)
    .map((request): [Sent, ExchangeInit] => {
      const { pet, quantity } = request;
      used += 1;
      const headers = {
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
        ...(used > limit && { 'Retry-After': '60' }),
      };
      const asked = quantity === undefined ? {} : update(pet, quantity);
      if (used > limit) return [request, { ...asked, status: 429, headers }];
      if (quantity !== undefined) stock.set(pet, quantity);
      return [request, { ...asked, headers, body: quantity === undefined ? [1, 2, 3].map(itemOf) : itemOf(pet) }];
    });
  return new Map(responses);
}

function update(pet: number, quantity: number): ExchangeInit {
  return { method: 'PATCH', path: `/inventory/${pet}`, sends: `{"quantity":${quantity}}` };
}

/** A recording with whole milliseconds, as a clock shows them. */
function record(plan: Plan): Exchange[] {
  const sent = send(plan);
  const responses = serve(sent, plan.limit);
  const key = plan.numbers === 'as sent' ? 'beganUs' : 'endedUs';
  const numbered = [...sent].sort((one, other) => one[key] - other[key]);
  const { exchanges } = recorded(...numbered.map((one) => responses.get(one) ?? {}));
  return exchanges.map((exchange, index) => {
    const { beganUs, endedUs } = numbered[index] as Sent;
    const [startedMs, endedMs] = [beganUs, endedUs].map((us) => START_MS + Math.floor(us / 1_000)) as [number, number];
    return { ...exchange, startedMs, endedMs, ...(plan.knowsOrder && { order: { began: beganUs, ended: endedUs } }) };
  });
}

const accusationsIn = (exchanges: readonly Exchange[], level?: 'exhaust') =>
  judgeEvidence(gatherEvidence({ exchanges, run: undefined }, { ...settings, level }))
    .filter(({ outcome }) => outcome === 'violation')
    .map(({ rule, findings }) => `${rule.id}: ${findings[0]?.problem}`);

it('accuses no conformant service whose exchanges overlap within a millisecond', () => {
  const check = (plan: Plan) => {
    const exchanges = record(plan);
    expect(accusationsIn(exchanges)).toEqual([]);
    expect(accusationsIn(exchanges, 'exhaust')).toEqual([]);
  };
  fc.assert(fc.property(plans, check), { numRuns: 300 });
});

/** Ten reads, one after the other inside one millisecond; Remaining does not fall. */
const standing = (more: (number: number) => Partial<Exchange>): Exchange[] =>
  recorded(...Array.from({ length: 10 }, () => ({ headers: { 'X-RateLimit-Remaining': '59' } }))).exchanges.map(
    (exchange) => ({ ...exchange, startedMs: START_MS, endedMs: START_MS, ...more(exchange.number) }),
  );

it.each<[string, (number: number) => Partial<Exchange>]>([
  ['a run, which sends one request at a time', (number) => ({ sentAfter: number - 1 })],
  ['a recorder that knows the order', (number) => ({ order: { began: 2 * number - 1, ended: 2 * number } })],
])('still judges what happened within one millisecond in %s', (_what, more) => {
  expect(accusationsIn(standing(more))).toEqual(['limits/remaining-falls: Remaining does not fall']);
});

it('concludes nothing from one millisecond without an order, and everything from two', () => {
  expect(accusationsIn(standing(() => ({})))).toEqual([]);
  const apart = standing((number) => ({ startedMs: START_MS + 2 * number, endedMs: START_MS + 2 * number + 1 }));
  expect(accusationsIn(apart)).toEqual(['limits/remaining-falls: Remaining does not fall']);
});

it('opens one account for exchanges in one millisecond, each with its position', () => {
  const exchanges = standing((number) => ({ sentAfter: number - 1 }));
  const [account] = openLedger(gatherEvidence({ exchanges, run: undefined }, { ...settings, baseUrl: BASE_URL }));
  expect(account?.requests[0]?.keyName).toBe(goodKey.name);
  expect(account?.tracks[0]?.entries.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
