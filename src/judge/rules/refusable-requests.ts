import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { listingOf, quantitySent, targetOf } from '../stock-history.js';
import { hasGivenKey, isAccepted } from './ordinary-answers.js';

/**
 * Tells whether a refusal other than 401 may be due to something else than the key, which a service may look at later
 * (open question `order-of-checks`). A 403 speaks of the key.
 */
export function mayBeRefusedOtherwise(reading: Reading, evidence: Evidence): boolean {
  const { status = 0 } = reading;
  if (status < 300) return false;
  if (isAnsweredSoWithKey(reading, evidence)) return true;
  return status >= 400 && status !== 403 && !isBeyondReproach(reading, evidence);
}

/** With the key, too: the address may be wrong, or the service away. */
function isAnsweredSoWithKey(reading: Reading, { readings }: Evidence): boolean {
  return readings.some(
    (other) => hasGivenKey(other) && isSameRequest(reading, other) && other.status === reading.status,
  );
}

/** Tells whether nothing but its key can be wrong with a request. */
function isBeyondReproach(reading: Reading, evidence: Evidence): boolean {
  const { operation, sent, sentType, exchange } = reading;
  if (exchange.request.url.includes('?')) return false;
  switch (operation) {
    case 'listInventory':
    case 'listOrders':
      return sent.kind === 'none';
    case 'getPet':
      return evidence.readings.some(
        (other) => hasGivenKey(other) && isSameRequest(reading, other) && isAccepted(other),
      );
    case 'updateInventory':
      return sentType === 'application/json' && isOrdinaryUpdate(reading, evidence);
    default:
      return sentType === 'application/json' && typeof objectOf(sent)?.message === 'string';
  }
}

/** The pet is listed, and its new quantity is one that some pet has: it cannot be out of bounds. */
function isOrdinaryUpdate(reading: Reading, { readings }: Evidence): boolean {
  const petId = targetOf(reading);
  const quantity = quantitySent(reading);
  const isPlain = Object.keys(objectOf(reading.sent) ?? {}).length === 1;
  if (petId === undefined || quantity === undefined || !isPlain) return false;
  const stocks = readings.flatMap((other) => listingOf(other)?.stock ?? []);
  return (
    stocks.some((stock) => stock.has(petId)) &&
    stocks.some((stock) => [...stock.values()].some((entry) => entry.quantity === quantity))
  );
}

function isSameRequest({ exchange: { request: a } }: Reading, { exchange: { request: b } }: Reading): boolean {
  return a.method === b.method && a.url === b.url && a.body === b.body;
}
