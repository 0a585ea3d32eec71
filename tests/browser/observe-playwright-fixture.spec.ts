import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { readHar } from '../../src/exchange/read-har.js';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { faultyServices } from '../faulty-services/faulty-services.js';
import { serveObserved } from './observed-shop.js';

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

/** What the trials run with. How the reports of this run are written is no concern of theirs. */
function envOf(services: readonly object[]): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^PLAYWRIGHT_\w+_OUTPUT/.test(name));
  return {
    ...Object.fromEntries(own),
    OBSERVED_SERVICES: JSON.stringify(services),
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
}

/** Runs the trials in a Playwright of their own; returns the results by the name of the trial and the title of the test. */
async function runTrials(services: readonly object[], output: string): Promise<Record<string, Record<string, Result>>> {
  const env = envOf(services);
  // It fails, as it should: some trials do.
  const printed = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [cli, 'test', '--output', output],
      { cwd: trials, env, maxBuffer: 64 * 1_048_576 },
      (_, stdout) => resolve(stdout),
    );
  });
  const results: Record<string, Record<string, Result>> = {};
  for (const { title, tests } of (JSON.parse(printed) as Report).suites.flatMap(({ specs }) => specs)) {
    for (const {
      projectName,
      results: [result],
    } of tests) {
      if (result !== undefined) results[projectName] = { ...results[projectName], [title]: result };
    }
  }
  return results;
}

const faulty = (name: string) => faultyServices.find((one) => one.name === name)?.make() ?? createService();

test('a test fails with what the service breaks while it runs', async () => {
  test.setTimeout(180_000);
  const sound = await serveObserved(createService());
  const broken = await serveObserved(faulty('has no limit headers on orders'));
  const growing = await serveObserved(faulty('invents a pet with each listing'));
  const services = [
    { name: 'sound', titled: '', observe: { baseUrl: sound.baseUrl, exclusive: true } },
    { name: 'broken', titled: 'stock|orders', observe: { baseUrl: broken.baseUrl } },
    { name: 'known', titled: 'orders', observe: { baseUrl: broken.baseUrl, except: ['limits/headers-present'] } },
    { name: 'growing', titled: 'stock', observe: { baseUrl: growing.baseUrl, exclusive: true } },
    { name: 'forgotten', titled: 'orders', observe: null },
  ];
  const results = await runTrials(services, test.info().outputPath('trials'));
  for (const shop of [sound, broken, growing]) await shop.close();

  const failing = (name: string) =>
    Object.entries(results[name] ?? {}).flatMap(([title, { status }]) => (status === 'passed' ? [] : [title]));
  expect(failing('sound')).toEqual(['fails of itself']);
  expect(failing('known')).toEqual([]);
  expect(failing('broken')).toEqual(['looks at the orders']);
  // It takes two answers to see it, and a test has but one of them.
  expect(failing('growing')).toEqual(['lists the stock again']);

  const [forgotten] = results.forgotten?.['looks at the orders']?.errors ?? [];
  expect(forgotten?.message).toContain("`observe` is missing. Write use: { observe: { baseUrl: 'https");

  const orders = results.broken?.['looks at the orders'];
  const [told = ''] = orders?.errors.map(({ message }) => message) ?? [];
  expect(told).toContain(`${broken.baseUrl} violated 1 rule in 3 requests:`);
  expect(told).toContain('✗ limits/headers-present  Every response carries the three rate-limit headers');
  expect(told).toContain("To ignore known violations: observe: { …, except: ['limits/headers-present'] }");
  const har = orders?.attachments.find(({ name }) => name === 'observed.har')?.body ?? '';
  const text = Buffer.from(har, 'base64').toString();
  expect(readHar(text, 'observed.har').exchanges).toHaveLength(3);
  expect(text + told).not.toContain(GOOD_KEY);

  const attached = (name: string, title: string) => results[name]?.[title]?.attachments.map(({ name }) => name);
  expect(attached('sound', 'fails of itself')).toContain('observed.har');
  expect(attached('sound', 'lists the stock')).not.toContain('observed.har');
  expect(results.sound?.['fails of itself']?.errors).toHaveLength(1);
});

test('a worker whose pages asked for nothing says so, and one whose pages did says nothing', async () => {
  test.setTimeout(180_000);
  const shop = await serveObserved(createService());
  const observe = { baseUrl: shop.baseUrl };
  const services = [
    { name: 'silent', titled: 'asks for nothing', observe },
    { name: 'asking', titled: 'stock$|asks for nothing', observe },
  ];
  const env = envOf(services);
  const args = [cli, 'test', '--reporter', 'line', '--output', test.info().outputPath('trials')];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: trials, env });
  await shop.close();
  const told = `no page of this worker sent requests to ${shop.baseUrl}, so nothing was judged.`;
  expect((stdout + stderr).split(told)).toHaveLength(2);
});
