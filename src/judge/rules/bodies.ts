import { valuesOf } from '../../exchange/exchange.js';
import { exactInteger, integerOf, LosslessNumber } from '../../json/exact-number.js';
import { writeJson } from '../../json/json.js';
import { quote } from '../../json/quoting.js';
import { sharedSchemas } from '../../service/schemas.js';
import type { Operation } from '../../service/service.js';
import { conforms, findViolation } from '../../service/validate.js';
import { defineRules, inconclusive, judgeEach, passes, violates } from '../note.js';
import { unlessOutage } from '../outages.js';
import { objectOf, type Reading } from '../reading.js';
import { bodyInShort, documentedReadings, headerInWords, statusInWords, whyInconclusive } from '../requests.js';
import type { Evidence, Note, Rule } from '../rule.js';

export const bodyRules = defineRules({}, [
  {
    id: 'body/json',
    title: 'Every body is JSON, and there is none where the document shows none',
    statements: ['service.http-with-json-bodies'],
    judge: judgeEach(documentedReadings, unlessOutage(judgeJson)),
  },
  {
    id: 'body/content-type',
    title: 'Every response with a body has Content-Type application/json',
    statements: ['service.bodies-are-application-json'],
    judge: judgeEach(documentedReadings, unlessOutage(judgeContentType)),
  },
]);

const BYTE_ORDER_MARK = '\uFEFF';

function judgeJson(reading: Reading): Note | undefined {
  const { received, exchange, operation, status = 0 } = reading;
  const body = exchange.response?.body;
  if (body?.kind === 'text' && body.text.startsWith(BYTE_ORDER_MARK)) {
    return wrongBody(reading, 'the body begins with a byte order mark, which is not JSON (RFC 8259 §8.1)');
  }
  if (received.kind === 'unknown') return inconclusive(reading, exchange.failure ?? received.why);
  if (received.kind === 'none') return undefined;
  const documented = operation?.responses[status];
  const hasNone = documented !== undefined && documented.schema === undefined;
  if (hasNone) return wrongBody(reading, `a ${status} has a body`, 'no body');
  return received.kind === 'json' ? passes(reading) : wrongBody(reading, `the body is not JSON: ${received.problem}`);
}

function wrongBody(reading: Reading, problem: string, expected = 'a JSON body'): Note {
  return violates(reading, { problem, expected, received: bodyInShort(reading), pointer: '' });
}

function judgeContentType(reading: Reading): Note | undefined {
  const body = reading.exchange.response?.body;
  if (body === undefined || body.kind === 'empty') return undefined;
  const type = reading.header('content-type');
  const times = valuesOf(reading.exchange.response?.headers ?? [], 'content-type').length;
  if (times > 1) {
    const expected = 'Content-Type: application/json, once (RFC 9110 §5.3)';
    const received = headerInWords(reading, 'Content-Type');
    return violates(reading, { problem: `Content-Type is sent ${times} times`, expected, received });
  }
  const isJson = type !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(type);
  if (isJson) return passes(reading);
  // If the body is unknown, the response may have had neither a body nor a type.
  if (body.kind === 'missing') return inconclusive(reading, body.why);
  return violates(reading, {
    problem: type === undefined ? 'the body has no content type' : `the content type is ${quote(type)}`,
    expected: 'Content-Type: application/json',
    received: headerInWords(reading, 'Content-Type'),
  });
}

export const errorRules = defineRules({}, [
  {
    id: 'errors/shape',
    title: 'Every 4xx and 5xx response has an Error body with code, message and status',
    statements: ['errors.every-error-is-an-error-object', 'error-body.code', 'error-body.message', 'error-body.status'],
    judge: judgeEach(errorReadings, unlessOutage(judgeShape)),
  },
  {
    id: 'errors/status-matches',
    title: 'The status in an error body equals the HTTP status',
    statements: ['errors.status-repeats-http-status', 'error-body.status'],
    judge: judgeEach(
      (evidence) => [...errorReadings(evidence), ...documentedReadings(evidence).filter(hidesError)],
      unlessOutage(judgeRepeatedStatus),
    ),
  },
]);

/** Returns whether the document leaves open if a response has a body: it shows none of its operation, and of all operations only 401 and 429. */
export function mayBeEmpty(operation: Operation | undefined, status: number | undefined): boolean {
  return operation?.success === undefined && status !== 401 && status !== 429;
}

function judgeShape(reading: Reading): Note {
  const { received, status, operation } = reading;
  if (received.kind === 'unknown') return inconclusive(reading, received.why);
  if (received.kind === 'none' && mayBeEmpty(operation, status)) {
    return inconclusive(reading, `the document shows no response of this operation, so a ${status} may be empty`);
  }
  const mistake = mistakeIn(reading);
  if (mistake === undefined) return passes(reading);
  return violates(reading, {
    problem: `the body of the ${status} ${mistake.problem}`,
    pointer: mistake.pointer,
    expected: 'an Error: {"code": "…", "message": "…", "status": …}',
    received: bodyInShort(reading),
  });
}

function mistakeIn({ received }: Reading): { pointer: string; problem: string } | undefined {
  if (received.kind === 'none') return { pointer: '', problem: 'is missing' };
  if (received.kind !== 'json') return { pointer: '', problem: 'is not JSON' };
  const violation = findViolation(sharedSchemas.Error, received.value);
  if (violation?.pointer === '') return { pointer: '', problem: 'is not an object' };
  const empty = ['code', 'message'].find((field) => String(objectOf(received)?.[field]).trim() === '');
  const mistake = violation ?? (empty && { pointer: `/${empty}`, problem: 'is empty' });
  if (!mistake) return undefined;
  const { pointer, problem } = mistake;
  return { pointer, problem: `is not an Error: ${pointer.slice(1)} ${problem}` };
}

function judgeRepeatedStatus(reading: Reading): Note | undefined {
  const shown = objectOf(reading.received)?.status;
  if (typeof shown !== 'number' && !(shown instanceof LosslessNumber)) return undefined;
  if (exactInteger(shown) === BigInt(reading.status ?? 0)) return passes(reading);
  const text = quote(writeJson(shown)).slice(1, -1);
  return violates(reading, {
    problem: `the body of the ${reading.status} says status ${text}`,
    expected: String(reading.status),
    received: text,
    pointer: '/status',
  });
}

/** An Error in a response of any other kind: no resource of the document has its three fields and such a status. */
function hidesError({ received, isAccepted, isCached }: Reading): boolean {
  if (!isAccepted || isCached || received.kind !== 'json') return false;
  const status = integerOf(objectOf(received)?.status);
  return status !== undefined && status >= 400n && status < 600n && conforms(sharedSchemas.Error, received.value);
}

function errorReadings(evidence: Evidence): Reading[] {
  return documentedReadings(evidence).filter(({ status = 0, isCached }) => status >= 400 && !isCached);
}

/** Returns a judge of an operation that is named only in passing (§4.4): a body must be JSON. `absent`: the statuses of a missing one. */
export function judgeOperationExists(id: string, absent: readonly number[]): Rule['judge'] {
  return judgeEach(
    (evidence) => documentedReadings(evidence).filter((reading) => reading.operation?.id === id && reading.isKeyed),
    unlessOutage((reading) => judgeJsonResponse(reading, absent)),
  );
}

function judgeJsonResponse(reading: Reading, absent: readonly number[]): Note {
  const { status = 0, received, operation, isCached, exchange } = reading;
  const hasQuery = exchange.request.url.includes('?');
  if (!isCached && (status >= 500 || (absent.includes(status) && !hasQuery))) {
    const received = statusInWords(reading);
    return violates(reading, { problem: `${operation?.id} got ${received}`, expected: 'a JSON response', received });
  }
  const why = hasQuery ? 'no query is documented, so its meaning is unknown' : whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (status >= 300 && status < 400) return inconclusive(reading, `got ${statusInWords(reading)}`);
  // Whether it has a body at all is open (§4.4).
  return received.kind === 'unreadable' ? wrongBody(reading, 'the body is not JSON') : passes(reading);
}
