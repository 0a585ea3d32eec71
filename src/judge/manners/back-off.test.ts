import { expect, it } from 'vitest';
import { limited, mannersOf, otherKey, sent, update, verdictIn } from '../../../tests/judged-manners.js';
import { type ExchangeInit, recorded } from '../../../tests/recorded.js';

const judged = (...told: ExchangeInit[]) => mannersOf('backs-off-exponentially', ...told);
const retriesAt = (...seconds: number[]) => judged(...seconds.map((second) => limited(second, undefined)));

it('finds retries at equal intervals', () => {
  const { findings } = judged(limited(0, '60'), limited(1, '59'), limited(2, '58'));
  expect(findings).toMatchObject([{ exchange: 3, related: [1, 2], received: 'waits of 1 s, 1 s' }]);
});

it('finds them also without a Retry-After', () => {
  expect(retriesAt(0, 1, 2, 3).findings).toHaveLength(1);
});

it('finds retries at shrinking intervals', () => {
  expect(retriesAt(0, 8, 12, 14, 15).outcome).toBe('violation');
});

it('accepts waits that grow', () => {
  expect(retriesAt(0, 1, 3, 7, 15).outcome).toBe('pass');
});

it('accepts that waits stop growing at a cap', () => {
  expect(retriesAt(0, 1, 3, 7, 11, 15, 19).outcome).toBe('pass');
});

it('accepts constant waits if each lasts as long as Retry-After', () => {
  expect(judged(limited(0, '10'), limited(10.1, '10'), limited(20.2, '10'), limited(30.3, '10')).outcome).toBe('pass');
});

it('does not judge two error responses', () => {
  expect(retriesAt(0, 1).exchanges).toEqual([]);
});

it('does not judge a few waits that vary, as random ones do', () => {
  expect(retriesAt(0, 3, 4, 6).findings).toEqual([]);
});

it('starts again after any other response', () => {
  expect(judged(limited(0, '60'), limited(1, '59'), sent(2), limited(3, '57'), limited(4, '56')).findings).toEqual([]);
});

it('does not treat requests of another kind or another key as retries', () => {
  const other = (seconds: number) => limited(seconds, '60', { credential: otherKey });
  expect(judged(limited(0, '60'), other(1), limited(2, '58'), other(3)).findings).toEqual([]);
  expect(judged(limited(0, '60'), limited(1, '59', update), limited(2, '58')).findings).toEqual([]);
});

it('does not treat parallel requests as retries', () => {
  const { exchanges } = recorded(limited(0, '60'), limited(0, '60'), limited(0, '60'));
  const overlapping = { exchanges: exchanges.map((one) => ({ ...one, endedMs: one.endedMs + 5_000 })), run: undefined };
  expect(verdictIn(overlapping, 'backs-off-exponentially').exchanges).toEqual([]);
});

it('is inconclusive about equal requests at the same moment', () => {
  expect(retriesAt(0, 0.011, 0.022).outcome).toBe('inconclusive');
});

it('finds a loop without waits if the journal shows which error responses the client had received', () => {
  const told = (...sentAfter: (number | undefined)[]) =>
    judged(...sentAfter.map((number, index) => limited(index * 0.011, '30', { sentAfter: number })));
  expect(told(undefined, 1, 2).findings).toMatchObject([{ exchange: 3, received: 'waits of 0 s, 0 s' }]);
  expect(told(undefined, 1, 1).outcome).toBe('inconclusive');
});

it('does not treat consecutive updates as retries of each other', () => {
  const change = (quantity: number) =>
    limited(quantity * 0.011, '30', { ...update, sends: `{"quantity":${quantity}}`, sentAfter: quantity });
  expect(judged(change(0), change(1), change(2)).outcome).toBe('inconclusive');
});

it('is inconclusive if a recording shows no keys', () => {
  const credential = { kind: 'unknown' } as const;
  const told = [0, 1, 2].map((seconds) => limited(seconds, undefined, { credential }));
  expect(judged(...told).outcome).toBe('inconclusive');
});
