import { type Level, levels } from '../src/exchange/transcript.js';
import { type PlanName, plans } from '../src/service/plans.js';
import { RESERVED_FOR_RESTORING } from './governor/bounds.js';
import { KEY_NAMES } from './probes/compose.js';
import { exhaustProbes, LARGEST_OVERRUN, requestsToExhaust } from './probes/exhaust.js';
import { petstoreSuite, type Suite } from './probes/index.js';
import { learningProbes } from './probes/learning/learning.js';
import { isAlone, isPetWrite, type Probe, type ProbeCredential } from './probes/probe.js';
import type { SuiteOptions } from './suite.js';

export type PlanOptions = Pick<
  SuiteOptions,
  | 'baseUrl'
  | 'messagesUrl'
  | 'level'
  | 'plan'
  | 'petId'
  | 'maxRequests'
  | 'isExclusive'
  | 'isExhausting'
  | 'isLearning'
  | 'reserve'
>;

const COOKIE = 'cookie of the service' satisfies ProbeCredential;

const READ_BUDGET = 25;
/** What the usual reserve leaves of the 60 requests a minute of a Free key; with a smaller limit, a run waits for the next window. */
const LEAST_BUDGET = 46;
const LARGEST_BUDGET = 200;
/** What learning sends in addition: a Free key allows 60 a minute. */
export const learningBudgets: Readonly<Record<Level, number>> = { read: 32, write: 144, exhaust: 144 };

/** Returns the maximum number of requests of a run without learning, unless the user sets one. `limit`: that of the key. */
export function budgetFor(options: PlanOptions, limit = limitOf(options.plan)): number {
  return planBudget({ ...options, maxRequests: undefined }, limit) + reservedForExhausting(options, limit);
}

/** Returns how many requests the plan gets: what follows it has a share of its own. */
export function planBudget(options: PlanOptions, limit = limitOf(options.plan)): number {
  const { level, reserve, isLearning = false, maxRequests } = options;
  const left = Math.floor((limit ?? 0) * (1 - reserve)) - RESERVED_FOR_RESTORING;
  const largest = isLearning ? LEAST_BUDGET : LARGEST_BUDGET;
  const usual = level === 'read' ? READ_BUDGET : Math.min(largest, Math.max(LEAST_BUDGET, left));
  if (maxRequests === undefined) return usual;
  const given = maxRequests - reservedForExhausting(options, limit);
  return isLearning ? Math.min(usual, given) : given;
}

function limitOf(plan: PlanName | undefined): number | undefined {
  const limits = plan && plans[plan];
  return limits === undefined || limits === 'custom' ? undefined : limits.perMinute;
}

/** Returns the maximum that a run announces: with learning, and as long as the key's limit is not known. */
export function announcedBudget(options: PlanOptions): number {
  const { level, maxRequests, isLearning } = options;
  if (maxRequests !== undefined) return maxRequests;
  return budgetFor(options) + (isLearning ? learningBudgets[level] + RESERVED_FOR_RESTORING : 0);
}

export function reservedForExhausting(options: PlanOptions, limit = limitOf(options.plan)): number {
  return isExhausting(options) ? requestsToExhaust(options, limit) : 0;
}

export function isExhausting({ level, isExhausting: isMeant = true }: Pick<PlanOptions, 'level' | 'isExhausting'>) {
  return level === 'exhaust' && isMeant;
}

export function planFor(options: PlanOptions, { probes }: Suite): Probe[] {
  return probes.filter((probe) => isDue(probe, options));
}

export function isDue({ level, onlyAt, needs, pet, another, where }: Probe, options: PlanOptions): boolean {
  if (levels.indexOf(level) > levels.indexOf(options.level)) return false;
  if (onlyAt !== undefined && onlyAt !== options.level) return false;
  if (where !== undefined && (where === 'alone') !== isAlone(options)) return false;
  // The user named the pet to write to.
  if ((pet ?? another) !== undefined && level !== 'read' && options.petId !== undefined) return false;
  return needs !== 'messages' || options.messagesUrl !== undefined;
}

/** A request that a run would send, with placeholders such as `{petId}` for values that only the run knows. */
export interface PlannedRequest extends Pick<Probe, 'level' | 'method' | 'credential' | 'why' | 'body'> {
  readonly probe: string;
  readonly url: string;
  /** The maximum number of times it is sent. */
  readonly atMost: number;
  /** When or how often it is sent; undefined: always once. */
  readonly condition: string | undefined;
}

/** Returns what a run would send, in order, for `--dry-run`. Omits what depends on responses, such as retries and confirmations. */
export function planRequests(options: PlanOptions, suite = petstoreSuite): PlannedRequest[] {
  const limit = options.maxRequests ?? budgetFor(options);
  const plan = planFor(options, suite);
  const first = firstOf(plan, planBudget(options), options);
  const writes = plan.slice(0, first.length).some(isPetWrite);
  const restoring = writes ? suite.restoring.map((probe) => describe(probe, 1, options, IF_CHANGED)) : [];
  const left = limit - first.length - restoring.length;
  // What learning sends of these, responses decide.
  const unsent = plan.slice(first.length).filter(({ observes }) => observes);
  const extra = options.isLearning ? [...unsent, ...learningProbes].filter((probe) => isDue(probe, options)) : [];
  const mayLearn = options.maxRequests === undefined || left > 0;
  const learning = mayLearn ? extra.map((probe) => describe(probe, probe.atMost ?? 1, options)) : [];
  const rest = options.maxRequests === undefined ? left : left - learning.length;
  return [...first, ...learning, ...restoring, ...firstOf(exhaustSteps(options), rest, options)];
}

export function mostRequests(plan: readonly PlannedRequest[], options: PlanOptions): number {
  const sum = plan.reduce((most, { atMost }) => most + atMost, 0);
  return Math.min(announcedBudget(options), sum);
}

const IF_CHANGED = 'for each pet that was written to, unless a list shows the original stock';

/** Returns what fits into a limit; once a pet is written to, with room to restore it. */
function firstOf(probes: readonly Probe[], limit: number, options: PlanOptions): PlannedRequest[] {
  const planned: PlannedRequest[] = [];
  let left = limit;
  let reserved = 0;
  for (const probe of probes) {
    if (isPetWrite(probe)) reserved = RESERVED_FOR_RESTORING;
    const times = Math.min(probe.atMost ?? 1, left - reserved);
    if (times < 1) break;
    planned.push(describe(probe, times, options));
    // What the stock or a response may leave out makes room for what follows.
    const { pet, another, after, credential, needs } = probe;
    const isOptional = [pet, another, after].some((each) => each !== undefined) || needs === 'full page';
    if (!isOptional && credential !== COOKIE) left -= times;
  }
  return planned;
}

function exhaustSteps(options: PlanOptions): readonly Probe[] {
  if (!isExhausting(options)) return [];
  const { overrun, others, recovered, afterReset } = exhaustProbes;
  const inTurn = [overrun, ...others].map((probe) => ({ ...probe, atMost: 1 + LARGEST_OVERRUN / 4 }));
  const exceeding = options.isExclusive ? inTurn : [overrun];
  return [...exceeding, ...groupBeyondLimit(0, options), ...recovered, ...afterReset];
}

/** Returns what is sent at once with the last request of a window. */
export function groupBeyondLimit(window: number, options: PlanOptions): Probe[] {
  const { atOnce } = exhaustProbes;
  const group: readonly Probe[] = atOnce[window % atOnce.length] ?? [];
  return group.filter((probe) => isDue(probe, options) && (options.isExclusive || !isPetWrite(probe)));
}

function describe(
  probe: Probe,
  atMost: number,
  options: PlanOptions,
  condition = conditionOf(probe, atMost),
): PlannedRequest {
  const base = probe.needs === 'messages' ? (options.messagesUrl ?? options.baseUrl) : options.baseUrl;
  const isInQuery = probe.credential === 'query' || probe.credential === 'elsewhere';
  const query = isInQuery ? `?${KEY_NAMES.map((each) => `${each}={key}`).join('&')}` : '';
  const { name, level, method, path, body, credential, why } = probe;
  const url = `${base}${path}${query}`;
  return { probe: name, level, method, url, credential, why, atMost, condition, ...(body !== undefined && { body }) };
}

function conditionOf(probe: Probe, atMost: number): string | undefined {
  const { together } = probe;
  const conditions = [whenOf(probe, atMost), together && `at the same time as the other ${together}`];
  return conditions.filter((each) => each !== undefined).join(', ') || undefined;
}

function whenOf({ name, pet, another, after, needs, credential }: Probe, atMost: number): string | undefined {
  const { others, atOnce, recovered } = exhaustProbes;
  const isOneOf = (probes: readonly Probe[]) => probes.some((each) => each.name === name);
  if (isOneOf([exhaustProbes.overrun, ...others])) return `until 429, at most ${atMost} times`;
  if (isOneOf(atOnce[0])) return 'at the same time, with one request left';
  if (isOneOf(recovered)) return 'if there was a 429';
  if (atMost > 1) return `at most ${atMost} times`;
  if (pet !== undefined) return `if a pet is ${pet}`;
  if (another !== undefined) return 'if there is another pet';
  if (after !== undefined) return `if ${after} was sent`;
  if (needs === 'full page') return 'if the list is as long as a page usually is';
  if (credential === COOKIE) return 'if the service sets a cookie';
  return needs === 'pet' ? 'if there is a pet' : undefined;
}
