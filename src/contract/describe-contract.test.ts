import { expect, test } from 'vitest';
import { serveService } from '../../tests/conformant-service/serve-service.js';
import { GOOD_KEY } from '../../tests/conformant-service/service.js';
import { faultyServices } from '../../tests/faulty-services/faulty-services.js';
import { temporaryFolder } from '../../tests/temporary-file.js';
import type { CheckOptions, PlaywrightTest, VitestTest } from './contract-options.js';
import { describeContract } from './describe-contract.js';

const COMPLETED = 'the check completed, restored the stock, and judged at least one rule';
const NO_KEY = 'auth/required/listInventory: GET /inventory without a key gets 401';
const EXHAUST = 'limits/recovers: A client that waited for Retry-After is served again';
const PASSING =
  'orders/answers: GET /store/orders exists: it responds with no 404, 405, 410 or 5xx, and with JSON if with a body';

class Skipped extends Error {}

/** Returns what became of a test: `passed`, or why it was skipped or failed. */
async function outcomeOf(body: () => Promise<void>): Promise<string> {
  try {
    await body();
    return 'passed';
  } catch (error) {
    const { message, stack } = error as Error;
    return error instanceof Skipped ? `skipped: ${message}` : `failed: ${stack}`;
  }
}

/** The tests that are described, as vitest would run them. */
function inVitest(options: CheckOptions | (() => Promise<CheckOptions>)) {
  const tests = new Map<string, () => Promise<string>>();
  const skip = (note: string) => {
    throw new Skipped(note);
  };
  const runner = ((title, _, body) => {
    tests.set(title, () => outcomeOf(() => body({ skip } as Parameters<typeof body>[0])));
  }) as VitestTest;
  describeContract(typeof options === 'function' ? { test: runner, options } : { test: runner, ...options });
  return (title: string) => tests.get(title)?.() ?? expect.fail(title);
}

interface Place {
  readonly outputDir: string;
  readonly file?: string;
  readonly project?: string;
  readonly retry?: number;
}

/** The tests of one worker of Playwright. */
function inWorker(
  { outputDir, file = 'contract.spec.ts', project = '' }: Place,
  options: CheckOptions | (() => CheckOptions),
) {
  const tests = new Map<string, (retry: number) => Promise<string>>();
  const modes: string[] = [];
  let current = { titlePath: [''], retry: 0, repeatEachIndex: 0, project: { name: project, outputDir } };
  const define = (title: string, _: unknown, body: () => Promise<void>) => {
    tests.set(title, (retry) => {
      current = { ...current, titlePath: [file, title], retry };
      return outcomeOf(body);
    });
  };
  const configure = ({ mode }: { mode: string }) => modes.push(mode);
  const runner = Object.assign(define, {
    info: () => current,
    setTimeout: () => {},
    skip: (condition: boolean, description = '') => {
      if (condition) throw new Skipped(description);
    },
    describe: Object.assign((callback: () => void) => callback(), { configure }),
  }) as PlaywrightTest;
  describeContract(typeof options === 'function' ? { test: runner, options } : { test: runner, ...options });
  expect(modes).toEqual(['default']);
  return (title: string, retry = 0) => tests.get(title)?.(retry) ?? expect.fail(title);
}

/** Serves a service that needs no key, and counts its requests. */
async function serveKeyless() {
  const service = faultyServices.find(({ name }) => name === 'requires no key at all')?.make() ?? expect.fail();
  let count = 0;
  const handle: typeof service.handle = (...request) => {
    count++;
    return service.handle(...request);
  };
  const { origin, close } = await serveService({ ...service, handle }, 0);
  const options: CheckOptions = { baseUrl: `${origin}/v1`, apiKey: GOOD_KEY, seed: 1 };
  return { options, close, requests: () => count };
}

test('passes, fails with the text of the violation, skips with the reason, and sends once', async () => {
  const { options, close, requests } = await serveKeyless();
  const run = inVitest(options);
  // Whichever test comes first begins the check.
  const [failed] = await Promise.all([run(NO_KEY), run(PASSING)]);
  const sent = requests();
  expect(failed).toMatch(/^failed: a request without a key got 200\nexpected .*\n.*\nexchange +#\d+ GET/);
  expect(failed).not.toMatch(/\n +at /);
  expect(await run(PASSING)).toBe('passed');
  expect(await run(EXHAUST)).toMatch(/^skipped: needs --level exhaust$/);
  expect(await run(COMPLETED)).toBe('passed');
  expect(requests()).toBe(sent);
  await close();
});

test('reads the options from a function when the first test starts', async () => {
  const { options, close } = await serveKeyless();
  let count = 0;
  const run = inVitest(async () => {
    count++;
    return options;
  });
  expect(count).toBe(0);
  expect(await run(COMPLETED)).toBe('passed');
  expect(await run(NO_KEY)).toMatch(/^failed/);
  expect(count).toBe(1);
  await close();
});

test('fails the first test and that of the whole check if the check did not run, and skips the others', async () => {
  const run = inVitest({ baseUrl: 'staging', apiKey: 'k' });
  const problem = 'Reading the base URL: not a URL. Try https://staging.example.test/v1: scheme, host and path';
  expect(await run(NO_KEY)).toBe(`failed: ${problem}`);
  expect(await run(NO_KEY)).toBe(`failed: ${problem}`);
  expect(await run(COMPLETED)).toBe(`failed: ${problem}`);
  expect(await run(PASSING)).toBe(`skipped: The check did not run: ${problem}`);
});

test('fails if the check stopped early or judged nothing', async () => {
  const run = inVitest({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k' });
  expect(await run(COMPLETED)).toMatch(/^failed: The check stopped early: .*\nNo rule could be judged$/);
  expect(await run(NO_KEY)).toMatch(/^skipped: /);
});

test('skips inconclusive rules, or fails them with failOn', async () => {
  const options = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k' };
  expect(await inVitest(options)(PASSING)).toBe('skipped: no response came from the service');
  expect(await inVitest({ ...options, failOn: 'inconclusive' })(PASSING)).toBe(
    'failed: no response came from the service',
  );
});

test('skips waived rules, and fails the whole check for a waiver that covers nothing', async () => {
  const { options, close } = await serveKeyless();
  const known = { reason: 'PETS-42', expires: '2999-01-31' };
  const waivers = ['auth/required/listInventory', 'orders/answers'].map((rule) => ({ rule, ...known }));
  const run = inVitest({ ...options, waivers, strictWaivers: true });
  expect(await run(NO_KEY)).toBe('skipped: waived until 2999-01-31: PETS-42');
  expect(await run(COMPLETED)).toBe('failed: Waivers cover nothing, remove orders/answers');
  await close();
});

test('skips rules that were not asked for', async () => {
  const { options, close } = await serveKeyless();
  const run = inVitest({ ...options, rule: 'orders/*' });
  expect(await run(PASSING)).toBe('passed');
  expect(await run(NO_KEY)).toBe('skipped: not part of this check');
  expect(await run(COMPLETED)).toBe('passed');
  await close();
});

test('names what is missing without the function of a runner', () => {
  const options = { baseUrl: 'https://staging.example.test/v1' } as Parameters<typeof describeContract>[0];
  expect(() => describeContract(options)).toThrow(
    "Describing the contract: the test function of the runner is missing. Import it from 'vitest' or '@playwright/test'",
  );
});

test('in Playwright sends once for all workers, retries and projects of a run', async () => {
  const { options, close, requests } = await serveKeyless();
  const outputDir = await temporaryFolder();
  const [one, other] = [inWorker({ outputDir }, options), inWorker({ outputDir, project: 'other' }, options)];
  const outcomes = await Promise.all([one(COMPLETED), other(COMPLETED)]);
  expect(outcomes).toEqual(['passed', 'passed']);
  const sent = requests();
  expect(await one(NO_KEY)).toMatch(/^failed: a request without a key got 200\n/);
  // A worker ends after a failed test.
  const next = inWorker({ outputDir }, options);
  expect(await next(NO_KEY, 1)).toMatch(/^failed: /);
  expect(await next(PASSING)).toBe('passed');
  expect(await next(EXHAUST)).toBe('skipped: needs --level exhaust');
  expect(requests()).toBe(sent);
  // In UI mode, a test that runs again is of another run.
  expect(await next(PASSING)).toBe('passed');
  expect(requests()).toBe(2 * sent);
  await close();
});

test('in Playwright sends again for another file, and for another project if a function has the options', async () => {
  const { options: usual, close, requests } = await serveKeyless();
  const options = { ...usual, maxRequests: 3 };
  const outputDir = await temporaryFolder();
  await inWorker({ outputDir }, options)(PASSING);
  const sent = requests();
  await inWorker({ outputDir, file: 'production.spec.ts' }, options)(PASSING);
  expect(requests()).toBe(2 * sent);
  await inWorker({ outputDir, project: 'a' }, () => options)(COMPLETED);
  await inWorker({ outputDir, project: 'a' }, () => options)(PASSING);
  await inWorker({ outputDir, project: 'b' }, () => options)(COMPLETED);
  expect(requests()).toBe(4 * sent);
  await close();
});
