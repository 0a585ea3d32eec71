import { quoteValue } from '../../src/spec/quoting.js';
import { assertNotPromise, InputError } from '../../src/spec/validation/input-error.js';
import { nameHint } from '../../src/spec/validation/name-hint.js';

/** Situations by name, and what each does to a fake; docs list them from here. */
export const scenarios = {
  'empty-store': 'nothing is in stock',
  'sold-out': 'every pet is sold, its quantity 0',
  'rate-limited': 'every key has spent its minute: 429 until the minute resets',
  banned: 'every key is banned, for as long as the behaviour says',
  'key-revoked': 'every key is revoked: 401',
  slow: 'every answer takes 2 seconds',
  flaky: 'two of ten requests get 503 and one of ten loses its connection, by a seed',
  down: 'every connection breaks',
  'after-sunset': 'the clock stands one second after the sunset of the deprecated operation',
  'large-catalogue': '10,000 pets are in stock',
} as const;

export type ScenarioName = keyof typeof scenarios;

/** Returns the name where there is such a scenario. Throws an InputError that lists them, the likeliest first. */
export function checkedScenario(name: unknown): ScenarioName {
  if (typeof name === 'string' && Object.hasOwn(scenarios, name)) return name as ScenarioName;
  const attempted = 'Playing a scenario';
  assertNotPromise(attempted, 'the name', name);
  const remedy = nameHint(name, Object.keys(scenarios), 'Scenarios');
  throw new InputError(attempted, `there is no scenario ${quoteValue(name)}`, remedy);
}
