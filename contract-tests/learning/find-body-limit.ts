import { findBound } from './find-bound.js';
import type { Learner } from './learner.js';
import { searches } from './learning-probes.js';
import { readTrial } from './read-trial.js';
import { roundSizes, usualSizes } from './usual-bounds.js';

const FURTHEST = 2n * 1_024n * 1_024n;
/** A body of this size is never too large. */
const SMALL = 1_024n;

/**
 * Looks for the bytes that a body may have (open question `body-limit`): sends one body of 2 MiB and a byte, and only where that is
 * too large others, smaller ones: a limit that is no round number is left between two of these. They are filled with blanks, which are no part of what JSON says.
 */
export async function findBodyLimit(learner: Learner): Promise<void> {
  const { original } = learner.session.places;
  const bare = `{"quantity":${original}}`;
  await findBound({
    accepted: SMALL,
    refused: undefined,
    usual: usualSizes,
    round: roundSizes,
    furthest: FURTHEST,
    trial: async (bytes) => {
      const body = `${bare.slice(0, -1)}${' '.repeat(Number(bytes) - bare.length)}}`;
      return readTrial(await learner.send({ ...searches.size, body }), original, 413);
    },
  });
}
