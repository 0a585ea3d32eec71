import { type Exchange, isOverAt, precedes } from '../exchange/exchange.js';
import { memoize } from '../json/memoize.js';
import { type PlanName, plans } from '../service/plans.js';
import { parseRetryAfter, type RateLimitState, rateLimitHeaderNames } from '../service/rate-limit-headers.js';
import { type Reading, readingsBySending } from './reading.js';
import { CLOCKS_DIFFER, HEADERS_HIDDEN, headerInWords } from './requests.js';
import type { Evidence } from './rule.js';

/** A response that shows the quota of its key. Compare `earliestMs` and `latestMs` with Reset. */
export interface LedgerEntry extends Reading {
  readonly limit: number;
  readonly remaining: number;
  readonly used: number;
  readonly resetMs: number;
  /** When the request was sent, by the sender's clock; compare with other requests. */
  readonly sentMs: number;
  /** Its position among the requests with its key, in the order of sending: exact even where several share one millisecond. */
  readonly position: number;
}

/** The responses to one key with one Limit. Two windows described in turn (minute and day) are two tracks. */
export interface Track {
  readonly limit: number;
  /** In order, including error responses. */
  readonly entries: readonly LedgerEntry[];
  /** Those with a 2xx: what any conformant service charges. */
  readonly successes: readonly LedgerEntry[];
  readonly account: Account;
}

export interface Account {
  /** In order; everything that may have been charged, whatever the response. */
  readonly requests: readonly Reading[];
  /** The same: those that may have been under way together in one group, each other one in its own. */
  readonly groups: readonly (readonly Reading[])[];
  /** Those that any conformant service charges, also where their order is unknown. */
  readonly accepted: readonly Reading[];
  /** Returns how many of `accepted` were sent up to a position. */
  readonly acceptedUpTo: (position: number) => number;
  /** The quota as a response shows it, also if it overlaps others; undefined for responses without it. */
  readonly entryOf: (request: Reading) => LedgerEntry | undefined;
  /** The Limit that was seen first comes first. */
  readonly tracks: readonly Track[];
}

/** 401s show their own limits, 403 may be a ban, and 407 and 408 come from intermediaries. */
const OTHER_LIMITS = [401, 403, 407, 408];

/** Groups the responses by key and Limit, without cached ones and those that overlap: they were counted in an unknown order. */
export const openLedger = memoize(readLedger);

function readLedger({ readings }: Evidence): readonly Account[] {
  // A key that is certainly wrong is charged to nobody.
  const charged = readings.filter(({ credential }) => credential.kind !== 'bearer' || credential.standing !== 'wrong');
  const keys = new Set(charged.map(({ keyName }) => keyName));
  keys.delete(undefined);
  return [...keys].map((key) => openAccount(charged.filter((reading) => reading.keyName === key)));
}

export function openTracks(evidence: Evidence): Track[] {
  return openLedger(evidence).flatMap(({ tracks }) => tracks);
}

/** Returns each item with the one after it. */
export function pairs<Item>(all: readonly Item[]): [Item, Item][] {
  return all.slice(1).map((next, index) => [all[index] as Item, next]);
}

function openAccount(readings: readonly Reading[]): Account {
  const requests = [...readings].sort(readingsBySending);
  const overlapping = findOverlapping(requests);
  const byReading = new Map(requests.map((request, position) => [request, readEntry(request, position)]));
  const isCharged = (request: Reading) => request.isAccepted && usesQuota(request);
  let count = 0;
  const counts = requests.map((request) => (isCharged(request) ? ++count : count));
  const tracks: Track[] = [];
  const account: Account = {
    requests,
    groups: groupsOf(requests, overlapping),
    accepted: requests.filter(isCharged),
    acceptedUpTo: (position) => counts[position] ?? 0,
    entryOf: (request) => byReading.get(request),
    tracks,
  };
  const alone = requests.flatMap((request) => (overlapping.has(request) ? [] : (byReading.get(request) ?? [])));
  for (const limit of new Set(alone.map((entry) => entry.limit))) {
    const entries = alone.filter((entry) => entry.limit === limit);
    tracks.push({ limit, entries, successes: entries.filter(({ isAccepted }) => isAccepted), account });
  }
  return account;
}

function groupsOf(requests: readonly Reading[], overlapping: ReadonlySet<Reading>): Reading[][] {
  const groups: Reading[][] = [];
  for (const [index, request] of requests.entries()) {
    const previous = requests[index - 1];
    const isTogether = overlapping.has(request) && previous !== undefined && overlapping.has(previous);
    if (isTogether) groups.at(-1)?.push(request);
    else groups.push([request]);
  }
  return groups;
}

/** Returns whether a request uses the quota of its key. That of sent messages is open (`messages-rate-limited`). */
export function usesQuota({ operation, credential, isCached, isSpecial }: Reading): boolean {
  if (operation === undefined || operation.rateLimitQuestion !== undefined) return false;
  return credential.kind === 'bearer' && !isCached && !isSpecial;
}

/** Returns when the Retry-After of a response ends, in milliseconds since the epoch; undefined without a valid one. */
export function retryAtMs({ header, respondedMs }: Reading): number | undefined {
  return parseRetryAfter(header('retry-after')?.trim() ?? '', respondedMs);
}

/** Returns those of some requests, in the order of sending, that may have been under way together with another one of them. */
function findOverlapping(requests: readonly Reading[]): ReadonlySet<Reading> {
  const overlapping = new Set<Reading>();
  let open: Reading[] = [];
  for (const request of requests) {
    open = open.filter((one) => !isOverForAll(one.exchange, request.exchange));
    for (const one of open) {
      if (precedes(one.exchange, request.exchange)) continue;
      overlapping.add(one);
      overlapping.add(request);
    }
    open.push(request);
  }
  return overlapping;
}

/** Returns whether an exchange was over before a request, and so before all that were sent later. */
function isOverForAll(one: Exchange, request: Exchange): boolean {
  return one.order === undefined ? isOverAt(one, request.startedMs) : precedes(one, request);
}

function readEntry(reading: Reading, position: number): LedgerEntry | undefined {
  const { status } = reading;
  if (status === undefined || !usesQuota(reading)) return undefined;
  if (!reading.isAccepted && (status < 400 || status >= 500 || OTHER_LIMITS.includes(status))) return undefined;
  const limits = limitsOf(reading);
  if (limits === undefined) return undefined;
  const { limit, remaining, resetSeconds } = limits;
  const sentMs = reading.exchange.startedMs;
  return { ...reading, limit, remaining, used: limit - remaining, resetMs: resetSeconds * 1000, sentMs, position };
}

// Whoever writes milliseconds, or the seconds that are left, lands far outside these years.
const EARLIEST_SECONDS = Date.UTC(2001, 0, 1) / 1000;
const LATEST_SECONDS = Date.UTC(2100, 0, 1) / 1000;

/** Clocks of gateways differ by seconds, and headers hold whole ones: two moments so far apart may be the same. */
export const SKEW_MS = 10_000;

/** Returns whether a text is a non-negative integer, as Limit and Remaining are (§8.2). One header sent twice reads `60, 60` and is not. */
export function isCount(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Returns whether a text is a Unix timestamp in seconds, as Reset is (§8.2): of these years, or near the time that the response itself shows. */
export function isTimestamp(text: string, { respondedMs }: Pick<Reading, 'respondedMs'>): boolean {
  if (!isCount(text)) return false;
  const seconds = Number(text);
  const isNear = Math.abs(seconds * 1000 - respondedMs) <= LONGEST_DAY_MS + SKEW_MS;
  return isNear || (seconds >= EARLIEST_SECONDS && seconds <= LATEST_SECONDS);
}

/** Returns what the three headers say; undefined where one is missing or malformed. */
export function limitsOf(reading: Reading): RateLimitState | undefined {
  const { limits } = reading;
  return limits !== undefined && isTimestamp(String(limits.resetSeconds), reading) ? limits : undefined;
}

/** Returns why no response shows the quota of a key, such as `X-RateLimit-Limit: "60 a minute" cannot be read`; undefined if one does. */
export function whyNoLimits({ readings }: Evidence): string | undefined {
  const charged = readings.filter((reading) => reading.isAccepted && usesQuota(reading));
  const [first] = charged;
  if (first?.isClockUnclear) return CLOCKS_DIFFER;
  if (first === undefined || charged.some(limitsOf)) return undefined;
  if (first.mayHideHeaders) return HEADERS_HIDDEN;
  const isReadable = (name: string) => isCount(first.header(name)?.trim() ?? '');
  const unreadable = rateLimitHeaderNames.find((name) => !isReadable(name)) ?? 'X-RateLimit-Reset';
  const text = headerInWords(first, unreadable);
  return first.header(unreadable) === undefined ? `the responses have ${text}` : `${text} cannot be read`;
}

export const MINUTE_MS = 60_000;
/** A calendar day has 25 hours when summer time ends in it. */
export const LONGEST_DAY_MS = 90_000_000;

/** Returns whether a Limit can only be that of a minute. No plan has fewer a day than Free, agreed ones included (§8.5). */
export function isOfAMinute(limit: number, plan: PlanName | undefined): boolean {
  if (plan === 'enterprise') return false;
  if (plan !== undefined) return limit === plans[plan].perMinute;
  return limit < plans.free.perDay;
}

// What two responses with one Limit show about the window that they describe.

export function hasRisen(before: LedgerEntry, after: LedgerEntry): boolean {
  return after.remaining > before.remaining;
}

/** The later response shows the same Reset as the earlier one, and came before it. */
export function isSameWindow(before: LedgerEntry, after: LedgerEntry): boolean {
  return Math.abs(after.resetMs - before.resetMs) <= SKEW_MS && after.latestMs < before.resetMs - SKEW_MS;
}

/** Returns whether two responses may describe the same window, rather than minute and day in turn with equal limits. */
export function mayBeOfOneLength(one: LedgerEntry, other: LedgerEntry): boolean {
  if (isLong(one) !== isLong(other)) return false;
  // By the sender's clock, which is the same for both, whatever Date says.
  const apartMs = Math.abs(one.resetMs - one.exchange.endedMs - (other.resetMs - other.exchange.endedMs));
  return !isOfAMinute(one.limit, undefined) || apartMs <= MINUTE_MS + SKEW_MS;
}

function isLong({ resetMs, respondedMs }: LedgerEntry): boolean {
  return resetMs - respondedMs > MINUTE_MS + SKEW_MS;
}

/** Stays below the shortest window, skewed clocks included: what was sent so shortly before lies in one sliding window. */
const YOUNGER_THAN_ANY_WINDOW_MS = 50_000;

/** A sliding window gives back only old requests: where fewer are shown than were certainly in it, a fixed one has restarted. */
export function isBelowOwnUse({ account }: Track, entry: LedgerEntry): boolean {
  return entry.used < countOwn(account, entry, entry.sentMs - YOUNGER_THAN_ANY_WINDOW_MS);
}

/** Returns whether so many requests, whose charge does not show, may have grown old and left a sliding window meanwhile. */
export function mayHaveLeft(count: number, from: LedgerEntry, to: LedgerEntry, track: Track): boolean {
  return count <= mostThatLeft(track, from, to) && !isBelowOwnUse(track, to);
}

/** Young requests have not left a sliding window, so at most as many have as others were in it shortly before. */
function mostThatLeft({ entries, account }: Track, from: LedgerEntry, to: LedgerEntry): number {
  const youngest = to.sentMs - YOUNGER_THAN_ANY_WINDOW_MS;
  let least = Number.POSITIVE_INFINITY;
  for (let index = entries.lastIndexOf(from); index >= 0; index--) {
    const entry = entries[index];
    if (entry === undefined || entry.sentMs <= youngest) break;
    if (mayBeOfOneLength(entry, from)) least = Math.min(least, entry.used - countOwn(account, entry, youngest));
  }
  return Math.max(0, least);
}

/** Returns how many requests up to a response were sent after a moment and are certainly charged. */
function countOwn({ accepted, acceptedUpTo }: Account, { position }: LedgerEntry, sinceMs: number): number {
  const end = acceptedUpTo(position);
  let start = end;
  while (start > 0 && (accepted[start - 1]?.exchange.startedMs ?? 0) > sinceMs) start--;
  return end - start;
}
