import { createService } from '../conformant-service/create-service.js';
import { checkService } from '../conformant-service/in-process.js';
import type { ConformantVariation } from './faulty-service.js';
import { faultyServices } from './faulty-services.js';

/** A service that is checked again and again. */
export type RepeatedService = Pick<ConformantVariation, 'name' | 'plan' | 'make'>;

/** What checks with different seeds reported about one service. */
export interface RepeatedChecks {
  readonly name: string;
  /** The seeds of the checks that violated the same rules, by the ids of these. */
  readonly seeds: ReadonlyMap<string, readonly number[]>;
}

const sound: RepeatedService = { name: 'the conformant service', plan: undefined, make: () => createService() };

/** Every check sends a request without a key, so the seed cannot decide whether this is seen. */
export const USUAL_FAULT = 'has no limit headers on 401';

/** Returns a conformant service, and a faulty one of the catalogue. */
export function repeatedServices(fault: string): RepeatedService[] {
  return [sound, ...faultyServices.filter(({ name }) => name === fault)];
}

/** Checks a service at level `write`, with the seeds from 1 on. */
export async function checkRepeatedly({ name, plan, make }: RepeatedService, times: number): Promise<RepeatedChecks> {
  const seeds = new Map<string, number[]>();
  for (let seed = 1; seed <= times; seed++) {
    const { verdicts } = await checkService(make(), { level: 'write', isExclusive: false, plan, seed });
    const violated = verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
    const verdict = violated.join(', ') || 'no violation';
    seeds.set(verdict, [...(seeds.get(verdict) ?? []), seed]);
  }
  return { name, seeds };
}

const MOST_SEEDS = 8;

/** Describes whether all checks agree, and where they differ with which seeds. */
export function repeatedText({ name, seeds }: RepeatedChecks): string {
  const all = [...seeds].sort(([, one], [, other]) => other.length - one.length);
  const total = all.reduce((sum, [, { length }]) => sum + length, 0);
  if (all.length === 1) return `${name}: the same verdict in all of ${total} checks: ${all[0]?.[0]}`;
  const lines = all.map(([verdict, those]) => {
    const named = those.slice(0, MOST_SEEDS).join(', ');
    return `  ${those.length} of ${total}: ${verdict} (seed ${named}${those.length > MOST_SEEDS ? ', …' : ''})`;
  });
  return `${name}: ${all.length} verdicts in ${total} checks\n${lines.join('\n')}`;
}
