import { parseUrl } from '../spec/parse-url.js';
import { type PlanName, planNames } from '../spec/plans.js';
import { quoteValue } from '../spec/quoting.js';
import { checkedFields, InputError } from '../spec/validation/input-error.js';

/** Options of observing a deployment. */
export interface ObserveOptions {
  /** Base URL of the service, such as `https://staging.example.test/v1`. */
  readonly baseUrl: string;
  /** Base URL of `POST /messages`; default: `baseUrl`. */
  readonly messagesUrl?: string;
  /** The plan of the keys, so that its limits can be checked. */
  readonly plan?: PlanName;
  /** Nobody else uses these keys and this store, so more can be judged. Default false. */
  readonly exclusive?: boolean;
  /** The number of exchanges to keep and judge, the newest; default 10,000. */
  readonly journalLimit?: number;
  /** How long `settled()` and `expectConformance()` wait for pending responses; default 8,000, and 20,000 with Playwright. */
  readonly settleTimeoutMs?: number;
}

const ATTEMPTED = 'Observing a service';
const EXAMPLE = "{ baseUrl: 'https://staging.example.test/v1' }";
/** Timers treat a longer delay as one millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The options that may be left out, except addresses. */
const optional: readonly [name: keyof ObserveOptions, isValid: (value: unknown) => boolean, expected: string][] = [
  ['plan', (value) => (planNames as readonly unknown[]).includes(value), `a plan: ${planNames.join(', ')}`],
  ['exclusive', (value) => typeof value === 'boolean', 'true or false'],
  ['journalLimit', (value) => Number.isInteger(value) && Number(value) >= 1, 'a whole number from 1'],
  [
    'settleTimeoutMs',
    (value) => typeof value === 'number' && value >= 1 && value <= LONGEST_TIMER_MS,
    'a number of milliseconds from 1',
  ],
];

const names = ['baseUrl', 'messagesUrl', ...optional.map(([name]) => name)];

/** Returns the options with defaults. Throws an InputError for an invalid option. */
export function checkObserveOptions(options: ObserveOptions) {
  const given = checkedFields(ATTEMPTED, 'the options', options, names, EXAMPLE);
  for (const [name, isValid, expected] of optional) {
    if (given[name] === undefined || isValid(given[name])) continue;
    throw new InputError(ATTEMPTED, `${name} is ${quoteValue(given[name])}`, `Expected ${expected}`);
  }
  const baseUrl = checkUrl('baseUrl', given.baseUrl);
  const messagesUrl = given.messagesUrl === undefined ? baseUrl : checkUrl('messagesUrl', given.messagesUrl);
  return { ...options, baseUrl, messagesUrl };
}

/** Returns a URL without a trailing slash. The error does not quote it, since it may contain a password. */
function checkUrl(name: string, value: unknown): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  const isPlain =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (url !== undefined && isPlain) return `${url.origin}${url.pathname}`.replace(/\/$/, '');
  const problem = value === undefined ? `${name} is missing` : `${name} is not the base URL of a service`;
  const remedy =
    typeof value === 'string' && value.startsWith('/')
      ? `In a page, use location.origin + '/v1': scheme and host are required.`
      : `Try ${name}: 'https://staging.example.test/v1': scheme, host and path only.`;
  throw new InputError(ATTEMPTED, problem, remedy);
}
