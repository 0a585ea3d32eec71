import { headerOf } from '../../exchange/exchange.js';
import { integerOf } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../json/json.js';
import { defaultBehaviour } from '../../service/behaviour.js';
import { LARGEST_BODY_LIMIT } from '../../service/questions/requests.js';
import { findContentTypeFault } from '../../service/request-headers.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { depthOf, hasMalformedId, isWellSent, isWellSentMessage, strictJson, validUpdates } from '../requests.js';
import { listingBefore } from '../stock/stock-history.js';
import { agreed, type Observers, ordinary, type Seen, seen, statusIn, unseen } from './seen.js';

/** What a service accepts in the body of a request (§4.2, §4.3). */
export const bodyObservers = {
  'malformed-pet-id'(evidence) {
    const asked = ordinary(evidence).filter(
      (reading) =>
        hasMalformedId(reading) &&
        (reading.operation === 'getPet' || (isWellSent(reading) && reading.quantitySent !== undefined)),
    );
    return agreed(asked, statusIn(400, 404), 'an id that is not an int64');
  },
  'extra-body-fields'(evidence) {
    const asked = ordinary(evidence).filter((reading) => {
      if (isWellSent(reading))
        return integerOf(withExtraField(reading)?.quantity) !== undefined && isListed(evidence, reading);
      const text = isWellSentMessage(reading) ? withExtraField(reading)?.message : undefined;
      return typeof text === 'string' && text.trim() !== '';
    });
    const choiceOf = ({ isAccepted, status }: Reading) =>
      isAccepted ? 'ignored' : status === 400 ? 'refused' : undefined;
    return agreed(asked, choiceOf, 'a body with an unknown field');
  },
  'update-content-type'(evidence) {
    const isMeant = (reading: Reading) => reading.quantitySent !== undefined && isListed(evidence, reading);
    return contentTypeSeen(evidence, ['missing', 'wrong'], isMeant);
  },
  // Without one, any other status than 400 is a violation, and not a choice (§4.3).
  'message-content-type': (evidence) =>
    contentTypeSeen(evidence, ['wrong'], (reading) => reading.operation === 'sendMessage' && hasText(reading)),
  'quantity-range': quantityRange,
  'body-limit': bodyLimit,
} satisfies Observers;

/** Returns the body of a request if it has several fields. A deeper or longer one may be rejected for its size. */
function withExtraField(reading: Reading): JsonObject | undefined {
  const text = bodyOf(reading);
  const isShallow = text.length < 1_000 && depthOf(text) <= 2;
  const sent = isShallow ? strictJson(reading) : undefined;
  return isJsonObject(sent) && Object.keys(sent).length > 1 ? sent : undefined;
}

/** Returns whether the last list showed the pet of an update. */
function isListed(evidence: Evidence, reading: Reading): boolean {
  return listingBefore(evidence, reading)?.stock.has(reading.target ?? '') === true;
}

/** What bodies get that are not declared as JSON, and have nothing else wrong. Many services accept `application/…+json`. */
function contentTypeSeen(
  evidence: Evidence,
  faults: readonly ReturnType<typeof findContentTypeFault>[],
  isMeant: (reading: Reading) => boolean,
): Seen {
  const asked = ordinary(evidence).filter((reading) => {
    const type = headerOf(reading.exchange.request.headers, 'content-type');
    const isOther = faults.includes(findContentTypeFault(type)) && !/\+json/i.test(type ?? '');
    const body = isOther && isMeant(reading) ? strictJson(reading) : undefined;
    return isJsonObject(body) && Object.keys(body).length === 1;
  });
  const choiceOf = (reading: Reading) => (reading.isAccepted ? 'ignored' : statusIn(400, 415)(reading));
  const inWords = ({ sentType, status }: Reading) => `${sentType ?? 'no content type'} got ${status}`;
  return agreed(asked, choiceOf, 'a body of another type', inWords);
}

function hasText({ sent }: Reading): boolean {
  const text = objectOf(sent)?.message;
  return typeof text === 'string' && text.trim() !== '';
}

function bodyOf({ exchange }: Reading): string {
  return exchange.request.body ?? '';
}

/** The size of a smaller body does not matter. */
const LARGE_BYTES = 256;

/** How many bytes a body may have. It is known if one size was accepted, and the next one and every larger one rejected. */
function bodyLimit(evidence: Evidence): Seen {
  const sized = ordinary(evidence)
    .filter(mayShowLimit)
    .map((reading) => ({ reading, size: new TextEncoder().encode(bodyOf(reading)).length }))
    .filter(({ size }) => size >= LARGE_BYTES);
  const readings = sized.map(({ reading }) => reading);
  if (sized.length === 0) return unseen('no body was sent that could show it');
  const accepted = sized.filter(({ reading }) => reading.isAccepted).map(({ size }) => size);
  const rejected = sized.filter(({ reading }) => reading.status === 413).map(({ size }) => size);
  const [largest, least] = [Math.max(...accepted), Math.min(...rejected)];
  if (accepted.length + rejected.length === 0) return unseen('no body was accepted or got 413', readings);
  const inWords = (size: number) => (Number.isFinite(size) ? `${size} bytes` : 'none');
  const note = `most that was accepted: ${inWords(largest)}; least that got 413: ${inWords(least)}`;
  if (least !== largest + 1 || largest > LARGEST_BODY_LIMIT) return unseen(note, readings);
  const near = sized.filter(({ size }) => size === largest || size === least).map(({ reading }) => reading);
  return seen(largest, note, near);
}

/** Returns whether a body could be rejected only for its size, or for an unknown field. */
function mayShowLimit(reading: Reading): boolean {
  if (isWellSent(reading)) return reading.quantitySent !== undefined;
  return isWellSentMessage(reading) && typeof objectOf(reading.sent)?.message === 'string';
}

const usual = defaultBehaviour['quantity-range'];
/** The last integer that a double holds exactly; a fake goes no further. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** A bound is known if a quantity and its neighbour got different statuses, or if there is none within what a double holds. */
function quantityRange(evidence: Evidence): Seen {
  const asked = ordinary(evidence);
  const updates = validUpdates(evidence).filter(
    ({ reading, petId, listing }) => asked.includes(reading) && listing?.stock.has(petId),
  );
  const readings = updates.map(({ reading }) => reading);
  const accepted = updates.filter(({ reading }) => reading.isAccepted).map(({ quantity }) => quantity);
  const rejected = updates.filter(({ reading }) => reading.status === 400).map(({ quantity }) => quantity);
  if (updates.length === 0) return unseen('no quantity was sent for a pet that a list of the documented form showed');
  const [lowest, highest] = [least(accepted, 1n), least(accepted, -1n)];
  if (lowest === undefined || highest === undefined) return unseen('no quantity was accepted', readings);
  if (rejected.some((value) => value >= lowest && value <= highest)) {
    return unseen('a quantity was rejected though it lies between accepted ones', readings);
  }
  const minimum = boundAt(lowest, rejected, -1n);
  const maximum = boundAt(highest, rejected, 1n);
  const note = `below: ${describeBound(lowest, rejected, -1n)}; above: ${describeBound(highest, rejected, 1n)}`;
  if (minimum === undefined && maximum === undefined) return unseen(note, readings);
  const response = { minimum: minimum ?? usual.minimum, maximum: maximum ?? usual.maximum };
  const notSeen = [...(minimum === undefined ? ['minimum'] : []), ...(maximum === undefined ? ['maximum'] : [])];
  const near = (bound: bigint, direction: bigint) =>
    updates
      .filter(({ quantity }) => quantity === bound || quantity === bound + direction)
      .map(({ reading }) => reading);
  return seen(response, note, readings, notSeen, { minimum: near(lowest, -1n), maximum: near(highest, 1n) });
}

/** Returns the last accepted quantity in a direction if it is the bound. */
function boundAt(last: bigint, rejected: readonly bigint[], direction: 1n | -1n): number | undefined {
  if (last * direction >= MOST) return Number(MOST * direction);
  return rejected.includes(last + direction) ? Number(last) : undefined;
}

/** Returns the least of these, or with a sign of -1 the greatest. */
function least(values: readonly bigint[], sign: 1n | -1n): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (found, value) => (found === undefined || value * sign < found * sign ? value : found),
    undefined,
  );
}

/** Returns the deciding evidence of one side. Any other quantity that was accepted may be the stock of a pet. */
function describeBound(last: bigint, rejected: readonly bigint[], direction: 1n | -1n): string {
  const next = last + direction;
  if (last * direction >= MOST) return 'accepted as far as a fake goes';
  if (rejected.includes(next)) return `accepted ${last} and rejected ${next}`;
  const isRejected = rejected.some((value) => value * direction > last * direction);
  return isRejected ? 'rejected, from an unknown bound on' : 'nothing was rejected';
}
