import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { keyOf } from './limits-shown.js';
import { distinct } from './seen.js';

/** What may be counted each in its own way; 405, 415 and their like are `other`. */
export const kinds = ['400', '404', '429', 'other', 'message', 'refused message'] as const;
export type Kind = (typeof kinds)[number];

/** From one accepted answer to the next in the same window: by how much Remaining fell beyond those accepted, and what else was sent. */
export interface Span {
  readonly fall: number;
  readonly others: Readonly<Partial<Record<Kind, number>>>;
  readonly readings: readonly Reading[];
}

/** A window since the accepted answer that showed it last. */
interface Track {
  readonly remaining: number;
  accepted: number;
  readonly others: Partial<Record<Kind, number>>;
  readonly readings: Reading[];
}

/** Minute and day, each before and after a reset. */
const MOST_TRACKS = 4;

/** Answers how Remaining fell from one accepted answer to the next, for each key and each window (§8.2). */
export function quotaSpans({ readings }: Evidence): Span[] {
  const charged = readings.filter(mayUseQuota);
  return distinct(charged.map(keyOf)).flatMap((key) => spansOfKey(charged.filter((reading) => keyOf(reading) === key)));
}

function spansOfKey(readings: readonly Reading[]): Span[] {
  const spans: Span[] = [];
  const tracks = new Map<string, Track>();
  let endedMs = Number.NEGATIVE_INFINITY;
  for (const reading of readings) {
    const kind = kindOf(reading);
    if (kind === undefined || reading.exchange.startedMs < endedMs) tracks.clear();
    else spans.push(...goOn(tracks, reading, kind));
    endedMs = Math.max(endedMs, reading.exchange.endedMs);
  }
  return spans;
}

/** Takes the next reading, and answers the span that ends with it. */
function goOn(tracks: Map<string, Track>, reading: Reading, kind: Kind | 'accepted'): Span[] {
  for (const track of tracks.values()) {
    if (kind === 'accepted') track.accepted++;
    else {
      track.others[kind] = (track.others[kind] ?? 0) + 1;
      track.readings.push(reading);
    }
  }
  if (kind !== 'accepted' || reading.limits === undefined) return [];
  const { limit, resetSeconds, remaining } = reading.limits;
  const window = `${limit} ${resetSeconds}`;
  const track = tracks.get(window);
  tracks.delete(window);
  tracks.set(window, { remaining, accepted: 0, others: {}, readings: [] });
  const [oldest] = tracks.keys();
  if (tracks.size > MOST_TRACKS && oldest !== undefined) tracks.delete(oldest);
  if (track === undefined) return [];
  const { accepted, others } = track;
  return [{ fall: track.remaining - remaining - accepted, others, readings: track.readings }];
}

/** Whoever is answered as a stranger is another question (`unauthenticated-quota`). */
function mayUseQuota({ credential, status }: Reading): boolean {
  if (credential.kind === 'misplaced') return status !== 401 && status !== 429;
  return credential.kind !== 'none' && !(credential.kind === 'bearer' && credential.standing === 'made-up');
}

/** Answers undefined where nobody can tell whether it was counted: somebody else may have answered for the service. */
function kindOf(reading: Reading): Kind | 'accepted' | undefined {
  const { operation, exchange, status = 0, isCached, isSpecial, credential, limits } = reading;
  if (isCached || credential.kind === 'misplaced') return undefined;
  const isMessage = operation === 'sendMessage';
  if (isMessage && isAccepted(reading)) return 'message';
  if (isMessage && status >= 400 && status < 429) return 'refused message';
  if (limits === undefined) return undefined;
  if (isAccepted(reading))
    return operation !== undefined || exchange.request.method === 'HEAD' ? 'accepted' : undefined;
  if (isSpecial || status < 400 || status >= 500 || status === 401 || status === 403) return undefined;
  return kinds.find((kind) => kind === String(status)) ?? 'other';
}
