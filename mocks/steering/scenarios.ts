import type { World } from '../world.js';

/** Situations by name, and what each does to a fake; docs list them from here. */
export const scenarios = {
  'empty-store': 'nothing is in stock',
  'sold-out': 'every pet is sold, its quantity 0',
  'rate-limited': 'every key has spent its minute: 429 until a minute has passed',
  banned: 'every key is banned, for as long as the behaviour says',
  'key-revoked': 'every key is revoked: 401',
  slow: 'every answer takes 2 seconds',
  flaky: 'two of ten requests get 503 and one of ten loses its connection, by a seed',
  down: 'every connection breaks',
  'after-sunset': 'the clock stands one second after the sunset of the deprecated operation',
  'large-catalogue': '10,000 pets are in stock',
} as const;

export type ScenarioName = keyof typeof scenarios;

export interface ScenarioOptions {
  /** For `flaky`; the same seed, the same requests; default 1. */
  readonly seed?: number;
}

/** Brings a situation about, on top of whatever was before. Throws an InputError for a name that there is not. */
export function playScenario(_world: World, _name: ScenarioName, _options: ScenarioOptions = {}): void {
  throw new Error('not built yet');
}
