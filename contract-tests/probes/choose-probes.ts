import { levels } from '../../src/exchange/transcript.js';
import { type PlanName, plans } from '../../src/service/plans.js';
import { createDraw } from '../draw.js';
import type { SuiteOptions } from '../suite.js';
import { requestsToExhaust } from './exhaust-probes.js';
import { messageProbes } from './message-probes.js';
import { isAlone, isPetWrite, isStockList, type PetRole, type Probe, USUAL_BUDGET } from './probe.js';
import { laterReads, readObservations, readProbes } from './read-probes.js';
import { Table } from './table.js';
import { acceptedProbes, listAfterReads, rejectedProbes, restoreProbes, updateObservations } from './update-probes.js';

/** A limit of this many requests leaves room for more. */
const LARGE_LIMIT = 300;
const LARGE_BUDGET = 120;

/**
 * Returns the maximum number of requests of a run without learning, unless the user sets one. `limit`: that of the
 * key, if it is known; default: that of the plan.
 */
export function budgetFor(
  options: Pick<SuiteOptions, 'level' | 'plan' | 'isLearning'> & Partial<Pick<SuiteOptions, 'isExclusive'>>,
  limit = limitOf(options.plan),
): number {
  const { level, isLearning } = options;
  if (level === 'read') return 15;
  const isLarge = !isLearning && limit !== undefined && limit >= LARGE_LIMIT;
  const own = isLarge ? LARGE_BUDGET : USUAL_BUDGET;
  return level === 'exhaust' ? own + requestsToExhaust(options, limit) : own;
}

/** Returns the limit of a plan, as far as the document gives it. */
function limitOf(plan: PlanName | undefined): number | undefined {
  const limits = plan && plans[plan];
  return limits === undefined || limits === 'custom' ? undefined : limits.perMinute;
}

/** Every probe in the order of a run; those that exhaust the limit follow. */
export const allProbes: readonly Probe[] = [
  ...readProbes,
  listAfterReads,
  ...messageProbes,
  ...rejectedProbes,
  ...acceptedProbes,
  ...laterReads,
  ...restoreProbes,
  ...readObservations,
  ...updateObservations,
];

const isObservation = ({ fills = {} }: Probe) => Object.keys(fills).some((cell) => cell.startsWith('observation: '));

export type Choice = Pick<
  SuiteOptions,
  'level' | 'plan' | 'messagesUrl' | 'maxRequests' | 'isExclusive' | 'petId' | 'isLearning' | 'seed'
> & {
  /** Of the key, if it is known; default: that of the plan. */
  readonly limit?: number | undefined;
};

/** Returns the probes of a run in order: all that are always sent, and the most valuable others that fit into the budget. */
export function chooseProbes(options: Choice): Probe[] {
  const { level, plan, limit = limitOf(plan) } = options;
  const exhausting = level === 'exhaust' ? requestsToExhaust(options, limit) : 0;
  let room = forTable(options, budgetFor(options, limit)) - exhausting;
  const chosen = new Set<Probe>();
  for (const { probe, requests } of rankedProbes(options)) {
    if (probe.isOptional && room < 1) break;
    if (probe.isOptional && requests > room) continue;
    if (probe.after !== undefined && ![...chosen].some(({ name }) => name === probe.after)) continue;
    room -= requests;
    chosen.add(probe);
  }
  return allProbes.filter((probe) => chosen.has(probe));
}

/** Returns how many requests the table gets, and exhausting. `own`: what they get unless the user allows a number. */
function forTable({ isLearning, maxRequests }: Choice, own: number): number {
  if (maxRequests === undefined) return own;
  return isLearning ? Math.min(own, maxRequests) : maxRequests;
}

/** Returns the observations that are due but do not fit into the budget. */
export function observationsBeyondBudget(options: Choice): Probe[] {
  const chosen = chooseProbes(options);
  return allProbes.filter((probe) => isObservation(probe) && isDue(probe, options) && !chosen.includes(probe));
}

/** Returns whether a probe may be sent at the level, and has the URL that it needs. */
export function isDue({ level, onlyAt, needs, pet, isExtra, where }: Probe, options: Choice): boolean {
  if (levels.indexOf(level) > levels.indexOf(options.level)) return false;
  if (onlyAt !== undefined && onlyAt !== options.level) return false;
  if (where !== undefined && (where === 'alone') !== isAlone(options)) return false;
  // The user named the pet, or the number of requests.
  if (pet !== undefined && level !== 'read' && options.petId !== undefined) return false;
  if (isExtra && (options.maxRequests === undefined || options.isLearning)) return false;
  return needs !== 'messages' || options.messagesUrl !== undefined;
}

interface RankedProbe {
  readonly probe: Probe;
  /** What it adds to the requests of a run, restoring included. */
  readonly requests: number;
}

/** How much the seed adds to a value or takes from it, at most: repeated runs send others of those that are about as valuable. */
const LEEWAY = 0.4;

/** Yields the due probes by their value, those that are always sent first. */
function* rankedProbes(options: Choice): Generator<RankedProbe> {
  const due = allProbes.filter((each) => isDue(each, options));
  const draw = createDraw(options.seed, 'choice');
  const table = new Table();
  const taken: Probe[] = [];
  const take = (probe: Probe): RankedProbe => {
    const requests = requestsOf(probe, taken, options);
    taken.push(probe);
    table.fill(probe);
    return { probe, requests };
  };
  for (const probe of due) if (!probe.isOptional) yield take(probe);
  const rest = due.flatMap((probe) => {
    const weight = 1 + LEEWAY * (2 * draw.fraction() - 1);
    return probe.isOptional ? [{ probe, weight, worth: Number.POSITIVE_INFINITY }] : [];
  });
  for (;;) {
    let best: (typeof rest)[number] | undefined;
    for (const each of rest) {
      // Filling cells makes no probe worth more, so no later one can be better.
      if (best !== undefined && each.worth <= best.worth) break;
      const { probe, weight } = each;
      if (probe.after !== undefined && !taken.some(({ name }) => name === probe.after)) continue;
      each.worth = (weight * table.valueOf(probe)) / requestsOf(probe, taken, options);
      if (best === undefined || each.worth > best.worth) best = each;
    }
    if (best === undefined) return;
    yield take(best.probe);
    rest.splice(rest.indexOf(best), 1);
    rest.sort((one, other) => other.worth - one.worth);
  }
}

/** Another pet is restored by itself if it got another quantity, and after the observations the pet once more. */
function requestsOf(probe: Probe, before: readonly Probe[], options: Choice): number {
  const { atMost = 1 } = probe;
  if (!isPetWrite(probe)) return atMost;
  const role = roleOf(probe);
  const isRestored = options.isExclusive && !before.some((other) => roleOf(other) === role);
  if (role !== undefined) return isRestored ? 2 : 1;
  const isFirstAfterRestoring =
    updateObservations.includes(probe) && !before.some((other) => updateObservations.includes(other));
  return isFirstAfterRestoring ? 3 : 1;
}

/** Returns those of some chosen probes that can be omitted, the one that adds the least first. Lists and restoring cannot. */
export function leastValuableFirst(probes: readonly Probe[], options: Choice): Probe[] {
  const worthOf = ({ fills = {} }: Probe) => Object.values(fills).reduce((sum, value) => sum + value, 0) || ALWAYS;
  const ranked = [...rankedProbes(options)].map(({ probe }, rank) => ({ probe, rank }));
  return ranked
    .filter(({ probe }) => probes.includes(probe) && !probe.isRestoring && !isStockList(probe))
    .sort((one, other) => {
      const [a, b] = [one, other].map(({ probe, rank }) => (probe.isOptional ? -rank : worthOf(probe)));
      return (a ?? 0) - (b ?? 0) || other.rank - one.rank;
    })
    .map(({ probe }) => probe);
}

/** What a probe is worth that no table has. */
const ALWAYS = 100;

/** Returns the pet that a probe is about, as its role or the number of its turn; undefined: the drawn pet. */
export function roleOf({ pet, aside }: Probe): PetRole | number | undefined {
  return pet ?? aside;
}
