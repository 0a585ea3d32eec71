import { deepFreeze } from '../spec/deep-freeze.js';
import { parseUrl } from '../spec/parse-url.js';
import type { Credential } from '../transcript/credential.js';
import {
  type Exchange,
  type HeaderList,
  headerOf,
  type RecordedAnswer,
  type RecordedBody,
} from '../transcript/exchange.js';
import { hideInHeaders } from '../transcript/hide-in-headers.js';
import { type HiddenRequest, hideInRequest } from '../transcript/hide-in-request.js';
import { MISSING_BODY, recordBody, recordSentBody } from '../transcript/record-body.js';
import { redactHeaders, redactUrl } from '../transcript/redact-parts.js';
import type { Redactor } from '../transcript/redactor.js';
import { isOneOfMany } from './bounded-redactor.js';
import type { LiveExchange } from './live-exchange.js';
import { withoutProxyAnswer } from './without-proxy-answer.js';

/** Records what passed, frozen and without a secret. */
export function recordLive(live: LiveExchange, number: number, redactor: Redactor): Exchange {
  const { request, startedMs, endedMs, sentAfter } = live;
  // Both first: an answer may show the secret that its own headers set.
  const hidden = hideInRequest(request.url, request.headers, redactor);
  const answerHeaders = live.answer && hideInHeaders(live.answer.headers, redactor);
  const { answer, failure } = withoutProxyAnswer(live);
  const { body } = request;
  return deepFreeze({
    number,
    probe: undefined,
    request: {
      method: redactor.redact(request.method),
      url: redactUrl(hidden.url, redactor),
      headers: redactHeaders(hidden.headers, redactor),
      ...(request.isBodyMissing ? MISSING_BODY : recordSentBody(body ?? new Uint8Array(), redactor)),
      credential: credentialOf(live, hidden),
    },
    answer: answer && recordAnswer(answer, answerHeaders ?? [], redactor),
    failure: failure === undefined ? undefined : redactor.redact(failure),
    startedMs,
    endedMs,
    ...(sentAfter === undefined ? {} : { sentAfter }),
  });
}

/**
 * Here it is known what was sent: where no credential is seen, none was sent. But whoever shows a cookie, a key of another
 * kind or a name and a password may be let in for that.
 */
function credentialOf({ request }: LiveExchange, { url, headers, credential }: HiddenRequest): Credential {
  if (credential.kind === 'bearer') return isOneOfMany(credential.name) ? { kind: 'unknown' } : credential;
  const isNothingThere = (headerOf(request.headers, 'authorization') ?? '').trim() === '';
  if (!isNothingThere || request.mayHideCredentials) return credential;
  const isHidden = ([name, value]: HeaderList[number], at: number) =>
    value !== request.headers[at]?.[1] && name.toLowerCase() !== 'authorization';
  const isPlain = url === request.url.split('#', 1)[0] && !headers.some(isHidden);
  return isPlain && parseUrl(request.url)?.username === '' ? { kind: 'none' } : credential;
}

function recordAnswer(
  answer: NonNullable<LiveExchange['answer']>,
  headers: RecordedAnswer['headers'],
  redactor: Redactor,
): RecordedAnswer {
  const { httpVersion, status, statusText, body, incomplete, mayHideHeaders, mayBeCached } = answer;
  return {
    httpVersion,
    status,
    statusText: redactor.redact(statusText),
    headers: redactHeaders(headers, redactor),
    body: recordBody(body, incomplete, redactor),
    ...(mayHideHeaders && { mayHideHeaders }),
    ...(mayBeCached && { mayBeCached }),
  };
}

/** Takes out of an exchange, already recorded, what has turned out to be a secret since. Answers the same one where nothing has. */
export function redactAgain(exchange: Exchange, redactor: Redactor): Exchange {
  const { request, answer, failure } = exchange;
  const body = request.body === undefined ? undefined : redactor.redact(request.body);
  const again: Exchange = {
    ...exchange,
    request: {
      ...request,
      method: redactor.redact(request.method),
      url: redactUrl(request.url, redactor),
      headers: redactHeaders(request.headers, redactor),
      body,
      ...(body === request.body ? {} : { isBodyMissing: true }),
    },
    answer: answer && {
      ...answer,
      statusText: redactor.redact(answer.statusText),
      headers: redactHeaders(answer.headers, redactor),
      body: redactBody(answer.body, redactor),
    },
    failure: failure === undefined ? undefined : redactor.redact(failure),
  };
  return JSON.stringify(again) === JSON.stringify(exchange) ? exchange : deepFreeze(again);
}

function redactBody(body: RecordedBody, redactor: Redactor): RecordedBody {
  if (body.kind === 'missing') return { kind: 'missing', why: redactor.redact(body.why) };
  if (body.kind !== 'text') return body;
  const text = redactor.redact(body.text);
  return text === body.text ? body : { kind: 'text', text, isRedacted: true };
}
