import { precedes } from '../exchange/exchange.js';
import { type OperationId, operations } from '../spec/operations.js';
import { type Evidence, oncePer, type Reading, readingsBySending } from './evidence.js';
import {
  type Change,
  changesIn,
  isLost,
  isRejected,
  mayHaveChanged,
  type StockStep,
  stockSteps,
} from './stock-history.js';

/** Requests of one kind, by operation and outcome, that may change the stock each time they are sent. */
export interface Cause {
  readonly kind: string;
  /** Completes “it changed, ”. */
  readonly proof: string;
  /** Where the stock changed because of them. */
  readonly steps: ReadonlySet<StockStep>;
}

/** A pet whose quantity changes, or that pets appear, or vanish. */
type Signal = string;

/** What happened between two lists that nothing overlapped. */
interface Bracket {
  readonly step: StockStep;
  /** The requests of each kind from the first list, included, to the second, not included. */
  readonly sent: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly ms: number;
  /** What no request in between explains; undefined: not a number, such as a status. */
  readonly changes: ReadonlyMap<Signal, bigint | undefined>;
}

/** Odds at which a coincidence with another writer is out of the question. */
const LONG_ODDS = 1e-5;
/** The same if that writer begins with the first change and ends with the last. */
const LONG_ODDS_MEANWHILE = 3e-3;
const FEWEST_CHANGED = 4;
const FEWEST_CONTROLS = 2;

/** Returns the kind of a request: its operation and whether it was accepted, or its error; undefined for one that is not documented. */
export function kindOf({ operation, isAccepted, status }: Reading): string | undefined {
  return operation && `${operation} ${isAccepted ? 'accepted' : status}`;
}

/**
 * Returns the kinds of requests to which every change that nothing else explains is proportional so far, between all lists of the
 * transcript: k times the number of these requests, for one k per pet. None if nothing changed.
 */
export function possibleCauses(evidence: Evidence): string[] {
  const brackets = bracketsOf(evidence);
  const signals = signalsIn(brackets);
  if (signals.length === 0) return [];
  const kinds = [...new Set(brackets.flatMap(({ sent }) => [...sent.keys()]))];
  return kinds.filter((kind) => signals.every((signal) => isProportional(brackets, signal, kind)));
}

/**
 * Returns the kind of requests that changes the stock beyond doubt; undefined if there is none, or another writer could explain it.
 * A recording proves nothing: its client may buy a pet elsewhere after each look at the list.
 */
export const provenCause = oncePer((evidence: Evidence): Cause | undefined => {
  if (evidence.settings.level === undefined) return undefined;
  const brackets = bracketsOf(evidence);
  const signals = signalsIn(brackets);
  const kind = possibleCauses(evidence).find((each) => signals.some((signal) => isBeyondDoubt(brackets, signal, each)));
  if (kind === undefined) return undefined;
  const changed = brackets.filter(({ sent }) => sent.has(kind));
  const times = changed.reduce((sum, { sent }) => sum + (sent.get(kind) ?? 0), 0);
  const proof = `as after each of ${times} requests ${inWords(kind)}, and at no other time`;
  return { kind, proof, steps: new Set(changed.map(({ step }) => step)) };
});

function inWords(kind: string): string {
  const [id, outcome] = kind.split(' ');
  const { method, path } = operations[id as OperationId];
  return `${method} ${path}${outcome === 'accepted' ? '' : ` that got ${outcome}`}`;
}

const bracketsOf = oncePer((evidence: Evidence): readonly Bracket[] => {
  const inOrder = [...evidence.readings].sort(readingsBySending);
  const places = new Map(inOrder.map((reading, index) => [reading, index]));
  return stockSteps(evidence).flatMap((step) => {
    const { before, after, writes } = step;
    const between = inOrder.slice(places.get(before.reading), places.get(after.reading));
    const isInTurn = between.every((one, index) => {
      const next = between[index + 1] ?? after.reading;
      return precedes(one.exchange, next.exchange) && one.status !== undefined;
    });
    const isUnclear = writes.some((write) => isLost(write) || (write.mayTarget === undefined && !isRejected(write)));
    return !isInTurn || isUnclear ? [] : bracketOf(step, between);
  });
});

function bracketOf(step: StockStep, between: readonly Reading[]): Bracket {
  const sent = new Map<string, number>();
  for (const reading of between) {
    const kind = kindOf(reading);
    if (kind !== undefined) sent.set(kind, (sent.get(kind) ?? 0) + 1);
  }
  const changes = new Map<Signal, bigint | undefined>();
  for (const change of changesIn(step)) {
    if (step.writes.some((write) => mayHaveChanged(write, change.petId))) continue;
    const signal = signalOf(change);
    const by = change.was !== undefined && change.is !== undefined ? change.is.quantity - change.was.quantity : 1n;
    const isStatus = change.was !== undefined && change.is !== undefined && change.was.status !== change.is.status;
    changes.set(signal, isStatus ? undefined : (changes.get(signal) ?? 0n) + by);
  }
  const ms = step.after.reading.exchange.startedMs - step.before.reading.exchange.startedMs;
  return { step, sent, requests: between.length, ms: Math.max(1, ms), changes };
}

function signalOf({ petId, was, is }: Change): Signal {
  return was === undefined ? 'appeared' : is === undefined ? 'vanished' : petId;
}

function signalsIn(brackets: readonly Bracket[]): Signal[] {
  return [...new Set(brackets.flatMap(({ changes }) => [...changes.keys()]))];
}

/** Returns the brackets that show a signal, if it occurs: the pet is in both lists, and no request in between was about it. */
function showing(brackets: readonly Bracket[], signal: Signal): Bracket[] {
  if (signal === 'appeared' || signal === 'vanished') return [...brackets];
  return brackets.filter(({ step: { before, after, writes } }) => {
    const isListed = before.stock.has(signal) && after.stock.has(signal);
    return isListed && !writes.some((write) => mayHaveChanged(write, signal));
  });
}

function isProportional(brackets: readonly Bracket[], signal: Signal, kind: string): boolean {
  const shown = showing(brackets, signal).map(({ changes, sent }) => ({
    by: changes.has(signal) ? changes.get(signal) : 0n,
    times: BigInt(sent.get(kind) ?? 0),
  }));
  const first = shown.find(({ by }) => by !== 0n);
  if (first?.by === undefined || first.times === 0n || first.by % first.times !== 0n) return false;
  const each = first.by / first.times;
  return shown.every(({ by, times }) => by === each * times);
}

/** Returns whether no other writer can be expected to change the stock so exactly with these requests. */
function isBeyondDoubt(all: readonly Bracket[], signal: Signal, kind: string): boolean {
  const shown = showing(all, signal);
  const timesIn = ({ sent }: Bracket) => sent.get(kind) ?? 0;
  const isChanged = (bracket: Bracket) => timesIn(bracket) > 0;
  const active = shown.slice(shown.findIndex(isChanged), shown.findLastIndex(isChanged) + 1);
  const changed = active.filter(isChanged);
  if (changed.length < FEWEST_CHANGED) return false;
  if (kind !== LISTS) {
    const controls = active.filter((bracket) => timesIn(bracket) === 0 && bracket.requests > 1);
    if (new Set(changed.map(timesIn)).size < 2 || controls.length < FEWEST_CONTROLS) return false;
  }
  const isUnlikely = (brackets: readonly Bracket[], odds: number) => {
    const times = brackets.map(timesIn);
    const measures = [brackets.map(({ requests }) => requests), brackets.map(({ ms }) => ms)];
    return measures.every((spans) => oddsOf(times, spans) < odds && !isConstantRate(times, spans));
  };
  return isUnlikely(shown, LONG_ODDS) && isUnlikely(active, LONG_ODDS_MEANWHILE);
}

/** Between two lists there is exactly one: here the time and the number of other requests vary instead. */
export const LISTS = 'listInventory accepted';

/** Returns how likely it is that events at random, at the same rate everywhere, are divided among spans exactly so. */
export function oddsOf(times: readonly number[], spans: readonly number[]): number {
  const total = times.reduce((sum, each) => sum + each, 0);
  const length = spans.reduce((sum, each) => sum + each, 0);
  const logs = times.map((each, index) => each * Math.log((spans[index] ?? 0) / length) - logFactorial(each));
  return Math.exp(logs.reduce((sum, each) => sum + each, logFactorial(total)));
}

function logFactorial(number: number): number {
  let sum = 0;
  for (let each = 2; each <= number; each++) sum += Math.log(each);
  return sum;
}

/** Returns whether events in equal steps may be divided so: one more or less in any stretch is a matter of its edges. */
export function isConstantRate(times: readonly number[], spans: readonly number[]): boolean {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (const start of times.keys()) {
    let [events, length] = [0, 0];
    for (let end = start; end < times.length; end++) {
      events += times[end] ?? 0;
      length += spans[end] ?? 0;
      least = Math.max(least, (events - 1) / length);
      most = Math.min(most, (events + 1) / length);
    }
  }
  return least <= most;
}
