import { rivalNames, type Stock } from './http-comparison.js';

/** How long and how often is measured. Many short rounds say more than a few long ones: other load comes in bursts. */
export interface Effort {
  readonly stocks: readonly Stock[];
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly startRuns: number;
  readonly checkRuns: number;
}

/** About five minutes on a machine of two cores. */
export const fullEffort: Effort = {
  stocks: [
    { petCount: 100, rivals: rivalNames, workloads: ['list', 'update'] },
    { petCount: 10_000, rivals: ['floor'], workloads: ['list', 'update', 'alternate'] },
  ],
  rounds: 16,
  roundSeconds: 0.6,
  startRuns: 15,
  checkRuns: 10,
};

/** The main targets in less than 90 seconds; the other parts briefly, where asked for. */
export const quickEffort: Effort = {
  stocks: [
    { petCount: 100, rivals: ['floor', 'fastify'], workloads: ['list', 'update'] },
    { petCount: 10_000, rivals: ['floor'], workloads: ['alternate'] },
  ],
  rounds: 9,
  roundSeconds: 0.3,
  startRuns: 6,
  checkRuns: 6,
};
