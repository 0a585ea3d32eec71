import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as playwrightTest,
  type TestInfo,
  type TestType,
} from '@playwright/test';
import { InputError } from '../../spec/validation/input-error.js';
import type { ObserveOptions } from '../observe-options.js';
import type { ExpectOptions, Observation, ObservedService } from '../observe-service.js';
import { checkExceptions, formatViolations, type Violation } from '../violations.js';
import { observeBrowser, watchContext } from './observe-context.js';

const ATTEMPTED = 'Observing a service from tests';

/** Options of `test`, for `use` in the configuration and for `test.use({ … })` at the top of a file. */
export interface ObserveTestOptions {
  /** What is observed, and which rules are known to be broken: `observe: { baseUrl: 'https://staging.example.test/v1', except: ['limits/plan'] }`. */
  readonly observe: (ObserveOptions & ExpectOptions) | undefined;
}

/** Fixtures of `test`. */
export interface ObserveFixtures {
  /**
   * What the tests of this worker have let pass so far: some promises show only in the answers to several tests.
   *
   * - A test whose `context` was used fails with the violations that show for the first time when it ends, and the recording of all
   *   that passed is attached to it, as it is to every test that fails.
   * - A context that a test makes itself is not seen: `observeContext(context, options)`.
   */
  readonly observed: ObservedService;
}

/** The fixture of our own, which nobody needs to know. */
interface Inner {
  readonly petstoreObservation: Observation & {
    readonly fresh: () => Violation[];
    /** Whether a test has used its context. */
    readonly watched: { hasAny: boolean };
  };
}

const observing = playwrightTest.extend<object, ObserveTestOptions & ObserveFixtures & Inner>({
  observe: [undefined, { scope: 'worker', option: true }],
  petstoreObservation: [
    async ({ observe }, use) => {
      if (typeof observe !== 'object' || observe === null) {
        const remedy = "Write use: { observe: { baseUrl: 'https://staging.example.test/v1' } } in the configuration.";
        throw new InputError(ATTEMPTED, 'there is no service to observe', remedy);
      }
      const { except, ...options } = observe;
      const observation = observeBrowser(options);
      const fresh = createFreshViolations(observation.service, checkExceptions(ATTEMPTED, except));
      const watched = { hasAny: false };
      await use({ ...observation, fresh, watched });
      if (watched.hasAny && observation.latest() === 0) process.stderr.write(nothingSeen(observation.service));
    },
    { scope: 'worker' },
  ],
  observed: [({ petstoreObservation }, use) => use(petstoreObservation.service), { scope: 'worker' }],
  // Not an automatic fixture: that would start a browser for tests that have no page.
  context: async ({ context, petstoreObservation }, use, testInfo) => {
    petstoreObservation.watched.hasAny = true;
    const end = watchContext(context, petstoreObservation);
    await use(context);
    end();
    await petstoreObservation.service.settled();
    await settle(petstoreObservation, testInfo);
  },
});

/** Its tests are green whatever the service does: a wrong base URL must not go unnoticed. */
function nothingSeen({ baseUrl, messagesUrl }: ObservedService): string {
  const addresses = baseUrl === messagesUrl ? baseUrl : `${baseUrl} and ${messagesUrl}`;
  return `${ATTEMPTED}: no page of this worker asked ${addresses}, so nothing was judged. Is that the address that your pages ask, with that host name and port?\n`;
}

async function settle({ service, fresh }: Inner['petstoreObservation'], testInfo: TestInfo): Promise<void> {
  const violations = fresh();
  const { exchanges, baseUrl } = service;
  const isAsExpected = violations.length === 0 && testInfo.status === testInfo.expectedStatus;
  if (isAsExpected || exchanges.length === 0) return;
  await testInfo.attach('observed.har', { body: service.har(), contentType: 'application/json' });
  if (violations.length === 0) return;
  const leftOut = (rule: string) => `observe: { …, except: ['${rule}'] }`;
  const error = new Error(formatViolations(violations, exchanges, baseUrl, leftOut));
  // It is the service that is to be looked at, not this line.
  error.stack = error.message;
  throw error;
}

/**
 * Playwright's `test` for pages that use a real service: each test fails with what the service breaks while it runs. The requests
 * pass as they are; nothing is put in between.
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & ObserveTestOptions & ObserveFixtures
> = observing;

/** A worker may look on for days. */
const MOST_TOLD = 10_000;

/** Creates what answers the violations that it has not answered yet, those of rules that are excepted aside. */
export function createFreshViolations(
  service: Pick<ObservedService, 'violations' | 'exchanges'>,
  except: readonly string[],
  most = MOST_TOLD,
): () => Violation[] {
  const told = new Set<string>();
  return () => {
    const startedMs = new Map(service.exchanges.map((exchange) => [exchange.number, exchange.startedMs]));
    // Numbers begin anew when the exchanges are cleared.
    const markOf = ({ rule, problem, exchange }: Violation) =>
      JSON.stringify([rule, problem, exchange, startedMs.get(exchange)]);
    const violations = service.violations();
    if (told.size > most) {
      // What stands no more is not told again.
      const standing = new Set(violations.map(markOf));
      for (const mark of told) if (!standing.has(mark)) told.delete(mark);
    }
    return violations.filter((violation) => {
      const mark = markOf(violation);
      if (told.has(mark) || except.includes(violation.rule)) return false;
      told.add(mark);
      return true;
    });
  };
}
