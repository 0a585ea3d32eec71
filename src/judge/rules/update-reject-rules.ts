import { LosslessNumber } from 'lossless-json';
import { isInt64, isJsonObject, type JsonValue, validatorStandIn } from '../../spec/json.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import {
  inShort,
  isAccepted,
  isMalformed,
  isWellSent,
  strictJson,
  type Update,
  validUpdates,
  whyInconclusive,
} from '../requests.js';
import { inconclusive, type Note, passes, type Rule, suspicious, violates } from '../rule.js';
import { listingBefore, mayHaveChanged, type StockStep, stockSteps, targetOf } from '../stock-history.js';
import { attributeChange } from './update-side-effect-rules.js';

interface BadBody {
  readonly id: string;
  /** Completes “An update … is rejected with 400”. */
  readonly inWords: string;
  readonly isIt: (reading: Reading) => boolean;
}

const badBodies: readonly BadBody[] = [
  { id: 'missing', inWords: 'without a quantity', isIt: ofObject((body) => !Object.hasOwn(body, 'quantity')) },
  { id: 'string', inWords: 'with a text as quantity', isIt: ofQuantity((value) => typeof value === 'string') },
  { id: 'fraction', inWords: 'with a fraction as quantity', isIt: ofQuantity(isFraction) },
  { id: 'null', inWords: 'with null as quantity', isIt: ofQuantity((value) => value === null) },
  { id: 'boolean', inWords: 'with true or false as quantity', isIt: ofQuantity((value) => typeof value === 'boolean') },
  { id: 'array', inWords: 'with an array as quantity', isIt: ofQuantity((value) => Array.isArray(value)) },
  { id: 'object', inWords: 'with an object as quantity', isIt: ofQuantity((value) => isJsonObject(value)) },
  { id: 'empty-body', inWords: 'with an empty body', isIt: ({ sent }) => sent.kind === 'none' },
  { id: 'malformed-json', inWords: 'with a body that is not JSON', isIt: isMalformed },
  { id: 'array-body', inWords: 'with an array as body', isIt: ofBody((body) => Array.isArray(body)) },
  { id: 'scalar-body', inWords: 'with a text, a number or a boolean as body', isIt: ofBody(isScalar) },
  { id: 'null-body', inWords: 'with null as body', isIt: ofBody((body) => body === null) },
];

/** Which bodies are rejected: without the required field, with an invalid value, or not an object. */
export const updateRejectRules: readonly Rule[] = badBodies.map(({ id, inWords, isIt }) => ({
  id: `update/rejects/${id}`,
  title: `An update ${inWords} is rejected with 400`,
  statements: ['update.answers-400', 'update.request-body', 'inventory-update.quantity', 'errors.400'],
  severity: 'documented',
  class: 'write',
  operations: ['updateInventory'],
  judge: (evidence) => judgeRejectedUpdate(evidence, isIt, inWords),
}));

function* judgeRejectedUpdate(evidence: Evidence, isIt: BadBody['isIt'], inWords: string): Iterable<Note> {
  for (const reading of evidence.readings) {
    // An id that is not an int64 may be the reason.
    if (!isWellSent(reading) || targetOf(reading) === undefined || !isIt(reading)) continue;
    const why = whyInconclusive(reading);
    if (why !== undefined) yield inconclusive(reading, why);
    else if (reading.status === 400) yield passes(reading);
    else yield judgeOther(evidence, reading, inWords);
  }
}

function judgeOther(evidence: Evidence, reading: Reading, inWords: string): Note {
  const isMissing = reading.status === 404;
  const listing = listingBefore(evidence, reading);
  if (isMissing && listing?.stock.has(reading.petId ?? '') !== true) {
    return inconclusive(reading, 'got 404, and the pet may not exist');
  }
  return violates(reading, {
    problem: `an update ${inWords} got ${reading.status}: ${quote(reading.exchange.request.body ?? '')}`,
    expected: '400 with an Error',
    received: inShort(reading),
    related: listing === undefined ? [] : [listing.reading],
    isExplainable: isMissing,
  });
}

function ofBody(isMeant: (body: JsonValue) => boolean): BadBody['isIt'] {
  return (reading) => {
    const body = strictJson(reading);
    return body !== undefined && isMeant(body);
  };
}

function ofObject(isMeant: (body: { readonly [key: string]: JsonValue }) => boolean): BadBody['isIt'] {
  return ofBody((body) => isJsonObject(body) && isMeant(body));
}

function ofQuantity(isMeant: (quantity: JsonValue) => boolean): BadBody['isIt'] {
  return ofObject((body) => Object.hasOwn(body, 'quantity') && isMeant(body.quantity ?? null));
}

/** `1e2` and `5.0` are integers. */
function isFraction(value: JsonValue): boolean {
  if (value instanceof LosslessNumber) return !Number.isInteger(validatorStandIn(value));
  return typeof value === 'number' && !Number.isInteger(value);
}

function isScalar(body: JsonValue): boolean {
  return ['string', 'number', 'boolean'].includes(typeof body) || body instanceof LosslessNumber;
}

/** The response to an update of an unknown pet. */
export const updateIdRules: readonly Rule[] = [
  {
    id: 'update/unknown-pet',
    title: 'An update of a pet that is not listed gets 404 and changes nothing',
    statements: ['update.answers-404', 'errors.404'],
    severity: 'documented',
    class: 'write',
    operations: ['listInventory', 'updateInventory'],
    judge: judgeUnknownPet,
  },
  {
    id: 'update/malformed-id',
    title: 'An update with an id that is not an int64 is rejected',
    statements: ['update.pet-id-parameter'],
    severity: 'implied',
    class: 'write',
    operations: ['updateInventory'],
    judge: judgeMalformedId,
  },
];

function* judgeUnknownPet(evidence: Evidence): Iterable<Note> {
  const updates = validUpdates(evidence);
  const unknown = updates.filter(({ petId, listing }) => listing?.stock.has(petId) === false);
  for (const update of unknown) yield judgeResponse(evidence, update);
  const missed = new Map(
    unknown.flatMap((update) => (update.reading.status === 404 ? [[update.reading, update]] : [])),
  );
  for (const step of stockSteps(evidence)) {
    const meant = step.writes.flatMap((write) => missed.get(write) ?? []);
    for (const update of meant) yield judgeEffect(evidence, step, update);
  }
}

function judgeResponse({ settings }: Evidence, { reading, listing, quantity, petId }: Update): Note {
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 404) return passes(reading);
  // A quantity that the store does not hold may be out of bounds, and may be checked first.
  const isHeld = [...(listing?.stock.values() ?? [])].some((entry) => entry.quantity === quantity);
  if (reading.status === 400 && !isHeld) return inconclusive(reading, 'got 400, perhaps for the quantity');
  return violates(reading, {
    problem: `an update of pet ${petId}, which is not listed, got ${reading.status}`,
    expected: '404 with an Error',
    received: inShort(reading),
    related: listing === undefined ? [] : [listing.reading],
    // In a recording a long time may lie between the two.
    isExplainable: settings.level === undefined,
  });
}

const BEYOND_32_BITS = 2n ** 32n;

function judgeEffect({ settings }: Evidence, { before, after, writes }: StockStep, update: Update): Note {
  const { reading, petId, quantity } = update;
  const isNew = (id: string) =>
    after.stock.get(id)?.quantity === quantity && before.stock.get(id)?.quantity !== quantity;
  const mayBeOthers = (id: string) =>
    writes.some((write) => write !== reading && (mayHaveChanged(write, id) || targetOf(write) === id));
  const isBorn = after.stock.has(petId) && !before.stock.has(petId) && !mayBeOthers(petId);
  const changed = isBorn ? petId : [...after.stock.keys()].find((id) => isNew(id) && !mayBeOthers(id));
  if (changed === undefined) return passes(after.reading);
  const shown = after.stock.get(changed);
  const found = {
    problem: `the update of pet ${petId}, which is not listed, ${isBorn ? 'created it' : `changed pet ${changed}`}`,
    expected: 'the same list as before',
    received: `pet ${changed} with quantity ${shown?.quantity}`,
    pointer: shown?.pointer ?? '',
    related: [before.reading, reading],
  };
  // In a run the id was drawn from so many that nobody else creates this one.
  if (isBorn && settings.level !== undefined && BigInt(petId) > BEYOND_32_BITS) return violates(after.reading, found);
  return attributeChange(
    after.reading,
    isNew(changed) || settings.isExclusive,
    found,
    isBorn ? suspicious : inconclusive,
  );
}

function* judgeMalformedId({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    if (!isWellSent(reading) || !isNoInt64(reading.petId ?? '')) continue;
    const { status = 0 } = reading;
    const isWrong = isAccepted(reading) || status >= 500;
    const why = isWrong ? undefined : whyInconclusive(reading);
    if (why !== undefined) yield inconclusive(reading, why);
    else if (!isWrong) yield passes(reading);
    else {
      yield violates(reading, {
        problem: `an update of ${quote(reading.petId ?? '')}, which is not an int64, got ${status}`,
        expected: '400 or 404 with an Error',
        received: inShort(reading),
      });
    }
  }
}

/** Another way to write an integer (`007`, `+7`, `7.0`) may be taken for it; no id at all is another path. */
export function isNoInt64(petId: string): boolean {
  const text = petId.trim();
  if (/^[+-]?\d+$/.test(text)) return text.length > 40 || !isInt64(BigInt(text.replace(/^\+/, '')));
  return text !== '' && !Number.isInteger(Number(text));
}
