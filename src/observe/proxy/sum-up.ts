import { mergeTallies } from './merge-tallies.js';
import type { ObserverSummary } from './observer.js';
import { addNotWhole, NONE_MISSING } from './wholeness.js';

export const NOTHING_SEEN: ObserverSummary = {
  exchanges: 0,
  ...NONE_MISSING,
  unjudged: 0,
  violations: [],
  manners: [],
  har: undefined,
};

/** Puts together what two have seen, one after the other. */
export function sumUp(earlier: ObserverSummary, later: ObserverSummary): ObserverSummary {
  return {
    exchanges: earlier.exchanges + later.exchanges,
    ...addNotWhole(earlier, later),
    unjudged: earlier.unjudged + later.unjudged,
    violations: mergeTallies(earlier.violations, later.violations),
    manners: mergeTallies(earlier.manners, later.manners),
    // It counts all that stands in the recording, whoever wrote it.
    har: later.har ?? earlier.har,
  };
}
