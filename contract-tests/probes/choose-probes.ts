import { levels } from '../../src/exchange/transcript.js';
import { type PlanName, plans } from '../../src/spec/plans.js';
import { RESERVED_FOR_RESTORING } from '../governor/quota.js';
import type { SuiteOptions } from '../suite.js';
import { messageProbes } from './message-probes.js';
import { isPetWrite, type Probe, probe } from './probe.js';
import { readObservations, readProbes } from './read-probes.js';
import { acceptedProbes, rejectedProbes, restoreProbes, updateObservations } from './update-probes.js';

/** The largest limit that is exhausted unless the user allows more requests. */
export const LARGEST_OVERRUN = 500;

const exhaust = probe.bind(undefined, 'exhaust');

const beyond = exhaust('beyond-the-limit', 'PATCH /inventory/{petId}', '429 unless it is the one; then no change', {
  needs: 'pet',
  body: '{"quantity":{quantity}}',
});
const listAtOnce = exhaust('list-at-once', 'GET /inventory', 'one of those at once succeeds, and the others get 429');

/** Creates a request for every operation but the list; the update sends the original quantity. */
function others(prefix: string, why: string, rest: Partial<Probe> = {}): readonly Probe[] {
  return [
    exhaust(`${prefix}-orders`, 'GET /store/orders', why, rest),
    exhaust(`${prefix}-pet`, 'GET /pets/{petId}', why, rest),
    exhaust(`${prefix}-update`, 'PATCH /inventory/{petId}', why, {
      needs: 'pet',
      body: '{"quantity":{original}}',
      ...rest,
    }),
  ];
}

const keyless = { credential: 'none' } as const;

export const exhaustProbes = {
  overrun: exhaust('overrun', 'GET /inventory', 'until 429, or until more succeeded than the limit allows', {
    atMost: LARGEST_OVERRUN + 1,
  }),
  /** Sent before those at once, if nobody else uses the key: every operation is served until nothing is left. */
  last: others('last', 'served, and counted'),
  /**
   * Sent at the same time, if nobody else uses the key. Often the first one succeeds, so the list is sent twice. Five that get 429
   * are below the threshold of any ban that a client with connections in parallel could live with.
   */
  atOnce: [
    listAtOnce,
    beyond,
    exhaust('orders-at-once', 'GET /store/orders', '429 unless it is the one'),
    beyond,
    exhaust('pet-at-once', 'GET /pets/{petId}', '429 unless it is the one'),
    listAtOnce,
  ],
  /** Sent when the time has passed that the 429 indicated. */
  recovered: [
    exhaust('recovered', 'GET /inventory', 'no longer 429 at the time that the 429 indicated'),
    ...others('recovered', 'no longer 429, either'),
  ],
  /** Sent when the next Reset has passed. */
  afterReset: [
    ...others('after-reset', 'Remaining has risen at Reset'),
    exhaust('after-reset-keyless', 'GET /inventory', '401, as before', keyless),
    ...others('after-reset-keyless', '401, as before', keyless),
    exhaust('after-reset', 'GET /inventory', 'the stock is unchanged'),
  ],
} as const;

/** After the limit is reached: all but one of those at once, those that look afterwards, and restoring. */
export const NEEDED_BEYOND_LIMIT =
  exhaustProbes.atOnce.length -
  1 +
  exhaustProbes.recovered.length +
  exhaustProbes.afterReset.length +
  RESERVED_FOR_RESTORING;

export const EXHAUST_NEEDS = LARGEST_OVERRUN + 2 + exhaustProbes.last.length + NEEDED_BEYOND_LIMIT;

/** What the reserve leaves of the 60 requests a minute of a Free key. */
const USUAL_BUDGET = 46;
/** A limit of this many requests leaves room for more. */
export const LARGE_LIMIT = 300;
const LARGE_BUDGET = 120;

/**
 * Returns the maximum number of requests of a run without learning or generated bodies, unless the user sets one. `limit`: that of the
 * key, if it is known; default: that of the plan.
 */
export function budgetFor(
  { level, plan, isLearning, depth }: Pick<SuiteOptions, 'level' | 'plan' | 'isLearning' | 'depth'>,
  limit = limitOf(plan),
): number {
  if (level === 'read') return 15;
  const isLarge = !isLearning && depth === 'standard' && limit !== undefined && limit >= LARGE_LIMIT;
  const own = isLarge ? LARGE_BUDGET : USUAL_BUDGET;
  return level === 'exhaust' ? own + EXHAUST_NEEDS : own;
}

/** Returns the limit of a plan, as far as the document gives it. */
function limitOf(plan: PlanName | undefined): number | undefined {
  const limits = plan && plans[plan];
  return limits === undefined || limits === 'custom' ? undefined : limits.perMinute;
}

/** Every probe in the order of a run; those that exhaust the limit follow. */
export const allProbes: readonly Probe[] = [
  ...readProbes,
  ...rejectedProbes,
  ...acceptedProbes,
  ...restoreProbes,
  ...messageProbes,
  ...readObservations,
  ...updateObservations,
];

const isObservation = ({ fills = {} }: Probe) => Object.keys(fills).some((cell) => cell.startsWith('observation: '));

export type Choice = Pick<
  SuiteOptions,
  'level' | 'depth' | 'plan' | 'messagesUrl' | 'maxRequests' | 'isExclusive' | 'petId' | 'isLearning'
> & {
  /** Of the key, if it is known; default: that of the plan. */
  readonly limit?: number | undefined;
};

/** Returns the probes of a run in order: all that are always sent, and the most valuable others that fit into the budget. */
export function chooseProbes(options: Choice): Probe[] {
  const { level, maxRequests, limit } = options;
  const ranked = rankedProbes(options);
  const own = budgetFor(options, limit);
  const most = hasMoreThanTable(options) ? Math.min(own, maxRequests ?? own) : (maxRequests ?? own);
  let room = most - (level === 'exhaust' ? EXHAUST_NEEDS : 0);
  const chosen = new Set<Probe>();
  for (const { probe, requests } of ranked) {
    if (probe.isOptional && requests > room) continue;
    if (probe.after !== undefined && ![...chosen].some(({ name }) => name === probe.after)) continue;
    room -= requests;
    chosen.add(probe);
  }
  return allProbes.filter((probe) => chosen.has(probe));
}

/** Returns the observations that are due but do not fit into the budget. */
export function observationsBeyondBudget(options: Choice): Probe[] {
  const chosen = chooseProbes(options);
  return allProbes.filter((probe) => isObservation(probe) && isDue(probe, options) && !chosen.includes(probe));
}

/** Returns whether a probe may be sent at the level, and has the URL that it needs. */
export function isDue({ level, onlyAt, needs, pet, isExtra }: Probe, options: Choice): boolean {
  if (levels.indexOf(level) > levels.indexOf(options.level)) return false;
  if (onlyAt !== undefined && onlyAt !== options.level) return false;
  // The user named the pet, or the number of requests.
  if (pet !== undefined && level !== 'read' && options.petId !== undefined) return false;
  if (isExtra && (options.maxRequests === undefined || hasMoreThanTable(options))) return false;
  return needs !== 'messages' || options.messagesUrl !== undefined;
}

/** Returns whether what the user allows beyond the usual budget is for something else: learning, or generated bodies. */
function hasMoreThanTable({ isLearning, depth }: Choice): boolean {
  return isLearning === true || depth === 'thorough';
}

interface RankedProbe {
  readonly probe: Probe;
  /** What it adds to the requests of a run, restoring included. */
  readonly requests: number;
}

const ranks = new Map<string, readonly RankedProbe[]>();

/** Returns the due probes by their value, those that are always sent first. */
function rankedProbes(options: Choice): readonly RankedProbe[] {
  const { level, messagesUrl, maxRequests, isExclusive, petId } = options;
  const isGiven = maxRequests !== undefined && !hasMoreThanTable(options);
  const facts = [level, messagesUrl !== undefined, isGiven, isExclusive, petId !== undefined];
  const known = ranks.get(facts.join());
  if (known !== undefined) return known;
  const ranked = rank(options);
  ranks.set(facts.join(), ranked);
  return ranked;
}

function rank(options: Choice): RankedProbe[] {
  const due = allProbes.filter((each) => isDue(each, options));
  const table = new Table();
  const ranked: RankedProbe[] = [];
  const take = (probe: Probe) => {
    ranked.push({ probe, requests: requestsOf(probe, ranked, options) });
    table.fill(probe);
  };
  for (const probe of due) if (!probe.isOptional) take(probe);
  const rest = due.flatMap((probe) => (probe.isOptional ? [{ probe, worth: Number.POSITIVE_INFINITY }] : []));
  const names = new Set(ranked.map(({ probe }) => probe.name));
  for (;;) {
    let best: (typeof rest)[number] | undefined;
    for (const each of rest) {
      // Filling cells makes no probe worth more, so no later one can be better.
      if (best !== undefined && each.worth <= best.worth) break;
      const { probe } = each;
      if (probe.after !== undefined && !names.has(probe.after)) continue;
      each.worth = table.valueOf(probe) / requestsOf(probe, ranked, options);
      if (best === undefined || each.worth > best.worth) best = each;
    }
    if (best === undefined) return ranked;
    take(best.probe);
    names.add(best.probe.name);
    rest.splice(rest.indexOf(best), 1);
    rest.sort((one, other) => other.worth - one.worth);
  }
}

/** Another pet is restored by itself if it got another quantity, and after the observations the pet once more. */
function requestsOf(probe: Probe, before: readonly RankedProbe[], { isExclusive }: Choice): number {
  const { atMost = 1, pet } = probe;
  if (!isPetWrite(probe)) return atMost;
  if (pet !== undefined) return isExclusive ? 2 : 1;
  const isFirstAfterRestoring =
    updateObservations.includes(probe) && !before.some((other) => updateObservations.includes(other.probe));
  return isFirstAfterRestoring ? 3 : 1;
}

/** What seeing a status at an operation is worth for the first, the second and the third time. */
const REPETITIONS = [6, 4, 2];

/** Every combination that probes can send and that is worth sending; a cell is filled once. */
export class Table {
  readonly #filled = new Set<string>();

  /** The cells that are filled. */
  get size(): number {
    return this.#filled.size;
  }

  fill(probe: Probe): void {
    const { own, seen } = cellsOf(probe);
    for (const cell of own) this.#filled.add(cell.name);
    const next = seen.find(({ name }) => !this.#filled.has(name));
    if (next !== undefined) this.#filled.add(next.name);
  }

  /** Returns what the cells that a probe would fill are worth. */
  valueOf(probe: Probe): number {
    const { own, seen } = cellsOf(probe);
    let sum = seen.find(({ name }) => !this.#filled.has(name))?.value ?? 0;
    for (const { name, value } of own) if (!this.#filled.has(name)) sum += value;
    return sum;
  }
}

interface Cell {
  readonly name: string;
  readonly value: number;
}

/** Cells of a probe itself, and those of which it fills the first that is open: its status at its operation once more. */
interface Cells {
  readonly own: readonly Cell[];
  readonly seen: readonly Cell[];
}

const knownCells = new WeakMap<Probe, Cells>();

function cellsOf(probe: Probe): Cells {
  const known = knownCells.get(probe);
  if (known !== undefined) return known;
  const { fills = {}, expects, method, path } = probe;
  const operation = `${method} ${path.replace(/(?<=^\/(?:inventory|pets)\/).*/, '{petId}')}`;
  const cells = {
    own: Object.entries(fills).map(([name, value]) => ({ name, value })),
    seen:
      expects === undefined
        ? []
        : REPETITIONS.map((value, at) => ({ name: `${operation}, ${expects}, ${at + 1}`, value })),
  };
  knownCells.set(probe, cells);
  return cells;
}

/** Returns how many cells the whole table of a level has. */
export function tableSize(options: Choice): number {
  const table = new Table();
  const all = { ...options, maxRequests: Number.POSITIVE_INFINITY, isLearning: false, depth: 'standard' } as const;
  for (const probe of allProbes.filter((each) => isDue(each, all))) {
    for (let times = 0; times < (probe.atMost ?? 1); times++) table.fill(probe);
  }
  return table.size;
}

/** Returns the number of requests for which a run sends the whole table of its level. */
export function requestsForTable(options: Choice): number {
  const { level } = options;
  const all = { ...options, maxRequests: Number.POSITIVE_INFINITY, isLearning: false, depth: 'standard' } as const;
  const own = rankedProbes(all).reduce((sum, { requests }) => sum + requests, 0);
  return level === 'exhaust' ? own + EXHAUST_NEEDS : own;
}
