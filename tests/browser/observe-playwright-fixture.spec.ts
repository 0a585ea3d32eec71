// Long: a Playwright of its own fails a test for what the service violates.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { readHar } from '../../src/exchange/read-har.js';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { faultyServices } from '../faulty-services/faulty-services.js';
import { type ObservedShop, serveObserved } from './observed-shop.js';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
const trials = fileURLToPath(new URL('observe-trials', import.meta.url));

interface Result {
  readonly status: string;
  readonly errors: readonly { readonly message: string }[];
  readonly attachments: readonly { readonly name: string; readonly body?: string }[];
}

interface Report {
  readonly suites: readonly {
    readonly specs: readonly {
      readonly title: string;
      readonly tests: readonly { readonly projectName: string; readonly results: readonly Result[] }[];
    }[];
  }[];
}

interface Trials {
  /** Results by the name of the trial and the title of the test. */
  readonly results: Readonly<Record<string, Readonly<Record<string, Result>>>>;
  /** Everything that was printed. */
  readonly printed: string;
}

/** Runs the trials in their own Playwright. */
async function runTrials(services: readonly object[], folder: string): Promise<Trials> {
  const report = join(folder, 'report.json');
  // The reports of this run are written elsewhere.
  const own = Object.entries(process.env).filter(([name]) => !/^PLAYWRIGHT_\w+_OUTPUT/.test(name));
  const env = {
    ...Object.fromEntries(own),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    OBSERVED_SERVICES: JSON.stringify(services),
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
  const args = [cli, 'test', '--reporter', 'line,json', '--output', join(folder, 'trials')];
  // Some trials fail, as they should.
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: trials, env, maxBuffer: 64 * 1_048_576 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  const results: Record<string, Record<string, Result>> = {};
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as Report;
  for (const { title, tests } of suites.flatMap(({ specs }) => specs)) {
    for (const {
      projectName,
      results: [result],
    } of tests) {
      if (result !== undefined) results[projectName] = { ...results[projectName], [title]: result };
    }
  }
  return { results, printed };
}

const faulty = (name: string) => faultyServices.find((one) => one.name === name)?.make() ?? createService();

let sound: ObservedShop;
let broken: ObservedShop;
let quiet: ObservedShop;
let results: Trials['results'];
let printed: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  sound = await serveObserved(createService());
  broken = await serveObserved(faulty('has no limit headers on orders'));
  quiet = await serveObserved(createService());
  const growing = await serveObserved(faulty('invents a pet with each listing'));
  const services = [
    { name: 'sound', titled: '', observe: { baseUrl: sound.baseUrl, exclusive: true } },
    { name: 'broken', titled: 'stock|orders', observe: { baseUrl: broken.baseUrl } },
    { name: 'known', titled: 'orders', observe: { baseUrl: broken.baseUrl, except: ['limits/headers-present'] } },
    { name: 'growing', titled: 'stock', observe: { baseUrl: growing.baseUrl, exclusive: true } },
    { name: 'misconfigured', titled: 'orders', observe: null },
    { name: 'silent', titled: 'sends no request', observe: { baseUrl: quiet.baseUrl } },
    { name: 'asking', titled: 'stock$|sends no request', observe: { baseUrl: quiet.baseUrl } },
  ];
  // One Playwright for all: starting it takes longer than the trials.
  ({ results, printed } = await runTrials(services, test.info().outputPath()));
  for (const shop of [sound, broken, growing, quiet]) await shop.close();
});

const failing = (name: string) =>
  Object.entries(results[name] ?? {}).flatMap(([title, { status }]) => (status === 'passed' ? [] : [title]));

test('a test fails if the service violates the document while it runs', () => {
  expect(failing('sound')).toEqual(['fails by its own error']);
  expect(failing('known')).toEqual([]);
  expect(failing('broken')).toEqual(['reads the orders']);
  // Only two responses together show it, and each test has one of them.
  expect(failing('growing')).toEqual(['lists the stock again']);

  const [misconfigured] = results.misconfigured?.['reads the orders']?.errors ?? [];
  expect(misconfigured?.message).toContain("`observe` is missing. Write use: { observe: { baseUrl: 'https");

  const orders = results.broken?.['reads the orders'];
  const [message = ''] = orders?.errors.map(({ message }) => message) ?? [];
  expect(message).toContain(`${broken.baseUrl} violated 1 rule in 3 requests:`);
  expect(message).toContain('✗ limits/headers-present  Every response carries the three rate-limit headers');
  expect(message).toContain("To ignore known violations: observe: { …, except: ['limits/headers-present'] }");
  const har = orders?.attachments.find(({ name }) => name === 'observed.har')?.body ?? '';
  const text = Buffer.from(har, 'base64').toString();
  expect(readHar(text, 'observed.har').exchanges).toHaveLength(3);
  expect(text + message).not.toContain(GOOD_KEY);

  const attached = (name: string, title: string) => results[name]?.[title]?.attachments.map(({ name }) => name);
  expect(attached('sound', 'fails by its own error')).toContain('observed.har');
  expect(attached('sound', 'lists the stock')).not.toContain('observed.har');
  expect(results.sound?.['fails by its own error']?.errors).toHaveLength(1);
});

test('a test of a world whose server is not named fails with the option to set', () => {
  const { status, errors = [] } = results.world?.['uses a world'] ?? {};
  expect(status).toBe('failed');
  expect(errors[0]?.message).toContain(
    "Opening a world for the test: the option petstoreServer is missing. Try test.use({ petstoreServer: { url: 'http://127.0.0.1:4290', token: 'local-admin' } }).",
  );
});

test('only a worker whose pages sent no requests warns', () => {
  for (const name of ['silent', 'asking']) {
    expect(Object.keys(results[name] ?? {})).not.toEqual([]);
    expect(failing(name)).toEqual([]);
  }
  const warning = `no page of this worker sent requests to ${quiet.baseUrl}, so nothing was judged.`;
  expect(printed.split(warning)).toHaveLength(2);
});
