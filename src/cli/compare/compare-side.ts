import { resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { isProfile } from '../../profile/is-profile.js';
import { parseProfile } from '../../profile/parse-profile.js';
import type { Profile } from '../../profile/profile.js';
import { InputError } from '../../validation/input-error.js';
import { parseAnyJson } from '../parse-any-json.js';
import { readTextFile } from '../read-text-file.js';
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
      `it is no profile but ${likeness(text, value)}`,
      'Write one: petstore-mock learn https://api.example.test/v1',
    );
  }
  if (!isJsonObject(value) || !isJsonObject(value.log)) {
    throw new InputError(attempted, `it is neither a profile nor a HAR but ${likeness(text, value)}`, REMEDY);
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

/** Says what a file looks like, and quotes nothing of it: it may hold a key. */
function likeness(text: string, value: JsonValue | undefined): string {
  if (text.trim() === '') return 'empty';
  if (value === undefined) {
    if (/^\s*<(?:!doctype html|html)/i.test(text)) return 'an HTML page';
    if (/^\s*<\?xml/i.test(text)) return 'XML, such as a JUnit report';
    return /^\s*[[{]/.test(text) ? 'JSON that is broken or cut off' : 'some other text';
  }
  if (!isJsonObject(value)) return Array.isArray(value) ? 'a JSON array' : 'a single JSON value';
  const has = (...names: string[]) => names.every((name) => Object.hasOwn(value, name));
  if (has('openapi')) return 'an OpenAPI document';
  if (has('summary', 'observations')) return 'the report of a check (its transcript.har can be compared)';
  if (has('differences', 'uncompared')) return 'a comparison';
  if (has('inventory')) return 'the fixture of a fake';
  if (Object.keys(value).some((name) => /^[a-z]+(?:-[a-z]+)+$/.test(name)))
    return 'JSON of another kind, such as a behaviour';
  return 'JSON of another kind';
}
