import { isIso8601, parseTimestamp } from '../../spec/dates.js';
import { isJsonObject } from '../../spec/json.js';
import { quote } from '../../spec/quoting.js';
import { findViolation } from '../../spec/validation/validate.js';
import type { Evidence, Reading } from '../evidence.js';
import {
  inShort,
  isAccepted,
  isGood,
  isMalformed,
  isWellSentMessage,
  messageTextOf,
  type Receipt,
  receipts,
  type SentMessage,
  strictJson,
  validMessages,
  whyMessageIsInconclusive,
} from '../requests.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';

const DAY_MS = 86_400_000;
/** Bounds of a message are not shown; a text with no more characters than this is too long for no service. */
const MODEST_LENGTH = 500;
const CONTROL = /[^\P{Cc}\t\r\n]/u;

const common = { severity: 'documented', class: 'write', operations: ['sendMessage'] } as const;

/** The response to a message. */
export const messageRules: readonly Rule[] = [
  {
    ...common,
    id: 'messages/answer',
    title: 'Sending a message returns a Message',
    statements: [
      'messages.answers-with-message',
      'messages.method-and-path',
      'messages.request-body',
      'message-body.id',
      'message-body.message',
      'message-body.status',
      'message-body.created-at',
    ],
    judge: judgeResponse,
  },
  {
    ...common,
    id: 'messages/queued',
    title: 'A message that was sent has the status queued',
    statements: ['message-body.status', 'message-body.states', 'messages.queued-is-only-queued'],
    judge: (evidence) => judgeReceipts(evidence, judgeStatus),
  },
  {
    ...common,
    id: 'messages/echo',
    title: 'The response repeats the sent text character by character',
    statements: ['message-body.message'],
    judge: (evidence) => judgeReceipts(evidence, judgeEcho),
  },
  {
    ...common,
    id: 'messages/created-at',
    title: 'createdAt is the time of creation as an ISO 8601 timestamp',
    statements: ['message-body.created-at'],
    judge: (evidence) => judgeReceipts(evidence, judgeCreatedAt),
  },
  {
    ...common,
    id: 'messages/unique-ids',
    title: 'No two messages have the same id',
    statements: ['message-body.id'],
    severity: 'implied',
    judge: judgeIds,
  },
];

function* judgeResponse(evidence: Evidence): Iterable<Note> {
  for (const message of validMessages(evidence)) yield judgeOne(message);
}

function judgeOne({ reading, text }: SentMessage): Note {
  const why = whyMessageIsInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  const expected = '2xx with a Message: id, message, status and createdAt, all texts';
  if (!isAccepted(reading)) {
    const isPlain = text.trim() !== '' && text.length <= MODEST_LENGTH && !CONTROL.test(text);
    if (!isPlain)
      return inconclusive(reading, `got ${reading.status}, perhaps for the length or the control characters`);
    const problem = `a valid message got ${reading.status}`;
    return violates(reading, { problem, expected, received: inShort(reading) });
  }
  if (reading.received.kind !== 'json') {
    return violates(reading, {
      problem: 'the response has no Message',
      expected,
      received: inShort(reading),
      pointer: '',
    });
  }
  const violation = findViolation('Message', reading.received.value);
  if (violation === undefined) return passes(reading);
  const problem = `the response is not a Message: ${violation.pointer || 'it'} ${violation.problem}`;
  return violates(reading, { problem, expected, received: inShort(reading), pointer: violation.pointer });
}

function* judgeReceipts(evidence: Evidence, judgeReceipt: (receipt: Receipt) => Note | undefined): Iterable<Note> {
  const byReading = new Map(receipts(evidence).map((receipt) => [receipt.reading, receipt]));
  for (const { reading } of validMessages(evidence)) {
    const receipt = byReading.get(reading);
    const note = receipt === undefined ? whyNot(reading) : judgeReceipt(receipt);
    if (note !== undefined) yield note;
  }
}

function whyNot(reading: Reading): Note {
  return inconclusive(reading, whyMessageIsInconclusive(reading) ?? `got ${reading.status} without a Message`);
}

/** A field that is missing or not a string is covered by `messages/answer`. */
function judgeStatus({ reading, body: { status } }: Receipt): Note | undefined {
  if (typeof status !== 'string') return undefined;
  if (status === 'queued') return passes(reading);
  const problem = `the status is ${quote(status)}`;
  return violates(reading, { problem, expected: '"queued"', received: quote(status), pointer: '/status' });
}

function judgeEcho({ reading, text, body: { message } }: Receipt): Note | undefined {
  if (typeof message !== 'string') return undefined;
  if (message === text) return passes(reading);
  const body = reading.exchange.response?.body;
  if (body?.kind === 'text' && body.isRedacted) return inconclusive(reading, 'a key in the body was redacted');
  const characters = [...message];
  const at = [...text].findIndex((character, index) => character !== characters[index]);
  const start = Math.max(0, (at === -1 ? [...text].length : at) - 10);
  return violates(reading, {
    problem: `the text was altered${at === -1 ? ' at its end' : ` from character ${at + 1} on`}`,
    expected: excerpt([...text].slice(start)),
    received: excerpt(characters.slice(start)),
    pointer: '/message',
  });
}

/** Letters that look alike need not be the same: beyond ASCII their numbers stand beside them. */
function excerpt(characters: readonly string[]): string {
  const text = quote(characters.join(''));
  const numbers = characters
    .slice(0, MOST_NUMBERED)
    .filter((character) => character > '~')
    .map(numberOf);
  return numbers.length === 0 ? text : `${text} (${numbers.join(' ')})`;
}

const MOST_NUMBERED = 24;

function numberOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function judgeCreatedAt({ reading, body: { createdAt } }: Receipt): Note | undefined {
  if (typeof createdAt !== 'string') return undefined;
  const found = { received: quote(createdAt), pointer: '/createdAt' };
  if (!isIso8601(createdAt)) {
    const expected = 'an ISO 8601 timestamp such as "2026-11-21T12:00:00Z"';
    return violates(reading, {
      ...found,
      problem: `createdAt is not an ISO 8601 timestamp: ${quote(createdAt)}`,
      expected,
    });
  }
  // Without an offset the moment is not known, and other forms than the usual one are not read; clocks may differ, but not by a day.
  const createdMs = createdAt.includes('T') ? parseTimestamp(createdAt) : undefined;
  const { earliestMs, latestMs } = reading;
  const isToday = createdMs === undefined || (createdMs >= earliestMs - DAY_MS && createdMs <= latestMs + DAY_MS);
  if (isToday) return passes(reading);
  const problem = 'createdAt is more than a day away from the time of the response';
  return violates(reading, { ...found, problem, expected: `about ${new Date(reading.respondedMs).toISOString()}` });
}

/** Only messages of different texts are compared: one that is sent twice may be taken for a repetition. */
function* judgeIds(evidence: Evidence): Iterable<Note> {
  const accepted = receipts(evidence).filter(({ body }) => typeof body.id === 'string');
  for (const [index, { reading, text, body }] of accepted.entries()) {
    const twin = accepted.slice(0, index).find((one) => one.body.id === body.id && one.text !== text);
    const isComparable = accepted.slice(0, index).some((one) => one.text !== text);
    if (twin !== undefined) {
      const id = quote(String(body.id));
      const related = [twin.reading];
      yield violates(reading, {
        problem: `two messages have the id ${id}`,
        expected: 'an id of its own',
        received: id,
        pointer: '/id',
        related,
      });
    } else if (isComparable) yield passes(reading);
  }
}

interface BadMessage {
  readonly id: string;
  /** Completes “A message … is rejected with 400”. */
  readonly inWords: string;
  readonly isIt: (reading: Reading) => boolean;
}

const badMessages: readonly BadMessage[] = [
  {
    id: 'malformed-json',
    inWords: 'whose body is not JSON',
    isIt: (reading) => isWellSentMessage(reading) && isMalformed(reading),
  },
  { id: 'missing-message', inWords: 'without the field message', isIt: lacksMessage },
  { id: 'missing-content-type', inWords: 'without a content type', isIt: lacksContentType },
];

/** Which messages are rejected (§4.3). */
export const messageRejectRules: readonly Rule[] = badMessages.map(({ id, inWords, isIt }) => ({
  id: `messages/rejects/${id}`,
  title: `A message ${inWords} is rejected with 400`,
  statements: ['messages.answers-400', 'messages.request-headers', 'messages.request-body'],
  severity: 'documented',
  class: 'write',
  operations: ['sendMessage'],
  judge: (evidence) => judgeRejectedMessage(evidence, isIt, inWords),
}));

function* judgeRejectedMessage({ readings }: Evidence, isIt: BadMessage['isIt'], inWords: string): Iterable<Note> {
  for (const reading of readings) {
    if (!isIt(reading)) continue;
    const why = whyMessageIsInconclusive(reading);
    if (why !== undefined) yield inconclusive(reading, why);
    else if (reading.status === 400) yield passes(reading);
    else {
      yield violates(reading, {
        problem: `a message ${inWords} got ${reading.status}`,
        expected: '400 with an Error',
        received: inShort(reading),
      });
    }
  }
}

function lacksMessage(reading: Reading): boolean {
  const body = isWellSentMessage(reading) ? strictJson(reading) : undefined;
  return isJsonObject(body) && !Object.hasOwn(body, 'message');
}

/** A recording that was stripped of its credentials may have been stripped of more. */
function lacksContentType(reading: Reading): boolean {
  const { operation, credential, sentType } = reading;
  if (operation !== 'sendMessage' || credential.kind !== 'bearer' || sentType !== undefined) return false;
  return isGood(reading) && messageTextOf(reading) !== undefined;
}
