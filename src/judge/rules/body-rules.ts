import { LosslessNumber } from 'lossless-json';
import { exactInteger, writeJson } from '../../spec/json.js';
import { quote } from '../../spec/quoting.js';
import { findViolation } from '../../spec/validation/validate.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../evidence.js';
import { bodyInShort, ordinaryReadings } from '../requests.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';

/** What every body has to be. */
export const bodyRules: readonly Rule[] = [
  {
    id: 'body/json',
    title: 'Every body is JSON',
    statements: ['service.http-with-json-bodies'],
    severity: 'documented',
    class: 'passive',
    judge: judgeJson,
  },
  {
    id: 'body/content-type',
    title: 'Every response with a body has Content-Type application/json',
    statements: ['service.bodies-are-application-json'],
    severity: 'documented',
    class: 'passive',
    judge: judgeContentType,
  },
];

function* judgeJson(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const { received, exchange } = reading;
    if (received.kind === 'json') yield passes(reading);
    if (received.kind === 'unknown') yield inconclusive(reading, exchange.failure ?? received.why);
    if (received.kind !== 'unreadable') continue;
    yield violates(reading, {
      problem: `the body is not JSON: ${received.problem}`,
      expected: 'a JSON body',
      received: bodyInShort(reading),
      pointer: '',
    });
  }
}

function* judgeContentType(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const body = reading.exchange.response?.body;
    const type = reading.header('content-type');
    if (body === undefined || body.kind === 'empty') continue;
    if (type !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(type)) yield passes(reading);
    // Where the body is not known, there may have been none, and then no type is missing.
    else if (body.kind === 'missing') yield inconclusive(reading, body.why);
    else {
      yield violates(reading, {
        problem: type === undefined ? 'the body has no content type' : `the content type is ${quote(type)}`,
        expected: 'Content-Type: application/json',
        received: type === undefined ? 'no Content-Type' : `Content-Type: ${quote(type)}`,
      });
    }
  }
}

/** What the bodies of errors have to be (§7). */
export const errorRules: readonly Rule[] = [
  {
    id: 'errors/shape',
    title: 'Every 4xx and 5xx response has an Error body with code, message and status',
    statements: ['errors.every-error-is-an-error-object', 'error-body.code', 'error-body.message', 'error-body.status'],
    severity: 'documented',
    class: 'passive',
    judge: judgeShape,
  },
  {
    id: 'errors/status-matches',
    title: 'The status in an error body equals the HTTP status',
    statements: ['errors.status-repeats-http-status', 'error-body.status'],
    severity: 'documented',
    class: 'passive',
    judge: judgeRepeatedStatus,
  },
];

const EXPECTED = 'an Error: {"code": "…", "message": "…", "status": …}';

function* judgeShape(evidence: Evidence): Iterable<Note> {
  for (const reading of errorReadings(evidence)) {
    const { received, status } = reading;
    if (received.kind === 'unknown') {
      yield inconclusive(reading, received.why);
      continue;
    }
    const mistake = mistakeIn(reading);
    if (mistake === undefined) yield passes(reading);
    else {
      const problem = `the body of the ${status} ${mistake.problem}`;
      yield violates(reading, {
        problem,
        pointer: mistake.pointer,
        expected: EXPECTED,
        received: bodyInShort(reading),
      });
    }
  }
}

function mistakeIn({ received }: Reading): { pointer: string; problem: string } | undefined {
  if (received.kind === 'none') return { pointer: '', problem: 'is missing' };
  if (received.kind !== 'json') return { pointer: '', problem: 'is not JSON' };
  const violation = findViolation('Error', received.value);
  if (violation !== undefined) {
    const { pointer, problem } = violation;
    return {
      pointer,
      problem: pointer === '' ? 'is not an object' : `is not an Error: ${pointer.slice(1)} ${problem}`,
    };
  }
  const error = objectOf(received);
  const empty = ['code', 'message'].find((field) => String(error?.[field]).trim() === '');
  return empty === undefined ? undefined : { pointer: `/${empty}`, problem: `is not an Error: ${empty} is empty` };
}

function* judgeRepeatedStatus(evidence: Evidence): Iterable<Note> {
  for (const reading of errorReadings(evidence)) {
    const shown = objectOf(reading.received)?.status;
    if (typeof shown !== 'number' && !(shown instanceof LosslessNumber)) continue;
    if (exactInteger(shown) === BigInt(reading.status ?? 0)) yield passes(reading);
    else {
      const text = quote(writeJson(shown)).slice(1, -1);
      yield violates(reading, {
        problem: `the body of the ${reading.status} says status ${text}`,
        expected: String(reading.status),
        received: text,
        pointer: '/status',
      });
    }
  }
}

function errorReadings(evidence: Evidence): Reading[] {
  return ordinaryReadings(evidence).filter(
    ({ status, isCached }) => status !== undefined && status >= 400 && !isCached,
  );
}
