import type { PlanName } from '../../src/spec/plans.js';
import { type Changes, makeService, type Setting } from './conformant-service.js';
import type { Service } from './service.js';

/** A service that keeps every promise in a way of its own. None may be accused. */
export interface ConformantVariation {
  readonly name: string;
  /** Somebody else uses the key or writes to the store: the suite must not be told that it is alone. */
  readonly isShared: boolean;
  readonly plan: PlanName | undefined;
  make(): Service;
}

export interface Variation extends Changes {
  readonly isShared?: boolean;
  readonly plan?: PlanName;
  readonly setting?: Setting;
}

export function variationsOf(variations: Readonly<Record<string, Variation>>): ConformantVariation[] {
  return Object.entries(variations).map(([name, { isShared = false, plan, setting, ...changes }]) => ({
    name,
    isShared,
    plan,
    make: () => makeService(changes, setting),
  }));
}
