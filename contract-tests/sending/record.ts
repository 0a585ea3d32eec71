import { deepFreeze } from '../../src/spec/deep-freeze.js';
import type { Credential } from '../../src/transcript/credential.js';
import type { Exchange, HeaderList, RecordedAnswer } from '../../src/transcript/exchange.js';
import type { ReceivedAnswer } from '../../src/transcript/received-answer.js';
import { recordBody } from '../../src/transcript/record-body.js';
import type { Redactor } from '../../src/transcript/redactor.js';
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

/** Makes the exchange that is kept: frozen, every secret that the redactor knows replaced. */
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
  return {
    httpVersion: answer.httpVersion,
    status: answer.status,
    statusText: redactor.redact(answer.statusText),
    headers: redactHeaders(answer.headers, redactor),
    body: recordBody(answer.body, answer.incomplete, redactor),
  };
}

function redactHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [redactor.redact(name), redactor.redact(value)]);
}
