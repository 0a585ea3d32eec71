import { expect, test } from 'vitest';
import { arrayOf, blankProfile, integer, jsonAnswers, objectOf, text } from '../../tests/profile-for-tests.js';
import type { Profile, Shape } from '../profile/profile.js';
import { compareAnswers } from './compare-answers.js';

const date: Shape = { type: ['string'], format: 'date' };
const nothing: Shape = { type: ['null'] };
const mixed: Shape = { type: ['string', 'integer'] };
const emptied: Shape = { type: ['integer', 'null'] };

/** A field of items, in what a list and updates show of them. */
const sideOf = (inList: Readonly<Record<string, Shape>>, inUpdate: Readonly<Record<string, Shape>>, atTimes = ['']) =>
  blankProfile({
    answers: {
      'listInventory 200': jsonAnswers(arrayOf(objectOf({ petId: integer, ...inList }, atTimes)), { count: 9 }),
      'updateInventory 200': jsonAnswers(objectOf({ petId: integer, ...inUpdate }), { count: 9 }),
    },
  });
const shelf = (shape: Shape) => ({ shelf: shape });
const namesOf = (left: Profile, right: Profile) =>
  compareAnswers(left, right, []).flatMap(({ is, id }) => (is === 'different' ? [id] : []));

test.each<[string, Profile, Profile]>([
  ['has', sideOf(shelf(text), shelf(text), ['shelf']), sideOf(shelf(text), {}, ['shelf'])],
  ['has in one type', sideOf(shelf(mixed), shelf(text)), sideOf(shelf(mixed), shelf(integer))],
  ['has in one form', sideOf(shelf(text), shelf(date)), sideOf(shelf(text), shelf(text))],
  ['has as null', sideOf(shelf(emptied), shelf(nothing)), sideOf(shelf(emptied), shelf(integer))],
])('what one item %s, and another not, is no difference of updates', (_, left, right) => {
  expect(namesOf(left, right)).toEqual([]);
});

test.each<[string, Profile, Profile]>([
  ['that came', sideOf({}, {}), sideOf(shelf(text), shelf(text))],
  ['of another type', sideOf(shelf(text), shelf(text)), sideOf(shelf(integer), shelf(integer))],
])('a field of all items %s is told once', (_, left, right) => {
  expect(namesOf(left, right)).toEqual(['listInventory 200 /items/shelf']);
});

test.each<[string, Profile, Profile]>([
  ['lacks what each item has', sideOf(shelf(text), shelf(text)), sideOf(shelf(text), {})],
  ['has what no item has', sideOf({}, {}), sideOf({}, shelf(text))],
  ['has another type than items', sideOf(shelf(integer), shelf(integer)), sideOf(shelf(integer), shelf(text))],
])('tells that an update %s', (_, left, right) => {
  expect(namesOf(left, right)).toEqual(['updateInventory 200 /shelf']);
});
