import { parseUrl } from '../spec/parse-url.js';
import { type Exchange, type HeaderList, headerOf, type RecordedBody, type RecordedResponse } from './exchange.js';
import type { ForeignEntry, ForeignHeaders, ForeignRequest, ForeignResponse } from './har-schemas.js';
import { type HiddenRequest, hideInHeaders, hideInRequest } from './hide-secrets.js';
import { explainProxyResponse } from './proxy-response.js';
import {
  MISSING_BODY,
  recordBody,
  recordSentText,
  recordText,
  redactHeaders,
  redactUrl,
  type SentBody,
} from './record-exchange.js';
import { createRedactor, type Redactor } from './redactor.js';
import type { Fail } from './transcript.js';

/** An entry whose secrets are registered; its bodies still show them. */
interface Hidden {
  readonly entry: ForeignEntry;
  readonly request: HiddenRequest;
  readonly answerHeaders: HeaderList;
  readonly startedMs: number;
}

/** The entries of one file. */
export interface ForeignFile {
  readonly entries: readonly ForeignEntry[];
  /** Names the file. */
  readonly fail: Fail;
}

/**
 * Reads the entries of anybody's recordings in the order of their times. What is no HTTP request is left out, web sockets too.
 * Every secret is registered before the first body is read: a key may be shown before it is used. In all files one key has one name.
 */
export function readForeignEntries(...files: readonly ForeignFile[]): Exchange[] {
  const redactor = createRedactor();
  return files
    .flatMap(({ entries, fail }) =>
      entries.flatMap((entry, index) =>
        isHttp(entry) ? [hideSecrets(entry, `/log/entries/${index}`, redactor, fail)] : [],
      ),
    )
    .sort((a, b) => a.startedMs - b.startedMs)
    .map((hidden, index) => readEntry(hidden, index + 1, redactor));
}

function isHttp({ request, response }: ForeignEntry): boolean {
  const isUpgraded = response?.status === 101;
  const isElsewhere = /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(request.url);
  return !isUpgraded && !isElsewhere;
}

function hideSecrets(entry: ForeignEntry, pointer: string, redactor: Redactor, fail: Fail): Hidden {
  const { request, response, startedDateTime } = entry;
  if (parseUrl(request.url) === undefined) return fail(`${pointer}/request/url is no whole URL`);
  const startedMs = Date.parse(startedDateTime);
  if (Number.isNaN(startedMs)) return fail(`${pointer}/startedDateTime is no time such as 2026-11-21T12:00:00.000Z`);
  return {
    entry,
    request: hideInRequest(request.url, readHeaders(request.headers), redactor),
    answerHeaders: hideInHeaders(readHeaders(response?.headers), redactor),
    startedMs,
  };
}

/** HTTP/2 writes method and address as headers, such as `:authority`. */
function readHeaders(headers: ForeignHeaders = []): HeaderList {
  return headers.flatMap(({ name, value }): HeaderList => (name.startsWith(':') ? [] : [[name, value ?? '']]));
}

function readEntry(hidden: Hidden, number: number, redactor: Redactor): Exchange {
  const { entry, request, startedMs } = hidden;
  const failure = explainMissingResponse(entry);
  return {
    number,
    probe: undefined,
    request: {
      method: redactor.redact(entry.request.method),
      url: redactUrl(request.url, redactor),
      headers: redactHeaders(request.headers, redactor),
      ...readSentBody(entry.request, redactor),
      credential: request.credential,
    },
    response: failure === undefined && entry.response ? readResponse(hidden, entry.response, redactor) : undefined,
    failure: failure === undefined ? undefined : redactor.redact(failure),
    startedMs,
    endedMs: startedMs + Math.max(0, entry.time ?? 0),
  };
}

/** Returns why an entry tells nothing of the service's answer; undefined where it does. */
function explainMissingResponse(entry: ForeignEntry): string | undefined {
  const { response } = entry;
  if (isFromCache(entry)) return 'answered from a cache, not by the service';
  if (entry._wasFulfilled === true) return 'answered by a test, not by the service';
  if (isMadeByBrowser(entry)) return 'answered by the browser, not by the service';
  if ((response?.status ?? 0) < 100) {
    const error = [response?._error, response?._failureText].find((each) => typeof each === 'string' && each !== '');
    return error === undefined ? 'the recording shows no answer' : String(error);
  }
  if (!response?.headers?.length) return 'the recording holds no headers of the answer';
  const told = { status: response.status ?? 0, headers: readHeaders(response.headers), text: textOf(response) };
  return explainProxyResponse(told, entry.request.url);
}

function textOf({ content }: ForeignResponse): string | undefined {
  return content?.encoding === 'base64' || typeof content?.text !== 'string' ? undefined : content.text;
}

/** Each recorder tells it in its own way: Chrome, Safari, and Firefox, which writes the state of its cache only then. */
function isFromCache({ _fromCache, _fetchType, _fetchedViaServiceWorker, cache, response }: ForeignEntry): boolean {
  const fetchType = String(_fetchType ?? response?._fetchType ?? '');
  return (
    Boolean(_fromCache) ||
    _fetchedViaServiceWorker === true ||
    response?._fetchedViaServiceWorker === true ||
    response?._transferSize === 0 ||
    /cache|worker/i.test(fetchType) ||
    Boolean(cache?.beforeRequest) ||
    Boolean(cache?.afterRequest)
  );
}

/** Chrome answers for hosts that want HTTPS (HSTS) in its own name; Safari lets developers write answers themselves. */
function isMadeByBrowser({ response, _fetchType }: ForeignEntry): boolean {
  const isOfPolicy = response?.headers?.some(({ name }) => name.toLowerCase() === 'non-authoritative-reason') === true;
  return isOfPolicy || /override/i.test(String(_fetchType ?? response?._fetchType ?? ''));
}

function readResponse(
  { entry, answerHeaders }: Hidden,
  response: ForeignResponse,
  redactor: Redactor,
): RecordedResponse {
  return {
    httpVersion: readHttpVersion(response.httpVersion ?? ''),
    status: response.status ?? 0,
    statusText: redactor.redact(response.statusText ?? ''),
    headers: redactHeaders(answerHeaders, redactor),
    body: readForeignBody(entry, response, redactor),
  };
}

/** Recorders write `HTTP/1.1`, `http/2.0`, `h2` or `h3`. */
function readHttpVersion(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:http\/|h)(?=\d)/, '')
    .replace(/^([23])\.0$/, '$1');
}

/** Returns the body of a recorded answer; missing unless the recording holds all of it. */
function readForeignBody(entry: ForeignEntry, response: ForeignResponse, redactor: Redactor): RecordedBody {
  const headers = (response.headers ?? []).map(({ name, value }): [string, string] => [name, value ?? '']);
  const missing = whyMissing(entry, response, headers);
  if (missing !== undefined) return { kind: 'missing', why: missing };
  const { text, encoding } = response.content ?? {};
  if (typeof text !== 'string' || text === '') return { kind: 'empty' };
  if (encoding !== 'base64') return recordText(text, redactor);
  const bytes = decodeBase64(text);
  return recordBody(bytes ?? new Uint8Array(), bytes === undefined ? 'its base64 is broken' : undefined, redactor);
}

function whyMissing({ request }: ForeignEntry, response: ForeignResponse, headers: HeaderList): string | undefined {
  const { status, content } = response;
  if (status === 304) return 'answered from a cache';
  if (request.method.toUpperCase() === 'HEAD' || status === 204) return undefined;
  const length = headerOf(headers, 'content-length');
  if (typeof content?.text !== 'string') return length?.trim() === '0' ? undefined : 'the recording holds no body';
  // Whatever a recorder remarks of a body, in whatever language, is that it left some of it out.
  if (content.comment) return 'the recorder left out some of it';
  if (response._error || response._failureText) return 'cut off';
  const isCoded = headerOf(headers, 'content-encoding') !== undefined;
  const declared = Math.max(content.size ?? 0, isCoded ? 0 : Number(length ?? 0) || 0);
  if (declared > sizeOf(content.text, content.encoding)) return 'cut off';
  return content.text === '' && (response.bodySize ?? 0) > 0 ? 'the recording holds no body' : undefined;
}

function sizeOf(text: string, encoding: string | null | undefined): number {
  if (encoding !== 'base64') return new TextEncoder().encode(text).length;
  return Math.floor((text.replace(/[\s=]/g, '').length * 3) / 4);
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Returns what a recorded request sent; missing where it sent a body that the recording does not hold as it was. */
function readSentBody({ method, postData, bodySize, headers = [] }: ForeignRequest, redactor: Redactor): SentBody {
  const text = postedText(postData);
  // Firefox keeps the beginning of a long body only.
  const isCutOff = text !== undefined && (bodySize ?? 0) > new TextEncoder().encode(text).length;
  if (text !== undefined && !isCutOff) return recordSentText(text, redactor);
  const lengths = headers.filter(({ name }) => name.toLowerCase() === 'content-length').map(({ value }) => value);
  if (bodySize === 0 || lengths.includes('0')) return { body: undefined };
  const mayHaveSent = (bodySize ?? 0) > 0 || lengths.length > 0 || /^(?:post|put|patch)$/i.test(method);
  return mayHaveSent ? MISSING_BODY : { body: undefined };
}

function postedText(postData: ForeignRequest['postData']): string | undefined {
  if (typeof postData?.text === 'string') {
    const bytes = postData.encoding === 'base64' ? decodeBase64(postData.text) : undefined;
    return bytes === undefined ? postData.text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }
  const params = postData?.params ?? [];
  if (params.length === 0) return undefined;
  return new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value ?? ''])).toString();
}
