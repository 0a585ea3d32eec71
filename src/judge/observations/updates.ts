import { integerOf } from '../../json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { JsonError, parseJson } from '../../json/parse-json.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { strictJson } from '../rules/good-requests.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { isNoInt64 } from '../rules/update-id-rules.js';
import { isWellSent, quantityReceived } from '../rules/update-requests.js';
import { listingBefore, quantitySent, targetOf } from '../stock-history.js';
import { depthOf } from './depth-of.js';
import { agreed, ordinary, type Seen, statusIn, unseen } from './seen.js';

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
