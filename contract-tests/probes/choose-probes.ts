import { type Level, levels } from '../../src/exchange/transcript.js';
import { RESERVED_FOR_RESTORING } from '../governor/quota.js';
import type { SuiteOptions } from '../suite.js';
import { isPetWrite, type Probe, probe } from './probe.js';
import { readObservations, readProbes } from './read-probes.js';
import { messageProbes, writeObservations, writeProbes } from './write-probes.js';

/** The largest limit that is exhausted unless the user allows more requests. */
export const LARGEST_OVERRUN = 500;

const exhaust = probe.bind(undefined, 'exhaust');

const beyond = exhaust('beyond-the-limit', 'PATCH /inventory/{petId}', '429 unless it is the one; then no change', {
  needs: 'pet',
  body: '{"quantity":{quantity}}',
});

export const exhaustProbes = {
  overrun: exhaust('overrun', 'GET /inventory', 'until 429, or until more succeeded than the limit allows', {
    atMost: LARGEST_OVERRUN + 1,
  }),
  /** Sent at the same time, if nobody else uses the key. */
  atOnce: [
    exhaust('at-once', 'GET /inventory', 'one of the requests at once succeeds, and the others get 429'),
    beyond,
    exhaust('orders-at-once', 'GET /store/orders', '429 unless it is the one'),
    beyond,
    exhaust('pet-at-once', 'GET /pets/{petId}', '429 unless it is the one'),
  ],
  /** Sent when the time has passed that the 429 indicated. */
  recovered: [
    exhaust('recovered', 'GET /inventory', 'no longer 429 at the time that the 429 indicated'),
    exhaust('recovered-orders', 'GET /store/orders', 'the same for the orders'),
    exhaust('recovered-pet', 'GET /pets/{petId}', 'the same for the deprecated lookup'),
    exhaust('recovered-update', 'PATCH /inventory/{petId}', 'the same for an update, which restores the quantity', {
      needs: 'pet',
      body: '{"quantity":{original}}',
    }),
  ],
  afterReset: exhaust('after-reset', 'GET /inventory', 'Remaining has risen at Reset'),
} as const;

/** The maximum number of requests of a level, unless the user sets one. A Free key allows 60 a minute. */
export const levelBudgets: Readonly<Record<Level, number>> = { read: 15, write: 40, exhaust: 600 };

/** After the limit is reached: three of those at once, those that look afterwards, and restoring. */
export const NEEDED_BEYOND_LIMIT =
  exhaustProbes.atOnce.length - 1 + exhaustProbes.recovered.length + 1 + RESERVED_FOR_RESTORING;

export const EXHAUST_NEEDS = LARGEST_OVERRUN + 1 + NEEDED_BEYOND_LIMIT;

/** Every probe in the order of a run; those that exhaust the limit follow. */
export const allProbes: readonly Probe[] = [
  ...readProbes,
  ...writeProbes,
  ...messageProbes,
  ...readObservations,
  ...writeObservations,
];

const observations = [...readProbes.filter(({ isOptional }) => isOptional), ...readObservations, ...writeObservations];

export type Choice = Pick<SuiteOptions, 'level' | 'messagesUrl' | 'maxRequests'>;

/** Returns the probes of a run in order: all that are due, and the observations that fit into the budget. */
export function chooseProbes(options: Choice): Probe[] {
  const due = allProbes.filter((each) => isDue(each, options));
  const mandatory = due.filter(({ isOptional }) => !isOptional).reduce((sum, { atMost = 1 }) => sum + atMost, 0);
  const forExhaust = options.level === 'exhaust' ? EXHAUST_NEEDS : 0;
  let room = (options.maxRequests ?? levelBudgets[options.level]) - mandatory - forExhaust;
  let isStockRestored = true;
  return due.filter((probe) => {
    if (!probe.isOptional) return true;
    const restoring = isPetWrite(probe) && isStockRestored ? RESERVED_FOR_RESTORING : 0;
    if (room < 1 + restoring) return false;
    room -= 1 + restoring;
    if (restoring > 0) isStockRestored = false;
    return true;
  });
}

/** Returns the observations that are due but do not fit into the budget. */
export function observationsBeyondBudget(options: Choice): Probe[] {
  const chosen = chooseProbes(options);
  return observations.filter((probe) => isDue(probe, options) && !chosen.includes(probe));
}

/** Returns whether a probe may be sent at the level, and has the URL that it needs. */
export function isDue({ level, onlyAt, needs }: Probe, options: Choice): boolean {
  if (levels.indexOf(level) > levels.indexOf(options.level)) return false;
  if (onlyAt !== undefined && onlyAt !== options.level) return false;
  return needs !== 'messages' || options.messagesUrl !== undefined;
}
