import { isHar } from '../../exchange/transcript.js';
import { InputError, requireText } from '../../json/input-error.js';
import {
  isJsonObject,
  JsonError,
  type JsonObject,
  type JsonValue,
  parseJson,
  withoutSchema,
  writeJson,
} from '../../json/json.js';
import { parseBehaviour } from '../../service/behaviour.js';
import { questionIds } from '../../service/questions/open-questions.js';
import { findViolation, withoutExactNumbers } from '../../service/validate.js';
import { type Profile, profileSchema } from './profile.js';

/** That of a deployment with all that can be learned has some hundred thousand. */
const MOST_CHARACTERS = 16 * 2 ** 20;
const REMEDY = 'Write a profile: petstore-mock learn https://api.example.com/v1';

/** Parses a profile. Throws an InputError that names the place of the problem. `name` is the file's. */
export function parseProfile(text: string, name: string): Profile {
  const attempted = `Reading the profile ${name}`;
  requireText(attempted, text);
  if (text.length > MOST_CHARACTERS) throw new InputError(attempted, 'it is far larger than any profile', REMEDY);
  const value = withoutSchema(parse(text, attempted));
  if (!isJsonObject(value) || !isProfile(value)) {
    // Another kind of file is named as what it is, rather than by the members that it lacks.
    const recording = /^[\w./-]+$/.test(name) ? name : 'recording.har';
    const remedy = isHar(value) ? `Learn from it first: petstore-mock learn --from ${recording}` : REMEDY;
    throw new InputError(attempted, `it is not a profile but ${describeFile(text, value)}`, remedy);
  }
  if (typeof value.version === 'number' && value.version !== 1) {
    const remedy = 'Learn the deployment again, or take the petstore-mock that wrote it';
    throw new InputError(attempted, `it is of version ${value.version}, and version 1 is read here`, remedy);
  }
  const violation = findViolation(profileSchema, value);
  if (violation !== undefined) {
    throw new InputError(attempted, `${violation.pointer || 'it'} ${violation.problem}`, REMEDY);
  }
  checkChoices(value, name, attempted);
  return withoutExactNumbers(value) as unknown as Profile;
}

function parse(text: string, attempted: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) throw new InputError(attempted, `it is not JSON: ${error.message}`, REMEDY);
    throw error;
  }
}

/** Every choice must be one that a fake can make. */
function checkChoices(profile: JsonObject, name: string, attempted: string): void {
  const questions = isJsonObject(profile.questions) ? Object.entries(profile.questions) : [];
  const [unknown] = questions.map(([id]) => id).filter((id) => !questionIds.some((known) => known === id));
  if (unknown !== undefined) {
    const remedy = 'Learn it again: the questions are in docs/open-questions.md';
    throw new InputError(attempted, `/questions/${unknown} is not an open question`, remedy);
  }
  const choices = questions.map(([id, learned]) => [id, isJsonObject(learned) ? learned.choice : null]);
  parseBehaviour(writeJson(Object.fromEntries(choices)), `in the profile ${name}`);
}

/** Returns whether a JSON value is a profile, of whatever version; `parseProfile` checks whether it is valid. */
export function isProfile(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && value.format === 'petstore-mock-profile';
}

/** Returns what a file looks like, and quotes nothing of it: it may contain a key. `value`: its JSON, if it is JSON. */
export function describeFile(text: string, value: JsonValue | undefined): string {
  if (text.trim() === '') return 'empty';
  if (value === undefined) return /^\s*<(?:!doctype html|html)/i.test(text) ? 'an HTML page' : 'no valid JSON';
  if (isHar(value)) return 'a HAR';
  return isProfile(value) ? 'a profile' : 'JSON of another kind';
}
