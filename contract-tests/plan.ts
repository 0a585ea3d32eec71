import { Budget } from './governor/budget.js';
import { RESERVED_FOR_RESTORING } from './governor/quota.js';
import { learningBudgets, learningProbes, reservedForLater } from './learning/learning-probes.js';
import { budgetFor, chooseProbes, leastValuableFirst, roleOf } from './probes/choose-probes.js';
import { KEY_NAMES } from './probes/compose.js';
import { exhaustProbes, LARGEST_OVERRUN } from './probes/exhaust-probes.js';
import { isPetWrite, type PetRole, type Probe, preferredRole } from './probes/probe.js';
import { restoreProbes } from './probes/update-probes.js';
import type { SuiteOptions } from './suite.js';

/** A request that a run would send, with placeholders such as `{petId}` for values that only the run knows. */
export interface PlannedRequest extends Pick<Probe, 'level' | 'method' | 'credential' | 'why' | 'body'> {
  /** The name in its exchange. */
  readonly probe: string;
  readonly url: string;
  /** The maximum number of times it is sent. */
  readonly atMost: number;
  /** When or how often it is sent; undefined: always once. */
  readonly condition: string | undefined;
}

export type PlanOptions = Pick<
  SuiteOptions,
  'baseUrl' | 'messagesUrl' | 'level' | 'plan' | 'petId' | 'maxRequests' | 'isExclusive' | 'isLearning' | 'seed'
>;

/**
 * Returns what a run would send, in order, for `--dry-run`. Omits what depends on responses: the retry after a 429 or a lost
 * connection, requests that confirm a finding, a smaller quantity after one that was rejected, a list before the same pet is updated
 * again, and what a large limit allows in addition, unless the plan says it.
 */
export function planRequests(options: PlanOptions): PlannedRequest[] {
  const limit = options.maxRequests ?? budgetFor(options);
  const before = walk(chooseProbes(options), limit, options);
  const left = limit - total(before);
  const learning = options.isLearning ? planLearning(left, options) : [];
  const afterLearning = options.maxRequests === undefined ? left : left - total(learning);
  return [...before, ...learning, ...walk(exhaustSteps(options), afterLearning, options)];
}

/** Learning has a separate budget, unless the user gave one for everything. */
function planLearning(left: number, options: PlanOptions): PlannedRequest[] {
  const own = learningBudgets[options.level] + RESERVED_FOR_RESTORING;
  const limit = options.maxRequests === undefined ? own : Math.min(own, left - reservedForLater(options));
  return walk(learningProbes(options), limit, options);
}

/** Returns whether more than the necessary requests may wait for a window: the user asked for so many. */
export function mayWait({ maxRequests }: Pick<PlanOptions, 'maxRequests'>): boolean {
  return maxRequests !== undefined;
}

/** Returns the budget of a run: its plan. */
export function budgetOf(options: PlanOptions): Budget {
  const { maxRequests, isLearning } = options;
  const learning = isLearning ? total(planLearning(0, { ...options, maxRequests: undefined })) : 0;
  return new Budget(maxRequests, budgetFor(options) + learning);
}

function total(planned: readonly PlannedRequest[]): number {
  return planned.reduce((sum, { atMost }) => sum + atMost, 0);
}

/** Returns whether all of some probes fit into a budget, with room to restore the stock. */
function fits(probes: readonly Probe[], limit: number, options: PlanOptions): boolean {
  const planned = walk(probes, limit, options);
  return planned.filter(({ condition }) => condition !== IF_CHANGED).length === probes.length;
}

/** Returns those of the remaining probes for which there is room, without the least valuable ones. */
export function fitting(rest: readonly Probe[], room: number, options: PlanOptions): readonly Probe[] {
  const left = [...rest];
  for (const least of leastValuableFirst(rest, options)) {
    if (fits(left, room, options)) break;
    left.splice(left.indexOf(least), 1);
  }
  return left;
}

/** Returns what fits into a budget, with room to restore the stock. */
function walk(probes: readonly Probe[], limit: number, options: PlanOptions): PlannedRequest[] {
  const planned: PlannedRequest[] = [];
  // Pets that a request may have changed if the service is at fault, and those that it changes otherwise, too.
  const touched = new Set<PetRole | number | 'drawn'>();
  const changed = new Set<PetRole | number | 'drawn'>();
  const [restore, check] = restoreProbes;
  let left = limit;
  for (const probe of probes) {
    const pet = roleOf(probe) ?? preferredRole(probe, options) ?? 'drawn';
    const pets = new Set<PetRole | number | 'drawn'>(isPetWrite(probe) ? [...touched, pet] : touched);
    const inHand = probe.isRestoring || pets.size === 0 ? 0 : pets.size + 1;
    const times = Math.min(probe === restore ? Math.max(1, changed.size) : (probe.atMost ?? 1), left - inHand);
    if (times < 1) break;
    planned.push(describe(probe, times, options));
    left -= times;
    if (isPetWrite(probe)) touched.add(pet);
    if (isPetWrite(probe) && changesPet(probe, options)) changed.add(pet);
    if (probe === check) changed.clear();
    // The list shows that other pets have the quantity that they had.
    if (probe.path === '/inventory') for (const each of touched) if (!changed.has(each)) touched.delete(each);
  }
  if (touched.size === 0) return planned;
  const most = Math.max(1, changed.size);
  return [...planned, describe(restore, most, options, IF_CHANGED), describe(check, 1, options, IF_CHANGED)];
}

/** Rejections, which are spread over the pets, change none; another pet gets the quantity that it has, unless nobody else writes. */
function changesPet({ expects = 200, pet, prefers }: Probe, { isExclusive }: PlanOptions): boolean {
  return expects < 400 && typeof prefers !== 'number' && (pet === undefined || isExclusive);
}

const IF_CHANGED = 'unless a list shows the original stock';

function exhaustSteps({ level, isExclusive }: PlanOptions): readonly Probe[] {
  if (level !== 'exhaust') return [];
  const { overrun, others, atOnce, recovered, afterReset } = exhaustProbes;
  const inTurn = [overrun, ...others].map((probe) => ({ ...probe, atMost: 1 + LARGEST_OVERRUN / 4 }));
  const exceeding = isExclusive ? [...inTurn, ...atOnce[0]] : [overrun];
  return [...exceeding, ...recovered, ...afterReset];
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

function conditionOf({ name, pet, needs }: Probe, atMost: number): string | undefined {
  const { others, atOnce, recovered } = exhaustProbes;
  const isOneOf = (probes: readonly Probe[]) => probes.some((each) => each.name === name);
  if (isOneOf([exhaustProbes.overrun, ...others])) return `until 429, at most ${atMost} times`;
  if (isOneOf(atOnce[0])) return 'at the same time, with one request left';
  if (isOneOf(recovered)) return 'if there was a 429';
  if (atMost > 1) return `at most ${atMost} times`;
  if (pet !== undefined) return `if a pet is ${pet}`;
  return needs === 'pet' ? 'if there is a pet' : undefined;
}
