import type { Credential, Exchange, HeaderList, RawResponse, RecordedResponse } from '../../src/exchange/exchange.js';
import { hideInHeaders, isDistinctive, namingDistinctive } from '../../src/exchange/hide-secrets.js';
import { recordBody, redactHeaders } from '../../src/exchange/record-exchange.js';
import type { Redactor } from '../../src/exchange/redactor.js';
import { deepFreeze } from '../../src/spec/deep-freeze.js';
import type { SuiteOptions } from '../suite.js';
import type { OutgoingRequest, SendFailure } from './sender.js';

/** A request that was sent and what came of it, not yet fit to be shown. */
export interface Sent {
  readonly number: number;
  readonly probe: string;
  readonly request: OutgoingRequest;
  /** With pseudonyms. */
  readonly credential: Credential;
  readonly result: RawResponse | SendFailure;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Creates the exchange that is kept: frozen, every secret replaced that the redactor knows or the answer's headers show. */
export function record(sent: Sent, redactor: Redactor): Exchange {
  const { number, probe, request, credential, result, startedMs, endedMs } = sent;
  const isAnswer = 'status' in result;
  return deepFreeze({
    number,
    probe,
    request: {
      method: request.method,
      url: redactor.redact(request.url),
      headers: redactHeaders(request.headers, redactor),
      body: request.body === undefined ? undefined : redactor.redact(request.body),
      credential,
    },
    response: isAnswer ? recordAnswer(result, redactor) : undefined,
    failure: isAnswer ? undefined : redactor.redact(result.cause),
    startedMs,
    endedMs,
  });
}

function recordAnswer(response: RawResponse, redactor: Redactor): RecordedResponse {
  // First: an answer may show the secret that its own headers set. Only what is peculiar is looked for: a `1` stands in every body.
  const headers = hideInHeaders(response.headers, namingDistinctive(redactor, ANY_SECRET));
  return {
    httpVersion: response.httpVersion,
    status: response.status,
    statusText: redactor.redact(response.statusText),
    headers: redactHeaders(headers, redactor),
    body: recordBody(response.body, response.incomplete, redactor),
  };
}

/** Stands for a value that is not looked for elsewhere. */
const ANY_SECRET = 'secret#0';

/**
 * Returns the user's headers as they are recorded: each may hold a secret. A value is also looked for elsewhere, unless it is
 * an ordinary one, such as `1` or `available`, or part of an address: sound bodies would look broken, and the exchanges no
 * longer tell where they went.
 */
export function hideHeaderValues(
  { headers, baseUrl, messagesUrl = '' }: Pick<SuiteOptions, 'headers' | 'baseUrl' | 'messagesUrl'>,
  redactor: Redactor,
): HeaderList {
  return headers.map(([name, value]) => {
    if (name.toLowerCase() === 'user-agent') return [name, value];
    const isTraceable = isDistinctive(value) && !`${baseUrl} ${messagesUrl}`.includes(value);
    return [name, isTraceable ? redactor.nameOf(value, 'secret') : ANY_SECRET];
  });
}
