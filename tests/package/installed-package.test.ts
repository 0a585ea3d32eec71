// Long: the packed package works and has its types in a project of its own.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { installProject, type Project } from './installed.js';

/** Uses every entry that a plain Node process can load. */
const plain = `
import { createPetstore, manners, openApiDocument, operations, scenarios } from 'petstore-mock';
import { petstoreMatchers } from 'petstore-mock/matchers';
import { setupPetstoreServer } from 'petstore-mock/node';
import { observePetstore } from 'petstore-mock/observe';
import { petstoreStory } from 'petstore-mock/storybook';

const baseUrl = 'https://api.example.test/v1';
const headers = { Authorization: 'Bearer test_free' };
const petstore = setupPetstoreServer({ baseUrl, pets: 2 });
petstore.listen();
const response = await fetch(baseUrl + '/inventory', { headers });
const conforms = await petstoreMatchers.toConformTo.call({}, response, 'listInventory');
petstore.close();
console.log(JSON.stringify({
  status: response.status,
  pets: (await response.json()).length,
  conforms: conforms.pass,
  seen: petstore.journal.list({ operation: 'listInventory' }).length,
  manners: manners(petstore.journal).filter(({ outcome }) => outcome === 'violation').length,
  handled: createPetstore({ pets: 1 }).handle({ method: 'GET', path: '/v1/inventory', headers }).status,
  openapi: openApiDocument().openapi,
  operations: Object.keys(operations).length,
  scenarios: Object.keys(scenarios).length,
  story: Object.keys(petstoreStory({ baseUrl }).parameters),
  observed: observePetstore({ baseUrl }).handlers.length,
}));
`;

/** The same in TypeScript, where a wrong or a missing type is an error. */
const typed = `
import { createPetstore, type InventoryItem, type Petstore, type PetstoreOptions, type ScenarioName } from 'petstore-mock';
import { setupPetstoreWorker } from 'petstore-mock/browser';
import { describeContract, type Report, runCheck, violationText } from 'petstore-mock/contract';
import { petstoreMatchers } from 'petstore-mock/matchers';
import { setupPetstoreServer } from 'petstore-mock/node';
import { observePetstore } from 'petstore-mock/observe';
import { observeContext, test as observedTest } from 'petstore-mock/observe/playwright';
import { expect as pageExpect, test as pageTest } from 'petstore-mock/playwright';
import { petstoreStory } from 'petstore-mock/storybook';
import { expect, test } from 'petstore-mock/vitest';

const scenario: ScenarioName = 'sold-out';
const options: PetstoreOptions = { scenario, pets: 3 };
const petstore: Petstore = createPetstore(options);
// @ts-expect-error: there is no such scenario.
petstore.scenario('sold-in');
// @ts-expect-error: there is no such operation.
petstore.faults.next('updateStock', { status: 503 });
export const quantity: number = petstore.inventory.set(1, { quantity: 3, status: 'sold' }).quantity;
export const items: readonly InventoryItem[] = [{ petId: 1, quantity: 1, status: 'sold' }];
export const listening: void = setupPetstoreServer(options).listen();
export const started: Promise<void> = setupPetstoreWorker(options).start();
export const observed: Promise<void> = observePetstore({ baseUrl: 'https://staging.example.test/v1' }).expectConformance();
// @ts-expect-error: observing needs a base URL.
observePetstore({ plan: 'free' });
export const story = { ...petstoreStory(options), args: {} };
export const checked: Promise<Report> = runCheck({ baseUrl: 'https://staging.example.test/v1', rule: 'limits/*' });
// @ts-expect-error: there is no such level.
runCheck({ baseUrl: 'https://staging.example.test/v1', level: 'all' });
export const violations: Promise<string[]> = checked.then((report) =>
  report.rules.filter(({ outcome }) => outcome === 'violation').map((rule) => violationText(rule, report)),
);
describeContract({ test, baseUrl: 'https://staging.example.test/v1' });
describeContract({ test: pageTest, options: async () => ({ baseUrl: 'https://staging.example.test/v1' }) });
expect.extend(petstoreMatchers);

test('a fixture has its type', async ({ petstore }) => {
  const key: string = petstore.keys.mint({ plan: 'pro' });
  await expect(await fetch(petstore.baseUrl, { headers: { Authorization: key } })).toConformTo('listInventory');
  expect(petstore).toBeWellMannered();
  expect(petstore.journal).toHaveCalled('updateInventory', { times: 1, body: { quantity: 5 } });
  // @ts-expect-error: there is no such operation.
  expect(petstore).toHaveCalled('updateStock');
});

pageTest.use({ petstoreOptions: { pets: 5 } });
pageTest('a fixture of pages has its type', async ({ page, petstore }) => {
  await page.clock.install();
  petstore.clock.advance('1m');
  pageExpect(petstore).toHaveCalled('listInventory');
  await pageExpect(page.locator('h1')).toBeVisible();
});

observedTest.use({ observe: { baseUrl: 'https://staging.example.test/v1', plan: 'free', except: ['limits/plan'] } });
observedTest('a service is observed', async ({ page, observed }) => {
  const broken: number = observed.violations().length + observeContext(page.context(), { baseUrl: observed.baseUrl }).dropped;
  // @ts-expect-error: observing without handlers has none.
  observed.handlers;
  pageExpect(broken).toBe(0);
});
`;

const compilerOptions = { strict: true, noEmit: true, target: 'es2023', lib: ['esnext', 'dom'], types: ['node'] };
const settings = (module: string, moduleResolution: string) =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, module, moduleResolution }, files: ['typed.ts'] });

/** A page's own test file. */
const tested = `
import { expect, test } from 'petstore-mock/vitest';

test('vitest creates a fake per test', async ({ petstore }) => {
  const response = await fetch(petstore.baseUrl + '/inventory', { headers: { Authorization: 'Bearer test_free' } });
  await expect(response).toConformTo('listInventory');
  expect(petstore).toHaveCalled('listInventory', { times: 1 });
});
`;

/** Requires each entry that has a CommonJS build, which only jest gets. */
const twice = `
const isOne = async (name, member) => require(name)[member] === (await import(name))[member];
isOne('petstore-mock', 'InputError').then(async (first) => console.log(first, await isOne('petstore-mock/admin', 'AdminError')));
`;

const page = `
import { setupPetstoreWorker } from 'petstore-mock/browser';
import { observePetstore } from 'petstore-mock/observe';
await setupPetstoreWorker({ baseUrl: 'https://api.example.test/v1' }).start();
console.log(observePetstore({ baseUrl: 'https://staging.example.test/v1' }).handlers);
`;

/** Starts the installed command, opens the control room at the address in its banner, and checks the fake with the installed suite. */
const serving = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createAdminClient } from 'petstore-mock/admin';

const child = spawn(process.execPath, ['node_modules/petstore-mock/dist/cli/main.js', 'serve', '--port', '0']);
let printed = '';
for await (const chunk of child.stdout) {
  printed += chunk;
  const [, origin, token] = /(http:\\S+)\\/__admin\\/ui#token=(\\S+)\\s/.exec(printed) ?? [];
  if (origin === undefined) continue;
  const page = await (await fetch(origin + '/__admin/ui')).text();
  const [script] = /\\/__admin\\/ui\\/assets\\/[^"]+\\.js/.exec(page);
  const { status, headers } = await fetch(origin + script);
  const health = await createAdminClient({ url: origin, token }).health();
  const check = spawn(
    process.execPath,
    ['node_modules/petstore-mock/dist/cli/main.js', 'check', origin + '/v1', '--level', 'write', '--report', 'report', '--restore-log', 'log'],
    { env: { ...process.env, PETSTORE_API_KEY: 'test_business' }, stdio: 'ignore' },
  );
  const [checked] = await once(check, 'exit');
  console.log(JSON.stringify({ status, type: headers.get('content-type'), health: health.status, checked }));
  child.kill();
  break;
}
`;

let project: Project;

beforeAll(async () => {
  project = await installProject(
    {
      'plain.js': plain,
      'typed.ts': typed,
      'tsconfig.nodenext.json': settings('nodenext', 'nodenext'),
      'tsconfig.bundler.json': settings('esnext', 'bundler'),
      'tested.test.js': tested,
      'serving.js': serving,
      'twice.cjs': twice,
      'index.html': '<script type="module" src="/page.js"></script>',
      'page.js': page,
    },
    ['vite', 'esbuild', 'typescript', '@types/node', '@arethetypeswrong/cli'],
  );
});

afterAll(() => project.remove());

test('works in plain JavaScript', async () => {
  expect(JSON.parse(await project.run('node', 'plain.js'))).toEqual({
    status: 200,
    pets: 2,
    conforms: true,
    seen: 1,
    manners: 0,
    handled: 200,
    openapi: '3.1.0',
    operations: 5,
    scenarios: 10,
    story: expect.arrayContaining(['msw']),
    observed: 1,
  });
});

test.each(['nodenext', 'bundler'])('has types with the module resolution of %s', async (resolution) => {
  expect(await project.run('tsc', '-p', `tsconfig.${resolution}.json`)).toBe('');
});

test('works in vitest', async () => {
  expect(await project.run('vitest', 'run')).toMatch(/Tests +1 passed/);
});

test('is bundled by Vite for the browser without Node modules', async () => {
  const printed = await project.run('vite', 'build');
  expect(printed).toMatch(/built in/);
  expect(printed).not.toMatch(/externalized|node:/);
});

// Webpack asks for both, and where a package has `module-sync` first, for Node's.
test('is bundled for the browser without Node modules where module-sync is known', async () => {
  const options = [
    '--bundle',
    '--format=esm',
    '--conditions=module-sync',
    '--outfile=bundled.js',
    '--log-level=warning',
  ];
  expect(await project.run('esbuild', 'page.js', ...options)).toBe('');
});

test('has types for every entry', async () => {
  // It fails if any is wrong. Node 10's resolution is left out, and here CommonJS, too: most entries have only ES modules.
  const printed = await project.run('attw', project.tarball, '--profile', 'esm-only', '--format', 'json');
  expect(Object.keys(JSON.parse(printed).analysis.entrypoints)).toEqual(Object.keys(description.exports));
});

test('has types of CommonJS where jest needs them', async () => {
  const entries = ['.', 'jest', 'jest-preset', 'jest-transformer', 'node', 'matchers', 'admin'];
  await project.run('attw', project.tarball, '--profile', 'node16', '--entrypoints', ...entries);
});

test('is in a process only once, whether it is imported or required', async () => {
  expect(await project.run('node', 'twice.cjs')).toBe('true true\n');
});

test('installs its commands', async () => {
  expect(await project.run('node', 'node_modules/petstore-mock/dist/cli/main.js', '--version')).toBe(
    `${description.version}\n`,
  );
  expect(await project.run('node', 'node_modules/petstore-mock/dist/cli/main.js', 'init', 'public')).toContain(
    'public/mockServiceWorker.js is ready',
  );
});

test('serves the page of the control room, and checks its own fake', async () => {
  expect(JSON.parse(await project.run('node', 'serving.js'))).toEqual({
    status: 200,
    type: 'text/javascript; charset=utf-8',
    health: 'ok',
    checked: 0,
  });
});

test('serve --store names the package that it needs where it is not installed', async () => {
  const serve = () =>
    project.run('node', 'node_modules/petstore-mock/dist/cli/main.js', 'serve', '--store', 'redis://127.0.0.1:1');
  await expect(serve()).rejects.toThrow('nothing listens there');
  await rm(join(project.folder, 'node_modules/redis'));
  await expect(serve()).rejects.toThrow('npm install redis');
});
