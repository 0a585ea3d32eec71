import { LosslessNumber } from 'lossless-json';
import { exactInteger } from '../../json/exact-number.js';
import { quote } from '../../json/quote.js';
import { writeJson } from '../../json/write-json.js';
import { findViolation } from '../../validation/validate.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import { objectOf, type Reading } from '../reading.js';
import type { Rule } from '../rule.js';
import { bodyInShort, ordinaryReadings } from './ordinary-answers.js';

/** What the bodies of errors have to be (§7). */
export const errorRules: readonly Rule[] = [
  {
    id: 'errors/shape',
    title: 'Every 4xx and 5xx answer has an Error body with code, message and status',
    statements: ['errors.every-error-is-an-error-object', 'error-body.code', 'error-body.message', 'error-body.status'],
    severity: 'documented',
    class: 'passive',
    judge: judgeShape,
  },
  {
    id: 'errors/status-matches',
    title: 'The status in an error body is the HTTP status',
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
      yield untold(reading, received.why);
      continue;
    }
    const mistake = mistakeIn(reading);
    if (mistake === undefined) yield kept(reading);
    else {
      const problem = `the body of the ${status} ${mistake.problem}`;
      yield broken(reading, { problem, pointer: mistake.pointer, expected: EXPECTED, received: bodyInShort(reading) });
    }
  }
}

function mistakeIn({ received }: Reading): { pointer: string; problem: string } | undefined {
  if (received.kind === 'none') return { pointer: '', problem: 'is missing' };
  if (received.kind !== 'json') return { pointer: '', problem: 'is no JSON' };
  const violation = findViolation('Error', received.value);
  if (violation !== undefined) {
    const { pointer, problem } = violation;
    return { pointer, problem: pointer === '' ? 'is no object' : `is no Error: ${pointer.slice(1)} ${problem}` };
  }
  const error = objectOf(received);
  const empty = ['code', 'message'].find((field) => String(error?.[field]).trim() === '');
  return empty === undefined ? undefined : { pointer: `/${empty}`, problem: `is no Error: ${empty} is empty` };
}

function* judgeRepeatedStatus(evidence: Evidence): Iterable<Note> {
  for (const reading of errorReadings(evidence)) {
    const told = objectOf(reading.received)?.status;
    if (typeof told !== 'number' && !(told instanceof LosslessNumber)) continue;
    if (exactInteger(told) === BigInt(reading.status ?? 0)) yield kept(reading);
    else {
      const text = quote(writeJson(told)).slice(1, -1);
      yield broken(reading, {
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
