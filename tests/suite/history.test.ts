// Long: a history says what changed between runs, and only that.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Level } from '../../src/exchange/transcript.js';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY, type Service, withHeader } from '../conformant-service/service.js';
import type { Changes } from '../conformant-service/steps.js';
import type { Traits } from '../conformant-service/traits.js';
import { plainDeployment } from '../fidelity/deployments.js';
import { temporaryFolder } from '../temporary-file.js';
import { runCheck, serve } from './running-check.js';

const KEY = { PETSTORE_API_KEY: GOOD_KEY };
/** What a check sends: learning, too, would wait for the limit of the minute in every other run. */
const FEW = ['--max-requests', '20'];

/** A deployment that a test replaces by another one between two runs; `fault` drops a request, by its number, or fails it. */
async function deployment(service: Service = createService()) {
  const now = { service, requests: 0, fault: (_number: number): 'drop' | 503 | undefined => undefined };
  const origin = await serve((incoming, outgoing) => {
    const fault = now.fault(++now.requests);
    if (fault === 'drop') return void incoming.socket.destroy();
    if (fault !== undefined) return void outgoing.writeHead(fault, { 'Content-Type': 'text/html' }).end('<p>busy');
    void readRequest(incoming).then((request) => {
      const { status, headers, body } = now.service.handle(request, Date.now());
      outgoing.writeHead(status, headers.flat()).end(body);
    });
  });
  return { url: `${origin}/v1`, now };
}

const inReverse = () => createService({ order: 'descending' });

const withoutLimits = (): Service => {
  const service = createService();
  return {
    ...service,
    handle: (request, nowMs) => withHeader(service.handle(request, nowMs), 'X-RateLimit-Limit'),
  };
};

const linesOf = async (folder: string) =>
  (await readFile(join(folder, 'runs.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('stores the first run and announces the comparison with the next one', async () => {
  const { url } = await deployment();
  const { exitCode, stdout, folder } = await runCheck([url, ...FEW, '--history', 'runs'], KEY);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('First run of this history');
  expect((await readdir(join(folder, 'runs'))).sort()).toEqual(['profile.json', 'runs.jsonl']);
  expect(await linesOf(join(folder, 'runs'))).toMatchObject([{ exitCode: 0, level: 'read', changes: [] }]);
});

test.each(['', undefined])('does not report “nothing changed” without an earlier run: %j', async (profile) => {
  const { url, now } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  if (profile === undefined) await rm(join(history, 'profile.json'));
  else await writeFile(join(history, 'profile.json'), profile);
  now.service = inReverse();
  const { stdout } = await runCheck([url, ...FEW, '--history', history], KEY);
  expect(stdout).toContain('or its profile.json is missing');
  expect(stdout).not.toContain('No changes since');
});

test('reports what changed since the last run, and fails if requested', async () => {
  const { url, now } = await deployment();
  const args = [url, ...FEW, '--history', join(await temporaryFolder(), 'runs'), '--fail-on', 'change'];
  await runCheck(args, KEY);
  const same = await runCheck(args, KEY);
  expect({ code: same.exitCode, told: same.stdout.includes('No changes since') }).toEqual({ code: 0, told: true });
  now.service = inReverse();
  const changed = await runCheck(args, KEY);
  expect(changed.exitCode).toBe(1);
  expect(changed.stdout).toContain('1 change since');
  expect(changed.stdout).toContain('question/list-order  ascending → descending');
  expect((await runCheck(args, KEY)).exitCode).toBe(0);
  now.service = withoutLimits();
  const violating = await runCheck(args, KEY);
  expect(violating.stdout).toContain('✗ rule/limits/headers-present  passed → violated');
  now.service = createService();
  const again = await runCheck(args, KEY);
  expect(again.stdout).toContain('✓ rule/limits/headers-present  violated → passed');
});

test('rejects the history of another deployment, and sends nothing', async () => {
  const one = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([one.url, ...FEW, '--history', history], KEY);
  const other = await deployment();
  await expect(runCheck([other.url, '--history', history], KEY)).rejects.toThrow(`it is the history of ${one.url}`);
  expect(other.now.requests).toBe(0);
});

test('rejects --fail-on change without a history', async () => {
  const checking = runCheck(['http://127.0.0.1:9/v1', '--fail-on', 'change'], KEY);
  await expect(checking).rejects.toThrow('needs --history');
});

test('adds a recording', async () => {
  const { url } = await deployment();
  const recorded = await runCheck([url, ...FEW, '--report', 'out'], KEY);
  const from = ['--from', join(recorded.folder, 'out', 'transcript.har'), '--history', join(recorded.folder, 'runs')];
  expect((await runCheck(from)).stdout).toContain('First run of this history');
  expect((await runCheck(from)).stdout).toContain('No changes since');
  expect(await linesOf(join(recorded.folder, 'runs'))).toHaveLength(2);
});

test('a run that cannot be stored is still printed', async () => {
  const folder = await temporaryFolder();
  const { url, now } = await deployment();
  const history = join(folder, 'runs');
  now.fault = () => {
    // Meanwhile somebody else has taken the name.
    void writeFile(history, '').catch(() => {});
    return undefined;
  };
  const { exitCode, stdout, stderr } = await runCheck([url, ...FEW, '--history', history], KEY);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('Writing the history');
  expect(stdout).toContain('First run of this history');
  expect(await readFile(history, 'utf8')).toBe('');
});

test('changes do not appear in the JSON on standard output', async () => {
  const { url, now } = await deployment();
  const args = [url, ...FEW, '--history', join(await temporaryFolder(), 'runs'), '--json', '-'];
  await runCheck(args, KEY);
  now.service = withoutLimits();
  const { stdout, stderr } = await runCheck(args, KEY);
  expect(JSON.parse(stdout).summary.violation).toBe(1);
  expect(stderr).toContain('rule/limits/headers-present  passed → violated');
});

/** So many runs in one minute would use up a documented plan. */
const quota = { perMinute: 100_000, perDay: 1_000_000 };
const serviceWith = (traits: Partial<Traits> = {}, changes: Changes = {}) =>
  createService({ ...plainDeployment, quota, ...traits }, changes);

const onErrors: Changes = {
  finish: (finish) => (call, response) => {
    const { headers, ...rest } = finish(call, response);
    return { ...rest, headers: rest.status < 400 ? headers : [...headers, ['X-Problem', 'see-docs']] };
  },
};

test.each<[string, Level, Service, RegExp]>([
  [
    'another method',
    'read',
    serviceWith({ unknownMethod: 404 }),
    /~ question\/unknown-method 405 → 404 now #\d+ \w+ \/v1\S+ → 404/,
  ],
  [
    'the order of checks',
    'read',
    serviceWith({ sooner: ['path'] }),
    /~ question\/order-of-checks\/key or path key → path now #\d+ GET \/v1\S+ → 404/,
  ],
  [
    'a header on errors',
    'read',
    serviceWith({}, onErrors),
    /~ response\/\*\/\*\/header\/x-problem not there → see-docs now #\d+ .* x-problem: see-docs/,
  ],
  [
    'a content type',
    'write',
    serviceWith({ wrongType: 415 }),
    /~ question\/update-content-type 400 → 415 now #\d+ PATCH .* → 415/,
  ],
  ['a malformed id', 'write', serviceWith({ malformedId: 404 }), /~ question\/malformed-pet-id 400 → 404/],
  ['a bound', 'write', serviceWith({ quantities: [0n, 999n] }), /~ question\/quantity-range\/maximum 2147483647 → 999/],
])('the next run finds and names %s', async (_, level, changed, named) => {
  const { url, now } = await deployment(serviceWith());
  const history = join(await temporaryFolder(), 'runs');
  const texts: string[] = [];
  for (const service of [serviceWith(), changed, changed]) {
    now.service = service;
    texts.push((await runCheck([url, '--level', level, '--history', history], KEY)).stdout);
  }
  expect(texts[1]?.replace(/\s+/g, ' ')).toMatch(named);
  expect(texts.map((text) => /\d changes?\b.* since /.test(text))).toEqual([false, true, false]);
});

/** The first request, one of each kind of probe, and those that only learning sends. */
const FAILING = [1, 2, 3, 4, 8, 16, 20, 25, 29];

test.each(['drop', 503] as const)('a single failed request changes nothing, whichever it is: %s', async (how) => {
  const { url, now } = await deployment(serviceWith());
  const history = join(await temporaryFolder(), 'runs');
  for (const failing of [0, ...FAILING, 0]) {
    now.requests = 0;
    now.fault = (number) => (number === failing ? how : undefined);
    await runCheck([url, '--history', history], KEY);
  }
  expect((await linesOf(history)).flatMap(({ changes, violated }) => [...changes, ...violated])).toEqual([]);
});
