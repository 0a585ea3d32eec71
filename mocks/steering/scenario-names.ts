import { assertNotPromise, InputError, nameHint } from '../../src/json/input-error.js';
import { quoteValue } from '../../src/json/quoting.js';

/** Scenarios and their descriptions; the docs list them from here. */
export const scenarios = {
  'empty-store': 'nothing is in stock',
  'sold-out': 'every pet is sold, and none is left',
  'rate-limited': 'the minute of every key is used up: 429 until it resets',
  banned: 'every key is banned, for the duration of the behaviour',
  'key-revoked': 'every key is revoked: 401',
  slow: 'every response takes 2 seconds',
  flaky: '20% of requests get 503 and 10% lose their connection, by a seed',
  down: 'every connection is reset',
  'after-sunset': 'the clock is one second past the sunset of the deprecated operation',
  'large-catalogue': '10,000 pets are in stock',
} as const;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;

/** Returns a valid name. Throws an InputError that suggests one and lists all for an unknown name. */
export function checkedScenario(name: unknown): ScenarioName {
  if (typeof name === 'string' && Object.hasOwn(scenarios, name)) return name as ScenarioName;
  const attempted = 'Running a scenario';
  assertNotPromise(attempted, 'the name', name);
  const remedy = nameHint(name, Object.keys(scenarios), 'Scenarios');
  throw new InputError(attempted, `unknown scenario ${quoteValue(name)}`, remedy);
}
