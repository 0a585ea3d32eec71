import { precedes } from '../../exchange/exchange.js';
import { integerOf, LosslessNumber, validatorStandIn } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { memoize } from '../../json/memoize.js';
import { quote } from '../../json/quoting.js';
import { defaultBehaviour } from '../../service/behaviour.js';
import { sharedSchemas } from '../../service/schemas.js';
import { findViolation } from '../../service/validate.js';
import { defineRules, inconclusive, judgeEach, passes, suspicious, violates } from '../note.js';
import { ordinary, seen, unseen } from '../observations/seen.js';
import { unlessOutage } from '../outages.js';
import { hasMalformedId, objectOf, type Reading } from '../reading.js';
import { inShort, isMalformed, isWellSent, judgeRejected, strictJson, whyInconclusive } from '../requests.js';
import type { Evidence, Note, OperationRules, Seen } from '../rule.js';
import {
  attributeChange,
  judgeOtherPets,
  judgeOtherRejections,
  judgeRejectedWrites,
  judgeStatus,
} from '../stock/side-effects.js';
import {
  acceptedUpdates,
  holds,
  isListed,
  isUpdate,
  listingBefore,
  listingOf,
  mayHaveChanged,
  missedUpdates,
  quantitySent,
  stockSteps,
  targetOf,
  type Update,
  unlistedUpdates,
  validUpdates,
  writesBetween,
} from '../stock/stock-history.js';

type ValueIn = (body: JsonObject) => JsonValue | undefined;

/** Returns the rules of an operation that sets the quantity of a pet. `valueIn`: the quantity in the body of a request. */
export function updateRules(valueIn: ValueIn): OperationRules {
  const rules = [...resultRules, ...rejectRules(valueIn), ...otherRules];
  return { rules, valueIn, isOrdinary, mayBeOutOfRange, observers: { 'quantity-range': quantityRange } };
}

const operations = ['updateInventory'];
const withLists = ['listInventory', ...operations];

/** The response to a valid update, what becomes of its quantity, and what an update leaves alone. */
const resultRules = defineRules({ class: 'write', operations: withLists, whyUnexercised }, [
  {
    id: 'update/answer',
    title: 'A valid update gets 200 with the updated item',
    statements: ['update.answers-200-with-updated-item', 'update.sets-quantity', 'update.updates-one-pet'],
    judge: judgeEach(validUpdates, judgeResponse),
  },
  {
    id: 'update/sets',
    title: 'The same update sent again has the same result',
    statements: ['update.sets-quantity'],
    judge: judgeRepetition,
  },
  {
    id: 'update/stored',
    title: 'The next list shows the quantity that was set',
    statements: ['update.sets-quantity', 'update.changes-quantity', 'inventory.returns-current-stock-levels'],
    judge: (evidence) => judgeStored(evidence, (update) => update.isOrdinary),
  },
  {
    id: 'update/accepted-means-stored',
    title: 'Any integer is rejected with 400, or accepted and stored exactly',
    statements: ['inventory-update.quantity', 'update.sets-quantity', 'update.records-stock-movements'],
    severity: 'implied',
    judge: judgeOthers,
  },
  {
    id: 'update/only-this-pet',
    title: 'An update changes no other pet, and adds and removes none',
    statements: ['update.updates-one-pet', 'update.sets-quantity'],
    shownBy: 'all',
    judge: judgeEach(stockSteps, judgeOtherPets),
  },
  {
    id: 'update/keeps-status',
    title: 'An update does not change the pet’s status',
    statements: ['update.changes-quantity'],
    severity: 'implied',
    judge: judgeStatus,
  },
  {
    id: 'update/rejected-changes-nothing',
    title: 'An update that is rejected changes nothing',
    statements: ['update.answers-400', 'errors.400'],
    severity: 'implied',
    shownBy: 'all',
    judge: judgeOtherRejections,
  },
]);

/** Updates that are rejected for their pet, for their key, or for the limit. */
const otherRules = defineRules({ class: 'write', operations, whyUnexercised }, [
  {
    id: 'update/unknown-pet',
    title: 'An update of a pet that is not listed gets 404 and changes nothing',
    statements: ['update.answers-404', 'errors.404'],
    operations: withLists,
    judge: judgeUnknownPet,
  },
  {
    id: 'update/malformed-id',
    title: 'An update with an id that is not an int64 is rejected',
    statements: ['update.pet-id-parameter'],
    severity: 'implied',
    judge: judgeEach(({ readings }) => readings, unlessOutage(judgeMalformedId)),
  },
  {
    id: 'auth/refused-changes-nothing',
    operations: withLists,
    shownBy: 'all',
    title: 'An update that gets 401 changes nothing',
    statements: ['auth.missing-or-invalid-key-answers-401', 'update.answers-401'],
    severity: 'implied',
    judge: (evidence) => judgeRejectedWrites(evidence, ({ status }) => status === 401),
  },
  {
    id: 'limits/refused-changes-nothing',
    title: 'An update that gets 429 changes nothing',
    statements: ['limits.exceeded-answers-429'],
    severity: 'implied',
    class: 'exhaust',
    judge: judgeLimitedUpdates,
  },
]);

/** The effect of updates is only visible in lists, and some lists cannot be parsed. */
function whyUnexercised({ readings }: Evidence): string | undefined {
  const lists = readings.filter(({ operation, status }) => operation?.id === 'listInventory' && status === 200);
  return lists.length > 0 && !lists.some(listingOf) ? 'no list had the documented form' : undefined;
}

/** The pet is listed, and its new quantity is one that some pet has: it cannot be out of bounds. */
function isOrdinary(reading: Reading, evidence: Evidence): boolean {
  const petId = targetOf(reading);
  const quantity = quantitySent(evidence, reading);
  const isPlain = Object.keys(objectOf(reading.sent) ?? {}).length === 1;
  if (petId === undefined || quantity === undefined || !isPlain) return false;
  const stocks = [...new Set(evidence.readings.flatMap((other) => listingOf(other)?.stock ?? []))];
  return stocks.some((stock) => stock.has(petId)) && stocks.some((stock) => holds(stock, quantity));
}

/** Returns whether no pet has the quantity, and no update to it was accepted. */
function mayBeOutOfRange(reading: Reading, evidence: Evidence): boolean {
  const quantity = quantitySent(evidence, reading);
  if (holds(listingBefore(evidence, reading)?.stock, quantity)) return false;
  return !validUpdates(evidence).some((update) => update.quantity === quantity && update.reading.isAccepted);
}

function judgeResponse(update: Update, evidence: Evidence): Note | undefined {
  const { reading } = update;
  if (!update.isOrdinary) return undefined;
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  const expected = itemInWords(update);
  if (reading.status === 200) return judgeItem(evidence, update, expected) ?? passes(reading);
  const problem = `a valid update of a listed pet got ${reading.status}`;
  // Somebody else may have removed the pet meanwhile.
  const isExplainable = reading.status === 404;
  return violates(reading, {
    problem,
    expected,
    received: inShort(reading),
    isExplainable,
    related: listBefore(update.listing),
  });
}

function judgeItem(evidence: Evidence, update: Update, expected: string): Note | undefined {
  const { reading, petId, quantity } = update;
  const mistake = mistakeIn(reading, petId, quantity);
  const mayBeOther = mistake?.pointer === '/quantity' && isOvertaken(evidence, reading, petId);
  if (mayBeOther && !isMixedUp(evidence, update)) return inconclusive(reading, OVERTAKEN);
  return mistake && violates(reading, { ...mistake, expected, related: listBefore(update.listing) });
}

function listBefore(listing: Update['listing']): Reading[] {
  return listing === undefined ? [] : [listing.reading];
}

function itemInWords({ petId, quantity }: Update): string {
  return `200 with {"petId": ${petId}, "quantity": ${quantity}, "status": …}`;
}

const OVERTAKEN = 'another request for the same pet was under way at the same time';

/** Returns whether another write was under way that may have changed the pet, so that the response may show its quantity. */
function isOvertaken(evidence: Evidence, reading: Reading, petId: string): boolean {
  return writesBetween(evidence, reading, reading).some((other) => other !== reading && mayHaveChanged(other, petId));
}

/** Returns whether no order explains the quantity in a response: no other update sent it, or that one shows the quantity of this. */
function isMixedUp(evidence: Evidence, { reading, petId, quantity }: Update): boolean {
  const others = writesBetween(evidence, reading, reading).filter(
    (one) => one !== reading && mayHaveChanged(one, petId),
  );
  const updates = acceptedUpdates(evidence, others);
  const shown = quantityReceived(reading);
  const senders = updates.filter((other) => other.quantity === shown);
  return updates.length === others.length && senders.every((other) => quantityReceived(other.reading) === quantity);
}

function mistakeIn(reading: Reading, petId: string, quantity: bigint) {
  const received = inShort(reading);
  if (reading.received.kind !== 'json') return { problem: 'the response has no item', received, pointer: '' };
  const item = reading.received.value;
  const violation = findViolation(sharedSchemas.InventoryItem, item);
  if (violation !== undefined) {
    const problem = `the response is not an InventoryItem: ${violation.pointer || 'it'} ${violation.problem}`;
    return { problem, received, pointer: violation.pointer };
  }
  const { petId: shownId, quantity: shown } = item as JsonObject;
  if (integerOf(shownId) !== BigInt(petId)) {
    const id = String(shownId).slice(0, LONGEST_NUMBER);
    return { problem: `the response is for pet ${id}`, received: id, pointer: '/petId' };
  }
  if (integerOf(shown) !== quantity) {
    const number = String(shown).slice(0, LONGEST_NUMBER);
    const problem = `the response has quantity ${number}, not the one that was sent`;
    return { problem, received: number, pointer: '/quantity' };
  }
  return undefined;
}

/** A service may write any number of digits. */
const LONGEST_NUMBER = 60;

function* judgeRepetition(evidence: Evidence): Iterable<Note> {
  const latest = new Map<string, Update>();
  for (const again of validUpdates(evidence)) {
    const first = latest.get(again.petId);
    latest.set(again.petId, again);
    if (first?.hasMore || again.hasMore) continue;
    if (first === undefined || first.quantity !== again.quantity || !first.reading.isAccepted) continue;
    if (!isDisturbed(evidence, first, again)) yield judgeAgain(evidence, first, again);
  }
}

function judgeAgain(evidence: Evidence, { reading: first, quantity, petId }: Update, { reading: again }: Update): Note {
  const why = whyInconclusive(again);
  if (why !== undefined) return inconclusive(again, why);
  const expected = `${first.status} with quantity ${quantity}, as before`;
  if (!again.isAccepted) {
    const problem = `the update was accepted once and got ${again.status} when it was repeated`;
    const isExplainable = again.status === 404;
    return violates(again, { problem, expected, received: inShort(again), related: [first], isExplainable });
  }
  const [before, after] = [quantityReceived(first), quantityReceived(again)];
  if (before === undefined || after === undefined) return inconclusive(again, 'the responses show no quantity');
  if (before === after) return passes(again);
  if ([first, again].some((one) => isOvertaken(evidence, one, petId))) return inconclusive(again, OVERTAKEN);
  const problem = `the same update gave quantity ${before} first and ${after} then`;
  return violates(again, { problem, expected, received: String(after), pointer: '/quantity', related: [first] });
}

/** Something else may have changed or removed the pet in between, or the two overlap. */
function isDisturbed(evidence: Evidence, { reading: first, petId }: Update, { reading: again }: Update): boolean {
  const others = writesBetween(evidence, first, again).filter((write) => write !== first && write !== again);
  return !precedes(first.exchange, again.exchange) || others.some((write) => mayHaveChanged(write, petId));
}

function judgeOthers(evidence: Evidence): Note[] {
  const isOther = ({ isOrdinary, petId, listing }: Update) => !isOrdinary && listing?.stock.has(petId) === true;
  const others = validUpdates(evidence).filter(isOther);
  return [...others.map((update) => judgeAccepted(evidence, update)), ...judgeStored(evidence, isOther)];
}

/** An accepted value may still not be stored; a rejection is complete in itself. */
function judgeAccepted(evidence: Evidence, update: Update): Note {
  const { reading } = update;
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 400) return passes(reading);
  if (!reading.isAccepted) return inconclusive(reading, `got ${reading.status}`);
  const note = judgeItem(evidence, update, `400, or ${itemInWords(update)}`);
  return note ?? inconclusive(reading, 'no list shows what was stored');
}

function judgeStored(evidence: Evidence, isMeant: (update: Update) => boolean): Note[] {
  return outcomesIn(evidence).flatMap((outcome) => {
    if (!isMeant(outcome.update)) return [];
    if (outcome.possible !== undefined) return compare(evidence, outcome, outcome.possible);
    return inconclusive(outcome.update.reading, 'another request changed the same pet, or may have');
  });
}

type Outcome = ReturnType<typeof outcomesIn>[number];
type Possible = NonNullable<Outcome['possible']>;

/** What became of the last update of each pet between two lists. */
const outcomesIn = memoize((evidence: Evidence) =>
  stockSteps(evidence).flatMap((step) => {
    const accepted = acceptedUpdates(evidence, step.writes);
    const lastByPet = new Map(accepted.map((update) => [update.petId, update]));
    return [...lastByPet.values()].map((update) => {
      const touching = step.writes.filter((write) => mayHaveChanged(write, update.petId));
      const own = touching.flatMap((write) => accepted.find(({ reading }) => reading === write) ?? []);
      const was = step.before.stock.get(update.petId)?.quantity;
      // Known if everything that may have changed the pet was a valid update that was accepted.
      const possible = own.length === touching.length ? possibleAfter(own, was, step.after.reading) : undefined;
      return { step, update, possible, was, shown: step.after.stock.get(update.petId) };
    });
  }),
);

/** Returns the quantities that a list may show of a pet, in whatever order the updates that overlap were carried out. */
function possibleAfter(updates: readonly Update[], was: bigint | undefined, list: Reading): (bigint | undefined)[] {
  const done = updates.filter(({ reading }) => precedes(reading.exchange, list.exchange));
  const isLast = ({ reading }: Update) => !done.some((other) => precedes(reading.exchange, other.reading.exchange));
  const last = updates.filter(isLast).map(({ quantity }) => quantity);
  return done.length > 0 ? last : [was, ...last];
}

function compare(evidence: Evidence, { step, update, was, shown }: Outcome, possible: Possible): Note {
  const { after, writes } = step;
  const { reading, petId, quantity } = update;
  if (shown !== undefined && possible.includes(shown.quantity)) return passes(after.reading);
  // Values that this client set, or that were there before: another writer is unlikely to set exactly these.
  const own = [was, ...writes.map((write) => quantitySent(evidence, write)), ...madeOf(quantity, was)];
  // A pet that another writer removed is not there for the same update again.
  const isOwn = shown === undefined || own.includes(shown.quantity);
  const found = {
    problem: `pet ${petId} was set to ${quantity}, and the list shows ${shown?.quantity ?? 'no such pet'}`,
    expected: `quantity ${[...new Set(possible)].join(' or ')}`,
    received: shown === undefined ? 'no such pet in the list' : `quantity ${shown.quantity}`,
    pointer: shown === undefined ? '' : `/${shown.index}/quantity`,
    related: [reading],
  };
  return attributeChange(after.reading, isOwn || evidence.settings.isExclusive, found, suspicious);
}

/** Returns what a service makes of a quantity that it doubles, or adds to what was there; not what others set by chance, too. */
function madeOf(quantity: bigint, was: bigint | undefined): bigint[] {
  const made = was === undefined ? [2n * quantity] : [2n * quantity, was + quantity, 2n * quantity - was];
  return made.filter((value) => value < -99n || value > 99n);
}

/** Bodies that are rejected: without the required field, with an invalid value, or not an object. */
function rejectRules(valueIn: ValueIn) {
  const ofObject = (isMeant: (body: JsonObject) => boolean) => ofBody((body) => isJsonObject(body) && isMeant(body));
  const ofValue = (isMeant: (value: JsonValue) => boolean) =>
    ofObject((body) => {
      const value = valueIn(body);
      return value !== undefined && isMeant(value);
    });
  const bad: readonly (readonly [id: string, inWords: string, isIt: (reading: Reading) => boolean])[] = [
    ['missing', 'without a quantity', ofObject((body) => valueIn(body) === undefined)],
    ['string', 'with a text as quantity', ofValue((value) => typeof value === 'string')],
    ['fraction', 'with a fraction as quantity', ofValue(isFraction)],
    ['null', 'with null as quantity', ofValue((value) => value === null)],
    ['boolean', 'with true or false as quantity', ofValue((value) => typeof value === 'boolean')],
    ['array', 'with an array as quantity', ofValue((value) => Array.isArray(value))],
    ['object', 'with an object as quantity', ofValue(isJsonObject)],
    ['empty-body', 'with an empty body', ({ sent }) => sent.kind === 'none'],
    ['malformed-json', 'with a body that is not JSON', isMalformed],
    ['array-body', 'with an array as body', ofBody((body) => Array.isArray(body))],
    [
      'scalar-body',
      'with a text, a number or a boolean as body',
      ofBody((body) => !isJsonObject(body) && !Array.isArray(body) && body !== null),
    ],
    ['null-body', 'with null as body', ofBody((body) => body === null)],
  ];
  return defineRules(
    { class: 'write', operations, whyUnexercised },
    bad.map(([id, inWords, isIt]) => ({
      id: `update/rejects/${id}`,
      title: `An update ${inWords} is rejected with 400`,
      statements: ['update.answers-400', 'update.request-body', 'inventory-update.quantity', 'errors.400'],
      // An id that is not an int64 may be the reason.
      judge: judgeRejected(
        (reading) => targetOf(reading) !== undefined && isWellSent(reading) && isIt(reading),
        whyUpdateIsInconclusive,
        (reading, evidence) => ({
          problem: `an update ${inWords} got ${reading.status}: ${quote(reading.exchange.request.body ?? '')}`,
          related: listBefore(listingBefore(evidence, reading)),
          isExplainable: reading.status === 404,
        }),
      ),
    })),
  );
}

function whyUpdateIsInconclusive(reading: Reading, evidence: Evidence): string | undefined {
  const isUnknown = reading.status === 404 && isListed(evidence, reading) !== true;
  return whyInconclusive(reading) ?? (isUnknown ? 'got 404, and the pet may not exist' : undefined);
}

function ofBody(isMeant: (body: JsonValue) => boolean): (reading: Reading) => boolean {
  return (reading) => {
    const body = strictJson(reading);
    return body !== undefined && isMeant(body);
  };
}

/** `1e2` and `5.0` are integers. */
function isFraction(value: JsonValue): boolean {
  if (value instanceof LosslessNumber) return !Number.isInteger(validatorStandIn(value));
  return typeof value === 'number' && !Number.isInteger(value);
}

function judgeUnknownPet(evidence: Evidence): Note[] {
  const missed = new Set(missedUpdates(evidence));
  return [
    ...unlistedUpdates(evidence).map((update) => judgeUnlisted(evidence, update)),
    ...judgeRejectedWrites(evidence, (write) => missed.has(write)),
  ];
}

function judgeUnlisted({ settings }: Evidence, { reading, listing, quantity, petId }: Update): Note {
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 404) return passes(reading);
  // A quantity that the store does not hold may be out of bounds, and may be checked first.
  if (reading.status === 400 && !holds(listing?.stock, quantity))
    return inconclusive(reading, 'got 400, perhaps for the quantity');
  return violates(reading, {
    problem: `an update of pet ${petId}, which is not listed, got ${reading.status}`,
    expected: '404 with an Error',
    received: inShort(reading),
    related: listBefore(listing),
    // In a recording a long time may lie between the two.
    isExplainable: settings.level === undefined,
  });
}

function judgeMalformedId(reading: Reading): Note | undefined {
  const { status = 0, pathId = '' } = reading;
  if (!isUpdate(reading) || !isWellSent(reading) || !hasMalformedId(reading)) return undefined;
  if (reading.isAccepted || status >= 500) {
    return violates(reading, {
      problem: `an update of ${quote(pathId)}, which is not an int64, got ${status}`,
      expected: '400 or 404 with an Error',
      received: inShort(reading),
    });
  }
  const why = whyInconclusive(reading);
  return why === undefined ? passes(reading) : inconclusive(reading, why);
}

function* judgeLimitedUpdates(evidence: Evidence): Iterable<Note> {
  yield* judgeRejectedWrites(evidence, ({ isLimited }) => isLimited);
  if (evidence.settings.level !== 'exhaust') return;
  const limited = evidence.readings.filter(({ isLimited, isCached }) => isLimited && !isCached);
  const [first] = limited;
  if (first === undefined || limited.some(isUpdate)) return;
  yield inconclusive(first, 'no update exceeded the limit: a run sends some only with --exclusive');
}

function quantityReceived({ received }: Reading): bigint | undefined {
  return integerOf(objectOf(received)?.quantity);
}

/** The last integer that a double holds exactly; a fake goes no further. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** A bound is known if a quantity and its neighbour got different statuses, or if there is none within what a double holds. */
function quantityRange(evidence: Evidence): Seen {
  const asked = ordinary(evidence);
  const updates = validUpdates(evidence).filter(
    ({ reading, petId, listing, hasMore }) => asked.includes(reading) && listing?.stock.has(petId) && !hasMore,
  );
  const readings = updates.map(({ reading }) => reading);
  if (updates.length === 0) return unseen('no quantity was sent for a pet that a list of the documented form showed');
  const accepted = updates.filter(({ reading }) => reading.isAccepted).map(({ quantity }) => quantity);
  const rejected = updates.filter(({ reading }) => reading.status === 400).map(({ quantity }) => quantity);
  const [first, ...others] = accepted;
  if (first === undefined) return unseen('no quantity was accepted', readings);
  const least = others.reduce((one, other) => (other < one ? other : one), first);
  const most = others.reduce((one, other) => (other > one ? other : one), first);
  if (rejected.some((value) => value >= least && value <= most)) {
    return unseen('a quantity was rejected though it lies between accepted ones', readings);
  }
  const bounds = { minimum: boundAt(least, -1n, rejected), maximum: boundAt(most, 1n, rejected) };
  const note = `below: ${bounds.minimum.note}; above: ${bounds.maximum.note}`;
  const notSeen = (['minimum', 'maximum'] as const).filter((name) => bounds[name].value === undefined);
  if (notSeen.length === 2) return unseen(note, readings);
  const { minimum, maximum } = defaultBehaviour['quantity-range'];
  const range = { minimum: bounds.minimum.value ?? minimum, maximum: bounds.maximum.value ?? maximum };
  // Any other quantity may be the stock of a pet.
  const near = (last: bigint, next: bigint) =>
    updates.filter(({ quantity }) => quantity === last || quantity === next).map(({ reading }) => reading);
  return seen(range, note, readings, notSeen, { minimum: near(least, least - 1n), maximum: near(most, most + 1n) });
}

/** Returns the bound in a direction, if the last accepted quantity is known to be it. */
function boundAt(last: bigint, step: bigint, rejected: readonly bigint[]): { value?: number; note: string } {
  if (last * step >= MOST) return { value: Number(MOST * step), note: 'accepted as far as a fake goes' };
  const next = last + step;
  if (rejected.includes(next)) return { value: Number(last), note: `accepted ${last} and rejected ${next}` };
  const isBounded = rejected.some((value) => value * step > last * step);
  return { note: isBounded ? 'rejected, from an unknown bound on' : 'nothing was rejected' };
}

/** `PATCH /inventory/{petId}` (§4.2). */
export const updateInventory = updateRules((body) => body.quantity);
