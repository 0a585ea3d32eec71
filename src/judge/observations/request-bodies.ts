import { defaultBehaviour } from '../../spec/behaviour.js';
import { integerOf } from '../../spec/exact-number.js';
import { isJsonObject, JsonError, type JsonObject, type JsonValue, parseJson } from '../../spec/json.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import {
  depthOf,
  hasMalformedId,
  isWellSent,
  isWellSentMessage,
  quantityReceived,
  strictJson,
  validUpdates,
} from '../requests.js';
import { listingBefore } from '../stock-history.js';
import { bodyLimit, bodyOf, messagesWithText, nestingLimit } from './body-bounds.js';
import { agreed, joinOperations, type Observers, ordinary, type Seen, seen, statusIn, unseen } from './seen.js';

/** What a service accepts in the body of a request (§4.2, §4.3). */
export const bodyObservers = {
  'malformed-pet-id'(evidence) {
    const asked = ordinary(evidence).filter(hasMalformedId);
    const updates = asked.filter((reading) => isWellSent(reading) && reading.quantitySent !== undefined);
    const lookups = asked.filter(({ operation }) => operation === 'getPet');
    return joinOperations({
      updateInventory: agreed(updates, statusIn(400, 404), 'an update of an id that is not an int64'),
      getPet: agreed(lookups, statusIn(400, 404), 'a lookup of an id that is not an int64'),
    });
  },
  'extra-body-fields'(evidence) {
    const choiceOf = acceptedOr400('ignored', 'refused');
    const isUpdate = (reading: Reading) =>
      isWellSent(reading) && integerOf(withExtraField(reading)?.quantity) !== undefined;
    const messages = ordinary(evidence).filter((reading) => {
      const text = isWellSentMessage(reading) ? withExtraField(reading)?.message : undefined;
      return typeof text === 'string' && text.trim() !== '';
    });
    return joinOperations({
      updateInventory: agreedOnListed(evidence, isUpdate, choiceOf, 'an update with an unknown field'),
      sendMessage: agreed(messages, choiceOf, 'a message with an unknown field'),
    });
  },
  'duplicate-keys'(evidence) {
    const choiceIf = (isLast: (reading: Reading) => boolean) => (reading: Reading) =>
      reading.status === 400 ? 400 : reading.isAccepted && isLast(reading) ? 'last-wins' : undefined;
    const isTwice = (reading: Reading) => isWellSent(reading) && hasDuplicateKey(reading);
    const ofUpdate = choiceIf((reading) => quantityReceived(reading) === reading.quantitySent);
    const ofMessage = choiceIf(({ received, sent }) => objectOf(received)?.message === objectOf(sent)?.message);
    const messages = messagesLike(evidence, hasDuplicateKey);
    return joinOperations({
      updateInventory: agreedOnListed(evidence, isTwice, ofUpdate, 'an update with one key twice'),
      sendMessage: agreed(messages, ofMessage, 'a message with one key twice'),
    });
  },
  'byte-order-mark'(evidence) {
    const isMarked = (reading: Reading) => bodyOf(reading).startsWith('\uFEFF') && hasOneField(reading);
    const isUpdate = (reading: Reading) =>
      isWellSent(reading) && reading.quantitySent !== undefined && isMarked(reading);
    const choiceOf = acceptedOr400('ignored', 400);
    return joinOperations({
      updateInventory: agreedOnListed(evidence, isUpdate, choiceOf, 'an update that begins with a byte order mark'),
      sendMessage: agreed(messagesLike(evidence, isMarked), choiceOf, 'a message that begins with a byte order mark'),
    });
  },
  'quantity-range': quantityRange,
  'nesting-limit': nestingLimit,
  'body-limit': bodyLimit,
} satisfies Observers;

/** Returns the body of a request if it has several fields. A deeper or longer one may be rejected for its size. */
function withExtraField(reading: Reading): JsonObject | undefined {
  const text = bodyOf(reading);
  const isShallow = text.length < 1_000 && depthOf(text) <= 2;
  const sent = isShallow ? strictJson(reading) : undefined;
  return isJsonObject(sent) && Object.keys(sent).length > 1 ? sent : undefined;
}

/** Like `agreed`, for updates of pets that the last list showed. */
function agreedOnListed(
  evidence: Evidence,
  isMeant: (reading: Reading) => boolean,
  choiceOf: (reading: Reading) => JsonValue | undefined,
  what: string,
): Seen {
  const sent = ordinary(evidence).filter((reading) => reading.target !== undefined && isMeant(reading));
  const asked = sent.filter((reading) => listingBefore(evidence, reading)?.stock.has(reading.target ?? '') === true);
  if (asked.length > 0 || sent.length === 0) return agreed(asked, choiceOf, what);
  return unseen(`${what}: no list of the documented form showed the pet before`);
}

function acceptedOr400(accepted: JsonValue, rejected: JsonValue): (reading: Reading) => JsonValue | undefined {
  return (reading) => (reading.isAccepted ? accepted : reading.status === 400 ? rejected : undefined);
}

function hasOneField({ sent }: Reading): boolean {
  return Object.keys(objectOf(sent) ?? {}).length === 1;
}

function hasDuplicateKey(reading: Reading): boolean {
  if (reading.sent.kind !== 'json') return false;
  try {
    parseJson(bodyOf(reading));
    return false;
  } catch (error) {
    return error instanceof JsonError && error.rule === 'duplicateKeys';
  }
}

/** Returns the messages with a text whose bodies have something special. */
function messagesLike(evidence: Evidence, isMeant: (reading: Reading) => boolean): Reading[] {
  return messagesWithText(ordinary(evidence)).filter(isMeant);
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
