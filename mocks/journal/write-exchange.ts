import { deepFreeze } from '../../src/spec/deep-freeze.js';
import type { Exchange, RecordedAnswer, RecordedBody } from '../../src/transcript/exchange.js';
import { hideInHeaders } from '../../src/transcript/hide-in-headers.js';
import { type HiddenRequest, hideInRequest } from '../../src/transcript/hide-in-request.js';
import { MISSING_BODY, recordBody, recordSentBody, recordText } from '../../src/transcript/record-body.js';
import { redactHeaders, redactUrl } from '../../src/transcript/redact-parts.js';
import { findRoute } from '../route.js';
import type { ServiceAddresses } from '../service-address.js';
import type { Entry } from './entry.js';
import type { Passed } from './passed-answer.js';
import type { Pseudonyms } from './pseudonyms.js';
import { readCredential } from './read-credential.js';

const RESET = 'the connection was reset, as a fault asked for';
const TRUNCATED = 'cut off halfway, as a fault asked for';
const NO_ANSWER = 'no answer came';
const NO_BYTES = new Uint8Array(0);

/** Registers every secret that an exchange shows in its URL and headers, and answers those of the request without these. */
export function hideSecrets(entry: Entry, addresses: ServiceAddresses, names: Pseudonyms): HiddenRequest {
  const { passed } = entry.answer;
  if (passed === undefined) return hideInRequest(urlOf(entry, addresses), entry.headers, names);
  hideInHeaders(passed.headers, names.passing);
  return hideInRequest(urlOf(entry, addresses), entry.headers, names.passing);
}

/** Writes the exchange of an entry, frozen and without a secret. */
export function writeExchange(entry: Entry, hidden: HiddenRequest, names: Pseudonyms): Exchange {
  const { number, method, body, answer, startedMs, endedMs = startedMs + answer.delayMs, sentAfter } = entry;
  const isReset = answer.cut === 'reset';
  return deepFreeze({
    number,
    probe: undefined,
    request: {
      method: names.redact(method),
      url: redactUrl(hidden.url, names),
      headers: redactHeaders(hidden.headers, names),
      ...(body === 'too-large' ? MISSING_BODY : recordSentBody(body, names)),
      credential: readCredential(entry, hidden, names),
    },
    answer: isReset ? undefined : recordAnswer(entry, names),
    failure: isReset ? failureOf(entry, names) : undefined,
    startedMs,
    endedMs,
    ...(sentAfter === undefined ? {} : { sentAfter }),
  });
}

/** Where an edge does not tell on what name it was reached, it was reached where the operation lives. */
function urlOf({ path, query = '', origin }: Entry, addresses: ServiceAddresses): string {
  const { operation } = findRoute({ path }, addresses);
  const home = operation?.id === 'sendMessage' ? addresses.messages : addresses.base;
  // The target of a request can be `*` (RFC 9110 §7.1).
  return `${origin ?? home.origin}${path.startsWith('/') ? '' : '/'}${path}${query}`;
}

function failureOf({ answer: { passed } }: Entry, names: Pseudonyms): string {
  return passed === undefined ? RESET : names.redact(passed.failure ?? NO_ANSWER);
}

function recordAnswer({ answer }: Entry, names: Pseudonyms): RecordedAnswer {
  if (answer.passed !== undefined) return recordPassed(answer, answer.passed, names);
  return {
    httpVersion: '1.1',
    status: answer.status,
    statusText: '',
    headers: redactHeaders(Object.entries(answer.headers), names),
    body: recordAnswerBody(answer, names),
  };
}

function recordPassed(
  { status, encodedBody = NO_BYTES }: Entry['answer'],
  passed: Passed,
  names: Pseudonyms,
): RecordedAnswer {
  const { httpVersion, statusText, headers, incomplete } = passed;
  return {
    httpVersion,
    status,
    statusText: names.redact(statusText),
    headers: redactHeaders(hideInHeaders(headers, names.passing), names),
    body: recordBody(encodedBody, incomplete, names),
  };
}

function recordAnswerBody({ body = '', cut }: Entry['answer'], names: Pseudonyms): RecordedBody {
  if (body === '') return { kind: 'empty' };
  return cut === 'truncated' ? { kind: 'missing', why: TRUNCATED } : recordText(body, names);
}
