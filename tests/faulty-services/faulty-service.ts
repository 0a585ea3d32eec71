import type { Level } from '../../src/exchange/transcript.js';
import type { StatementId } from '../../src/service/statements.js';
import { type ConformantService, createService } from '../conformant-service/create-service.js';
import type { Service } from '../conformant-service/service.js';
import type { Changes } from '../conformant-service/steps.js';
import type { Traits } from '../conformant-service/traits.js';

/** A fault: the promise that it breaks, where that shows, and the steps and traits that are changed. */
export interface Fault extends Changes {
  readonly breaks: StatementId;
  /** The lowest level whose requests can show it. */
  readonly seenAt: Level;
  /** Rules that have to report it; one of them is enough. */
  readonly caughtBy: readonly [string, ...string[]];
  /** With `--max-requests`, if the requests of a level alone do not show it. */
  readonly maxRequests?: number;
  readonly traits?: Partial<Traits>;
}

/** A service that breaks one promise. */
export interface FaultyService extends Pick<Fault, 'breaks' | 'seenAt' | 'caughtBy' | 'maxRequests'> {
  readonly name: string;
  /** The plan that the suite has to be given, if any. */
  readonly plan: Traits['plan'];
  make(): Service;
  /** The same store without the fault. */
  makeSound(): ConformantService;
}

/** Creates the services of faults by name. */
export function faultyServicesOf(faults: Readonly<Record<string, Fault>>): FaultyService[] {
  return Object.entries(faults).map(([name, { breaks, seenAt, caughtBy, maxRequests, traits, ...changes }]) => ({
    name,
    breaks,
    seenAt,
    caughtBy,
    ...(maxRequests !== undefined && { maxRequests }),
    plan: traits?.plan,
    make: () => createService(traits, changes),
    makeSound: () => createService(traits?.stock && { stock: traits.stock }),
  }));
}

/** Another way to conform: the steps and traits that are changed. */
export interface Variation extends Changes {
  /** Somebody else uses the key or writes to the store: the suite must not run with `isExclusive`. */
  readonly isShared?: boolean;
  readonly traits?: Partial<Traits>;
}

/** A service that conforms in an unusual way. No rule may report a violation. */
export interface ConformantVariation {
  readonly name: string;
  readonly isShared: boolean;
  readonly plan: Traits['plan'];
  make(): Service;
}

/** Creates the services of variations by name. */
export function variationsOf(variations: Readonly<Record<string, Variation>>): ConformantVariation[] {
  return Object.entries(variations).map(([name, { isShared = false, traits, ...changes }]) => ({
    name,
    isShared,
    plan: traits?.plan,
    make: () => createService(traits, changes),
  }));
}
