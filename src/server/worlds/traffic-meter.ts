import type { Traffic } from '../../admin/schemas/requests.js';

export type TrafficSecond = Traffic['seconds'][number];

/** Counts the answers of each second, in real time, and remembers the last five minutes. */
export interface TrafficMeter {
  /** How many there were in all. */
  readonly total: number;
  /** Counts one answer; undefined for a connection that was reset. */
  count(status: number | undefined): void;
  /** Answers the seconds from one on, oldest first; those without a request are left out. */
  seconds(from?: number): readonly TrafficSecond[];
}
