import { integerOf } from '../../json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { JsonError, parseJson } from '../../json/parse-json.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { strictJson } from '../rules/good-requests.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { isNoInt64 } from '../rules/update-id-rules.js';
import { isWellSent, quantityReceived, validUpdates } from '../rules/update-requests.js';
import { listingBefore, quantitySent, targetOf } from '../stock-history.js';
import { agreed, ordinary, type Seen, seen, statusIn, unseen } from './seen.js';

export function quantityRange(evidence: Evidence): Seen {
  const asked = ordinary(evidence);
  const updates = validUpdates(evidence).filter(
    ({ reading, petId, listing }) => asked.includes(reading) && listing?.stock.has(petId),
  );
  const readings = updates.map(({ reading }) => reading);
  const accepted = updates.filter(({ reading }) => isAccepted(reading)).map(({ quantity }) => quantity);
  const refused = updates.filter(({ reading }) => reading.status === 400).map(({ quantity }) => quantity);
  if (updates.length === 0) return unseen('no quantity was sent for a listed pet');
  const note = `accepted: ${inWords(accepted)}; refused: ${inWords(refused)}`;
  const minimum = accepted.find((value) => refused.includes(value - 1n));
  const maximum = accepted.find((value) => refused.includes(value + 1n));
  if (minimum === undefined || maximum === undefined || !isSafe(minimum) || !isSafe(maximum))
    return unseen(note, readings);
  return seen({ minimum: Number(minimum), maximum: Number(maximum) }, note, readings);
}

export function malformedPetId(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) => isWellSent(reading) && isNoInt64(reading.petId ?? '') && quantitySent(reading) !== undefined,
  );
  return agreed(asked, statusIn(400, 404), 'an update of an id that is no int64');
}

export function extraBodyFields(evidence: Evidence): Seen {
  const asked = updatesOfListed(evidence).filter((reading) => {
    const body = isWellSent(reading) ? strictJson(reading) : undefined;
    return isJsonObject(body) && integerOf(body.quantity) !== undefined && Object.keys(body).length > 1;
  });
  return agreed(asked, choiceOf({ accepted: 'ignored', refused: 'refused' }), 'an update with an unknown field');
}

export function updateContentType(evidence: Evidence): Seen {
  const asked = updatesOfListed(evidence).filter(
    (reading) => reading.sentType !== 'application/json' && hasOnlyQuantity(strictJson(reading)),
  );
  const choice = (reading: Reading) => (isAccepted(reading) ? 'ignored' : statusIn(400, 415)(reading));
  const typeOf = ({ sentType, status }: Reading) => `${sentType ?? 'no content type'} answered ${status}`;
  return agreed(asked, choice, 'an update sent as something else', typeOf);
}

export function duplicateKeys(evidence: Evidence): Seen {
  const asked = updatesOfListed(evidence).filter((reading) => isWellSent(reading) && hasDuplicateKey(reading));
  const choice = (reading: Reading) => {
    if (reading.status === 400) return 400;
    return isAccepted(reading) && quantityReceived(reading) === quantitySent(reading) ? 'last-wins' : undefined;
  };
  return agreed(asked, choice, 'an update with one key twice');
}

export function byteOrderMark(evidence: Evidence): Seen {
  const asked = updatesOfListed(evidence).filter(
    (reading) =>
      isWellSent(reading) &&
      reading.exchange.request.body?.startsWith('\uFEFF') === true &&
      hasOnlyQuantity(objectOf(reading.sent)),
  );
  return agreed(asked, choiceOf({ accepted: 'ignored', refused: 400 }), 'an update that begins with a byte order mark');
}

function updatesOfListed(evidence: Evidence): Reading[] {
  return ordinary(evidence).filter((reading) => {
    const petId = targetOf(reading);
    return petId !== undefined && listingBefore(evidence, reading)?.stock.has(petId) === true;
  });
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

function inWords(values: readonly bigint[]): string {
  return [...new Set(values)].slice(0, 10).join(', ') || 'none';
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}
