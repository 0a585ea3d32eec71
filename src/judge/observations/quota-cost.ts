import { defaultBehaviour } from '../../spec/behaviour.js';
import { isAlwaysRateLimited } from '../../spec/operations.js';
import { type Evidence, type Reading, readingsBySending } from '../evidence.js';
import { findOverlapping, pairs } from '../ledger.js';
import { distinct, type Seen, seen, unseen } from './seen.js';

/** Kinds of requests that may be counted differently; 405, 415 and the like are `other`. */
const kinds = ['400', '404', '429', 'other', 'message', 'rejected message'] as const;
type Kind = (typeof kinds)[number];

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
  if (track === undefined) return [];
  const { accepted, others } = track;
  return [{ fall: track.remaining - remaining - accepted, others, readings: track.readings }];
}

/** The quota of requests without a good key is another question (`unauthenticated-quota`). */
function mayUseQuota({ credential, status }: Reading): boolean {
  if (credential.kind === 'misplaced') return status !== 401 && status !== 429;
  return credential.kind !== 'none' && !(credential.kind === 'bearer' && credential.standing === 'made-up');
}

/** Returns undefined if it is unknown whether the request was counted: a proxy or cache may have responded. */
function kindOf(reading: Reading): Kind | 'accepted' | undefined {
  const { operation, exchange, status = 0, isCached, isSpecial, credential, limits } = reading;
  if (isCached || credential.kind === 'misplaced') return undefined;
  const isMessage = operation !== undefined && !isAlwaysRateLimited(operation);
  if (isMessage && reading.isAccepted) return 'message';
  if (isMessage && status >= 400 && status < 429) return 'rejected message';
  if (limits === undefined) return undefined;
  if (reading.isAccepted) {
    return operation !== undefined || exchange.request.method === 'HEAD' ? 'accepted' : undefined;
  }
  if (isSpecial || status < 400 || status >= 500 || status === 401 || status === 403) return undefined;
  return kinds.find((kind) => kind === String(status)) ?? 'other';
}

/** From one response of a key to the next, in the same window: by how much Remaining fell. */
interface Step {
  readonly first: Reading;
  readonly next: Reading;
  readonly fall: number;
}

function stepsIn({ readings }: Evidence): Step[] {
  const charged = readings.filter(mayUseQuota);
  return distinct(charged.map(({ keyName }) => keyName)).flatMap((key) => {
    const own = charged.filter(({ keyName }) => keyName === key).sort(readingsBySending);
    const overlapping = findOverlapping(own);
    return pairs(own).flatMap(([first, next]) => {
      const isKnown = [first, next].every((each) => kindOf(each) !== undefined && !overlapping.has(each));
      const [before, after] = [first.limits, next.limits];
      const isSame = before?.limit === after?.limit && before?.resetSeconds === after?.resetSeconds;
      // At 0 it falls no further.
      if (!isKnown || !isSame || before === undefined || after === undefined || before.remaining === 0) return [];
      return [{ first, next, fall: before.remaining - after.remaining }];
    });
  });
}

/** What each status costs if one of the two responses of a step shows it; undefined if that explains not all steps. */
function costsIn(steps: readonly Step[], which: 'first' | 'next'): ReadonlyMap<string, boolean> | undefined {
  const costs = new Map<string, boolean>();
  for (const { [which]: reading, fall } of steps) {
    const name = reading.isAccepted ? 'accepted' : String(reading.status);
    if ((fall !== 0 && fall !== 1) || (reading.isAccepted && fall === 0)) return undefined;
    if ((costs.get(name) ?? fall === 1) !== (fall === 1)) return undefined;
    costs.set(name, fall === 1);
  }
  return costs;
}

interface Costs {
  readonly costs: ReadonlyMap<string, boolean>;
  /** The cost is given back only after the response. */
  readonly isLater: boolean;
}

/** Returns what single steps show: the response to a request that is free shows that, or only the next one does. */
function costsOfSteps(steps: readonly Step[]): Costs {
  const [atOnce, later] = [costsIn(steps, 'next'), costsIn(steps, 'first')];
  if (atOnce !== undefined && later !== undefined) {
    const agreed = [...atOnce].filter(([status, cost]) => later.get(status) === cost);
    return { costs: new Map(agreed), isLater: false };
  }
  return { costs: atOnce ?? later ?? new Map(), isLater: atOnce === undefined && later !== undefined };
}

const asked = ['400', '404', '429'] as const;
/** Counted like 400 unless they were seen. */
const others = ['405', '413', '415'] as const;
/** So often Remaining must have fallen by exactly one before a key counts as used by nobody else. */
const QUIET_SPANS = 3;

/**
 * Returns which error responses use quota. First only accepted responses are compared: a service may give a request back after it has
 * written the headers of the error.
 */
export function rejectedRequestsCost(evidence: Evidence): Seen {
  const spans = quotaSpans(evidence);
  const quiet = spans.filter((span) => Object.keys(span.others).length === 0);
  const isQuiet = evidence.settings.isExclusive || quiet.length >= QUIET_SPANS;
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
