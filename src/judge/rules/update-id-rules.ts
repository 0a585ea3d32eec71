import { quote } from '../../json/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import { sparingOutages } from '../outages.js';
import {
  hasMalformedId,
  inShort,
  isWellSent,
  missedUpdates,
  type Update,
  unlistedUpdates,
  whyInconclusive,
} from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, violates } from '../rule.js';
import { judgeRejectedWrites } from '../stock/rejected-writes.js';

/** The response to an update of an unknown pet. */
export const updateIdRules = ruleFamily({ class: 'write', operations: ['updateInventory'] }, [
  {
    id: 'update/unknown-pet',
    title: 'An update of a pet that is not listed gets 404 and changes nothing',
    statements: ['update.answers-404', 'errors.404'],
    operations: ['listInventory', 'updateInventory'],
    judge: judgeUnknownPet,
  },
  {
    id: 'update/malformed-id',
    title: 'An update with an id that is not an int64 is rejected',
    statements: ['update.pet-id-parameter'],
    severity: 'implied',
    judge: judgeEach(({ readings }) => readings, sparingOutages(judgeMalformedId)),
  },
]);

function judgeUnknownPet(evidence: Evidence): Note[] {
  const missed = new Set(missedUpdates(evidence));
  return [
    ...unlistedUpdates(evidence).map((update) => judgeResponse(evidence, update)),
    ...judgeRejectedWrites(evidence, (write) => missed.has(write)),
  ];
}

function judgeResponse({ settings }: Evidence, { reading, listing, quantity, petId, isUsual }: Update): Note {
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 404) return passes(reading);
  if (!isUsual && !reading.isAccepted) return inconclusive(reading, `got ${reading.status}, perhaps for the spelling`);
  // A quantity that the store does not hold may be out of bounds, and may be checked first.
  const isHeld = listing?.stock.holds(quantity) === true;
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

function judgeMalformedId(reading: Reading): Note | undefined {
  const { status = 0, petId = '' } = reading;
  if (!isWellSent(reading) || !hasMalformedId(reading)) return undefined;
  if (reading.isAccepted || status >= 500) {
    return violates(reading, {
      problem: `an update of ${quote(petId)}, which is not an int64, got ${status}`,
      expected: '400 or 404 with an Error',
      received: inShort(reading),
    });
  }
  const why = whyInconclusive(reading);
  return why === undefined ? passes(reading) : inconclusive(reading, why);
}
