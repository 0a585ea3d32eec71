import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limited, verdictIn, violationsIn } from '../../../tests/judged-manners.js';
import { simulatePolite, type World } from '../../../tests/polite-clients.js';
import { recorded } from '../../../tests/recorded.js';

const world: fc.Arbitrary<World> = fc.record({
  workers: fc.integer({ min: 1, max: 6 }),
  requests: fc.integer({ min: 1, max: 12 }),
  limit: fc.integer({ min: 1, max: 20 }),
  windowMs: fc.integer({ min: 1_000, max: 90_000 }),
  retryAfter: fc.constantFrom('seconds', 'date'),
  skewMs: fc.oneof(fc.constant(0), fc.integer({ min: -7_200_000, max: 7_200_000 })),
  draws: fc.array(fc.nat({ max: 5_000 }), { minLength: 1, maxLength: 30 }),
});

it('reports no violation by clients that wait for Retry-After, in their own recording or in the journal of the service', () => {
  fc.assert(
    fc.property(world, (one) => {
      const { recording, journal } = simulatePolite(one);
      expect([violationsIn(recording), violationsIn(journal)]).toEqual([[], []]);
    }),
    { numRuns: 300 },
  );
});

it('passes such clients', () => {
  const { recording, journal } = simulatePolite({
    workers: 1,
    requests: 20,
    limit: 5,
    windowMs: 60_000,
    retryAfter: 'seconds',
    skewMs: 0,
    draws: [40, 7, 1_500],
  });
  const outcomes = [recording, journal].map((one) => verdictIn(one, 'waits-for-retry-after').outcome);
  expect(recording.exchanges.filter(({ response }) => response?.status === 429).length).toBeGreaterThan(2);
  expect(outcomes).toEqual(['pass', 'pass']);
});

it('reports violations once their journal is replayed faster', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), (limit) => {
      const { journal } = simulatePolite({
        workers: 1,
        requests: limit + 1,
        limit,
        windowMs: 60_000 + limit * 3_000,
        retryAfter: 'seconds',
        skewMs: 0,
        draws: [40, 7, 1_500],
      });
      const [first] = journal.exchanges;
      const exchanges = journal.exchanges.map((exchange) => {
        const startedMs = ((first?.startedMs ?? 0) + exchange.startedMs) / 2;
        return { ...exchange, startedMs, endedMs: startedMs };
      });
      expect(violationsIn({ exchanges, run: undefined })).toEqual(['waits-for-retry-after']);
    }),
    { numRuns: 30 },
  );
});

it('reports no violation by a client whose waits grow, up to a cap, without a Retry-After', () => {
  const backOff = fc.record({
    baseMs: fc.integer({ min: 50, max: 3_000 }),
    factor: fc.double({ min: 1.4, max: 4, noNaN: true }),
    capMs: fc.integer({ min: 10_000, max: 60_000 }),
    retries: fc.integer({ min: 1, max: 12 }),
    jitter: fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 12, maxLength: 12 }),
  });
  fc.assert(
    fc.property(backOff, ({ baseMs, factor, capMs, retries, jitter }) => {
      const waitsMs = jitter
        .slice(0, retries)
        .map((by, index) => Math.round(by * Math.min(capMs, baseMs * factor ** index)));
      const told = [limited(0, undefined)];
      for (const waitMs of waitsMs) told.push(limited(((told.at(-1)?.atMs ?? 0) + 10 + waitMs) / 1_000, undefined));
      expect(violationsIn(recorded(...told))).toEqual([]);
    }),
  );
});
