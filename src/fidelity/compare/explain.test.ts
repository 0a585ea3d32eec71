import { expect, it } from 'vitest';
import { sideOf } from '../../../tests/profile-for-tests.js';
import type { Side, SideViolation } from './comparison.js';
import { explain } from './explain.js';

const seen = (told: Partial<SideViolation> = {}): SideViolation => ({
  problem: 'status of an item must be one of available, pending, sold',
  expected: 'an item',
  received: '{"status":"on_sale"}',
  pointer: '/0/status',
  exchange: '#1 GET /v1/inventory → 200',
  place: 'listInventory/200',
  number: 1,
  ...told,
});

const sideWith = (violations: Readonly<Record<string, readonly SideViolation[]>>): Side => ({
  ...sideOf('api.json'),
  violations: new Map(Object.entries(violations)),
});

function explained(paths: readonly string[], violations: Readonly<Record<string, readonly SideViolation[]>>) {
  const differences = paths.map((path) => ({ path, left: 'passed', right: 'violated' }));
  return explain(differences, sideOf('a'), sideWith(violations));
}

const causesOf = (...args: Parameters<typeof explained>) => explained(...args).map(({ cause }) => cause);
const SHAPE = 'rule/inventory/list-shape';
const ANSWER = 'rule/update/answer';

it('adds what was received, each problem once', () => {
  const more = seen({ pointer: '/4/status', problem: `${seen().problem} (and so 9 more)` });
  const other = seen({ pointer: '/0/petId', problem: 'petId of an item must be integer' });
  const [difference] = explained([SHAPE], {
    'inventory/list-shape': [seen(), seen({ pointer: '/1/status' }), more, other],
  });
  const { place: _, number: __, ...shown } = seen();
  expect(difference?.violations).toEqual([
    { side: 'right', ...shown },
    { side: 'right', ...shown, pointer: '/0/petId', problem: other.problem },
  ]);
});

it('adds nothing for a side that is a profile', () => {
  expect(explained([SHAPE, 'latency/getPet'], {})).toEqual([
    { path: SHAPE, left: 'passed', right: 'violated' },
    { path: 'latency/getPet', left: 'passed', right: 'violated' },
  ]);
});

it('recognises one cause in two rules by the field', () => {
  const answer = seen({ pointer: '/status', place: 'updateInventory/200' });
  const both = { 'inventory/list-shape': [seen()], 'update/answer': [answer] };
  expect(causesOf([SHAPE, ANSWER], both)).toEqual([undefined, SHAPE]);
});

it.each<[string, SideViolation]>([
  ['another field', seen({ pointer: '/petId', place: 'updateInventory/200' })],
  ['another body as a whole', seen({ pointer: '', place: 'updateInventory/200' })],
  ['no part of the body', seen({ pointer: null })],
])('treats %s as another cause', (_what, answer) => {
  const both = { 'inventory/list-shape': [seen()], 'update/answer': [answer] };
  expect(causesOf([SHAPE, ANSWER], both)).toEqual([undefined, undefined]);
});

it.each<[string, SideViolation, string | undefined]>([
  ['response/listInventory/200/body', seen({ pointer: '' }), SHAPE],
  ['response/listInventory/200/field/items/status', seen(), SHAPE],
  ['response/listInventory/200/field/items/colour', seen(), undefined],
  ['response/listInventory/200/body', seen(), undefined],
  ['response/updateInventory/200/body', seen({ pointer: '' }), undefined],
  ['response/listInventory/200/header/content-type', seen({ pointer: null, received: 'Content-Type: "a/b"' }), SHAPE],
  ['response/listInventory/200/header/x-region', seen({ pointer: null, received: 'Content-Type: "a/b"' }), undefined],
  ['question/order-shape', seen({ pointer: '' }), undefined],
])('explains %s by what a rule found there', (path, violation, cause) => {
  expect(causesOf([SHAPE, path], { 'inventory/list-shape': [violation] })).toEqual([undefined, cause]);
});
