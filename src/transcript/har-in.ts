import { isJsonObject, type JsonValue } from '../json/json-value.js';
import { InputError } from '../validation/input-error.js';
import { requireText } from '../validation/require-text.js';
import { type FileSchema, findFileViolation } from '../validation/validate-file.js';
import type { Fail } from './fail.js';
import type { ForeignRecording } from './foreign-recording-schema.js';
import { mergeExchanges } from './merge-exchanges.js';
import type { OwnRecording } from './own-recording-schema.js';
import { type ForeignFile, readForeignEntries } from './read-foreign-entries.js';
import { readOwnTranscript } from './read-own-transcript.js';
import type { Transcript } from './transcript.js';

const REMEDY =
  'Take a HAR 1.2 file, as a browser exports it or as petstore-mock check https://api.example.com/v1 --report DIR writes it';

/** A file that was read. */
export interface HarFile {
  readonly text: string;
  /** For the InputError that a bad one throws. */
  readonly name: string;
}

/**
 * Reads a HAR 1.2 file: {@link writeHar}'s, or any recorder's, whose secrets are replaced by pseudonyms. What such a
 * recording does not hold for certain is marked as missing. `name` is the file's, for the InputError that a bad one throws.
 */
export function readHar(text: string, name: string): Transcript {
  return readHars([{ text, name }]);
}

/**
 * Reads several HAR files as one recording: exchanges in the order of their times, numbered anew, each once even where two files
 * hold it. What the suite knew when it made one of them holds for that one alone, so that it is left out. A single file is
 * read as {@link readHar} reads it. Throws an InputError for one that cannot be read.
 */
export function readHars(files: readonly HarFile[]): Transcript {
  const own: Transcript[] = [];
  const foreign: ForeignFile[] = [];
  for (const { text, name } of files) {
    const fail: Fail = (problem) => {
      throw new InputError(`Reading ${name}`, problem, REMEDY);
    };
    requireText(`Reading ${name}`, text);
    const har = parse(text, fail);
    if (isOwn(har)) own.push(readOwnTranscript(conforming<OwnRecording>('OwnRecording', har, fail).log, fail));
    else foreign.push({ entries: conforming<ForeignRecording>('ForeignRecording', har, fail).log.entries, fail });
  }
  if (files.length === 1 && own[0] !== undefined) return own[0];
  const exchanges = readForeignEntries(...foreign);
  const baseUrl = addressToldBy(own);
  return {
    exchanges: files.length === 1 ? exchanges : mergeExchanges([exchanges, ...own.map(exchangesOf)]),
    ...(baseUrl && { baseUrl }),
    run: undefined,
  };
}

/** Recordings of several services do not tell whose side is meant. */
function addressToldBy(recordings: readonly Transcript[]): string | undefined {
  const told = new Set(recordings.map(({ baseUrl, run }) => run?.baseUrl ?? baseUrl));
  told.delete(undefined);
  return told.size === 1 ? [...told][0] : undefined;
}

const exchangesOf = ({ exchanges }: Transcript) => exchanges;

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
