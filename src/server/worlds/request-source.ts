import type { LoggedRequests } from '../../exchange/request-log.js';
import type { TrafficMeter } from './traffic-meter.js';

/** The requests that a control room shows: those of a world, or those that a proxy forwards. */
export interface RequestSource {
  /** `shared`, or `w1`, `w2` and so on. */
  readonly id: string;
  readonly log: LoggedRequests;
  readonly traffic: TrafficMeter;
  /** Writes the `Date` of responses. */
  readonly clock: { now(): number };
  readonly onBug: (bug: unknown) => void;
}

/** The id of the world for every key that has no world of its own, and of the only source of a proxy. */
export const SHARED = 'shared';
