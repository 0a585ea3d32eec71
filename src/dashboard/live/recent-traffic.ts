import type { Traffic } from '../../admin/schemas/requests.js';

/** What the chart shows. */
export const SHOWN_SECONDS = 300;

/** Answers the seconds after some news of them: the last five minutes, oldest first. A second that has grown replaces itself. */
export function withSeconds(known: Traffic['seconds'], news: Traffic['seconds']): Traffic['seconds'] {
  const first = news[0]?.at ?? Number.POSITIVE_INFINITY;
  const all = [...known.filter(({ at }) => at < first), ...news];
  const oldest = (all.at(-1)?.at ?? 0) - SHOWN_SECONDS;
  return all.filter(({ at }) => at > oldest);
}
