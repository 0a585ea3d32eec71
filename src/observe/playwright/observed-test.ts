import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as playwrightTest,
  type TestInfo,
  type TestType,
} from '@playwright/test';
import { InputError } from '../../json/input-error.js';
import type { Verdict } from '../../judge/judge.js';
import type { Finding } from '../../judge/rule.js';
import { rules } from '../../judge/rules/index.js';
import { checkExceptions } from '../../matchers/matcher-input.js';
import {
  type ExpectOptions,
  formatViolations,
  type Observation,
  type ObservedService,
  type ObserveOptions,
} from '../observe-service.js';
import { observeBrowser, watchContext } from './observe-context.js';

const ATTEMPTED = 'Observing a service from tests';

/** Options of `test`, for `use` in the configuration or `test.use({ … })` at the top of a file. */
export interface ObserveTestOptions {
  /** The service, and the rules that are known to be violated: `observe: { baseUrl: 'https://staging.example.test/v1', except: ['limits/plan'] }`. */
  readonly observe: (ObserveOptions & ExpectOptions) | undefined;
}

/** Fixtures of `test`. */
export interface ObserveFixtures {
  /**
   * The exchanges of all tests of this worker so far: some violations need the exchanges of several tests.
   *
   * - A test that used its `context` fails with the violations that are new at its end. The recording of all exchanges is attached to it,
   *   as to every test that fails.
   * - Contexts that a test creates itself are not observed; use `observeContext(context, options)`.
   */
  readonly observed: ObservedService;
}

/** Internal fixture. */
interface Inner {
  readonly petstoreObservation: Observation & {
    readonly fresh: () => Verdict[];
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
        throw new InputError(ATTEMPTED, '`observe` is missing', remedy);
      }
      const { except, ...options } = observe;
      const observation = observeBrowser(options);
      const fresh = createFreshViolations(observation.service, checkExceptions(ATTEMPTED, except ?? [], rules));
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

/** Returns a warning: with a wrong base URL, tests would pass whatever the service does. */
function nothingSeen({ baseUrl, messagesUrl }: ObservedService): string {
  const addresses = baseUrl === messagesUrl ? baseUrl : `${baseUrl} and ${messagesUrl}`;
  return `${ATTEMPTED}: no page of this worker sent requests to ${addresses}, so nothing was judged. Check that your pages use this address, host name and port included.\n`;
}

async function settle({ service, fresh }: Inner['petstoreObservation'], testInfo: TestInfo): Promise<void> {
  const violations = fresh();
  const { exchanges, baseUrl } = service;
  const isAsExpected = violations.length === 0 && testInfo.status === testInfo.expectedStatus;
  if (isAsExpected || exchanges.length === 0) return;
  await testInfo.attach('observed.har', { body: service.har(), contentType: 'application/json' });
  if (violations.length === 0) return;
  const exampleOf = (rule: string) => `observe: { …, except: ['${rule}'] }`;
  const error = new Error(formatViolations(violations, exchanges, baseUrl, exampleOf));
  // The problem is in the service, not in this line.
  error.stack = error.message;
  throw error;
}

/**
 * Playwright's `test` for pages that use a real service: each test fails with the violations of the service while it runs. It only
 * listens; requests are not intercepted.
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & ObserveTestOptions & ObserveFixtures
> = observing;

/** Creates a function that returns the verdicts with findings that it did not return the last time, except of the rules in `except`. */
export function createFreshViolations(
  { findings }: Pick<ObservedService, 'findings'>,
  except: readonly string[],
): () => Verdict[] {
  let reported = new Set<string>();
  const keyOf = ({ rule }: Verdict, { problem, exchange }: Finding) => JSON.stringify([rule.id, problem, exchange]);
  return () => {
    const current = findings();
    const before = reported;
    // Violations of dropped exchanges do not return, so a worker that runs for days remembers few.
    reported = new Set(current.flatMap((verdict) => verdict.findings.map((finding) => keyOf(verdict, finding))));
    return current
      .filter(({ rule }) => !except.includes(rule.id))
      .map((verdict) => ({
        ...verdict,
        findings: verdict.findings.filter((finding) => !before.has(keyOf(verdict, finding))),
      }))
      .filter((verdict) => verdict.findings.length > 0);
  };
}
