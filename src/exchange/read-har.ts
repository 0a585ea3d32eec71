import { isJsonObject, type JsonValue } from '../spec/json.js';
import { InputError, requireText } from '../spec/validation/input-error.js';
import { findViolation } from '../spec/validation/validate.js';
import type { Exchange } from './exchange.js';
import { type ForeignRecording, foreignRecordingSchema, type OwnRecording, ownRecordingSchema } from './har-schemas.js';
import { type ForeignFile, readForeignEntries } from './read-foreign-har.js';
import { readOwnTranscript } from './read-own-har.js';
import { renumberExchange } from './record-exchange.js';
import type { Fail, Transcript } from './transcript.js';

const REMEDY =
  'Take a HAR 1.2 file, as a browser exports it or as petstore-mock check https://api.example.com/v1 --report DIR writes it';

/** The content of a file. */
export interface HarSource {
  readonly text: string;
  readonly name: string;
}

/**
 * Reads a HAR 1.2 file: one of {@link writeHar}, or of any other recorder, whose secrets are replaced by pseudonyms and whose
 * uncertain parts are marked as missing. Throws an InputError, which names the file, for an invalid one.
 */
export function readHar(text: string, name: string): Transcript {
  return readHars([{ text, name }]);
}

/**
 * Reads several HAR files as one recording: exchanges in the order of their times, renumbered, without duplicates. The run facts
 * of a file apply to that file alone, so they are left out. A single file is read as by {@link readHar}. Throws an InputError
 * for an invalid file.
 */
export function readHars(files: readonly HarSource[]): Transcript {
  const own: Transcript[] = [];
  const foreign: ForeignFile[] = [];
  for (const { text, name } of files) {
    const fail: Fail = (problem) => {
      throw new InputError(`Reading ${name}`, problem, REMEDY);
    };
    requireText(`Reading ${name}`, text);
    const har = parse(text, fail);
    if (isOwn(har)) own.push(readOwnTranscript(conforming<OwnRecording>(ownRecordingSchema, har, fail).log, fail));
    else foreign.push({ entries: conforming<ForeignRecording>(foreignRecordingSchema, har, fail).log.entries, fail });
  }
  if (files.length === 1 && own[0] !== undefined) return own[0];
  const exchanges = readForeignEntries(...foreign);
  const baseUrl = commonBaseUrl(own);
  return {
    exchanges:
      files.length === 1 ? exchanges : mergeExchanges([exchanges, ...own.map((recording) => recording.exchanges)]),
    ...(baseUrl && { baseUrl }),
    run: undefined,
  };
}

/** Recordings of several services have no common base URL. */
function commonBaseUrl(recordings: readonly Transcript[]): string | undefined {
  const found = new Set(recordings.map(({ baseUrl, run }) => run?.baseUrl ?? baseUrl));
  found.delete(undefined);
  return found.size === 1 ? [...found][0] : undefined;
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

const PSEUDONYM = /\b(key|secret)#(\d+)/g;

/**
 * Merges recordings into one: in the order of their times, renumbered, without duplicates (two exports of one browser overlap).
 * The same pseudonym in two recordings means different keys: each recording gets its own pseudonyms.
 */
export function mergeExchanges(recordings: readonly (readonly Exchange[])[]): Exchange[] {
  const offsets = { key: 0, secret: 0 };
  const renamed = recordings.flatMap((exchanges) => {
    const rename = (text: string) =>
      text.replace(PSEUDONYM, (_, kind: 'key' | 'secret', number) => `${kind}#${Number(number) + offsets[kind]}`);
    const isFirst = offsets.key === 0 && offsets.secret === 0;
    const result = isFirst ? exchanges : exchanges.map((exchange) => renameIn(exchange, rename));
    const highest = highestIn(exchanges);
    offsets.key += highest.key;
    offsets.secret += highest.secret;
    return result;
  });
  // The first of equal ones stays.
  const distinct = new Map(renamed.reverse().map((exchange) => [markOf(exchange), exchange]));
  return [...distinct.values()]
    .reverse()
    .sort((one, other) => one.startedMs - other.startedMs)
    .map((exchange, index) => renumberExchange(exchange, index + 1));
}

/** Two exchanges with equal requests, responses and times are the same one. */
function markOf({ request, response, startedMs, endedMs }: Exchange): string {
  const withoutNames = (text: string) => text.replace(PSEUDONYM, '$1');
  const headers = JSON.stringify(response?.headers ?? []);
  return [startedMs, endedMs, request.method, response?.status, ...[request.url, headers].map(withoutNames)].join('\n');
}

function highestIn(exchanges: readonly Exchange[]): { key: number; secret: number } {
  const highest = { key: 0, secret: 0 };
  for (const [, kind, number] of JSON.stringify(exchanges).matchAll(PSEUDONYM)) {
    const known = kind === 'key' ? 'key' : 'secret';
    highest[known] = Math.max(highest[known], Number(number));
  }
  return highest;
}

/** Only a redacted body contains pseudonyms. */
function renameIn(exchange: Exchange, rename: (text: string) => string): Exchange {
  const { body } = exchange.response ?? {};
  const isBodyAsSent = body?.kind === 'text' && !body.isRedacted;
  const { request, response, ...rest }: Exchange = JSON.parse(JSON.stringify(exchange), (_, value) =>
    typeof value === 'string' ? rename(value) : value,
  );
  return {
    ...rest,
    request: request.isBodyMissing ? request : { ...request, body: exchange.request.body },
    response: response && isBodyAsSent ? { ...response, body } : response,
  };
}
