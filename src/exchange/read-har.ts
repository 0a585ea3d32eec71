import { InputError, requireText } from '../json/input-error.js';
import { isJsonObject, type JsonValue } from '../json/json.js';
import { findViolation } from '../service/validate.js';
import { type ForeignRecording, foreignRecordingSchema, type OwnRecording, ownRecordingSchema } from './har-schemas.js';
import { readForeignEntries } from './read-foreign-har.js';
import { readOwnTranscript } from './read-own-har.js';
import { redactTranscript } from './redact-exchange.js';
import type { Fail, ReceivedTranscript, Transcript } from './transcript.js';

const REMEDY =
  'Take a HAR 1.2 file, as a browser exports it or as petstore-mock check https://api.example.com/v1 --report DIR writes it';

/**
 * Reads a HAR 1.2 file: one of {@link writeHar}, or of any other recorder, whose secrets are replaced by pseudonyms and whose
 * uncertain parts are marked as missing. Throws an InputError, which names the file, for an invalid one.
 */
export function readHar(text: string, name: string): Transcript {
  return redactTranscript(readReceived(text, name));
}

/** Reads the same for judges: another recorder's file as it was received. */
export function readReceived(text: string, name: string): Transcript | ReceivedTranscript {
  const fail: Fail = (problem) => {
    throw new InputError(`Reading ${name}`, problem, REMEDY);
  };
  requireText(`Reading ${name}`, text);
  const har = parse(text, fail);
  if (isOwn(har)) return readOwnTranscript(conforming<OwnRecording>(ownRecordingSchema, har, fail).log, fail);
  const { entries } = conforming<ForeignRecording>(foreignRecordingSchema, har, fail).log;
  return { ...readForeignEntries(entries, fail), run: undefined };
}

/** Drops the parser's own message: it quotes the text, which may be a key. */
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

function conforming<Recording>(schema: object, har: JsonValue, fail: Fail): Recording {
  const violation = findViolation(schema, har);
  if (violation === undefined) return har as Recording;
  return fail(`it is not a valid HAR: ${violation.pointer || 'the whole'} ${violation.problem}`);
}
