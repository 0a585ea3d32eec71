import { parseUrl } from '../json/parse-url.js';
import { quote } from '../json/quoting.js';
import {
  failureFrom,
  type HeaderList,
  headerOf,
  type RawExchange,
  type RawRequest,
  type RawResponse,
} from './exchange.js';
import type { ForeignEntry, ForeignHeaders, ForeignRequest, ForeignResponse } from './har-schemas.js';
import { byteLength, decodeUtf8, learnSecrets, recordExchange } from './record-exchange.js';
import { Redactor } from './redactor.js';
import type { Fail } from './transcript.js';

/** Reads the HTTP requests in any recorder's file in the order of their times. */
export function readForeignEntries(entries: readonly ForeignEntry[], fail: Fail, files: RecordingFiles | undefined) {
  const secrets = new Redactor({ most: Number.POSITIVE_INFINITY });
  const raws = entries.flatMap((entry, index) => {
    if (!isHttp(entry)) return [];
    const raw = toRaw(entry, `/log/entries/${index}`, fail, files);
    // The headers of a response count even if a cache gave it.
    learnSecrets({ request: raw.request, response: { headers: readHeaders(entry.response?.headers) } }, secrets);
    return [raw];
  });
  const exchanges = raws
    .sort((one, other) => one.startedMs - other.startedMs)
    .map((raw, index) => recordExchange(raw, index + 1, secrets));
  return { exchanges, secrets };
}

function isHttp({ request, response }: ForeignEntry): boolean {
  const isUpgraded = response?.status === 101;
  const isElsewhere = /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(request.url);
  return !isUpgraded && !isElsewhere;
}

function toRaw(entry: ForeignEntry, pointer: string, fail: Fail, files: RecordingFiles | undefined): RawExchange {
  const { request, response, startedDateTime, time } = entry;
  if (parseUrl(request.url) === undefined) return fail(`${pointer}/request/url is not a whole URL`);
  const startedMs = Date.parse(startedDateTime);
  if (Number.isNaN(startedMs)) return fail(`${pointer}/startedDateTime is not a time such as 2026-11-21T12:00:00.000Z`);
  const failure = explainMissingResponse(entry);
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: readHeaders(request.headers),
      ...readRequestBody(request, files),
      mayHideCredentials: true,
    },
    response: failure === undefined && response ? readResponse(entry, response, files) : undefined,
    failure,
    startedMs,
    endedMs: startedMs + Math.max(0, time ?? 0),
  };
}

function readHeaders(headers: ForeignHeaders = []): HeaderList {
  return headers.flatMap(({ name, value }): HeaderList => (name.startsWith(':') ? [] : [[name, value ?? '']]));
}

function explainMissingResponse(entry: ForeignEntry): string | undefined {
  const { response } = entry;
  if (isFromCache(entry)) return failureFrom('a cache');
  if (entry._wasFulfilled === true) return failureFrom('a test');
  if (isMadeByBrowser(entry)) return failureFrom('the browser');
  if ((response?.status ?? 0) < 100) {
    const error = [response?._error, response?._failureText].find((each) => typeof each === 'string' && each !== '');
    return error === undefined ? 'the recording contains no response' : String(error);
  }
  return response?.headers?.length ? undefined : 'the recording contains no response headers';
}

/** Chrome, Safari and Firefox each mark it in their own way; Firefox writes the state of its cache only then. */
function isFromCache({ cache, response, ...entry }: ForeignEntry): boolean {
  const viaWorker = [entry, response].some((part) => part?._fetchedViaServiceWorker === true);
  const isCached = [entry._fromCache, cache?.beforeRequest, cache?.afterRequest].some(Boolean);
  const fetchType = String(entry._fetchType ?? response?._fetchType ?? '');
  return viaWorker || isCached || response?._transferSize === 0 || /cache|worker/i.test(fetchType);
}

/** Chrome itself redirects to HTTPS for hosts with HSTS; Safari lets developers override responses. */
function isMadeByBrowser({ response, _fetchType }: ForeignEntry): boolean {
  const isOfPolicy = response?.headers?.some(({ name }) => name.toLowerCase() === 'non-authoritative-reason') === true;
  return isOfPolicy || /override/i.test(String(_fetchType ?? response?._fetchType ?? ''));
}

function readResponse(entry: ForeignEntry, response: ForeignResponse, files: RecordingFiles | undefined): RawResponse {
  const headers = readHeaders(response.headers);
  return {
    httpVersion: readHttpVersion(response.httpVersion ?? ''),
    status: response.status ?? 0,
    statusText: response.statusText ?? '',
    headers,
    ...readResponseBody(entry, response, headers, files),
  };
}

/** Recorders write `HTTP/1.1`, `http/2.0`, `h2` or `h3`. */
function readHttpVersion(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:http\/|h)(?=\d)/, '')
    .replace(/^([23])\.0$/, '$1');
}

function readResponseBody(
  entry: ForeignEntry,
  response: ForeignResponse,
  headers: HeaderList,
  files: RecordingFiles | undefined,
): StoredBody {
  const coding = headerOf(headers, 'content-encoding')?.replace(/^identity$/i, '');
  const stored = readStoredBody(response.content ?? {}, coding, files);
  const incomplete = whyMissing(entry, response, headers, stored) ?? stored?.incomplete;
  return { body: incomplete === undefined ? (stored?.body ?? '') : '', incomplete };
}

function whyMissing(
  { request }: ForeignEntry,
  response: ForeignResponse,
  headers: HeaderList,
  stored: StoredBody | undefined,
): string | undefined {
  const { status, content } = response;
  if (status === 304) return 'the response came from a cache';
  if (request.method.toUpperCase() === 'HEAD' || status === 204) return undefined;
  const length = headerOf(headers, 'content-length');
  if (stored === undefined) return length?.trim() === '0' ? undefined : 'the recording contains no body';
  // A comment on a body, in whatever language, means that part of it was left out.
  if (content?.comment) return 'the recorder left out part of it';
  if (response._error || response._failureText) return 'cut off';
  if (stored.incomplete !== undefined) return undefined;
  const isCoded = headerOf(headers, 'content-encoding') !== undefined;
  const declared = Math.max(content?.size ?? 0, isCoded ? 0 : Number(length ?? 0) || 0);
  const size = byteLength(stored.body);
  if (declared > size) return 'cut off';
  return size === 0 && (response.bodySize ?? 0) > 0 ? 'the recording contains no body' : undefined;
}

/** Returns the recorded body of a request; missing if the request sent one that the recording does not hold as it was. */
function readRequestBody(
  { method, postData, bodySize, headers = [] }: ForeignRequest,
  files: RecordingFiles | undefined,
): Pick<RawRequest, 'body' | 'isBodyMissing'> {
  const text = postedText(postData, files);
  // Firefox records only the beginning of a long body.
  const isCutOff = text !== undefined && (bodySize ?? 0) > new TextEncoder().encode(text).length;
  if (text !== undefined && !isCutOff) return { body: text };
  const lengths = headers.filter(({ name }) => name.toLowerCase() === 'content-length').map(({ value }) => value);
  if (bodySize === 0 || lengths.includes('0')) return { body: undefined };
  const mayHaveSent = (bodySize ?? 0) > 0 || lengths.length > 0 || /^(?:post|put|patch)$/i.test(method);
  return { body: undefined, ...(mayHaveSent && { isBodyMissing: true }) };
}

function postedText(postData: ForeignRequest['postData'], files: RecordingFiles | undefined): string | undefined {
  const { text, encoding, _file: file } = postData ?? {};
  // Playwright leaves the text empty then.
  const isAttached = !text && typeof file === 'string';
  const inBase64 = encoding === 'base64' ? decodeBase64(text ?? '') : undefined;
  const bytes = isAttached ? files?.readBody(file) : inBase64;
  if (bytes !== undefined) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (typeof text === 'string' && !isAttached) return text;
  const params = postData?.params ?? [];
  if (params.length === 0) return undefined;
  return new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value ?? ''])).toString();
}

/** What a recording keeps outside its text, and how to undo a coding. Without it, such bodies count as missing. */
export interface RecordingFiles {
  /** Returns a body in a file beside the recording; undefined if there is none. */
  readonly readBody: (name: string) => Uint8Array | undefined;
  /** Undoes a `Content-Encoding`; undefined if the bytes are not coded so. */
  readonly decode: (bytes: Uint8Array, coding: string) => Uint8Array | undefined;
}

interface StoredContent {
  readonly text?: string | null | undefined;
  readonly encoding?: string | null | undefined;
  /** Of Playwright: the name of a file beside the recording. */
  readonly _file?: unknown;
}

export interface StoredBody {
  readonly body: Uint8Array | string;
  readonly incomplete: string | undefined;
}

const missing = (incomplete: string): StoredBody => ({ body: '', incomplete });

/** Returns a body as the service meant it; undefined if there is none. HAR demands bodies without their `coding`, but some recorders keep it. */
export function readStoredBody(
  content: StoredContent,
  coding: string | undefined,
  files: RecordingFiles | undefined,
): StoredBody | undefined {
  const { text, encoding, _file: file } = content;
  if (!text && typeof file === 'string') {
    const bytes = files?.readBody(file);
    return bytes === undefined
      ? missing(`its file ${quote(file)} cannot be read`)
      : withoutCoding(bytes, coding, files);
  }
  if (typeof text !== 'string') return undefined;
  if (encoding?.toLowerCase() === 'base64') {
    const bytes = decodeBase64(text);
    return bytes === undefined ? missing('its base64 is invalid') : withoutCoding(bytes, coding, files);
  }
  if (isBinary(text) && (coding || beginsCoded([...text.slice(0, 3)].map((each) => each.charCodeAt(0)))))
    return missing(codedAs(coding));
  if (encoding && !/^utf-?8$/i.test(encoding) && !/^\s*[[{]/.test(text)) return missing(codedAs(encoding));
  return isUnnamedBase64(text, coding)
    ? missing('its text looks like base64, but is not declared as such')
    : whole(text);
}

const whole = (body: Uint8Array | string): StoredBody => ({ body, incomplete: undefined });

/** No JSON contains control characters; in coded bytes that were read as text they are frequent. */
function isBinary(text: string): boolean {
  return /(?![\t\n\r])[\p{Cc}\ufffd]/u.test(text);
}

function withoutCoding(bytes: Uint8Array, coding: string | undefined, files: RecordingFiles | undefined): StoredBody {
  const decoded = coding && files?.decode(bytes, coding);
  if (decoded) return whole(decoded);
  const text = decodeUtf8(bytes);
  const isText = text !== undefined && !isBinary(text);
  return isText || !(coding || beginsCoded(bytes)) ? whole(bytes) : missing(codedAs(coding));
}

const codedAs = (coding: string | undefined) => (coding ? `still coded as ${quote(coding)}` : 'still coded');

/** As gzip and zstd do, also if read as text in Latin-1 or, with U+FFFD, in UTF-8. */
function beginsCoded([first, second, third]: ArrayLike<number> & Iterable<number>): boolean {
  if (first === 0x1f) return second === 0x8b || second === 0xfffd;
  return first === 0x28 && (second === 0xb5 || second === 0xfffd) && third === 0x2f;
}

/** Base64 of an object, a list or coded bytes. */
function isUnnamedBase64(text: string, coding: string | undefined): boolean {
  const bytes = /^[\w+/\s]{8,}={0,2}\s*$/.test(text) && text.trim().length % 4 === 0 ? decodeBase64(text) : undefined;
  if (bytes === undefined) return false;
  const decoded = decodeUtf8(bytes);
  return (
    beginsCoded(bytes) || (decoded === undefined ? coding !== undefined && bytes.length >= 12 : /^[[{]/.test(decoded))
  );
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
