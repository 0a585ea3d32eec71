import { expect, test } from 'vitest';
import {
  arrayOf,
  blankProfile,
  integer,
  jsonAnswers,
  objectOf,
  sideOf,
  text,
} from '../../../tests/profile-for-tests.js';
import type { Profile, Shape } from '../profile/profile.js';
import { compareProfiles } from './compare-profiles.js';
import { compareResponses } from './compare-responses.js';

const flag = { type: ['boolean'] } as const;

/** Tells what differs between two deployments whose messages and errors have these fields. */
function differences(left: Parameters<typeof objectOf>[0], right: Parameters<typeof objectOf>[0]) {
  const side = (name: string, fields: Parameters<typeof objectOf>[0]) =>
    sideOf(name, {
      responses: {
        'sendMessage 200': jsonAnswers(objectOf({ id: text, ...fields })),
        'listInventory 401': jsonAnswers(objectOf({ code: text, ...fields })),
      },
    });
  return compareProfiles(side('a', left), side('b', right)).differences;
}

test('tells a field that has another name once', () => {
  expect(differences({ traceId: text }, { trace_id: text })).toEqual([
    { kind: 'field', id: 'responses /traceId', left: 'traceId: string', right: 'trace_id: string' },
  ]);
});

test.each([
  ['of another type', { traceId: text }, { trace_id: flag }],
  ['one of which has no twin', { traceId: text, hint: text }, { trace_id: text }],
  ['in another object', { traceId: text, meta: objectOf({}) }, { meta: objectOf({ trace_id: text }) }],
])('tells fields by themselves that are %s', (_, left, right) => {
  const told = differences(left, right);
  expect(told.length).toBeGreaterThan(1);
  expect(told.every((one) => one.left === 'not there' || one.right === 'not there')).toBe(true);
});

const date: Shape = { type: ['string'], format: 'date' };
const nothing: Shape = { type: ['null'] };
const mixed: Shape = { type: ['string', 'integer'] };
const emptied: Shape = { type: ['integer', 'null'] };

/** A field of items, in what a list and updates show of them. */
const profileWith = (
  inList: Readonly<Record<string, Shape>>,
  inUpdate: Readonly<Record<string, Shape>>,
  atTimes = [''],
) =>
  blankProfile({
    responses: {
      'listInventory 200': jsonAnswers(arrayOf(objectOf({ petId: integer, ...inList }, atTimes)), { count: 9 }),
      'updateInventory 200': jsonAnswers(objectOf({ petId: integer, ...inUpdate }), { count: 9 }),
    },
  });
const shelf = (shape: Shape) => ({ shelf: shape });
const namesOf = (left: Profile, right: Profile) =>
  compareResponses(left, right, []).flatMap(({ is, id }) => (is === 'different' ? [id] : []));

test.each<[string, Profile, Profile]>([
  ['has', profileWith(shelf(text), shelf(text), ['shelf']), profileWith(shelf(text), {}, ['shelf'])],
  ['has in one type', profileWith(shelf(mixed), shelf(text)), profileWith(shelf(mixed), shelf(integer))],
  ['has in one form', profileWith(shelf(text), shelf(date)), profileWith(shelf(text), shelf(text))],
  ['has as null', profileWith(shelf(emptied), shelf(nothing)), profileWith(shelf(emptied), shelf(integer))],
])('what one item %s, and another not, is no difference of updates', (_, left, right) => {
  expect(namesOf(left, right)).toEqual([]);
});

test.each<[string, Profile, Profile]>([
  ['that came', profileWith({}, {}), profileWith(shelf(text), shelf(text))],
  ['of another type', profileWith(shelf(text), shelf(text)), profileWith(shelf(integer), shelf(integer))],
])('a field of all items %s is told once', (_, left, right) => {
  expect(namesOf(left, right)).toEqual(['listInventory 200 /items/shelf']);
});

test.each<[string, Profile, Profile]>([
  ['lacks what each item has', profileWith(shelf(text), shelf(text)), profileWith(shelf(text), {})],
  ['has what no item has', profileWith({}, {}), profileWith({}, shelf(text))],
  [
    'has another type than items',
    profileWith(shelf(integer), shelf(integer)),
    profileWith(shelf(integer), shelf(text)),
  ],
])('tells that an update %s', (_, left, right) => {
  expect(namesOf(left, right)).toEqual(['updateInventory 200 /shelf']);
});
