import { defaultBehaviour } from '../../spec/behaviour.js';
import type { Evidence } from '../evidence.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { validUpdates } from '../rules/update-requests.js';
import { ordinary, type Seen, seen, unseen } from './seen.js';

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
  const note = `below: ${inWords(lowest, refused, -1n)}; above: ${inWords(highest, refused, 1n)}`;
  if (minimum === undefined && maximum === undefined) return unseen(note, readings);
  const answer = { minimum: minimum ?? usual.minimum, maximum: maximum ?? usual.maximum };
  const notSeen = [...(minimum === undefined ? ['minimum'] : []), ...(maximum === undefined ? ['maximum'] : [])];
  const near = (bound: bigint, direction: bigint) =>
    updates
      .filter(({ quantity }) => quantity === bound || quantity === bound + direction)
      .map(({ reading }) => reading);
  return seen(answer, note, readings, notSeen, { minimum: near(lowest, -1n), maximum: near(highest, 1n) });
}

/** Answers the last one accepted in a direction, where it is the bound. */
function boundAt(last: bigint, refused: readonly bigint[], direction: 1n | -1n): number | undefined {
  if (last * direction >= MOST) return Number(MOST * direction);
  return refused.includes(last + direction) ? Number(last) : undefined;
}

/** Answers the least of these, or with a sign of -1 the greatest. */
function least(values: readonly bigint[], sign: 1n | -1n): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (found, value) => (found === undefined || value * sign < found * sign ? value : found),
    undefined,
  );
}

/** Tells what decides on one side. Any other quantity that was accepted may be the stock of a pet. */
function inWords(last: bigint, refused: readonly bigint[], direction: 1n | -1n): string {
  const next = last + direction;
  if (last * direction >= MOST) return 'accepted as far as a fake goes';
  if (refused.includes(next)) return `accepted ${last} and refused ${next}`;
  const isRefused = refused.some((value) => value * direction > last * direction);
  return isRefused ? 'refused, from where on was not seen' : 'nothing was refused';
}
