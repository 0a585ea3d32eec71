import { expect, test } from 'vitest';
import { arrayOf, blankProfile, jsonResponses } from '../../../tests/profile-for-tests.js';
import type { LearnedHeader, Place, Profile } from '../profile/profile.js';
import { compareProfiles } from './compare-profiles.js';

const constant = (name: string, value: string): LearnedHeader => ({ name, kind: 'constant', value });
const unkept = (name: string): LearnedHeader => ({ name, kind: 'constant', value: 'xxxx', isMadeUp: true });
const _caching = (value: string) => constant('Cache-Control', value);
const list = arrayOf({ type: ['integer'] });

function having(places: { readonly [At in Place]?: readonly LearnedHeader[] }, told: Partial<Profile> = {}): Profile {
  const responses = Object.entries(places).map(([place, headers = []]) => [
    place,
    jsonResponses(list, { headers, count: 20 }),
  ]);
  return blankProfile({ ...told, responses: Object.fromEntries(responses) });
}

/** The headers of a place that differ, with what each side has. */
function told(left: Profile, right: Profile, place: Place = 'getPet 200'): string[][] {
  const { differences } = compareProfiles({ name: 'left', profile: left }, { name: 'right', profile: right });
  const below = `response/${place.replace(' ', '/')}/header/`;
  return differences.flatMap((one) =>
    one.path.startsWith(below) ? [[one.path.slice(below.length), one.left, one.right]] : [],
  );
}

test('a value that was not stored is reported only when it begins to change', () => {
  const at = (header: LearnedHeader) => having({ 'getPet 200': [header] });
  const changing: LearnedHeader = { name: 'X-Tier', kind: 'text', value: 'xxxx' };
  expect(told(at(unkept('X-Tier')), at({ ...unkept('X-Tier'), value: 'xxxxxx' }))).toEqual([]);
  expect(told(at(unkept('X-Tier')), at(changing))).toEqual([['x-tier', 'always the same text', 'a changing text']]);
});

test('a header that a browser may have hidden is not missing', () => {
  const suite = having({ 'getPet 200': [constant('X-Region', 'eu')] });
  const page = blankProfile({ responses: { 'getPet 200': jsonResponses(list, { count: 20, mayHideHeaders: true }) } });
  expect(told(suite, page)).toEqual([]);
  expect(told(page, suite)).toEqual([]);
  expect(told(suite, having({ 'getPet 200': [] }))).toHaveLength(1);
});
