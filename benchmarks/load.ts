import type { ChildProcess } from 'node:child_process';
import { cpuSeconds, programPath, startChild, stopChild } from './processes.js';
import type { PlannedRequest } from './product.js';

export interface LoadJob {
  /** Several take the connections in turn. */
  readonly url: string | readonly string[];
  /** What each connection sends, over and over: one list per connection. */
  readonly requests: readonly (readonly PlannedRequest[])[];
  readonly seconds: number;
}

export interface LoadOutcome {
  readonly responses: number;
  /** Responses a second, from the first request to the last response. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p97_5Ms: number;
  readonly p99Ms: number;
}

/** With the CPU time of each watched process per response, regardless of other load; NaN where it cannot be read. */
export interface WatchedOutcome extends LoadOutcome {
  readonly cpuMicroseconds: readonly number[];
}

export interface LoadGenerator {
  send(job: LoadJob, watched?: readonly { readonly pid: number }[]): Promise<WatchedOutcome>;
  stop(): Promise<void>;
}

/** Starts the process that sends load; it takes one job at a time. */
export function startLoadGenerator(): LoadGenerator {
  const child = startChild([programPath('load-generator')], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    async send(job, watched = []) {
      const before = watched.map(({ pid }) => cpuSeconds(pid));
      const outcome = await runJob(child, job);
      const spent = watched.map(({ pid }, index) => cpuSeconds(pid) - (before[index] ?? Number.NaN));
      return { ...outcome, cpuMicroseconds: spent.map((seconds) => (seconds / outcome.responses) * 1e6) };
    },
    stop: () => stopChild(child),
  };
}

function runJob(child: ChildProcess, job: LoadJob): Promise<LoadOutcome> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The load generator ended; what it said stands above.'));
    child.once('exit', fail);
    child.once('message', (outcome) => {
      child.off('exit', fail);
      resolve(outcome as LoadOutcome);
    });
    child.send(job);
  });
}
