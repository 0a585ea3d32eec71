import { defaultBehaviour } from '../../spec/behaviour.js';
import { type Evidence, type Reading, readingsBySending } from '../evidence.js';
import { findOverlapping } from '../ledger.js';
import {
  type Costs,
  costsOfSteps,
  isAboutToReset,
  type Kind,
  kindOf,
  kinds,
  mayUseQuota,
  stepsIn,
} from './quota-steps.js';
import { distinct, type Seen, seen, unseen } from './seen.js';

/** From one accepted response to the next in the same window: by how much Remaining fell beyond the accepted ones, and what else was sent. */
interface Span {
  readonly fall: number;
  readonly others: Readonly<Partial<Record<Kind, number>>>;
  readonly readings: readonly Reading[];
}

/** A window since the accepted response that showed it last. */
interface OpenSpan {
  readonly remaining: number;
  accepted: number;
  readonly others: Partial<Record<Kind, number>>;
  readonly readings: Reading[];
}

/** Minute and day, each before and after a reset. */
const MOST_TRACKS = 4;

/** Returns how Remaining fell from one accepted response to the next, for each key and each window (§8.2). */
function quotaSpans({ readings }: Evidence): Span[] {
  const charged = readings.filter(mayUseQuota);
  return distinct(charged.map(({ keyName }) => keyName)).flatMap((key) => {
    const tracks = new Map<string, OpenSpan>();
    const own = charged.filter(({ keyName }) => keyName === key).sort(readingsBySending);
    const overlapping = findOverlapping(own);
    return own.flatMap((reading) => {
      const kind = kindOf(reading);
      if (kind !== undefined && !overlapping.has(reading)) return goOn(tracks, reading, kind);
      tracks.clear();
      return [];
    });
  });
}

/** Adds a reading, and returns the span that ends with it. */
function goOn(tracks: Map<string, OpenSpan>, reading: Reading, kind: Kind | 'accepted'): Span[] {
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
  if (track === undefined || isAboutToReset(reading)) return [];
  const { accepted, others } = track;
  return [{ fall: track.remaining - remaining - accepted, others, readings: track.readings }];
}

const asked = ['400', '404', '429'] as const;
/** Counted like 400 unless they were seen. */
const others = ['405', '413', '415'] as const;
/** So often Remaining must have fallen by exactly one before a key counts as used by nobody else. */
const QUIET_SPANS = 3;

/** Returns whether what is left falls by the requests of this evidence alone. */
export function isUsedByNobodyElse(evidence: Evidence, spans = quotaSpans(evidence)): boolean {
  const quiet = spans.filter((span) => Object.keys(span.others).length === 0);
  return evidence.settings.isExclusive || quiet.length >= QUIET_SPANS;
}

/**
 * Returns which error responses use quota. First only accepted responses are compared: a service may give a request back after it has
 * written the headers of the error.
 */
export function rejectedRequestsCost(evidence: Evidence): Seen {
  const spans = quotaSpans(evidence);
  const isQuiet = isUsedByNobodyElse(evidence, spans);
  const bySpan = isQuiet ? costsOf(spans) : new Map<string, boolean>();
  const byStep = costsOfSteps(isQuiet ? stepsIn(evidence) : []);
  const isContradictory = [...bySpan].some(([status, cost]) => (byStep.costs.get(status) ?? cost) !== cost);
  const { costs: shown, isLater } = isContradictory ? NOTHING : byStep;
  // At 0 requests left, a 429 cannot show what it costs.
  const known = [...asked, ...others].flatMap((status) => {
    const cost = bySpan.get(status) ?? (status === '429' ? undefined : shown.get(status));
    return cost === undefined ? [] : [[status, cost] as const];
  });
  const costs = new Map<string, boolean>(known);
  const inWords = (cost: boolean | undefined) => (cost === undefined ? 'unknown' : cost ? 'yes' : 'no');
  const named = [...asked, ...others.filter((status) => costs.has(status))];
  const note = `uses quota: ${named.map((status) => `${status} ${inWords(costs.get(status))}`).join(', ')}`;
  const withStatus = (readings: readonly Reading[], status: string) =>
    readings.filter((reading) => reading.status === Number(status));
  const between = spans.flatMap(({ readings }) => readings);
  const members = named.map((status) => [status, withStatus(between, status)] as const);
  const rejected = between.filter(({ status }) => asked.some((one) => Number(one) === status));
  if (costs.size === 0) return unseen(note, rejected);
  const isGivenBackLater = isLater && [...costs.values()].includes(false);
  const usual = { ...defaultBehaviour['refused-requests-count'], ...Object.fromEntries(costs) };
  const choice = {
    ...Object.fromEntries(others.map((status) => [status, usual['400']])),
    ...usual,
    ...(isGivenBackLater && { isGivenBackLater }),
  };
  const notSeen = [...asked, ...others].filter((status) => !costs.has(status));
  const keyed = evidence.readings.filter(({ isKeyed }) => isKeyed);
  const unknown = notSeen.filter((status) => withStatus(keyed, status).length > 0);
  return {
    ...seen(choice, note, rejected, notSeen, Object.fromEntries(members)),
    unknown: Object.fromEntries(unknown.map((status) => [status, 'no count of what was left shows it'])),
  };
}

const NOTHING: Costs = { costs: new Map(), isLater: false };

/** Returns what all explanations have in common; nothing where none explains all spans, as with another user of the key. */
function costsOf(spans: readonly Span[]): ReadonlyMap<string, boolean> {
  const possible = everyChoice.filter((costs) => spans.every((span) => explains(costs, span)));
  const known = asked.flatMap((status) => {
    const [cost, ...more] = new Set(possible.map((costs) => costs[status]));
    return cost !== undefined && more.length === 0 ? [[status, cost] as const] : [];
  });
  return new Map(known);
}

type Choice = Readonly<Record<Kind, boolean>>;

const everyChoice: readonly Choice[] = [...Array(2 ** kinds.length).keys()].map(
  (bits) => Object.fromEntries(kinds.map((kind, index) => [kind, (bits & (1 << index)) !== 0])) as Choice,
);

function explains(costs: Choice, { fall, others: sent }: Span): boolean {
  return fall === kinds.reduce((sum, kind) => sum + (costs[kind] ? (sent[kind] ?? 0) : 0), 0);
}
