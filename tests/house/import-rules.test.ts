import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Import, importsOf, sourceFiles } from './imports.js';

/** Vitest's files, Playwright's, and what only they import. */
const isTest = (file: string) =>
  /\.(?:test(-d)?|spec|setup)\.ts$|-for-tests\.ts$|^contract-tests\/playwright\//.test(file);
const shipped = sourceFiles('src', 'mocks', 'fixtures', 'contract-tests').filter((file) => !isTest(file));
const imports = shipped.flatMap(importsOf);

/** Rooms from the ground up; a room imports only from itself and from rooms below it. */
const rooms = [
  'src/json',
  'src/service',
  'src/files',
  'src/exchange',
  'src/http',
  'src/admin',
  'src/dashboard',
  'src/judge',
  'src/fidelity',
  'contract-tests',
  'fixtures',
  'mocks',
  'src/server',
  'src/matchers',
  'src/observe',
  'src/cli',
  'src/contract',
  'src/entries',
  'src/index.ts',
] as const;

/** The longest name that fits. */
const floorOf = (path: string) =>
  rooms.reduce(
    (found, room, floor) =>
      (path === room || path.startsWith(`${room}/`)) && room.length > (rooms[found]?.length ?? 0) ? floor : found,
    -1,
  );
const describe = ({ from, to }: Import) => `${from} → ${to}`;
const isPackage = ({ to }: Import, name: string) => to === name || to.startsWith(`${name}/`);

it('finds the imports that it judges', () => {
  expect(imports.map(describe)).toContain('mocks/handle.ts → mocks/stages/respond.ts');
  expect(imports.map(describe)).toContain('mocks/handlers.ts → msw');
});

it('gives every shipped file a room', () => {
  expect(shipped.filter((file) => floorOf(file) === -1)).toEqual([]);
});

it('lets a room import only from rooms below it', () => {
  const upward = imports.filter(({ from, to }) => floorOf(to) !== -1 && floorOf(to) > floorOf(from));
  expect(upward.map(describe)).toEqual([]);
});

it('keeps the public entry and the command line apart', () => {
  expect(imports.filter(({ from, to }) => from === 'src/index.ts' && /^src\/(cli|server)\//.test(to))).toEqual([]);
});

it('keeps the fake and the suite apart', () => {
  const fake = /^(?:mocks|fixtures|src\/server)\//;
  const suite = /^(?:contract-tests|src\/(?:judge|fidelity\/(?:learn|compare)))\//;
  const all = sourceFiles('mocks', 'fixtures', 'src/server', 'src/judge', 'src/fidelity', 'contract-tests').flatMap(
    importsOf,
  );
  const crossing = all.filter(
    ({ from, to }) => (fake.test(from) && suite.test(to)) || (suite.test(from) && fake.test(to)),
  );
  expect(crossing.map(describe)).toEqual([]);
  const libraries = all.filter(
    (one) => suite.test(one.from) && ['msw', '@mswjs/data', '@faker-js/faker'].some((name) => isPackage(one, name)),
  );
  expect(libraries.map(describe)).toEqual([]);
});

it('keeps the judge and its transcripts free of Node', () => {
  const stray = imports.filter(
    ({ from, to }) => /^src\/(?:judge|fidelity|exchange)\//.test(from) && (/^node:/.test(to) || to === 'undici'),
  );
  expect(stray.map(describe)).toEqual([]);
});

it('lets what was received out through the redactor alone', () => {
  const using = (what: RegExp) => shipped.filter((file) => what.test(readFileSync(file, 'utf8'))).sort();
  // Who holds exchanges as they were received.
  expect(using(/\brecordExchange\(|\bReceivedTranscript\b|\breceived(?:Of|After)?\(/)).toEqual([
    'contract-tests/history.ts',
    'contract-tests/run-suite.ts',
    'contract-tests/suite.ts',
    'mocks/journal/journal.ts',
    'src/cli/check/judged-run.ts',
    'src/exchange/exchange.ts',
    'src/exchange/read-foreign-har.ts',
    'src/exchange/read-har.ts',
    'src/exchange/record-exchange.ts',
    'src/exchange/redact-exchange.ts',
    'src/exchange/request-log.ts',
    'src/exchange/transcript.ts',
    'src/judge/judge.ts',
    'src/matchers/judge-response.ts',
    'src/observe/observe-service.ts',
    'src/observe/proxy/observer.ts',
    'src/observe/traffic-log.ts',
    'src/server/admin/serialise-requests.ts',
  ]);
  // Who makes something of them that may be shown: exchanges, verdicts, what is observed or learned, messages of a run.
  expect(using(/\bredact(?:Exchange|Transcript|Evidence|Finding|Message)\b(?:\(| =)/)).toEqual([
    'contract-tests/stock/run-stock.ts',
    'src/cli/check/judged-run.ts',
    'src/exchange/read-har.ts',
    'src/exchange/redact-exchange.ts',
    'src/exchange/redactor.ts',
    'src/exchange/request-log.ts',
    'src/exchange/write-har.ts',
    'src/fidelity/learn/learn-profile.ts',
    'src/judge/judge.ts',
    'src/judge/observations/observe.ts',
    'src/matchers/judge-response.ts',
    'src/observe/proxy/har-file.ts',
  ]);
});

it('lets the proxy send without the suite, options be read without the fake, and reports be drawn without the page', () => {
  const shared = [
    [/^src\/observe\/proxy\//, /^contract-tests\//],
    [/^src\/cli\/(?:options|[\w-]+\/[\w-]+-options)\.ts$/, /^mocks\//],
    [/^contract-tests\/report\//, /^src\/dashboard\//],
  ] as const;
  const stray = imports.filter(({ from, to }) => shared.some(([one, other]) => one.test(from) && other.test(to)));
  expect(stray.map(describe)).toEqual([]);
});

it('keeps shipped code from tests, attacks, benchmarks and examples', () => {
  const stray = imports.filter(({ to }) => /^(attack|tests|benchmarks|examples|scripts)\//.test(to) || isTest(to));
  expect(stray.map(describe)).toEqual([]);
});

it('keeps the document free of msw and Node', () => {
  const stray = imports.filter(
    (one) => /^src\/(?:json|service)\//.test(one.from) && (isPackage(one, 'msw') || /^node:/.test(one.to)),
  );
  expect(stray.map(describe)).toEqual([]);
});

it.each([
  ['@mswjs/data', ['mocks/stock/model.ts']],
  [
    'msw',
    [
      'mocks/handlers.ts',
      'mocks/edges/msw/browser.ts',
      'mocks/edges/msw/msw.ts',
      'mocks/edges/msw/msw-in-node.ts',
      'mocks/edges/msw/node.ts',
      'mocks/edges/msw/shared-server.ts',
      'mocks/edges/msw/unhandled-requests.ts',
      'src/observe/observe-petstore.ts',
      'src/observe/send-on.ts',
      'src/server/user-handlers.ts',
    ],
  ],
  ['msw/node', ['mocks/edges/msw/node.ts', 'mocks/edges/msw/shared-server.ts']],
  ['msw/browser', ['mocks/edges/msw/browser.ts']],
  ['vitest', ['mocks/edges/vitest/vitest-test.ts', 'src/entries/vitest.ts']],
  ['@faker-js/faker', ['fixtures/catalogue.ts']],
  [
    'node:http',
    [
      'contract-tests/sending/send-expecting.ts',
      'mocks/edges/msw/kept-clients.ts',
      'mocks/edges/msw/msw-in-node.ts',
      'src/observe/proxy/outbound-proxy.ts',
      'src/observe/proxy/upstream.ts',
      'src/server/http-server.ts',
      'src/server/request-body.ts',
      'src/server/write-whole.ts',
    ],
  ],
  ['prom-client', ['src/server/monitoring/metrics.ts']],
  ['undici', ['contract-tests/sending/sender.ts']],
  [
    '@playwright/test',
    [
      'mocks/edges/playwright/playwright-test.ts',
      'mocks/edges/playwright/route-petstore.ts',
      'mocks/edges/playwright/world-test.ts',
      'src/entries/observe-playwright.ts',
      'src/entries/playwright.ts',
      'src/observe/playwright/observed-test.ts',
    ],
  ],
  ['ajv', []],
])('lets %s be imported only by %j', (name, allowed) => {
  const importers = imports.filter((one) => isPackage(one, name) && !one.isTypeOnly).map(({ from }) => from);
  expect(importers.filter((file) => !(allowed as string[]).includes(file))).toEqual([]);
});

it.each([
  ['src/index.ts', 80],
  ['src/entries/browser.ts', 60],
  ['src/entries/storybook.ts', 60],
  ['src/entries/matchers.ts', 40],
  ['src/entries/observe.ts', 60],
  ['src/entries/observe-playwright.ts', 60],
  ['src/entries/admin.ts', 8],
] as const)('keeps Node out of everything that %s reaches', (entry, fewest) => {
  const reached = reachable(entry);
  const stray = imports.filter(({ from, to, isTypeOnly }) => reached.has(from) && /^node:/.test(to) && !isTypeOnly);
  expect(reached.size).toBeGreaterThan(fewest);
  expect(stray.map(describe)).toEqual([]);
});

it('keeps Node, the fake and the judge out of everything that the page reaches', () => {
  const page = shipped.filter((file) => file.startsWith('src/dashboard/') && file !== 'src/dashboard/vite.config.ts');
  const reached = new Set([...page, ...page.flatMap((file) => [...reachable(file)])]);
  const foreign = /^(?:node:|src\/(?:server|judge|matchers|cli|entries)\/|mocks\/|fixtures\/|contract-tests\/)/;
  const stray = imports.filter(({ from, to }) => reached.has(from) && foreign.test(to));
  expect(reached).toContain('src/admin/client/admin-client.ts');
  expect(stray.map(describe)).toEqual([]);
});

it('loads nothing at the start of serve that only reports, files and metrics need', () => {
  const atStart = imports.filter(({ isTypeOnly, isDynamic }) => !isTypeOnly && !isDynamic);
  const loaded = new Set(['src/cli/main.ts', 'src/cli/serve/serve-command.ts']);
  for (const file of loaded) for (const { from, to } of atStart) if (from === file) loaded.add(to);
  expect(loaded).toContain('mocks/handle.ts');
  expect(['wrap-ansi', 'prom-client'].filter((name) => loaded.has(name))).toEqual([]);
});

it('asks parseUrl and not URL.canParse, which denies good URLs once Node 20 has compiled it', () => {
  const asking = shipped.filter((file) => readFileSync(file, 'utf8').includes('URL.canParse('));
  expect(asking).toEqual([]);
});

it('has no circles between files', () => {
  expect(shipped.map(circleFrom).filter((circle) => circle !== undefined)).toEqual([]);
});

function targetsOf(file: string): string[] {
  return imports.filter(({ from, to }) => from === file && floorOf(to) !== -1).map(({ to }) => to);
}

function reachable(start: string, seen = new Set<string>()): Set<string> {
  for (const target of targetsOf(start)) {
    if (seen.has(target)) continue;
    seen.add(target);
    reachable(target, seen);
  }
  return seen;
}

function circleFrom(file: string): string | undefined {
  return reachable(file).has(file) ? file : undefined;
}
