import { findBound } from './find-bound.js';
import type { Learner } from './learner.js';
import { searches } from './learning-probes.js';
import { readTrial } from './read-trial.js';
import { usualDepths } from './usual-bounds.js';

/** The object itself. */
const PLAIN_DEPTH = 1n;
/** The most that a behaviour can allow by number. Where one level more is accepted, there may be no limit. */
const FURTHEST = 1_000n;

/** Looks for the number of levels that a body may have (open question `nesting-limit`); unknown fields must be ignored for that. */
export async function findNestingLimit(learner: Learner): Promise<void> {
  const { original } = learner.session.places;
  const trial = async (depth: bigint) => {
    const inner = Number(depth - PLAIN_DEPTH);
    const body = `{"quantity":{original},"nested":${'['.repeat(inner)}${']'.repeat(inner)}}`;
    return readTrial(await learner.send({ ...searches.nesting, body }), original, 400);
  };
  if ((await trial(PLAIN_DEPTH + 1n)) !== 'accepted') return;
  await findBound({
    accepted: PLAIN_DEPTH + 1n,
    refused: undefined,
    usual: usualDepths,
    furthest: FURTHEST,
    trial,
  });
}
