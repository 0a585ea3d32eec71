import { isIso8601, parseHttpDate, parseTimestamp } from '../../json/dates.js';
import { isJsonObject, type JsonObject } from '../../json/json.js';
import { quote } from '../../json/quoting.js';
import { isoMoment } from '../../json/times.js';
import { sendMessage as description } from '../../service/operations/send-message.js';
import { findViolation } from '../../service/validate.js';
import { defineRules, inconclusive, judgeEach, passes, violates } from '../note.js';
import { agreed, isOrdinary, seen, statusIn, unseen } from '../observations/seen.js';
import { objectOf, type Reading } from '../reading.js';
import {
  inShort,
  isMalformed,
  isPlainRequest,
  isWellSent,
  judgeRejected,
  strictJson,
  whyInconclusive,
} from '../requests.js';
import type { Evidence, Note, OperationRules, Rule, Seen } from '../rule.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** The clocks of a service, its gateways and this client may differ by this much. */
const CLOCKS_DIFFER_MS = 15 * MINUTE_MS;
/** No local time differs more from UTC. */
const WIDEST_OFFSET_MS = 14 * 60 * MINUTE_MS;
/** The document shows no bounds of a message; every service accepts a text of this length. */
const MODEST_LENGTH = 500;
const CONTROL = /[^\P{Cc}\t\r\n]/u;

const operations = ['sendMessage'];

const resultRules = defineRules({ class: 'write', operations }, [
  {
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
    judge: judgeEach(validMessages, judgeResponse),
  },
  {
    id: 'messages/queued',
    title: 'A message that was sent has the status queued',
    statements: ['message-body.status', 'message-body.states', 'messages.queued-is-only-queued'],
    judge: judgeReceipts(judgeStatus),
  },
  {
    id: 'messages/echo',
    title: 'The response repeats the sent text character by character',
    statements: ['message-body.message'],
    judge: judgeReceipts(judgeEcho),
  },
  {
    id: 'messages/created-at',
    title: 'createdAt is the time of creation as an ISO 8601 timestamp',
    statements: ['message-body.created-at'],
    judge: judgeReceipts(judgeCreatedAt),
  },
  {
    id: 'messages/unique-ids',
    title: 'No two messages have the same id',
    statements: ['message-body.id'],
    severity: 'implied',
    judge: judgeIds,
  },
]);

function isMessage({ operation }: Reading): boolean {
  return operation?.id === 'sendMessage';
}

/** A message as the document describes it: an object with one field, a text. */
type SentMessage = Reading & { readonly text: string };

/** Returns the messages that are valid in every respect that the document names, in order. */
function validMessages({ readings }: Evidence): SentMessage[] {
  return readings.flatMap((reading) => {
    const text = isWellSentMessage(reading) ? messageTextOf(reading) : undefined;
    return text === undefined ? [] : [{ ...reading, text }];
  });
}

/** Returns whether a message was sent as JSON, with a key that may be good. */
function isWellSentMessage(reading: Reading): boolean {
  return isMessage(reading) && isWellSent(reading);
}

/** Returns the text of a valid body; undefined if it is not valid, or not Unicode (half a surrogate pair). */
function messageTextOf(reading: Reading): string | undefined {
  const body = strictJson(reading);
  if (!isJsonObject(body) || Object.keys(body).length !== 1 || typeof body.message !== 'string') return undefined;
  return /\p{Surrogate}/u.test(body.message) ? undefined : body.message;
}

/** The document does not state where messages live: a 404 or 405 means elsewhere. */
function whyMessageIsInconclusive(reading: Reading): string | undefined {
  const isElsewhere = reading.status === 404 || reading.status === 405;
  return isElsewhere ? `got ${reading.status}: messages may live at another address` : whyInconclusive(reading);
}

function judgeResponse(reading: SentMessage): Note {
  const { text } = reading;
  const why = whyMessageIsInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  const expected = '2xx with a Message: id, message, status and createdAt, all texts';
  if (!reading.isAccepted) {
    const isPlain = text.trim() !== '' && text.length <= MODEST_LENGTH && !CONTROL.test(text);
    if (!isPlain) {
      return inconclusive(reading, `got ${reading.status}, perhaps for the length or the control characters`);
    }
    const problem = `a valid message got ${reading.status}`;
    return violates(reading, { problem, expected, received: inShort(reading) });
  }
  const received = inShort(reading);
  if (reading.received.kind !== 'json') {
    return violates(reading, { problem: 'the response has no Message', expected, received, pointer: '' });
  }
  const violation = findViolation(description.schemas.Message, reading.received.value) ?? blankIdOf(reading);
  if (violation === undefined) return passes(reading);
  const problem = `the response is not a Message: ${violation.pointer || 'it'} ${violation.problem}`;
  return violates(reading, { problem, expected, received, pointer: violation.pointer });
}

function blankIdOf({ received }: SentMessage) {
  const id = objectOf(received)?.id;
  return typeof id === 'string' && id.trim() === '' ? { pointer: '/id', problem: 'is empty' } : undefined;
}

type Receipt = SentMessage & { readonly body: JsonObject };

function receiptOf(message: SentMessage): Receipt | undefined {
  const body = message.isAccepted && !message.isCached ? objectOf(message.received) : undefined;
  return body && { ...message, body };
}

function judgeReceipts(judgeReceipt: (receipt: Receipt) => Note | undefined): Rule['judge'] {
  return judgeEach(validMessages, (message) => {
    const receipt = receiptOf(message);
    if (receipt !== undefined) return judgeReceipt(receipt);
    return inconclusive(message, whyMessageIsInconclusive(message) ?? `got ${message.status} without a Message`);
  });
}

/** A field that is missing or not a string is covered by `messages/answer`. */
function judgeStatus(reading: Receipt): Note | undefined {
  const { status } = reading.body;
  if (typeof status !== 'string') return undefined;
  if (status === 'queued') return passes(reading);
  const problem = `the status is ${quote(status)}`;
  return violates(reading, { problem, expected: '"queued"', received: quote(status), pointer: '/status' });
}

function judgeEcho(reading: Receipt): Note | undefined {
  const { text } = reading;
  const { message } = reading.body;
  if (typeof message !== 'string') return undefined;
  if (message === text) return passes(reading);
  const body = reading.exchange.response?.body;
  if (body?.kind === 'text' && body.isRedacted) return inconclusive(reading, 'a key in the body was redacted');
  const characters = [...message];
  const at = [...text].findIndex((character, index) => character !== characters[index]);
  const start = Math.max(0, (at === -1 ? [...text].length : at) - 10);
  return violates(reading, {
    problem: `the text was altered${at === -1 ? ' at its end' : ` from character ${at + 1} on`}`,
    expected: excerpt([...text], start),
    received: excerpt(characters, start),
    pointer: '/message',
  });
}

/** Letters that look alike may differ: beyond ASCII the code points are added. */
function excerpt(all: readonly string[], start: number): string {
  const characters = all.slice(start);
  const text = quote(`${start > 0 ? '…' : ''}${characters.join('')}`);
  const numbers = characters.filter((character) => character > '~').slice(0, MOST_NUMBERED);
  const inWords = numbers.map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`);
  return inWords.length === 0 ? text : `${text} (${inWords.join(' ')})`;
}

const MOST_NUMBERED = 24;

function judgeCreatedAt(reading: Receipt): Note | undefined {
  const { createdAt } = reading.body;
  if (typeof createdAt !== 'string') return undefined;
  const received = quote(createdAt);
  const pointer = '/createdAt';
  if (!isIso8601(createdAt)) {
    const problem = `createdAt is not an ISO 8601 timestamp: ${received}`;
    const expected = 'an ISO 8601 timestamp such as "2026-11-21T12:00:00Z"';
    return violates(reading, { problem, expected, received, pointer });
  }
  const isNow = isTimeOf(reading, createdAt);
  if (isNow) return passes(reading);
  const problem = 'createdAt is not the time of the response';
  const expected = `about ${isoMoment(reading.respondedMs)}`;
  return violates(reading, { problem, expected, received, pointer });
}

/** Returns whether a message was created when its response was sent, by the service's clock or by ours. Unusual forms are not parsed. */
function isTimeOf(reading: Reading, createdAt: string): boolean {
  if (!createdAt.includes('T')) return true;
  const exactMs = parseTimestamp(createdAt);
  const createdMs = exactMs ?? parseTimestamp(`${createdAt}Z`);
  if (createdMs === undefined) return true;
  const { startedMs, endedMs } = reading.exchange;
  const dateMs = parseHttpDate(reading.header('date') ?? '');
  // Our clock alone may be wrong.
  const clocksMs = dateMs === undefined ? DAY_MS : CLOCKS_DIFFER_MS;
  const mostMs = clocksMs + (exactMs === undefined ? WIDEST_OFFSET_MS : 0);
  const isBetween = (fromMs: number, toMs: number) => createdMs >= fromMs - mostMs && createdMs <= toMs + mostMs;
  return isBetween(startedMs, endedMs) || (dateMs !== undefined && isBetween(dateMs - (endedMs - startedMs), dateMs));
}

/** In a recording, only messages with different texts are compared: sending one twice may be a client's repetition. */
function judgeIds(evidence: Evidence): Note[] {
  const accepted = validMessages(evidence).flatMap((message) => receiptOf(message) ?? []);
  const identified = accepted.filter(({ body }) => typeof body.id === 'string');
  return identified.flatMap((reading, index) => {
    const isOther = ({ text }: Receipt) => evidence.settings.level !== undefined || text !== reading.text;
    const others = identified.slice(0, index).filter(isOther);
    const twin = others.find(({ body }) => body.id === reading.body.id);
    if (twin === undefined) return others.length > 0 ? passes(reading) : [];
    const id = quote(String(reading.body.id));
    const problem = `two messages have the id ${id}`;
    return violates(reading, {
      problem,
      expected: 'a unique id',
      received: id,
      pointer: '/id',
      related: [twin],
    });
  });
}

const rejectRules = defineRules(
  { class: 'write', operations },
  [
    {
      id: 'malformed-json',
      inWords: 'whose body is not JSON',
      isIt: (reading: Reading) => isWellSentMessage(reading) && isMalformed(reading),
    },
    { id: 'missing-message', inWords: 'without the field message', isIt: lacksMessage },
    { id: 'missing-content-type', inWords: 'without a content type', isIt: lacksContentType },
  ].map(({ id, inWords, isIt }) => ({
    id: `messages/rejects/${id}`,
    title: `A message ${inWords} is rejected with 400`,
    statements: ['messages.answers-400', 'messages.request-headers', 'messages.request-body'],
    judge: judgeRejected(isIt, whyMessageIsInconclusive, ({ status }) => ({
      problem: `a message ${inWords} got ${status}`,
    })),
  })),
);

/** A body that is missing or not an object lacks every field. */
function lacksMessage(reading: Reading): boolean {
  if (!isWellSentMessage(reading)) return false;
  const body = strictJson(reading);
  return isJsonObject(body) ? !Object.hasOwn(body, 'message') : body !== undefined || reading.sent.kind === 'none';
}

/** A recording that was stripped of its credentials may have been stripped of more. */
function lacksContentType(reading: Reading): boolean {
  const { credential, sentType } = reading;
  if (!isMessage(reading) || credential.kind !== 'bearer' || sentType !== undefined) return false;
  return isPlainRequest(reading) && messageTextOf(reading) !== undefined;
}

/** Who rejects blanks rejects an empty message, too; one that accepts blanks may not. */
function emptyMessage(evidence: Evidence): Seen {
  const asked = validMessages(evidence).filter((reading) => isOrdinary(reading) && reading.text.trim() === '');
  const choiceOf = ({ isAccepted, status }: Reading) => (isAccepted ? 'accepted' : status === 400 ? 400 : undefined);
  const empty = agreed(
    asked.filter(({ text }) => text === ''),
    choiceOf,
    'an empty message',
  );
  const blank = agreed(
    asked.filter(({ text }) => text !== ''),
    choiceOf,
    'a message of blanks',
  );
  const note = [empty, blank].flatMap((each) => (each.readings.length > 0 ? each.note : [])).join('; ') || empty.note;
  const choice = blank.choice === 'accepted' && empty.choice === 400 ? '400-if-empty' : (empty.choice ?? blank.choice);
  const isOpen = choice === undefined || (empty.choice === undefined && choice === 'accepted');
  const isOdd = empty.choice === 'accepted' && blank.choice === 400;
  return isOpen || isOdd ? unseen(note, asked) : seen(choice, note, asked);
}

/** `POST /messages` (§4.3). */
export const sendMessage: OperationRules = {
  rules: [...resultRules, ...rejectRules],
  // The treatment of a `message` that is not a text is open.
  isOpen: ({ sent }) => typeof (objectOf(sent)?.message ?? '') !== 'string',
  observers: {
    'empty-message': emptyMessage,
    'message-success-status': (evidence) => {
      const accepted = validMessages(evidence).filter(({ isAccepted }) => isAccepted);
      return agreed(accepted, statusIn(200, 201, 202), 'a message that was sent');
    },
    'messages-base-url': 'it is given by the user, and trying addresses would send messages to strangers',
  },
};
