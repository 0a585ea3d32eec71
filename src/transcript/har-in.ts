import { isJsonObject, type JsonValue } from '../json/json-value.js';
import { InputError } from '../validation/input-error.js';
import { requireText } from '../validation/require-text.js';
import { type FileSchema, findFileViolation } from '../validation/validate-file.js';
import type { Fail } from './fail.js';
import type { ForeignRecording } from './foreign-recording-schema.js';
import type { OwnRecording } from './own-recording-schema.js';
import { readForeignEntries } from './read-foreign-entries.js';
import { readOwnTranscript } from './read-own-transcript.js';
import type { Transcript } from './transcript.js';

const REMEDY =
  'Take a HAR 1.2 file, as a browser exports it or as petstore-mock check https://api.example.com/v1 --report DIR writes it';

/**
 * Reads a HAR 1.2 file: {@link writeHar}'s, or any recorder's, whose secrets are replaced by pseudonyms. What such a
 * recording does not hold for certain is marked as missing. `name` is the file's, for the InputError that a bad one throws.
 */
export function readHar(text: string, name: string): Transcript {
  requireText(`Reading ${name}`, text);
  const fail: Fail = (problem) => {
    throw new InputError(`Reading ${name}`, problem, REMEDY);
  };
  const har = parse(text, fail);
  if (isOwn(har)) {
    const { log } = conforming<OwnRecording>('OwnRecording', har, fail);
    return readOwnTranscript(log, fail);
  }
  const { log } = conforming<ForeignRecording>('ForeignRecording', har, fail);
  return { exchanges: readForeignEntries(log.entries, fail), run: undefined };
}

/** The parser's own message is not repeated: it quotes the text, which may be a key. */
function parse(text: string, fail: Fail): JsonValue {
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') return fail('it is empty');
  try {
    return JSON.parse(json);
  } catch {
    return fail('it is not JSON, or not all of it');
  }
}

function isOwn(har: JsonValue): boolean {
  return isJsonObject(har) && isJsonObject(har.log) && Object.hasOwn(har.log, '_petstoreMock');
}

function conforming<Recording>(schema: FileSchema, har: JsonValue, fail: Fail): Recording {
  const violation = findFileViolation(schema, har);
  if (violation === undefined) return har as Recording;
  return fail(`it is no HAR that can be read: ${violation.pointer || 'the whole'} ${violation.problem}`);
}
