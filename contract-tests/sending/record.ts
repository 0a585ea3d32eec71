import { deepFreeze } from '../../src/spec/deep-freeze.js';
import type { Credential } from '../../src/transcript/credential.js';
import type { Exchange, RecordedAnswer } from '../../src/transcript/exchange.js';
import { hideInHeaders } from '../../src/transcript/hide-in-headers.js';
import type { ReceivedAnswer } from '../../src/transcript/received-answer.js';
import { recordBody } from '../../src/transcript/record-body.js';
import { namingTelling } from '../../src/transcript/recorded-secrets.js';
import { redactHeaders } from '../../src/transcript/redact-parts.js';
import type { Redactor } from '../../src/transcript/redactor.js';
import { ANY_SECRET } from './hide-header-values.js';
import type { OutgoingRequest, SendFailure } from './sender.js';

/** A request that was sent and what came of it, not yet fit to be shown. */
export interface Sent {
  readonly number: number;
  readonly probe: string;
  readonly request: OutgoingRequest;
  /** With pseudonyms. */
  readonly credential: Credential;
  readonly result: ReceivedAnswer | SendFailure;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Makes the exchange that is kept: frozen, every secret replaced that the redactor knows or the answer's headers show. */
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
    answer: isAnswer ? recordAnswer(result, redactor) : undefined,
    failure: isAnswer ? undefined : redactor.redact(result.cause),
    startedMs,
    endedMs,
  });
}

function recordAnswer(answer: ReceivedAnswer, redactor: Redactor): RecordedAnswer {
  // First: an answer may show the secret that its own headers set. Only what is peculiar is looked for: a `1` stands in every body.
  const headers = hideInHeaders(answer.headers, namingTelling(redactor, ANY_SECRET));
  return {
    httpVersion: answer.httpVersion,
    status: answer.status,
    statusText: redactor.redact(answer.statusText),
    headers: redactHeaders(headers, redactor),
    body: recordBody(answer.body, answer.incomplete, redactor),
  };
}
