import { parseUrl } from '../spec/parse-url.js';
import { type PlanName, planNames } from '../spec/plans.js';
import { quoteValue } from '../spec/quoting.js';
import { checkedFields, InputError } from '../spec/validation/input-error.js';
import type { Violation } from './violations.js';

export interface ObserveOptions {
  /** Where the service lives that is to be observed, such as `https://staging.example.test/v1`. */
  readonly baseUrl: string;
  /** Where `POST /messages` lives; default: the base URL. */
  readonly messagesUrl?: string;
  /** The plan of the keys, so that its limits can be checked. */
  readonly plan?: PlanName;
  /** Nobody else uses these keys and this store: more can be told. Default false. */
  readonly exclusive?: boolean;
  /** How many exchanges are kept and judged, the newest; default 10,000. */
  readonly journalLimit?: number;
  /** How long `settled()` and `expectConformance()` wait for answers under way; default 8,000, and 20,000 with Playwright. */
  readonly settleTimeoutMs?: number;
  /** Called at once, one time for each thing that is wrong, with what one answer shows by itself. */
  readonly onViolation?: (violation: Violation) => void;
}

export interface CheckedObserveOptions extends ObserveOptions {
  readonly messagesUrl: string;
  readonly exclusive: boolean;
  readonly journalLimit: number;
}

const ATTEMPTED = 'Observing a service';
const EXAMPLE = "{ baseUrl: 'https://staging.example.test/v1' }";
const MOST_EXCHANGES = 10_000;
/** Of a longer one, timers make one millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const names = [
  'baseUrl',
  'messagesUrl',
  'plan',
  'exclusive',
  'journalLimit',
  'settleTimeoutMs',
  'onViolation',
] as const;

/** Returns the options with what was left out. Throws an InputError for what cannot be. */
export function checkObserveOptions(options: ObserveOptions): CheckedObserveOptions {
  const given = checkedFields(ATTEMPTED, 'the options', options, names, EXAMPLE);
  const { plan, exclusive = false, journalLimit = MOST_EXCHANGES, settleTimeoutMs, onViolation } = given;
  const refuse = (problem: string, remedy: string): never => {
    throw new InputError(ATTEMPTED, problem, remedy);
  };
  if (plan !== undefined && !(planNames as readonly unknown[]).includes(plan)) {
    return refuse(`there is no plan ${quoteValue(plan)}`, `Plans: ${planNames.join(', ')}.`);
  }
  if (typeof exclusive !== 'boolean')
    return refuse('`exclusive` is neither true nor false', 'Try { exclusive: true }.');
  if (typeof journalLimit !== 'number' || !Number.isInteger(journalLimit) || journalLimit < 1) {
    return refuse('`journalLimit` is no whole number from 1', 'Try { journalLimit: 50000 }.');
  }
  if (settleTimeoutMs !== undefined && !isTimerMs(settleTimeoutMs)) {
    return refuse('`settleTimeoutMs` is no number of milliseconds from 1', 'Try { settleTimeoutMs: 60000 }.');
  }
  if (onViolation !== undefined && typeof onViolation !== 'function') {
    return refuse('`onViolation` is no function', 'Try { onViolation: ({ text }) => console.warn(text) }.');
  }
  const baseUrl = checkUrl('baseUrl', given.baseUrl);
  return {
    ...(options as ObserveOptions),
    baseUrl,
    messagesUrl: given.messagesUrl === undefined ? baseUrl : checkUrl('messagesUrl', given.messagesUrl),
    exclusive,
    journalLimit,
  };
}

function isTimerMs(value: unknown): boolean {
  return typeof value === 'number' && value >= 1 && value <= LONGEST_TIMER_MS;
}

/** Returns it without a slash at its end. What might be a password is not repeated. */
function checkUrl(name: string, value: unknown): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  const isPlain =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (url !== undefined && isPlain) return `${url.origin}${url.pathname}`.replace(/\/$/, '');
  const problem = value === undefined ? `there is no ${name}` : `${name} is no address of a service`;
  const remedy =
    typeof value === 'string' && value.startsWith('/')
      ? `In a page write location.origin + '/v1': scheme and host are needed.`
      : `Try ${name}: 'https://staging.example.test/v1': scheme, host and path, nothing else.`;
  throw new InputError(ATTEMPTED, problem, remedy);
}
