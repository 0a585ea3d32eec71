import { isJsonObject, type JsonValue } from '../json/json-value.js';
import { JsonError, parseJson } from '../json/parse-json.js';
import { writeJson } from '../json/write-json.js';
import { questionIds } from '../spec/open-questions.js';
import { isHar } from '../transcript/is-har.js';
import { InputError } from '../validation/input-error.js';
import { parseBehaviour } from '../validation/parse-behaviour.js';
import { requireText } from '../validation/require-text.js';
import { findViolation, withoutExactNumbers } from '../validation/validate.js';
import { fileLikeness } from './file-likeness.js';
import { isProfile } from './is-profile.js';
import type { Profile } from './profile.js';

/** That of a deployment with all that can be learned has some hundred thousand. */
const MOST_CHARACTERS = 16 * 2 ** 20;
const REMEDY = 'A profile is what petstore-mock learn https://api.example.com/v1 writes';

/** Reads a profile. Throws an InputError that tells the place and what is wrong with it. `name` is the file's. */
export function parseProfile(text: string, name: string): Profile {
  const attempted = `Reading the profile ${name}`;
  requireText(attempted, text);
  if (text.length > MOST_CHARACTERS) throw new InputError(attempted, 'it is far larger than any profile', REMEDY);
  const value = parse(text, attempted);
  requireProfile(text, value, { name, attempted });
  const version = isJsonObject(value) ? value.version : undefined;
  if (typeof version === 'number' && version !== 1) {
    const remedy = 'Learn the deployment again, or take the petstore-mock that wrote it';
    throw new InputError(attempted, `it is of version ${version}, and version 1 is read here`, remedy);
  }
  const violation = findViolation('Profile', value);
  if (violation !== undefined) {
    throw new InputError(attempted, `${violation.pointer || 'it'} ${violation.problem}`, REMEDY);
  }
  checkAnswers(value, name, attempted);
  return withoutExactNumbers(value) as unknown as Profile;
}

/** Another kind of file is told as what it is, rather than by the members that it lacks. */
function requireProfile(
  text: string,
  value: JsonValue,
  { name, attempted }: { name: string; attempted: string },
): void {
  if (isProfile(value)) return;
  const problem = `it is no profile but ${fileLikeness(text, value)}`;
  const recording = /^[\w./-]+$/.test(name) ? name : 'recording.har';
  const remedy = isHar(value) ? `Learn from it first: petstore-mock learn --from ${recording}` : REMEDY;
  throw new InputError(attempted, problem, remedy);
}

function parse(text: string, attempted: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) throw new InputError(attempted, `it is no JSON: ${error.message}`, REMEDY);
    throw error;
  }
}

/** Every answer must be one of its question's choices: it is going to be what a fake does. */
function checkAnswers(profile: JsonValue, name: string, attempted: string): void {
  const questions = isJsonObject(profile) && isJsonObject(profile.questions) ? profile.questions : {};
  const unknown = Object.keys(questions).find((id) => !questionIds.some((known) => known === id));
  if (unknown !== undefined) {
    const remedy = 'Learn it again: the questions are in docs/open-questions.md';
    throw new InputError(attempted, `/questions/${unknown} is no open question`, remedy);
  }
  const answers = Object.entries(questions).map(([id, learned]) => [id, isJsonObject(learned) ? learned.answer : null]);
  parseBehaviour(writeJson(Object.fromEntries(answers)), `in the profile ${name}`);
}
