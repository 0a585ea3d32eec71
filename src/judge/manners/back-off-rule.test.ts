import { expect, it } from 'vitest';
import { recorded, type Told } from '../../../tests/recorded.js';
import { mannersOf, otherKey, refused, sent, update, verdictIn } from './judged-manners-for-tests.js';

const judged = (...told: Told[]) => mannersOf('backs-off-exponentially', ...told);
const retriesAt = (...seconds: number[]) => judged(...seconds.map((second) => refused(second, undefined)));

it('finds retries that always come after the same wait', () => {
  const { findings } = judged(refused(0, '60'), refused(1, '59'), refused(2, '58'));
  expect(findings).toMatchObject([{ exchange: 3, related: [1, 2], received: 'waits of 1 s, 1 s' }]);
});

it('finds them also where no Retry-After was told', () => {
  expect(retriesAt(0, 1, 2, 3).findings).toHaveLength(1);
});

it('finds retries that come faster and faster', () => {
  expect(retriesAt(0, 8, 12, 14, 15).outcome).toBe('violation');
});

it('accepts waits that grow', () => {
  expect(retriesAt(0, 1, 3, 7, 15).outcome).toBe('pass');
});

it('accepts that waits stop growing at a cap', () => {
  expect(retriesAt(0, 1, 3, 7, 11, 15, 19).outcome).toBe('pass');
});

it('accepts waits that do not grow where each lasts as long as Retry-After says', () => {
  expect(judged(refused(0, '10'), refused(10.1, '10'), refused(20.2, '10'), refused(30.3, '10')).outcome).toBe('pass');
});

it('does not judge two error responses', () => {
  expect(retriesAt(0, 1).exchanges).toEqual([]);
});

it('does not judge a few waits that go up and down, as random ones do', () => {
  expect(retriesAt(0, 3, 4, 6).findings).toEqual([]);
});

it('begins anew after any other answer', () => {
  expect(judged(refused(0, '60'), refused(1, '59'), sent(2), refused(3, '57'), refused(4, '56')).findings).toEqual([]);
});

it('takes requests of another kind or another key for no retries', () => {
  const other = (seconds: number) => refused(seconds, '60', { credential: otherKey });
  expect(judged(refused(0, '60'), other(1), refused(2, '58'), other(3)).findings).toEqual([]);
  expect(judged(refused(0, '60'), refused(1, '59', update), refused(2, '58')).findings).toEqual([]);
});

it('takes requests side by side for no retries', () => {
  const { exchanges } = recorded(refused(0, '60'), refused(0, '60'), refused(0, '60'));
  const overlapping = { exchanges: exchanges.map((one) => ({ ...one, endedMs: one.endedMs + 5_000 })), run: undefined };
  expect(verdictIn(overlapping, 'backs-off-exponentially').exchanges).toEqual([]);
});

it('doubts equal requests of one moment', () => {
  expect(retriesAt(0, 0.011, 0.022).outcome).toBe('inconclusive');
});

it('finds a loop without waits where it is known which error responses were in hand', () => {
  const told = (...sentAfter: (number | undefined)[]) =>
    judged(...sentAfter.map((number, index) => refused(index * 0.011, '30', { sentAfter: number })));
  expect(told(undefined, 1, 2).findings).toMatchObject([{ exchange: 3, received: 'waits of 0 s, 0 s' }]);
  expect(told(undefined, 1, 1).outcome).toBe('inconclusive');
});

it('takes changes that are made one after the other for no retries of each other', () => {
  const change = (quantity: number) =>
    refused(quantity * 0.011, '30', { ...update, sends: `{"quantity":${quantity}}`, sentAfter: quantity });
  expect(judged(change(0), change(1), change(2)).outcome).toBe('inconclusive');
});

it('accuses nobody where a recording tells no keys', () => {
  const credential = { kind: 'unknown' } as const;
  const told = [0, 1, 2].map((seconds) => refused(seconds, undefined, { credential }));
  expect(judged(...told).outcome).toBe('inconclusive');
});
