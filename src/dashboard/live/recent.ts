import type { AdminEvents } from '../../admin/events.js';
import type { RequestLine, Traffic } from '../../admin/schemas/requests.js';

/** How many lines the live list has: more would make the page slow. */
const MOST_LINES = 200;

/** Adds new lines, newest first, and removes those that the server no longer has. */
export function withNews(
  known: readonly RequestLine[],
  { lines, latest, kept }: AdminEvents['requests'],
): readonly RequestLine[] {
  // Numbers repeat after a snapshot was restored or another server connected: older lines are then obsolete.
  const first = lines[0]?.number ?? latest + 1;
  const isOtherPast = (known[0]?.number ?? 0) >= first || (known[0]?.number ?? 0) > latest;
  const news = lines.toReversed();
  const all = isOtherPast ? news : [...news, ...known];
  return all.slice(0, MOST_LINES).filter(({ number }) => number > latest - kept);
}

/** Seconds that the chart shows. */
export const SHOWN_SECONDS = 300;

/** Adds new seconds and returns the last five minutes, oldest first. A second that has grown replaces itself. */
export function withSeconds(known: Traffic['seconds'], news: Traffic['seconds']): Traffic['seconds'] {
  const first = news[0]?.at ?? Number.POSITIVE_INFINITY;
  const all = [...known.filter(({ at }) => at < first), ...news];
  const oldest = (all.at(-1)?.at ?? 0) - SHOWN_SECONDS;
  return all.filter(({ at }) => at > oldest);
}
