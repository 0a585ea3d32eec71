import type { Exchange } from '../../../src/transcript/exchange.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import type { Report } from '../report.js';

/** Many more would make the page too heavy to open. */
const MOST_SHOWN = 250;

/** Answers the exchanges that the page shows: all, or of very many first those that a violation or an observation names. In order. */
export function shownExchanges({ rules, observations }: Report, { exchanges }: Transcript): readonly Exchange[] {
  if (exchanges.length <= MOST_SHOWN) return exchanges;
  const named = [
    ...rules.flatMap(({ violations }) => violations.map(({ exchange }) => exchange)),
    ...observations.flatMap((each) => each.exchanges),
  ];
  const wanted = new Set([...named, ...exchanges.map(({ number }) => number)]);
  const chosen = new Set([...wanted].slice(0, MOST_SHOWN));
  return exchanges.filter(({ number }) => chosen.has(number));
}

/** What all the exchanges of one list may take, in characters. */
const ALLOWANCE = 600_000;
/** Headers and body of the request, headers and body of the answer. */
const PARTS = 4;

/** Answers how many characters of a body, or of all headers, are shown where so many exchanges are. */
export function lengthFor(count: number): number {
  return Math.min(4_000, Math.floor(ALLOWANCE / PARTS / Math.max(1, count)));
}
