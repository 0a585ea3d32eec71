import type { AdminEvents } from '../../admin/events.js';
import type { RequestLine } from '../../admin/schemas/requests.js';

/** How many lines the page keeps. */
export const MOST_LINES = 2_000;

/** Answers the lines after some news of them, newest first. What the server has forgotten is forgotten here, too. */
export function withNews(
  known: readonly RequestLine[],
  { lines, latest, kept }: AdminEvents['requests'],
): readonly RequestLine[] {
  // Numbers come again where a snapshot was restored, or another server answers: what was known is about another past.
  const first = lines[0]?.number ?? latest + 1;
  const isOtherPast = (known[0]?.number ?? 0) >= first || (known[0]?.number ?? 0) > latest;
  const news = lines.toReversed();
  const all = isOtherPast ? news : [...news, ...known];
  return all.slice(0, MOST_LINES).filter(({ number }) => number > latest - kept);
}

/** Answers the lines with older ones at their end. */
export function withOlder(known: readonly RequestLine[], older: readonly RequestLine[]): readonly RequestLine[] {
  const last = known.at(-1)?.number ?? Number.POSITIVE_INFINITY;
  return [...known, ...older.filter(({ number }) => number < last)].slice(0, MOST_LINES);
}
