import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { isWellSentMessage } from '../rules/message-requests.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { isWellSent } from '../rules/update-requests.js';
import { quantitySent } from '../stock-history.js';
import { depthOf } from './depth-of.js';
import { ordinary, type Seen, seen, unseen } from './seen.js';

/** The bodies that the document shows nest no deeper. */
const PLAIN_DEPTH = 1;
/** The largest that can be chosen. */
const DEEPEST = 1_000;
const LARGEST = 67_108_864;
/** A body below this is none of which the size is the matter. */
const LARGE_BYTES = 1_024;

export function nestingLimit(evidence: Evidence): Seen {
  const asked = withBody(evidence)
    .map((reading) => ({ reading, size: depthOf(bodyOf(reading)) }))
    .filter(({ size }) => size > PLAIN_DEPTH);
  return boundOf(asked, 400, 'levels', DEEPEST);
}

export function bodyLimit(evidence: Evidence): Seen {
  const asked = withBody(evidence)
    .map((reading) => ({ reading, size: new TextEncoder().encode(bodyOf(reading)).length }))
    .filter(({ size }) => size >= LARGE_BYTES);
  return boundOf(asked, 413, 'bytes', LARGEST);
}

interface Sized {
  readonly reading: Reading;
  readonly size: number;
}

/** The bound is known when one size was accepted and the next one refused, and every larger one too. */
function boundOf(asked: readonly Sized[], refusal: number, unit: string, most: number): Seen {
  const readings = asked.map(({ reading }) => reading);
  const accepted = asked.filter(({ reading }) => isAccepted(reading)).map(({ size }) => size);
  const refused = asked.filter(({ reading }) => reading.status === refusal).map(({ size }) => size);
  if (asked.length === 0) return unseen('no body was sent that could show it');
  if (accepted.length + refused.length === 0) return unseen(`no body was accepted or answered ${refusal}`, readings);
  const [largest, least] = [Math.max(...accepted), Math.min(...refused)];
  const inWords = (size: number) => (Number.isFinite(size) ? `${size} ${unit}` : 'none');
  const note = `most that was accepted: ${inWords(largest)}; least answered ${refusal}: ${inWords(least)}`;
  if (least === largest + 1 && largest <= most) return seen(largest, note, readings);
  // A body without end is none that anybody sends: of levels alone no limit is a choice.
  const isWithoutLimit = unit === 'levels' && largest > most && largest < least;
  return isWithoutLimit ? seen('none', note, readings) : unseen(note, readings);
}

/** Bodies that could be refused for nothing but their size, or for a field that is unknown. */
function withBody(evidence: Evidence): Reading[] {
  return ordinary(evidence).filter(
    (reading) =>
      (isWellSent(reading) && quantitySent(reading) !== undefined) ||
      (isWellSentMessage(reading) && typeof objectOf(reading.sent)?.message === 'string'),
  );
}

function bodyOf({ exchange }: Reading): string {
  return exchange.request.body ?? '';
}
