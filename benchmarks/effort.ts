import { rivalNames, type Stock } from './contenders.js';

/** How long and how often is measured. */
export interface Effort {
  readonly stocks: readonly Stock[];
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly warmUpSeconds: number;
  readonly startRuns: number;
  readonly checkRuns: number;
  readonly mswBatches: number;
  readonly worldBatches: number;
  readonly liveWorlds: number;
  readonly orderedSeconds: number;
  readonly jsonRounds: number;
  readonly watchedRounds: number;
  readonly watchedSeconds: number;
  /** After how many requests the memory of a server is read. */
  readonly rememberedRequests: readonly number[];
}

export const fullEffort: Effort = {
  stocks: [
    { petCount: 100, rivals: rivalNames, workloads: ['list', 'update', 'alternate'] },
    { petCount: 10_000, rivals: ['floor'], workloads: ['list', 'update', 'alternate'] },
    { petCount: 100_000, rivals: ['floor'], workloads: ['list', 'update', 'alternate'] },
  ],
  rounds: 8,
  roundSeconds: 1.5,
  warmUpSeconds: 1.5,
  startRuns: 15,
  checkRuns: 9,
  mswBatches: 60,
  worldBatches: 40,
  liveWorlds: 1_000,
  orderedSeconds: 3,
  jsonRounds: 25,
  watchedRounds: 5,
  watchedSeconds: 3,
  rememberedRequests: [10_000, 100_000, 1_000_000],
};

/** Enough to see that every part runs. */
export const quickEffort: Effort = {
  stocks: [
    { petCount: 100, rivals: ['floor', 'fastify'], workloads: ['list', 'update'] },
    { petCount: 10_000, rivals: ['floor'], workloads: ['alternate'] },
  ],
  rounds: 1,
  roundSeconds: 0.3,
  warmUpSeconds: 0.2,
  startRuns: 2,
  checkRuns: 1,
  mswBatches: 4,
  worldBatches: 2,
  liveWorlds: 50,
  orderedSeconds: 0.3,
  jsonRounds: 2,
  watchedRounds: 1,
  watchedSeconds: 1,
  rememberedRequests: [1_000, 5_000],
};
