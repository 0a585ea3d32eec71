import { parseUrl } from '../spec/parse-url.js';
import { createRedactor } from './create-redactor.js';
import type { Exchange, HeaderList, RecordedAnswer } from './exchange.js';
import type { Fail } from './fail.js';
import type { ForeignEntry, ForeignHeaders, ForeignResponse } from './foreign-recording-schema.js';
import { hideInHeaders } from './hide-in-headers.js';
import { type HiddenRequest, hideInRequest } from './hide-in-request.js';
import { whyProxyAnswered } from './proxy-answer.js';
import { readForeignBody, readSentBody } from './read-foreign-body.js';
import { redactHeaders, redactUrl } from './redact-parts.js';
import type { Redactor } from './redactor.js';

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
  const failure = whyUnanswered(entry);
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
    answer: failure === undefined && entry.response ? readAnswer(hidden, entry.response, redactor) : undefined,
    failure: failure === undefined ? undefined : redactor.redact(failure),
    startedMs,
    endedMs: startedMs + Math.max(0, entry.time ?? 0),
  };
}

/** Answers why an entry tells nothing of the service's answer; undefined where it does. */
function whyUnanswered(entry: ForeignEntry): string | undefined {
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
  return whyProxyAnswered(told, entry.request.url);
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

function readAnswer({ entry, answerHeaders }: Hidden, response: ForeignResponse, redactor: Redactor): RecordedAnswer {
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
