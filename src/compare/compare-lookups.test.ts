import { expect, test } from 'vitest';
import { arrayOf, blankProfile, integer, jsonAnswers, objectOf } from '../../tests/profile-for-tests.js';
import type { Place, Profile } from '../profile/profile.js';
import { compareAnswers } from './compare-answers.js';

const pet = objectOf({ id: integer });
const error = objectOf({ code: integer });

const deployment = (places: { readonly [At in Place]?: number }, source: Partial<Profile['source']> = {}, list = pet) =>
  blankProfile({
    source: { kind: 'run', ...source },
    answers: {
      'listInventory 200': jsonAnswers(arrayOf(list)),
      ...Object.fromEntries(
        Object.entries(places).map(([place, count = 1]) => [
          place,
          jsonAnswers(place === 'getPet 200' ? pet : error, { count }),
        ]),
      ),
    },
  });
const told = (left: Profile, right: Profile) =>
  compareAnswers(left, right, []).flatMap((one) => (one.is === 'different' ? [[one.id, one.left, one.right]] : []));
const finding = deployment({ 'getPet 200': 4, 'getPet 404': 1 });

test('tells that no listed pet is found any longer, or that they are again', () => {
  const refusal = (status: number) => `${status}, whichever listed pet is asked for`;
  expect(told(finding, deployment({ 'getPet 404': 5 }))).toEqual([['getPet 200', 'the pet', refusal(404)]]);
  expect(told(deployment({ 'getPet 410': 5 }), finding)).toEqual([['getPet 200', refusal(410), 'the pet']]);
});

test.each<[string, Profile]>([
  ['was asked for one listed pet, which may have gone', deployment({ 'getPet 404': 2 })],
  ['was asked with wrong keys and ids', deployment({ 'getPet 401': 3, 'getPet 400': 3 })],
  ['broke down', deployment({ 'getPet 503': 5 })],
  ['was not asked to the end', deployment({ 'getPet 404': 5 }, { stopped: 'it was stopped' })],
  ['was recorded as somebody asked it', deployment({ 'getPet 404': 5 }, { kind: 'recording' })],
  ['lists no pet', { ...deployment({ 'getPet 404': 5 }), answers: { 'getPet 404': jsonAnswers(error, { count: 5 }) } }],
  ['neither finds one', deployment({ 'getPet 404': 5 })],
])('tells nothing of a side that %s', (name, side) => {
  expect(told(name.startsWith('neither') ? side : finding, side)).toEqual([]);
});
