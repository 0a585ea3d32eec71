import { isGoodKey } from '../governor/governor.js';
import { findBound } from './find-bound.js';
import type { Learner } from './learner.js';
import { searches } from './learning-probes.js';
import { readTrial } from './read-trial.js';
import { usualQuantities } from './usual-bounds.js';

const FURTHEST = BigInt(Number.MAX_SAFE_INTEGER);

/** Looks for the largest and the smallest quantity (open question `quantity-range`). */
export async function findQuantityBounds(learner: Learner): Promise<void> {
  const { original } = learner.session.places;
  const known = quantitiesTried(learner);
  const search = (sign: 1n | -1n) => {
    // A minimum is a maximum of what is below zero.
    const mirrored = known.map(({ quantity, shown }) => ({ value: sign * quantity, shown }));
    const accepted = mirrored.filter(({ shown }) => shown === 'accepted').map(({ value }) => value);
    const low = [...accepted, sign * BigInt(original)].reduce((a, b) => (b > a ? b : a));
    const refused = mirrored.filter(({ value, shown }) => shown === 'refused' && value > low).map(({ value }) => value);
    return findBound({
      accepted: low,
      refused: refused.length === 0 ? undefined : refused.reduce((a, b) => (b < a ? b : a)),
      usual: sign === 1n ? usualQuantities : [-1n, ...usualQuantities],
      furthest: FURTHEST,
      trial: async (value) => {
        const quantity = String(sign * value);
        const body = `{"quantity":${quantity}}`;
        return readTrial(await learner.send({ ...searches.quantity, body }), quantity, 400);
      },
    });
  };
  await search(1n);
  await search(-1n);
}

/** What the run has shown already, such as of 0 and -1. */
function quantitiesTried({ session: { exchanges, places } }: Learner) {
  return exchanges.flatMap((exchange) => {
    const { method, url, body, credential, headers } = exchange.request;
    const quantity = /^\{"quantity":(0|-?[1-9]\d*)\}$/.exec(body ?? '')?.[1];
    const isPlain = headers.some(([name, value]) => name === 'Content-Type' && value === 'application/json');
    const isOfPet = method === 'PATCH' && url.endsWith(`/inventory/${places.petId}`);
    if (quantity === undefined || !isOfPet || !isPlain || !isGoodKey(credential)) return [];
    return [{ quantity: BigInt(quantity), shown: readTrial(exchange, quantity, 400) }];
  });
}
