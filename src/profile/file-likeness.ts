import { isJsonObject, type JsonValue } from '../json/json-value.js';
import { isHar } from '../transcript/is-har.js';
import { isProfile } from './is-profile.js';

/** Says what a file looks like that is not the one that was asked for, and quotes nothing of it: it may hold a key. `value`: its JSON, if it is any. */
export function fileLikeness(text: string, value: JsonValue | undefined): string {
  if (text.trim() === '') return 'empty';
  if (value === undefined) {
    if (/^\s*<(?:!doctype html|html)/i.test(text)) return 'an HTML page';
    if (/^\s*<\?xml/i.test(text)) return 'XML, such as a JUnit report';
    return /^\s*[[{]/.test(text) ? 'JSON that is broken or cut off' : 'some other text';
  }
  if (!isJsonObject(value)) return Array.isArray(value) ? 'a JSON array' : 'a single JSON value';
  if (isHar(value)) return 'a HAR';
  const has = (...names: string[]) => names.every((name) => Object.hasOwn(value, name));
  if (isProfile(value)) return 'a profile';
  if (has('openapi')) return 'an OpenAPI document';
  if (has('summary', 'observations'))
    return 'the report of a check; its exchanges are in the transcript.har of --report';
  if (has('differences', 'uncompared')) return 'a comparison';
  if (has('inventory')) return 'the fixture of a fake';
  if (Object.keys(value).some((name) => /^[a-z]+(?:-[a-z]+)+$/.test(name)))
    return 'JSON of another kind, such as a behaviour';
  return 'JSON of another kind';
}
