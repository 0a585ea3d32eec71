import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence, judgeRule } from '../judge.js';
import { rules } from '../rules/index.js';

const stockRules = rules.filter(({ id }) => /^(?:inventory|update|status)\//.test(id));

interface Step {
  readonly kind: 'list' | 'update' | 'order' | 'removal';
  readonly petId: number;
  readonly quantity: string;
  readonly key: 'key#1' | 'key#2';
  readonly pauseMs: number;
  readonly tookMs: number;
  /** When within that time the service does it. */
  readonly share: number;
  readonly isLost: boolean;
}

const steps = fc.record<Step>({
  kind: fc.constantFrom('list', 'list', 'update', 'update', 'update', 'order', 'removal'),
  petId: fc.integer({ min: 1, max: 5 }),
  quantity: fc.constantFrom('0', '1', '2', '-1', '4294967301', '5.0', '1e2', '"x"', '1.5', 'null'),
  key: fc.constantFrom('key#1', 'key#2'),
  pauseMs: fc.integer({ min: 0, max: 150 }),
  tookMs: fc.integer({ min: 1, max: 150 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  isLost: fc.constantFrom(...Array(15).fill(false), true),
});

type Stock = Map<number, { quantity: number; status: string }>;

/** The responses of a conformant service. Orders, which the document does not describe, change the status or add the pet. */
function respond({ kind, petId, quantity }: Step, stock: Stock): ExchangeInit {
  const pet = stock.get(petId);
  if (kind === 'list') return { body: [...stock].map(([id, entry]) => ({ petId: id, ...entry })) };
  if (kind === 'order') {
    stock.set(petId, { quantity: pet?.quantity ?? 1, status: pet?.status === 'pending' ? 'sold' : 'pending' });
    return { method: 'POST', path: '/store/orders', sends: '{}', status: 201, body: {} };
  }
  if (kind === 'removal') {
    stock.delete(petId);
    return { method: 'DELETE', path: `/pets/${petId}`, status: 204, body: '' };
  }
  const update = { method: 'PATCH', path: `/inventory/${petId}`, sends: `{"quantity":${quantity}}` };
  const value: unknown = JSON.parse(quantity);
  if (!Number.isInteger(value)) return { ...update, status: 400 };
  if (pet === undefined) return { ...update, status: 404 };
  pet.quantity = Number(value);
  return { ...update, body: { petId, ...pet } };
}

/** Requests overlap, and the service executes them in any order. */
function record(all: readonly Step[]) {
  let nowMs = 0;
  const timed = all.map((step) => {
    nowMs += step.pauseMs;
    return { step, atMs: nowMs, doneMs: nowMs + step.share * step.tookMs };
  });
  const stock: Stock = new Map([1, 2, 3, 4].map((id) => [id, { quantity: id % 3, status: 'available' }]));
  const inTurn = [...timed].sort((a, b) => a.doneMs - b.doneMs);
  const responses = new Map(inTurn.map(({ step }) => [step, respond(step, stock)]));
  const told = timed.map(({ step, atMs }): ExchangeInit => {
    const credential = { kind: 'bearer', name: step.key, standing: 'unknown' } as const;
    return { ...responses.get(step), credential, atMs, ...(step.isLost ? { status: null } : {}) };
  });
  const { exchanges, run } = recorded(...told);
  const lasting = exchanges.map((one, index) => ({ ...one, endedMs: one.startedMs + (all[index]?.tookMs ?? 0) }));
  return { exchanges: lasting, run };
}

it('reports no violation by a conformant store, whatever overlaps, is lost, or is undocumented', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 5, maxLength: 40 }), fc.boolean(), (all, isExclusive) => {
      const evidence = gatherEvidence(record(all), { ...settings, level: undefined, isExclusive });
      const violated = stockRules.filter((rule) => judgeRule(rule, evidence).outcome === 'violation');
      expect(violated.map(({ id }) => id)).toEqual([]);
    }),
    { numRuns: 400, seed: 400 },
  );
});
