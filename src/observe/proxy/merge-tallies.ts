import type { Tally } from './news.js';

/** Puts together how often rules were broken in traffic that two have watched, one after the other. */
export function mergeTallies(earlier: readonly Tally[], later: readonly Tally[]): readonly Tally[] {
  const byRule = new Map(earlier.map((tally) => [tally.rule, tally]));
  for (const tally of later) {
    const known = byRule.get(tally.rule);
    byRule.set(tally.rule, known === undefined ? tally : { ...known, exchanges: known.exchanges + tally.exchanges });
  }
  return [...byRule.values()];
}
