import { expect, test } from 'vitest';
import { InputError } from '../../src/validation/input-error.js';
import { profileOf } from './profile-for-tests.js';
import { readProfile } from './read-profile.js';

test('reads what a user parsed from a file', () => {
  const profile = profileOf({ observed: { 'ban-status': 403 }, latency: { getPet: [1, 2, 3] } });
  expect(readProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
});

test.each([
  [{}, 'it is no profile but JSON of another kind'],
  [{ ...profileOf({}), latency: { getPet: { count: 0 } } }, '/latency/getPet'],
  [profileOf({ observed: { 'ban-status': 418 as never } }), '/ban-status'],
  [{ ...profileOf({}), rules: () => {} }, '/rules'],
])('names the option and the place of what cannot be (%#)', (profile, place) => {
  expect(() => readProfile(profile)).toThrow(InputError);
  expect(() => readProfile(profile)).toThrow('of the option');
  expect(() => readProfile(profile)).toThrow(place);
});
