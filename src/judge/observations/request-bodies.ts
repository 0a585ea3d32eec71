import { defaultBehaviour } from '../../spec/behaviour.js';
import { integerOf, isJsonObject, JsonError, type JsonValue, parseJson } from '../../spec/json.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import {
  depthOf,
  isAccepted,
  isNoInt64,
  isWellSent,
  isWellSentMessage,
  quantityReceived,
  strictJson,
  validUpdates,
} from '../requests.js';
import { listingBefore, quantitySent, targetOf } from '../stock-history.js';
import { agreed, ordinary, type Seen, seen, statusIn, unseen } from './seen.js';

export function malformedPetId(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) => isWellSent(reading) && isNoInt64(reading.petId ?? '') && quantitySent(reading) !== undefined,
  );
  return agreed(asked, statusIn(400, 404), 'an update of an id that is no int64');
}

export function extraBodyFields(evidence: Evidence): Seen {
  const hasExtraField = (reading: Reading) => {
    const body = isWellSent(reading) && isShallow(reading) ? strictJson(reading) : undefined;
    return isJsonObject(body) && integerOf(body.quantity) !== undefined && Object.keys(body).length > 1;
  };
  const asked = updatesOfListed(evidence, hasExtraField, 'an update with an unknown field');
  return agreedOnListed(asked, choiceOf({ accepted: 'ignored', refused: 'refused' }));
}

export function updateContentType(evidence: Evidence): Seen {
  const isOfOtherType = (reading: Reading) =>
    reading.sentType !== 'application/json' && hasOnlyQuantity(strictJson(reading));
  const asked = updatesOfListed(evidence, isOfOtherType, 'an update sent as something else');
  const choice = (reading: Reading) => (isAccepted(reading) ? 'ignored' : statusIn(400, 415)(reading));
  return agreedOnListed(asked, choice, ({ sentType, status }) => `${sentType ?? 'no content type'} answered ${status}`);
}

export function duplicateKeys(evidence: Evidence): Seen {
  const isTwice = (reading: Reading) => isWellSent(reading) && hasDuplicateKey(reading);
  const choice = (reading: Reading) => {
    if (reading.status === 400) return 400;
    return isAccepted(reading) && quantityReceived(reading) === quantitySent(reading) ? 'last-wins' : undefined;
  };
  return agreedOnListed(updatesOfListed(evidence, isTwice, 'an update with one key twice'), choice);
}

export function byteOrderMark(evidence: Evidence): Seen {
  const isMarked = (reading: Reading) =>
    isWellSent(reading) &&
    reading.exchange.request.body?.startsWith('\uFEFF') === true &&
    hasOnlyQuantity(objectOf(reading.sent));
  const asked = updatesOfListed(evidence, isMarked, 'an update that begins with a byte order mark');
  return agreedOnListed(asked, choiceOf({ accepted: 'ignored', refused: 400 }));
}

/** Deeper, or longer, a body may be refused for that. */
function isShallow({
  exchange: {
    request: { body = '' },
  },
}: Reading): boolean {
  return body.length < 1_000 && depthOf(body) <= 2;
}

interface UpdatesOfListed {
  readonly what: string;
  /** Of pets that the last list showed. */
  readonly asked: readonly Reading[];
  /** Whether others were sent. */
  readonly areOthers: boolean;
}

function updatesOfListed(evidence: Evidence, isMeant: (reading: Reading) => boolean, what: string): UpdatesOfListed {
  const sent = ordinary(evidence).filter((reading) => targetOf(reading) !== undefined && isMeant(reading));
  const asked = sent.filter((reading) => listingBefore(evidence, reading)?.stock.has(targetOf(reading) ?? '') === true);
  return { what, asked, areOthers: asked.length < sent.length };
}

function agreedOnListed(
  { what, asked, areOthers }: UpdatesOfListed,
  choice: (reading: Reading) => JsonValue | undefined,
  inWords?: (reading: Reading) => string,
): Seen {
  if (asked.length === 0 && areOthers) {
    return unseen(`${what}: no list of the documented form showed the pet before`);
  }
  return agreed(asked, choice, what, inWords);
}

function choiceOf(choices: { accepted: JsonValue; refused: JsonValue }): (reading: Reading) => JsonValue | undefined {
  return (reading) => (isAccepted(reading) ? choices.accepted : reading.status === 400 ? choices.refused : undefined);
}

function hasOnlyQuantity(body: JsonValue | undefined): boolean {
  return isJsonObject(body) && Object.keys(body).length === 1 && integerOf(body.quantity) !== undefined;
}

function hasDuplicateKey({ exchange }: Reading): boolean {
  try {
    parseJson(exchange.request.body ?? '');
    return false;
  } catch (error) {
    return error instanceof JsonError && error.rule === 'duplicateKeys';
  }
}

const usual = defaultBehaviour['quantity-range'];
/** The last integer that a double holds exactly; a fake goes no further. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** A bound is known where a quantity and its neighbour got different answers, or where there is none within what a double holds. */
export function quantityRange(evidence: Evidence): Seen {
  const asked = ordinary(evidence);
  const updates = validUpdates(evidence).filter(
    ({ reading, petId, listing }) => asked.includes(reading) && listing?.stock.has(petId),
  );
  const readings = updates.map(({ reading }) => reading);
  const accepted = updates.filter(({ reading }) => isAccepted(reading)).map(({ quantity }) => quantity);
  const refused = updates.filter(({ reading }) => reading.status === 400).map(({ quantity }) => quantity);
  if (updates.length === 0) return unseen('no quantity was sent for a pet that a list of the documented form showed');
  const [lowest, highest] = [least(accepted, 1n), least(accepted, -1n)];
  if (lowest === undefined || highest === undefined) return unseen('no quantity was accepted', readings);
  if (refused.some((value) => value >= lowest && value <= highest)) {
    return unseen('a quantity was refused though it lies between accepted ones', readings);
  }
  const minimum = boundAt(lowest, refused, -1n);
  const maximum = boundAt(highest, refused, 1n);
  const note = `below: ${describeBound(lowest, refused, -1n)}; above: ${describeBound(highest, refused, 1n)}`;
  if (minimum === undefined && maximum === undefined) return unseen(note, readings);
  const response = { minimum: minimum ?? usual.minimum, maximum: maximum ?? usual.maximum };
  const notSeen = [...(minimum === undefined ? ['minimum'] : []), ...(maximum === undefined ? ['maximum'] : [])];
  const near = (bound: bigint, direction: bigint) =>
    updates
      .filter(({ quantity }) => quantity === bound || quantity === bound + direction)
      .map(({ reading }) => reading);
  return seen(response, note, readings, notSeen, { minimum: near(lowest, -1n), maximum: near(highest, 1n) });
}

/** Returns the last one accepted in a direction, where it is the bound. */
function boundAt(last: bigint, refused: readonly bigint[], direction: 1n | -1n): number | undefined {
  if (last * direction >= MOST) return Number(MOST * direction);
  return refused.includes(last + direction) ? Number(last) : undefined;
}

/** Returns the least of these, or with a sign of -1 the greatest. */
function least(values: readonly bigint[], sign: 1n | -1n): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (found, value) => (found === undefined || value * sign < found * sign ? value : found),
    undefined,
  );
}

/** Returns the deciding evidence of one side. Any other quantity that was accepted may be the stock of a pet. */
function describeBound(last: bigint, refused: readonly bigint[], direction: 1n | -1n): string {
  const next = last + direction;
  if (last * direction >= MOST) return 'accepted as far as a fake goes';
  if (refused.includes(next)) return `accepted ${last} and refused ${next}`;
  const isRefused = refused.some((value) => value * direction > last * direction);
  return isRefused ? 'refused, from where on was not seen' : 'nothing was refused';
}

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
