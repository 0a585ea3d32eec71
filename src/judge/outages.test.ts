import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../tests/recorded.js';
import { list, patch } from '../../tests/stock-exchanges.js';
import { gatherEvidence, judgeEvidence } from './judge.js';

const judged = (told: readonly ExchangeInit[], isRecording = false) =>
  judgeEvidence(gatherEvidence(recorded(...told), { ...settings, level: isRecording ? undefined : 'write' }));
const accusing = (...told: Parameters<typeof judged>) =>
  judged(...told).flatMap(({ rule, outcome }) => (outcome === 'violation' ? [rule.id] : []));

const down = (status = 503): ExchangeInit => ({
  status,
  body: '<h1>Sorry</h1>',
  headers: { 'Content-Type': 'text/html' },
});
const orders = (told: ExchangeInit = {}): ExchangeInit => ({ path: '/store/orders', ...told });
const [up, lost] = [list(), patch(3, { ...down() })];

it.each<[string, ExchangeInit[]]>([
  ['once', [up, down(), up]],
  ['for some requests of every kind', [up, down(502), lost, orders(down(504)), up, orders(), patch(3), list({ 7: 3 })]],
  ['twice', [up, down(), up, down(), up]],
  ['at the start', [down(), orders(down()), up, orders()]],
])('accuses nobody of an outage that passes: %s', (_what, told) => {
  for (const isRecording of [false, true]) expect(accusing(told, isRecording)).toEqual([]);
});

it.each<[string, ExchangeInit[], string[]]>([
  [
    'the same request fails each time',
    [up, orders(down()), up, orders(down()), up, orders(down())],
    ['orders/answers'],
  ],
  ['no list ever comes', [down(), orders(), down(), down()], []],
  ['they come and go', [up, down(), up, down(), up, down(), up], []],
])('reports gateway errors if %s', (_what, told, more) => {
  const found = accusing(told);
  expect(found).toEqual(expect.arrayContaining(['status/documented', 'body/json', 'errors/shape', ...more]));
});

const busy: ExchangeInit = { ...down(), headers: { 'Content-Type': 'text/html', 'Retry-After': '1' } };
/** Others are under way with it. */
const together = (...told: ExchangeInit[]) => told.map((each, index) => ({ ...each, atMs: 1_000 + index }));

it('accuses nobody who asks what comes together to come back, however often', () => {
  const groups = [0, 1, 2, 3].flatMap((turn) =>
    together(up, busy, orders(), orders(busy)).map((each) => ({ ...each, atMs: each.atMs + 1_000 * turn })),
  );
  expect(accusing(groups)).toEqual([]);
  expect(accusing(together(up, orders({ ...down(500) })))).toContain('status/documented');
});

it('takes what fails together for one outage', () => {
  expect(accusing([up, ...together(down(), orders(), orders(down()), up, down()), { ...up, atMs: 9_000 }])).toEqual([]);
});

it('does not take a 429 for the end of an outage', () => {
  const limited = orders({ status: 429, headers: { 'Retry-After': '60', 'X-RateLimit-Remaining': '0' } });
  expect(accusing([up, orders(down()), up, orders(down()), up, orders(down()), limited])).toContain('orders/answers');
});

it('leaves a request that was not repeated unconfirmed, so that the run repeats it', () => {
  const { outcome, unconfirmed, reason } =
    judged([up, orders(down()), up]).find(({ rule }) => rule.id === 'status/documented') ?? {};
  expect({ outcome, reason }).toEqual({
    outcome: 'inconclusive',
    reason: 'listOrders got 503: seen once; an outage that passes could explain it',
  });
  expect(unconfirmed).toMatchObject([{ exchange: 2 }]);
});

it('accuses nobody of an outage at the end of a recording', () => {
  expect(accusing([up, down(), down(), down(), down()], true)).toEqual([]);
  expect(accusing([down(), down(), down()], true)).toContain('status/documented');
});

it.each([500, 501, 505])('reports a %i at once: no gateway returns it for a while', (status) => {
  expect(accusing([up, { status }, up])).toEqual(['status/documented']);
});
