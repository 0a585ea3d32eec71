// Long: the examples run the contract suite from the packed package in vitest and in Playwright.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeBlocks } from '../code-blocks.js';
import { serveService } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { faultyServices } from '../faulty-services/faulty-services.js';
import { serveFake } from '../serve-fake.js';
import { installProject, type Project } from './installed.js';

const MOST_LINES = 15;
const VIOLATED = 'auth/required/listOrders';

const example = (path: string) => readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8');

const [inVitest, inPlaywright] = ['contract-vitest/contract.test.ts', 'contract-playwright/contract.spec.ts'];
const files = {
  [inVitest]: example(inVitest),
  [inPlaywright]: example(inPlaywright),
  // Each browser has a project in a usual configuration.
  'contract-playwright/playwright.config.ts':
    "export default { fullyParallel: true, workers: 3, retries: 1, projects: [{ name: 'one' }, { name: 'other' }] };\n",
};

const vitest = ['vitest', 'run', '--dir', 'contract-vitest'] as const;
const playwright = ['playwright', 'test', '-c', 'contract-playwright', '--reporter', 'line'] as const;

test.each([inVitest, inPlaywright])('%s is short', (path) => {
  expect(example(path).trim().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
});

test.each([inVitest, inPlaywright])('the page of the suite shows %s', (path) => {
  const shown = codeBlocks('docs/contract-suite.md', 'ts').map((code) => code.replace(/^\/\/ .*\n/, ''));
  expect(shown).toContain(example(path));
});

describe('a service that conforms', () => {
  let fake: Awaited<ReturnType<typeof serveFake>>;
  let project: Project;

  beforeAll(async () => {
    fake = await serveFake();
    const variables = { PETSTORE_URL: `${fake.origin}/v1`, PETSTORE_API_KEY: 'test_business' };
    project = await installProject(files, [], variables);
  });

  afterAll(async () => {
    await project.remove();
    await fake.close();
  });

  test('passes in vitest', async () => {
    expect(await project.run(...vitest)).toMatch(/Tests +\d+ passed \| \d+ skipped/);
  });

  test('passes in Playwright', async () => {
    const printed = await project.run(...playwright);
    expect(printed).toMatch(/\d+ skipped\s+\d+ passed/);
    expect(printed).not.toMatch(/failed|flaky/);
  });
});

describe('a service that breaks a promise', () => {
  const make = faultyServices.find(({ name }) => name === 'lists orders without a key')?.make ?? expect.fail();
  let service = make();
  let served: Awaited<ReturnType<typeof serveService>>;
  let project: Project;
  let first = 0;
  let count = 0;

  beforeAll(async () => {
    const handle: typeof service.handle = (...request) => {
      count++;
      return service.handle(...request);
    };
    served = await serveService({ ...service, handle }, 0);
    const variables = { PETSTORE_URL: `${served.origin}/v1`, PETSTORE_API_KEY: GOOD_KEY };
    project = await installProject(files, [], variables);
  });

  // It has a new quota.
  beforeEach(() => {
    service = make();
    count = 0;
  });

  afterAll(async () => {
    await project.remove();
    await served.close();
  });

  test('fails in vitest with the text of the violation', async () => {
    const failing = project.run(...vitest);
    await expect(failing).rejects.toThrow(/a request without a key got 200\nexpected .*\n.*\nexchange +#\d+ GET/);
    await expect(failing).rejects.toThrow(/Tests +1 failed \| \d+ passed/);
    first = count;
  });

  test('fails alone', async () => {
    await expect(project.run(...vitest, '-t', VIOLATED)).rejects.toThrow(/Tests +1 failed \| \d+ skipped/);
  });

  test('fails in Playwright, which sends once for all projects, workers and retries', async () => {
    const failing = project.run(...playwright);
    await expect(failing).rejects.toThrow(/Error: a request without a key got 200\n/);
    await expect(failing).rejects.toThrow(/Retry #1/);
    await expect(failing).rejects.toThrow(/2 failed\n/);
    await expect(failing).rejects.not.toThrow(/did not run|flaky/);
    // What the seed draws differs by a few.
    expect(count).toBeLessThan(first * 1.5);
  });
});
