import { type Level, levels } from '../../src/transcript/transcript.js';
import { KEPT_FOR_RESTORING } from '../governor/quota.js';
import type { SuiteOptions } from '../suite.js';
import { LARGEST_OVERRUN } from './exhaust-probes.js';
import { messageProbes } from './message-probes.js';
import { isPetWrite, type Probe } from './probe.js';
import { readObservations, readProbes } from './read-probes.js';
import { writeObservations, writeProbes } from './write-probes.js';

/** Requests that a level sends at most, unless the user allows more or fewer. A Free key allows 60 a minute. */
export const levelBudgets: Readonly<Record<Level, number>> = { read: 15, write: 40, exhaust: 600 };

/** The overrun, the PATCH beyond it, the two that look afterwards, and restoring. */
export const EXHAUST_NEEDS = LARGEST_OVERRUN + 6;

/** Every probe in the order in which it is sent; those that run into the limit follow. */
const allProbes = [...readProbes, ...writeProbes, ...messageProbes, ...readObservations, ...writeObservations];

const observations = [...readProbes.filter(({ isOptional }) => isOptional), ...readObservations, ...writeObservations];

export type Choice = Pick<SuiteOptions, 'level' | 'messagesUrl' | 'maxRequests'>;

/** Answers the probes of a run in order: all that are due, and as many observations as the budget has room for. */
export function chooseProbes(options: Choice): Probe[] {
  const due = allProbes.filter((probe) => isDue(probe, options));
  const mandatory = due.filter(({ isOptional }) => !isOptional).reduce((sum, { atMost = 1 }) => sum + atMost, 0);
  const forExhaust = options.level === 'exhaust' ? EXHAUST_NEEDS : 0;
  let room = (options.maxRequests ?? levelBudgets[options.level]) - mandatory - forExhaust;
  let isStockPutBack = true;
  return due.filter((probe) => {
    if (!probe.isOptional) return true;
    const restoring = isPetWrite(probe) && isStockPutBack ? KEPT_FOR_RESTORING : 0;
    if (room < 1 + restoring) return false;
    room -= 1 + restoring;
    if (restoring > 0) isStockPutBack = false;
    return true;
  });
}

/** Answers the observations that are due and that the budget has no room for. */
export function observationsLeft(options: Choice): Probe[] {
  const chosen = chooseProbes(options);
  return observations.filter((probe) => isDue(probe, options) && !chosen.includes(probe));
}

/** Tells whether a probe may be sent at the level, and has the address that it needs. */
export function isDue({ level, onlyAt, needs }: Probe, options: Choice): boolean {
  if (levels.indexOf(level) > levels.indexOf(options.level)) return false;
  if (onlyAt !== undefined && onlyAt !== options.level) return false;
  return needs !== 'messages' || options.messagesUrl !== undefined;
}
