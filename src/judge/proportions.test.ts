import { expect, it } from 'vitest';
import { createDraw } from '../../contract-tests/draw.js';
import { type ExchangeInit, noKey, recorded, settings } from '../../tests/recorded.js';
import { list, patch } from '../../tests/stock-exchanges.js';
import { gatherEvidence, type JudgeSettings } from './evidence.js';
import { judgeEvidence } from './judge.js';
import { isConstantRate, oddsOf, possibleCauses } from './proportions.js';

const orders: ExchangeInit = { path: '/store/orders' };
const keyless: ExchangeInit = { path: '/store/orders', credential: noKey, status: 401 };
const bad = patch('"9"', { status: 400 });
const shared: Partial<JudgeSettings> = { level: 'write', isExclusive: false };

/** Returns the exchanges of a run in which pet 8 loses what `lost` returns during each request but a list. */
function run(brackets: readonly (readonly ExchangeInit[])[], lost: (sent: ExchangeInit) => number): ExchangeInit[] {
  let quantity = 1_000;
  const told: ExchangeInit[] = [list({ '8': quantity })];
  for (const bracket of brackets) {
    quantity -= lost(list());
    for (const sent of bracket) quantity -= lost(sent);
    told.push(...bracket, list({ '8': quantity }));
  }
  return told;
}

function evidenceOf(told: readonly ExchangeInit[], changed: Partial<JudgeSettings> = {}) {
  return gatherEvidence(recorded(...told), { ...settings, ...shared, ...changed });
}

/** Returns the rules that report a change of the stock as a violation. */
function accusing(told: readonly ExchangeInit[], changed: Partial<JudgeSettings> = {}): string[] {
  const verdicts = judgeEvidence(evidenceOf(told, changed));
  return verdicts
    .filter(({ outcome, rule }) => outcome === 'violation' && !rule.id.startsWith('limits/'))
    .map(({ rule }) => rule.id);
}

const times = (number: number, sent: ExchangeInit) => Array.from({ length: number }, () => sent);
/** What a run sends that suspects its requests: drawn numbers of them, and other requests in between. */
const coded = (suspect: ExchangeInit, other: ExchangeInit) => [
  [...times(9, other), suspect],
  times(3, suspect),
  times(6, other),
  times(2, suspect),
  times(4, other),
  times(4, suspect),
  times(12, other),
];

it.each<[string, readonly ExchangeInit[], string]>([
  ['a GET takes one', run(coded(orders, bad), (sent) => Number(sent === orders)), 'inventory/get-is-safe'],
  ['a GET adds two', run(coded(orders, bad), (sent) => -2 * Number(sent === orders)), 'inventory/get-is-safe'],
  ['a 401 takes one', run(coded(keyless, orders), (sent) => Number(sent === keyless)), 'inventory/get-is-safe'],
  ['a 400 takes one', run(coded(bad, orders), (sent) => Number(sent === bad)), 'update/rejected-changes-nothing'],
  [
    'an update takes one of another pet',
    run(coded(patch(5), orders), (sent) => Number(sent.method === 'PATCH')),
    'update/only-this-pet',
  ],
  [
    'the list takes one, however many requests there are in between',
    run([times(12, bad), [], times(6, bad), [], [], [], times(9, bad), [], []], (sent) =>
      Number(sent.method === undefined && sent.path === undefined),
    ),
    'inventory/get-is-safe',
  ],
])('needs no exclusive use to see that %s', (_what, told, rule) => {
  expect(accusing(told)).toEqual([rule]);
});

const proof = () => run(coded(orders, bad), (sent) => Number(sent === orders));

it('proves nothing in a recording, whose client may buy a pet after each look at the orders', () => {
  expect(accusing(proof(), { level: undefined })).toEqual([]);
});

it('proves nothing while anything else changes, too', () => {
  const told = proof().map((sent, at, all) => (at > 0 && at === all.length - 1 ? list({ '7': 4, '8': 990 }) : sent));
  expect(accusing(told)).toEqual([]);
});

it('proves nothing where one bracket is an exception', () => {
  const told = proof().with(-1, list({ '8': 989 }));
  expect(accusing(told)).toEqual([]);
});

it.each<[string, ExchangeInit[][]]>([
  ['the number is always the same', [1, 0, 1, 0, 1, 0, 1, 0, 1].map((number) => times(number, orders))],
  ['there is no control', [3, 2, 4, 1, 3, 2, 4].map((number) => times(number, orders))],
  ['the control has no requests', [3, 0, 2, 0, 4, 0, 3].map((number) => times(number, orders))],
  ['there are few', [times(2, orders), times(5, bad), times(1, orders), times(5, bad), times(3, orders)]],
])('proves nothing if %s', (_why, brackets) => {
  expect(accusing(run(brackets, (sent) => Number(sent === orders)))).toEqual([]);
});

it('returns what may be the cause so far', () => {
  const isOrder = (sent: ExchangeInit) => Number(sent === orders);
  const kinds = (brackets: readonly (readonly ExchangeInit[])[]) => possibleCauses(evidenceOf(run(brackets, isOrder)));
  expect(kinds([[bad], [keyless]])).toEqual([]);
  expect(kinds([[orders, bad]])).toEqual(['listInventory accepted', 'listOrders accepted', 'updateInventory 400']);
  expect(
    kinds([
      [orders, bad],
      [bad, bad],
    ]),
  ).toEqual(['listOrders accepted']);
});

/** Writers that know nothing of the kinds of requests. Each returns what it takes during a request. */
const writers: Readonly<Record<string, (fraction: () => number, rate: number) => () => number>> = {
  'at random': (fraction, rate) => () => Number(fraction() < rate),
  'in bursts': (fraction, rate) => () => (fraction() < rate / 2 ? 1 + Math.floor(fraction() * 4) : 0),
  'at a constant rate': (fraction, rate) => {
    let due = fraction();
    return () => {
      due += rate;
      const taken = Math.floor(due);
      due -= taken;
      return taken;
    };
  },
  'after each request': () => () => 1,
  'for a while': (fraction, rate) => {
    let [at, from] = [0, fraction() * 30];
    return () => Number(at++ > from && at < from + 15 && fraction() < rate * 2);
  },
};

it.each(Object.keys(writers))('accuses no writer %s', (name) => {
  for (let seed = 1; seed <= 400; seed++) {
    const { fraction, integer } = createDraw(seed, name);
    const writer = writers[name]?.(fraction, [0.05, 0.15, 0.3, 0.5][seed % 4] ?? 1) ?? expect.fail(name);
    const [suspect, other] =
      [
        [orders, bad],
        [keyless, orders],
        [bad, keyless],
      ][seed % 3] ?? [];
    if (suspect === undefined || other === undefined) return;
    const brackets = Array.from({ length: 9 }, (_, at) => [
      ...times(at % 2 ? integer(1, 9) : 0, other),
      ...times(at % 2 ? 0 : integer(1, 4), suspect),
    ]);
    const told = run(brackets, writer);
    expect(accusing(told), `seed ${seed}`).toEqual([]);
  }
});

it('computes how likely events at random are divided so', () => {
  expect(oddsOf([1, 1], [1, 1])).toBeCloseTo(0.5);
  expect(oddsOf([2, 0], [3, 1])).toBeCloseTo(9 / 16);
  expect(oddsOf([0, 3, 0], [1, 1, 2])).toBeCloseTo(1 / 64);
});

it('recognises a constant rate by any stretch', () => {
  expect(isConstantRate([1, 0, 1, 0, 1], [2, 2, 2, 2, 2])).toBe(true);
  expect(isConstantRate([1, 1, 1, 1], [1, 1, 1, 1])).toBe(true);
  expect(isConstantRate([1, 1, 1, 1, 1], [10, 1, 1, 1, 10])).toBe(false);
  expect(isConstantRate([3, 0, 3], [4, 10, 4])).toBe(false);
});
