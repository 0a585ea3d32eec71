import { counted } from '../json/counted.js';
import { oneLine } from '../json/one-line.js';
import { checkedFields } from '../validation/checked-fields.js';
import { InputError } from '../validation/input-error.js';
import { checkExceptions } from './check-exceptions.js';
import type { ExpectOptions } from './observed-service.js';
import { tellViolations } from './tell-violations.js';
import type { TrafficJudge } from './traffic-judge.js';
import { violationsIn } from './violation.js';

const ATTEMPTED = 'Expecting conformance';

type Seen = Pick<TrafficJudge, 'exchanges' | 'dropped' | 'findings'>;

/** How a service came to be seen. */
interface Seeing {
  readonly baseUrl: string;
  /** What to do before the application asks, such as `Give observed.handlers to msw`. */
  readonly firstStep: string;
}

/** Throws an Error that tells what a service broke; an InputError where nothing can be said. */
export function expectNoViolation(seen: Seen, { baseUrl, firstStep }: Seeing, options: ExpectOptions): void {
  const given = checkedFields(ATTEMPTED, 'the options', options, ['except'], "{ except: ['limits/plan'] }");
  const except = checkExceptions(ATTEMPTED, given.except);
  const { exchanges, dropped } = seen;
  if (exchanges.length === 0) {
    const remedy = `${firstStep}, let the application ask ${baseUrl}, and await its answers`;
    throw new InputError(ATTEMPTED, 'nothing passed, so there is nothing to judge', remedy);
  }
  if (exchanges.every(({ answer }) => answer === undefined)) {
    const problem = `none of ${counted(exchanges.length, 'request')} was answered: ${oneLine(exchanges[0]?.failure ?? 'why is not known')}`;
    throw new InputError(ATTEMPTED, problem, `See that ${baseUrl} is up`);
  }
  const verdicts = seen.findings().filter(({ rule }) => !except.includes(rule.id));
  const violations = violationsIn(verdicts, exchanges);
  if (violations.length > 0) {
    throw new Error(
      tellViolations(violations, exchanges, baseUrl, (rule) => `expectConformance({ except: ['${rule}'] })`),
    );
  }
  if (dropped === 0) return;
  const forgotten = `${counted(dropped, 'older exchange')} ${dropped === 1 ? 'was' : 'were'} forgotten`;
  const remedy = 'Raise `journalLimit`, or expect conformance and clear() more often';
  throw new InputError(ATTEMPTED, `it cannot be told: ${forgotten}, and the rest conforms`, remedy);
}
