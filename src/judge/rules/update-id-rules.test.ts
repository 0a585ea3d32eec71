import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { noKey, type Told } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-told.js';
import { updateIdRules } from './update-id-rules.js';

const unknown = (...told: Told[]) => judgedBy(updateIdRules, 'update/unknown-pet', told);
const malformed = (...told: Told[]) => judgedBy(updateIdRules, 'update/malformed-id', told);
const nine = (status: number | null): Told => patch(3, { path: '/inventory/9', status });

it('accepts a 404 that changes nothing', () => {
  expect(unknown(list(), nine(404), list()).outcome).toBe('pass');
});

it.each([200, 204, 400, 410, 422])('finds %i for a pet that is not listed', (status) => {
  expect(unknown(list(), nine(status)).findings).toMatchObject([{ exchange: 2, related: [1] }]);
});

it.each([401, 429, 500, null])('tells nothing by %s', (status) => {
  expect(unknown(list(), nine(status)).outcome).toBe('inconclusive');
});

it('finds that the update created the pet, or changed another one', () => {
  expect(unknown(list(), nine(404), list({ '9': 3 })).findings).toMatchObject([{ exchange: 3, pointer: '/2' }]);
  expect(unknown(list(), nine(404), list({ '7': 3 })).findings).toMatchObject([{ exchange: 3, pointer: '/0' }]);
});

it('blames the update for a pet of the id that the run has drawn, whatever its quantity', () => {
  const drawn = patch(3, { path: '/inventory/4987654321012345', status: 404 });
  const told = [list(), drawn, list({ '4987654321012345': 1 })];
  expect(judgedBy(updateIdRules, 'update/unknown-pet', told, { isExclusive: false }).outcome).toBe('violation');
  const recording = { isExclusive: false, level: undefined };
  expect(judgedBy(updateIdRules, 'update/unknown-pet', told, recording).outcome).toBe('inconclusive');
});

it('blames nobody for a pet that somebody else may have created', () => {
  const shared = { isExclusive: false };
  const told = [list(), nine(404), list({ '9': 1 })];
  expect(judgedBy(updateIdRules, 'update/unknown-pet', told, shared).findings).toEqual([]);
  const created: Told = { method: 'POST', path: '/pets', sends: '{}', status: 201, body: {} };
  expect(unknown(list(), created, nine(200)).outcome).toBe('inconclusive');
  const recording = { isExclusive: false, level: undefined };
  expect(judgedBy(updateIdRules, 'update/unknown-pet', [list(), nine(200)], recording).findings).toEqual([]);
});

it('leaves a change to the update that may have made it', () => {
  expect(unknown(list(), nine(404), patch(3), list({ '7': 3 })).outcome).toBe('pass');
});

it('judges no update of a listed pet, and none before the first list', () => {
  expect(unknown(list(), patch(3)).exchanges).toEqual([]);
  expect(unknown(nine(200)).exchanges).toEqual([]);
});

it('lets a quantity that no pet has be refused first', () => {
  expect(unknown(list(), patch(-1, { path: '/inventory/9', status: 400 })).outcome).toBe('inconclusive');
});

const odd = (petId: string, status: number | null): Told =>
  patch(3, { path: `/inventory/${encodeURIComponent(petId)}`, status });

it.each(['seven', '1.5', '9223372036854775808', '-9223372036854775809', '7;8', '9'.repeat(50)])(
  'expects that %s is refused',
  (petId) => {
    expect(malformed(list(), odd(petId, 400)).outcome).toBe('pass');
    expect(malformed(list(), odd(petId, 404)).outcome).toBe('pass');
    expect(malformed(list(), odd(petId, 200)).findings).toMatchObject([{ exchange: 2 }]);
    expect(malformed(list(), odd(petId, 500)).findings).toMatchObject([{ exchange: 2 }]);
  },
);

it.each([401, 429, null])('tells nothing of a malformed id by %s', (status) => {
  expect(malformed(odd('seven', status)).outcome).toBe('inconclusive');
});

it.each(['7', '007', '+7', '7.0', '9223372036854775807', '-1', ' 7'])('does not call %j malformed', (petId) => {
  expect(malformed(list(), odd(petId, 200)).exchanges).toEqual([]);
});

it('does not judge a malformed id without a key', () => {
  expect(malformed({ ...odd('seven', 200), credential: noKey }).exchanges).toEqual([]);
});
