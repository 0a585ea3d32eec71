import { InputError, requireText } from '../json/input-error.js';
import { isJsonObject, type JsonValue } from '../json/json.js';
import { parseUrl } from '../json/parse-url.js';
import { findViolation } from '../service/validate.js';
import { bySending, type Exchange, type HeaderList, type RecordedBody, type RecordedResponse } from './exchange.js';
import type { ForeignRecording, OwnEntry, OwnRecording } from './har-schemas.js';
import { foreignRecordingSchema, ownRecordingSchema } from './har-schemas.js';
import { explainProxyResponse } from './proxy-response.js';
import { type RecordingFiles, readForeignEntries } from './read-foreign-har.js';
import { redactTranscript } from './redact-exchange.js';
import type { Fail, ReceivedTranscript, RunFacts, Transcript } from './transcript.js';

const REMEDY =
  'Take a HAR 1.2 file, as a browser exports it or as petstore-mock check https://api.example.com/v1 --report DIR writes it';

/** Reads a HAR 1.2 file of any recorder: its secrets become pseudonyms, and its uncertain parts are missing. Throws an InputError. */
export function readHar(text: string, name: string): Transcript {
  return redactTranscript(readRecording(text, name));
}

/** Reads the same for judges: another recorder's file as it was received, with the bodies that it keeps in other files. */
export function readRecording(text: string, name: string, files?: RecordingFiles): Transcript | ReceivedTranscript {
  const fail: Fail = (problem) => {
    throw new InputError(`Reading ${name}`, problem, REMEDY);
  };
  requireText(`Reading ${name}`, text);
  const har = parse(text, fail);
  const isOwn = isJsonObject(har) && isJsonObject(har.log) && Object.hasOwn(har.log, '_petstoreMock');
  if (isOwn) return readOwnTranscript(conforming<OwnRecording>(ownRecordingSchema, har, fail).log, fail);
  const { entries } = conforming<ForeignRecording>(foreignRecordingSchema, har, fail).log;
  return { ...readForeignEntries(entries, fail, files), run: undefined };
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

function conforming<Recording>(schema: object, har: JsonValue, fail: Fail): Recording {
  const violation = findViolation(schema, har);
  if (violation === undefined) return har as Recording;
  return fail(`it is not a valid HAR: ${violation.pointer || 'the whole'} ${violation.problem}`);
}

/** Reads a HAR of {@link writeHar}, which contains no secrets. Responses of a proxy of this project become failures. */
function readOwnTranscript({ _petstoreMock, entries }: OwnRecording['log'], fail: Fail): Transcript {
  checkUrls(_petstoreMock, entries, fail);
  if (new Set(entries.map(({ _number }) => _number)).size < entries.length) {
    return fail('two entries have the same _number');
  }
  const exchanges = entries.map(readOwnEntry);
  // A proxy writes an entry when its response is complete; the judge needs the order of sending.
  if (_petstoreMock.run === null) {
    const { baseUrl } = _petstoreMock;
    return { exchanges: exchanges.sort(bySending), ...(baseUrl && { baseUrl }), run: undefined };
  }
  // JSON has null for what is undefined here.
  const facts = Object.entries(_petstoreMock.run).map(([name, value]) => [name, value ?? undefined]);
  return { exchanges, run: Object.fromEntries(facts) as unknown as RunFacts };
}

function checkUrls({ baseUrl, run }: OwnRecording['log']['_petstoreMock'], entries: readonly OwnEntry[], fail: Fail) {
  const urls: [pointer: string, url: string | null | undefined][] = [
    ['/log/_petstoreMock/baseUrl', baseUrl],
    ['/log/_petstoreMock/run/baseUrl', run?.baseUrl],
    ['/log/_petstoreMock/run/messagesUrl', run?.messagesUrl],
    ...entries.map(({ request }, index): [string, string] => [`/log/entries/${index}/request/url`, request.url]),
  ];
  const bad = urls.find(([, url]) => typeof url === 'string' && parseUrl(url) === undefined);
  if (bad !== undefined) fail(`${bad[0]} is not a URL`);
}

function readOwnEntry(entry: OwnEntry): Exchange {
  const { request } = entry;
  const response = entry.response.status === 0 ? undefined : readResponse(entry);
  const ofProxy = response && explainProxyResponse({ ...response, text: entry.response.content.text }, request.url);
  return {
    number: entry._number,
    probe: entry._probe,
    request: {
      method: request.method,
      url: request.url,
      headers: readHeaders(request.headers),
      body: request.postData?.text,
      ...(entry._isRequestBodyMissing ? { isBodyMissing: true } : {}),
      credential: entry._credential,
    },
    response: ofProxy === undefined ? response : undefined,
    failure: ofProxy ?? entry._failure,
    startedMs: entry._startedMs,
    endedMs: entry._endedMs,
    sentAfter: entry._sentAfter,
    replayOf: entry._replayOf,
    order: entry._order,
  };
}

function readResponse(entry: OwnEntry): RecordedResponse {
  const { status, statusText, httpVersion, headers } = entry.response;
  return {
    httpVersion: httpVersion.replace(/^HTTP\//, ''),
    status,
    statusText,
    headers: readHeaders(headers),
    body: readBody(entry),
    ...(entry._mayHideHeaders ? { mayHideHeaders: true } : {}),
    ...(entry._mayBeCached ? { mayBeCached: true } : {}),
  };
}

function readBody({ _bodyMissing, _isMiscoded, _isBinary, _isRedacted, response }: OwnEntry): RecordedBody {
  const { size, text } = response.content;
  if (_bodyMissing !== undefined) {
    return { kind: 'missing', why: _bodyMissing, ...(_isMiscoded === true && { isMiscoded: true }) };
  }
  if (_isBinary === true) return { kind: 'binary', bytes: size };
  return text === undefined ? { kind: 'empty' } : { kind: 'text', text, isRedacted: _isRedacted === true };
}

function readHeaders(headers: OwnEntry['request']['headers']): HeaderList {
  return headers.map(({ name, value }) => [name, value]);
}
