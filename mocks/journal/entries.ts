import type { RawResponse } from '../../src/exchange/exchange.js';
import { isGood } from '../limits/account.js';
import type { Accounts } from '../limits/accounts.js';
import { type PetstoreRequest, type PetstoreResponse, sentKey } from '../neutral-http.js';

/** What is kept of a request and its answer until somebody reads the journal: references, nothing worked out. */
export interface Entry extends Omit<PetstoreRequest, 'query' | 'origin' | 'sentAfter' | 'callerAddress'> {
  readonly number: number;
  readonly query: string | undefined;
  readonly origin: string | undefined;
  readonly sentAfter: number | undefined;
  /** Whether the request came with a key that was good at that moment: later it may be revoked. */
  readonly hasGoodKey: boolean;
  readonly response: JournaledResponse;
  readonly startedMs: number;
  /** Undefined where the fake answered: it takes no time but the delay that it was told. */
  readonly endedMs: number | undefined;
}

/** Takes a request apart: an edge's own request may hold a whole connection. */
export function createEntry(
  number: number,
  request: PetstoreRequest,
  response: JournaledResponse,
  startedMs: number,
  accounts: Accounts,
  endedMs?: number,
): Entry {
  const { method, path, query, origin, headers, body, sentAfter } = request;
  // The answer tells where a key was looked at; a fault may have struck before. What another service makes of a key, nobody knows.
  const hasGoodKey =
    response.keyAlias !== undefined || (response.proxied === undefined && showsGoodKey(request, accounts, startedMs));
  return {
    number,
    method,
    path,
    query,
    origin,
    headers,
    body,
    sentAfter,
    hasGoodKey,
    response,
    startedMs,
    endedMs,
  };
}

function showsGoodKey(request: PetstoreRequest, accounts: Accounts, nowMs: number): boolean {
  const key = sentKey(request);
  const account = key === undefined ? undefined : accounts.ofKey(key);
  return account !== undefined && isGood(account, nowMs);
}

/** What an answer is besides, that did not come from the fake. */
export interface ProxiedDetails extends Pick<RawResponse, 'httpVersion' | 'statusText' | 'headers' | 'incomplete'> {
  /** Why no answer came, in one line. */
  readonly failure: string | undefined;
  /** Who broke off before all of it had come. */
  readonly cutBy: 'service' | 'client' | undefined;
}

/** An answer as the journal takes it down: the fake's own, or one that passed through a proxy. */
export interface JournaledResponse extends PetstoreResponse {
  readonly proxied?: ProxiedDetails;
}

/**
 * Returns what a proxy hands to the journal: what a service answered, or why it did not. The body is kept as bytes: UTF-8 becomes
 * text when somebody reads it, anything else is told by its length.
 */
export function proxiedResponse(
  received: RawResponse | undefined,
  failure?: string,
  cutBy?: ProxiedDetails['cutBy'],
): JournaledResponse {
  const { status = 0, body, httpVersion = '', statusText = '', headers = [], incomplete } = received ?? {};
  return {
    status,
    headers: {},
    body: undefined,
    encodedBody: body,
    delayMs: 0,
    dripMs: 0,
    cut: received === undefined ? 'reset' : undefined,
    keyAlias: undefined,
    assumed: NOTHING,
    faultId: undefined,
    proxied: {
      httpVersion,
      statusText,
      headers,
      incomplete,
      failure: received === undefined ? failure : undefined,
      cutBy,
    },
  };
}

const NOTHING: PetstoreResponse['assumed'] = new Set();

/** Forgotten places at the front that are tolerated before the rest moves up. */
const MOST_GAPS = 1_024;

/** The newest entries, as many as there is room for. */
export interface BoundedEntries {
  /** Another one whenever the entries are other ones. */
  readonly version: number;
  /** How many were forgotten for want of room since the last `clear`. */
  readonly dropped: number;
  readonly count: number;
  /** Oldest first; on request only those after the one of a number. */
  list(after?: number): readonly Entry[];
  /** Returns the entry of a number; undefined where it was forgotten, or is still to come. */
  at(number: number): Entry | undefined;
  add(entry: Entry): void;
  clear(): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/**
 * Keeps `limit` entries at most, and bodies of so many bytes, which is asked at each addition; always the newest one. Entries come in the order of their
 * numbers, none of which is left out: so each is found by its number at once.
 */
export function createBoundedEntries(limit: number, mostBytes: () => number): BoundedEntries {
  let kept: (Entry | undefined)[] = [];
  let first = 0;
  let dropped = 0;
  let version = 0;
  let bytes = createHeldBytes();

  const hasRoom = () => {
    const count = kept.length - first;
    return count <= limit && (bytes.total <= mostBytes() || count <= 1);
  };
  const forgetOldest = () => {
    const oldest = kept[first];
    if (oldest !== undefined) bytes.release(oldest);
    kept[first] = undefined;
    first++;
    dropped++;
    if (first <= MOST_GAPS || first * 2 < kept.length) return;
    kept = kept.slice(first);
    first = 0;
  };
  const begin = (entries: readonly Entry[], alreadyDropped: number) => {
    kept = [...entries];
    first = 0;
    dropped = alreadyDropped;
    version++;
    bytes = createHeldBytes();
    for (const entry of entries) bytes.hold(entry);
  };
  const placeOf = (number: number) => first + number - (kept[first]?.number ?? 0);
  const list = (after = 0) => kept.slice(Math.max(first, placeOf(after) + 1)) as Entry[];

  return {
    get version() {
      return version;
    },
    get dropped() {
      return dropped;
    },
    get count() {
      return kept.length - first;
    },
    list,
    at: (number) => kept[placeOf(number)],
    add(entry) {
      kept.push(entry);
      bytes.hold(entry);
      version++;
      while (!hasRoom()) forgetOldest();
    },
    clear: () => begin([], 0),
    save() {
      const saved = { entries: list(), dropped };
      return () => begin(saved.entries, saved.dropped);
    },
  };
}

/** Counts the bytes of the bodies that entries hold. Many answers may share one body: it counts once. */
interface HeldBytes {
  readonly total: number;
  hold(entry: Entry): void;
  release(entry: Entry): void;
}

function createHeldBytes(): HeldBytes {
  let total = 0;
  const sharers = new Map<Uint8Array, number>();

  const share = ({ body, encodedBody }: Entry['response'], difference: 1 | -1) => {
    if (encodedBody === undefined) {
      total += difference * (body?.length ?? 0);
      return;
    }
    const before = sharers.get(encodedBody) ?? 0;
    const after = before + difference;
    if (after === 0) sharers.delete(encodedBody);
    else sharers.set(encodedBody, after);
    if (before === 0 || after === 0) total += difference * ((body?.length ?? 0) + encodedBody.length);
  };
  const count = ({ body, response }: Entry, difference: 1 | -1) => {
    if (body !== 'too-large') total += difference * body.length;
    share(response, difference);
  };

  return {
    get total() {
      return total;
    },
    hold: (entry) => count(entry, 1),
    release: (entry) => count(entry, -1),
  };
}

/** Different inputs that are remembered at once: who looks for one may look at all of them. */
const MOST = 8;

/**
 * Creates one output for all inputs that are alike, as long as the input is among the latest different ones. Requests repeat
 * themselves, and the journal keeps thousands: what they share is held once, and gives the garbage collector no work.
 */
export function memoizeRecent<Input, Output>(
  areAlike: (one: Input, other: Input) => boolean,
  make: (input: Input) => Output,
): (input: Input) => Output {
  const known: { readonly input: Input; readonly output: Output }[] = [];
  let next = 0;
  return (input) => {
    for (const one of known) if (areAlike(one.input, input)) return one.output;
    const output = make(input);
    known[next] = { input, output };
    next = (next + 1) % MOST;
    return output;
  };
}
