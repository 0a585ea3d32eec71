import type { Level } from '../../src/exchange/transcript.js';
import type { PlanName } from '../../src/spec/plans.js';
import type { StatementId } from '../../src/spec/statements.js';
import { type Changes, makeService, type Setting } from './conformant-service.js';
import type { Service } from './service.js';

/** A service that breaks one promise. */
export interface FaultyService {
  readonly name: string;
  readonly breaks: StatementId;
  /** The lowest level whose requests can show it. */
  readonly seenAt: Level;
  /** Rules that have to see it; one of them is enough. */
  readonly caughtBy: readonly [string, ...string[]];
  /** What the suite has to be told to see it. */
  readonly plan: PlanName | undefined;
  make(): Service;
  /** The same store without the fault. */
  makeSound(): Service;
}

export interface Fault extends Changes {
  readonly breaks: StatementId;
  readonly seenAt: Level;
  readonly caughtBy: readonly [string, ...string[]];
  readonly plan?: PlanName;
  readonly setting?: Setting;
}

/** Creates services of faults by name. A fault is a promise, where it shows, and the steps that are changed. */
export function faultyServicesOf(faults: Readonly<Record<string, Fault>>): FaultyService[] {
  return Object.entries(faults).map(([name, { breaks, seenAt, caughtBy, plan, setting, ...changes }]) => ({
    name,
    breaks,
    seenAt,
    caughtBy,
    plan,
    make: () => makeService(changes, setting),
    makeSound: () => makeService({}, setting?.pets && { pets: setting.pets }),
  }));
}
