import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';
import { rules } from './index.js';

const response = (...told: ExchangeInit[]) => judgedBy(rules, 'update/answer', told);
const sets = (...told: ExchangeInit[]) => judgedBy(rules, 'update/sets', told);
const withBody = (body: unknown): ExchangeInit => patch(3, { body });

it('accepts the updated entry', () => {
  expect(response(list(), patch(3)).outcome).toBe('pass');
});

it.each([
  ['another quantity', { petId: 7, quantity: 4, status: 'sold' }, '/quantity'],
  ['another pet', { petId: 8, quantity: 3, status: 'sold' }, '/petId'],
  ['a quantity as text', { petId: 7, quantity: '3', status: 'sold' }, '/quantity'],
  ['no status', { petId: 7, quantity: 3 }, '/status'],
  ['an unknown status', { petId: 7, quantity: 3, status: 'lost' }, '/status'],
  ['a list', [], ''],
  ['no JSON', 'ok', ''],
  ['nothing', '', ''],
])('finds a response with %s', (_what, body, pointer) => {
  const { outcome, findings } = response(list(), withBody(body));
  expect(outcome).toBe('violation');
  expect(findings).toMatchObject([{ exchange: 2, related: [1], pointer }]);
});

it.each([201, 204, 400, 404, 405, 422])('finds status %i for a valid update of a listed pet', (status) => {
  expect(response(list(), patch(3, { status })).outcome).toBe('violation');
});

it.each([401, 403, 408, 429, 500, 503, null])('is inconclusive after status %s', (status) => {
  expect(response(list(), patch(3, { status })).outcome).toBe('inconclusive');
});

it('compares ids beyond 2^53 exactly', () => {
  const big = list({ '9007199254740993': 1 });
  const update = (petId: string): ExchangeInit =>
    patch(3, { path: '/inventory/9007199254740993', body: `{"petId":${petId},"quantity":3,"status":"sold"}` });
  expect(response(big, update('9007199254740993')).outcome).toBe('pass');
  expect(response(big, update('9007199254740992')).findings).toMatchObject([{ pointer: '/petId' }]);
});

it.each([
  ['either quantity, if both show the later one', 5, 5, 'pass'],
  ['each the other quantity', 5, 3, 'violation'],
  ['a quantity that neither sent', 8, 5, 'violation'],
])('of two updates that overlap, judges %s', (_what, first, second, outcome) => {
  const shows = (quantity: number) => ({ body: { petId: 7, quantity, status: 'sold' } });
  const { findings, outcome: found } = response(
    list(),
    list({ '7': 5 }),
    patch(3, shows(first)),
    patch(5, { ...shows(second), atMs: 205 }),
  );
  expect([found, findings.length > 0]).toEqual([outcome, outcome === 'violation']);
});

it('accepts extra fields, and a quantity that is written with an exponent', () => {
  expect(response(list(), withBody('{"note":1,"petId":7,"quantity":3.0e0,"status":"sold"}')).outcome).toBe('pass');
});

it.each([
  ['a quantity that no list has', [list(), patch(77, { status: 400 })]],
  ['a pet that no list has', [list({ '7': null }), patch(3, { status: 404 })]],
  ['a field too many', [list(), patch(3, { sends: '{"quantity":3,"note":1}', status: 400 })]],
  ['a key twice', [list(), patch(3, { sends: '{"quantity":3,"quantity":3}', status: 400 })]],
  ['a byte order mark', [list(), patch(3, { sends: '\uFEFF{"quantity":3}', status: 400 })]],
  ['another way to write the quantity', [list(), patch(3, { sends: '{"quantity":3.0}', status: 400 })]],
  ['text/plain', [list(), patch(3, { requestHeaders: { 'Content-Type': 'text/plain' }, status: 415 })]],
  [
    'another charset',
    [list(), patch(3, { requestHeaders: { 'Content-Type': 'application/json; charset=utf-16' }, status: 400 })],
  ],
  ['an encoded body', [list(), patch(3, { requestHeaders: { 'Content-Encoding': 'gzip' }, status: 400 })]],
  ['no key', [list(), patch(3, { credential: noKey, status: 401 })]],
  ['a wrong key', [list(), patch(3, { credential: wrongKey, status: 401 })]],
  ['a preference', [list(), patch(3, { requestHeaders: { Prefer: 'code=400' }, status: 400 })]],
])('does not judge an update with %s', (_what, told) => {
  expect(response(...told)).toMatchObject({ outcome: 'inconclusive', exchanges: [] });
});

it('does not report a pet that another client may have removed', () => {
  const told = [list(), patch(3, { status: 404 })];
  expect(judgedBy(rules, 'update/answer', told, { isExclusive: false }).outcome).toBe('inconclusive');
});

it('accepts the same update twice', () => {
  expect(sets(list(), patch(3), patch(3)).outcome).toBe('pass');
});

it('finds an update that adds instead of replacing', () => {
  const added = (quantity: number) => withBody({ petId: 7, quantity, status: 'available' });
  expect(sets(list(), added(8), added(11)).findings).toMatchObject([
    { exchange: 3, related: [2], pointer: '/quantity' },
  ]);
});

it('finds a repetition that fails', () => {
  expect(sets(list(), patch(3), patch(3, { status: 409 })).outcome).toBe('violation');
  expect(sets(list(), patch(3), patch(3, { status: 429 })).outcome).toBe('inconclusive');
});

it('compares nothing if the pet changed or may have changed in between', () => {
  const eight = withBody({ petId: 7, quantity: 8, status: 'available' });
  expect(sets(list(), patch(3), patch(5), eight).exchanges).toEqual([]);
  expect(sets(list(), patch(3), patch(3, { sends: '{"quantity":8,"x":1}', status: null }), eight).exchanges).toEqual(
    [],
  );
});

it('judges a recording without its keys', () => {
  const credential = { kind: 'unknown' } as const;
  const told = (status: number): ExchangeInit[] => [{ ...list(), credential }, patch(3, { credential, status })];
  expect(response(...told(200)).outcome).toBe('pass');
  expect(response(...told(409)).outcome).toBe('violation');
  expect(response(...told(401)).outcome).toBe('inconclusive');
});

it('quotes only the beginning of a hostile response', () => {
  const { findings } = response(list(), withBody(`\u001b[31m\n${'x'.repeat(9_000)}`));
  expect(findings[0]?.received).toMatch(/^200 with "\\u001b\[31m\\nx{1,60}…"$/);
});

it('accepts a response with the quantity of a concurrent update', () => {
  const overtaken = patch(3, { atMs: 100, body: { petId: 7, quantity: 5, status: 'available' } });
  expect(judgedBy(rules, 'update/answer', [list(), overtaken, patch(5, { atMs: 105 })]).findings).toEqual([]);
  expect(judgedBy(rules, 'update/answer', [list(), overtaken, patch(5)]).findings).toHaveLength(1);
});

it.each([
  ['before', 150],
  ['while', 199],
])('accepts a 404 for a pet that was removed %s it was updated', (_when, atMs) => {
  const removal: ExchangeInit = { method: 'DELETE', path: '/pets/7', status: 204, body: '', atMs };
  const late = patch(3, { status: 404, atMs: 200 });
  expect(response({ ...list(), atMs: 0 }, removal, late).findings).toEqual([]);
  expect(sets({ ...list(), atMs: 0 }, patch(3, { atMs: 50 }), removal, late).findings).toEqual([]);
  expect(response({ ...list(), atMs: 0 }, { ...removal, status: 404 }, late).findings).toHaveLength(1);
});

it('does not require reading a body with thousands of blanks', () => {
  const sends = `{"quantity":3${' '.repeat(20_000)}}`;
  const tooLarge = patch(3, { sends, status: 413 });
  expect(response(list(), patch(3), tooLarge).outcome).toBe('pass');
  expect(sets(list(), patch(3), patch(3), tooLarge).outcome).toBe('pass');
  expect(response(list(), patch(3, { status: 413 })).outcome).toBe('violation');
});

const stored = (...told: ExchangeInit[]) => judgedBy(rules, 'update/stored', told);
const others = (...told: ExchangeInit[]) => judgedBy(rules, 'update/accepted-means-stored', told);
const shared = { isExclusive: false };

it('accepts a list with the updated quantity', () => {
  expect(stored(list(), patch(3), list({ '7': 3 })).outcome).toBe('pass');
});

it.each([
  ['the old quantity', list({ '7': 5 }), '/0/quantity'],
  ['a sum', list({ '7': 8 }), '/0/quantity'],
  ['no such pet', list({ '7': null }), ''],
])('finds a list with %s', (_what, after, pointer) => {
  expect(stored(list(), patch(3), after).findings).toMatchObject([{ exchange: 3, related: [2], pointer }]);
});

it('expects the quantity that was accepted last', () => {
  expect(stored(list(), patch(3), patch(5), list()).outcome).toBe('pass');
  expect(stored(list(), patch(3), patch(5), list({ '7': 3 })).outcome).toBe('violation');
});

it.each([
  [3n, 'pass'],
  [5n, 'pass'],
  [1n, 'violation'],
  [8n, 'violation'],
])('of two updates that overlap, either may come last: %i', (quantity, outcome) => {
  expect(stored(list(), patch(3), patch(5, { atMs: 105 }), list({ '7': Number(quantity) })).outcome).toBe(outcome);
});

it.each([
  [5, 'pass'],
  [3, 'pass'],
  [1, 'violation'],
])('a list that overlaps an update shows the stock before or after it: %i', (quantity, outcome) => {
  expect(stored(list(), patch(3), { ...list({ '7': quantity }), atMs: 105 }).outcome).toBe(outcome);
});

it('ignores rejected updates', () => {
  expect(stored(list(), patch(3), patch(5, { status: 429 }), list({ '7': 3 })).outcome).toBe('pass');
});

it.each([
  ['a response was lost', patch(5, { status: null })],
  ['a gateway gave up', patch(5, { status: 504 })],
  ['an update of another shape was accepted', patch(5, { sends: '{"quantity":5,"by":1}' })],
  ['an undocumented request was accepted', { method: 'DELETE', path: '/inventory/7', status: 204, body: '' }],
])('is inconclusive if %s', (_what, disturbance) => {
  expect(stored(list(), patch(3), disturbance, list({ '7': 1 })).outcome).toBe('inconclusive');
});

it('is inconclusive about lists that were cached, limited or invalid', () => {
  const cached: ExchangeInit = { ...list(), headers: { Age: '9' } };
  const filtered: ExchangeInit = { ...list(), path: '/inventory?status=sold' };
  for (const after of [cached, filtered, { status: 429 }, { body: { items: [] } }, list({ '7': 1.5 })]) {
    expect(stored(list(), patch(3), after).outcome).toBe('inconclusive');
  }
});

it('never reports a value that another client may have set, however often it occurs', () => {
  const told = [1, 2, 4, 6].flatMap((quantity) => [patch(3), list({ '7': quantity })]);
  expect(judgedBy(rules, 'update/stored', [list(), ...told], shared).outcome).toBe('inconclusive');
  const ignored = [list(), patch(3), list(), patch(3), list(), patch(3), list()];
  expect(judgedBy(rules, 'update/stored', ignored, shared).outcome).toBe('violation');
  expect(judgedBy(rules, 'update/stored', ignored.slice(0, 3), shared).outcome).toBe('inconclusive');
});

it('any other integer may be rejected with 400', () => {
  expect(others(list(), patch(-1, { status: 400 }), list()).outcome).toBe('pass');
  expect(others(list(), patch(-1, { status: 429 }), list()).outcome).toBe('inconclusive');
});

it('accepts any other integer that is returned and stored exactly', () => {
  expect(others(list(), patch(4294967301), list({ '7': 4294967301 })).outcome).toBe('pass');
});

it.each([
  [
    'returned cut to 32 bits',
    patch(4294967301, { body: { petId: 7, quantity: 5, status: 'sold' } }),
    list({ '7': 4294967301 }),
  ],
  ['stored cut to 32 bits', patch(4294967301), list()],
  ['stored as zero', patch(-1), list({ '7': 0 })],
  ['returned without a body', patch(0, { body: '' }), list({ '7': 0 })],
])('finds an integer that is accepted and %s', (_what, update, after) => {
  expect(others(list(), update, after).outcome).toBe('violation');
});

it('accuses nobody where each update is followed by a sale', () => {
  const sales = [1_070_001, 16_777_217, 2_147_483_653].flatMap((sent) => [patch(sent), list({ '7': sent - 4 })]);
  expect(judgedBy(rules, 'update/accepted-means-stored', [list(), ...sales], shared).outcome).toBe('inconclusive');
});

it('finds a rounded integer', () => {
  const sends = '{"quantity":9007199254740993}';
  const body = '{"petId":7,"quantity":9007199254740992,"status":"sold"}';
  expect(others(list(), patch(1, { sends, body })).findings).toMatchObject([{ pointer: '/quantity' }]);
});

it('only one of the two rules judges each value', () => {
  expect(others(list(), patch(3), list()).exchanges).toEqual([]);
  expect(stored(list(), patch(77), list()).exchanges).toEqual([]);
});

it('does not treat a returned value as stored', () => {
  const told = [list(), patch(0), list({ '7': 0 }), patch(-1), list({ '7': -2 }), patch(5), list()];
  const verdict = judgedBy(rules, 'update/accepted-means-stored', told, shared);
  expect(verdict).toMatchObject({ outcome: 'inconclusive', findings: [], reason: expect.stringContaining('shows -2') });
  expect(others(list(), patch(-1), list({ '7': -1 })).outcome).toBe('pass');
  expect(others(list(), patch(-1)).outcome).toBe('inconclusive');
});

it('accepts a response with the value of a concurrent update', () => {
  const overtaken = patch(-1, { atMs: 100, body: { petId: 7, quantity: -2, status: 'available' } });
  const other = patch(-2, { atMs: 105 });
  expect(others(list(), overtaken, other, list({ '7': -2 })).findings).toEqual([]);
});

const record = (changes: ExchangeInit = {}) =>
  patch(3, { sends: '{"petId":8,"quantity":3,"status":"sold"}', ...changes });
const accepted = (...told: ExchangeInit[]) => judgedBy(rules, 'update/accepted-means-stored', told);

it('expects that other fields of an item change nothing, or 400', () => {
  expect(accepted(list(), record(), list({ '7': 3 })).outcome).toBe('pass');
  expect(accepted(list(), record({ status: 400 })).outcome).toBe('pass');
  expect(accepted(list(), record(), list()).outcome).toBe('violation');
  const ofOther = record({ body: { petId: 8, quantity: 3, status: 'available' } });
  expect(accepted(list(), ofOther, list()).findings).toMatchObject([{ exchange: 2 }, { exchange: 3 }]);
  const sold = record({ body: { petId: 7, quantity: 3, status: 'sold' } });
  expect(judgedBy(rules, 'update/keeps-status', [list(), sold]).outcome).toBe('violation');
  const all = list({ '7': 3, '8': 9 });
  expect(judgedBy(rules, 'update/only-this-pet', [list(), record(), all]).outcome).toBe('violation');
});

it('takes a body with other fields for no repetition, and for no update of an unknown pet', () => {
  expect(sets(list(), patch(3), record({ status: 400 })).outcome).toBe('inconclusive');
  const unlisted = record({ path: '/inventory/9', status: 400 });
  expect(judgedBy(rules, 'update/unknown-pet', [list(), unlisted]).outcome).toBe('inconclusive');
  const mode = patch(3, { sends: '{"quantity":3,"mode":"add"}', body: { petId: 7, quantity: 8, status: 'sold' } });
  expect(accepted(list(), mode).outcome).toBe('inconclusive');
});
