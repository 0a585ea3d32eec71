import { LARGEST_BODY_LIMIT, openQuestions } from '../../spec/open-questions.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { depthOf, isWellSent, isWellSentMessage } from '../requests.js';
import { joinOperations, ordinary, type Seen, seen, unseen } from './seen.js';

/** The bodies that the document shows nest no deeper. */
const PLAIN_DEPTH = 1;
/** The size of a smaller body does not matter. */
const LARGE_BYTES = 256;

interface Sized {
  readonly reading: Reading;
  readonly size: number;
}

/** A limit of bodies. */
interface Limit {
  readonly unit: string;
  /** The status of what is beyond it. */
  readonly rejection: number;
  /** The fake's default. */
  readonly usual: number;
  /** The largest that can be chosen. */
  readonly most: number;
}

const levels: Limit = { unit: 'levels', rejection: 400, usual: openQuestions['nesting-limit'].default, most: 1_000 };
const bytes: Limit = {
  unit: 'bytes',
  rejection: 413,
  usual: openQuestions['body-limit'].default,
  most: LARGEST_BODY_LIMIT,
};

/** How deeply a body may be nested, by operation. */
export function nestingLimit(evidence: Evidence): Seen {
  const { updates, messages } = withBody(evidence);
  const sized = (readings: readonly Reading[]) => bySize(readings, depthOf).filter(({ size }) => size > PLAIN_DEPTH);
  return joinBounds(sized(updates), sized(messages), levels);
}

/** How many bytes a body may have, by operation. */
export function bodyLimit(evidence: Evidence): Seen {
  const { updates, messages, notMessages } = withBody(evidence);
  const sized = (readings: readonly Reading[]) => bySize(readings, bytesOf).filter(({ size }) => size >= LARGE_BYTES);
  return joinBounds(sized(updates), sized([...messages, ...notMessages]), bytes);
}

/** An operation whose bound is unknown is not taken for like the other one if it accepted more. */
function joinBounds(updates: readonly Sized[], messages: readonly Sized[], limit: Limit): Seen {
  const shown = {
    updateInventory: boundOf(updates, 'updates', limit),
    sendMessage: boundOf(messages, 'messages', limit),
  };
  const other = Object.values(shown).find(({ choice }) => typeof choice === 'number')?.choice;
  const assumed = (sized: readonly Sized[]) => {
    const largest = largestWithin(sized);
    const isMore = typeof other === 'number' && largest > other;
    return isMore ? Math.min(Math.max(limit.usual, largest), limit.most) : undefined;
  };
  return joinOperations({
    updateInventory: { ...shown.updateInventory, assumed: assumed(updates) },
    sendMessage: { ...shown.sendMessage, assumed: assumed(messages) },
  });
}

/** The bound is known if one size was accepted, and the next one and every larger one rejected. */
function boundOf(asked: readonly Sized[], what: string, { unit, rejection, most }: Limit): Seen {
  const readings = asked.map(({ reading }) => reading);
  const rejected = asked.filter(({ reading }) => reading.status === rejection && !isWithin(reading));
  if (asked.length === 0) return unseen('no body was sent that could show it');
  const [largest, least] = [largestWithin(asked), Math.min(...rejected.map(({ size }) => size))];
  if (!Number.isFinite(largest) && rejected.length === 0) {
    return unseen(`${what}: no body was accepted or got ${rejection}`, readings);
  }
  const inWords = (size: number) => (Number.isFinite(size) ? `${size} ${unit}` : 'none');
  const note = `${what}: most that was accepted: ${inWords(largest)}; least that got ${rejection}: ${inWords(least)}`;
  const near = asked.filter(({ size }) => size === largest || size === least).map(({ reading }) => reading);
  if (least === largest + 1 && largest <= most) return seen(largest, note, near);
  // `none` is a choice for levels only.
  const isWithoutLimit = unit === 'levels' && largest > most && largest < least;
  return isWithoutLimit ? seen('none', note, readings) : unseen(note, readings);
}

function largestWithin(sized: readonly Sized[]): number {
  return Math.max(...sized.filter(({ reading }) => isWithin(reading)).map(({ size }) => size));
}

/** Whoever misses the message in a body has read it. */
function isWithin(reading: Reading): boolean {
  return reading.isAccepted || (reading.status === 400 && isNoMessage(reading));
}

function isNoMessage(reading: Reading): boolean {
  return reading.operation === 'sendMessage' && /^\{\s*\}$/.test(bodyOf(reading));
}

function bySize(readings: readonly Reading[], sizeOf: (body: string) => number): Sized[] {
  return readings.map((reading) => ({ reading, size: sizeOf(bodyOf(reading)) }));
}

function bytesOf(body: string): number {
  return new TextEncoder().encode(body).length;
}

/** Returns bodies that could be rejected only for their size, or for an unknown field; `notMessages`: also for a missing message. */
function withBody(evidence: Evidence) {
  const all = ordinary(evidence);
  return {
    updates: all.filter((reading) => isWellSent(reading) && reading.quantitySent !== undefined),
    messages: messagesWithText(all),
    notMessages: all.filter((reading) => isWellSentMessage(reading) && isNoMessage(reading)),
  };
}

/** Returns those of some requests that are sent as messages and have a text. */
export function messagesWithText(readings: readonly Reading[]): Reading[] {
  return readings.filter(
    (reading) => isWellSentMessage(reading) && typeof objectOf(reading.sent)?.message === 'string',
  );
}

/** Returns the body of a request as it was sent. */
export function bodyOf({ exchange }: Reading): string {
  return exchange.request.body ?? '';
}
