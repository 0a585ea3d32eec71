import { resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { fileLikeness } from '../../profile/file-likeness.js';
import { isProfile } from '../../profile/is-profile.js';
import { parseProfile } from '../../profile/parse-profile.js';
import type { Profile } from '../../profile/profile.js';
import { isHar } from '../../transcript/is-har.js';
import { InputError } from '../../validation/input-error.js';
import { parseAnyJson } from '../parse-any-json.js';
import { readTextFile } from '../read-text-file.js';
import { shellWord } from '../shell-word.js';
import { parseTargetUrl } from '../target-url.js';
import type { SideSettings } from './compare-settings.js';

/** What a user named, told apart by what it is. */
export type OpenedSide =
  | { readonly kind: 'url'; readonly baseUrl: string }
  | { readonly kind: 'fake' }
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** Of a service at `baseUrl`; undefined where the recording tells itself. */
  | { readonly kind: 'recording'; readonly baseUrl: string | undefined };

/** A side with the flags of `check` that it is asked with. */
export interface NamedSide extends Pick<SideSettings, 'position' | 'target' | 'flags'> {
  readonly opened: OpenedSide;
}

const REMEDY =
  'A side is a base URL such as https://staging.example.test/v1, a profile (petstore-mock learn), a HAR file, or the word fake';

/** Opens what a user named. Files are known by what they hold. Throws an InputError that says what else it looks like. */
export function openSide({ target, position, isBaseline, baseUrl }: SideSettings, folder: string): OpenedSide {
  if (!isBaseline) {
    if (target.includes('://')) return { kind: 'url', baseUrl: parseTargetUrl(target, `the ${position} side`) };
    if (target === 'fake') return { kind: 'fake' };
  }
  const attempted = `Reading ${target}`;
  const text = readTextFile(resolve(folder, target), attempted, REMEDY);
  const value = parseAnyJson(text);
  if (isProfile(value)) {
    return { kind: 'profile', profile: parseProfile(text, target) };
  }
  if (isBaseline) {
    throw new InputError(
      attempted,
      `it is no profile but ${fileLikeness(text, value)}`,
      isHar(value)
        ? `Learn from it first: petstore-mock learn --from ${shellWord(target)}`
        : 'Write one: petstore-mock learn https://api.example.test/v1',
    );
  }
  if (!isJsonObject(value) || !isJsonObject(value.log)) {
    throw new InputError(attempted, `it is neither a profile nor a HAR but ${fileLikeness(text, value)}`, REMEDY);
  }
  if (baseUrl !== undefined) return { kind: 'recording', baseUrl };
  if (tellsItsService(value.log._petstoreMock)) return { kind: 'recording', baseUrl: undefined };
  throw new InputError(
    attempted,
    'the recording does not tell where the service is',
    `Add --${position}-base-url https://api.example.test/v1`,
  );
}

/** A transcript of the suite tells it, and a file of the proxy. */
function tellsItsService(own: JsonValue | undefined): boolean {
  return isJsonObject(own) && (isJsonObject(own.run) || typeof own.baseUrl === 'string');
}
