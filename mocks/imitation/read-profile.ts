import { parseProfile } from '../../src/profile/parse-profile.js';
import type { Profile } from '../../src/profile/profile.js';
import { writePlainJson } from '../write-plain-json.js';

/** Reads a profile as a user gives it in code. Throws an InputError that tells the place and what is wrong with it. */
export function readProfile(profile: Profile | object): Profile {
  return parseProfile(writePlainJson('Reading the profile of the option', profile), 'of the option');
}
