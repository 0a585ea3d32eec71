import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { serveService } from '../../tests/conformant-service/serve-service.js';
import { GOOD_KEY } from '../../tests/conformant-service/service.js';
import { faultyServices } from '../../tests/faulty-services/faulty-services.js';
import { serveFake, TOKEN } from '../../tests/serve-fake.js';
import { temporaryFolder } from '../../tests/temporary-file.js';
import type { CheckOptions } from './contract-options.js';
import { runCheck, violationText } from './run-check.js';

const baseUrl = 'https://staging.example.test/v1';

test.each([
  [{}, 'Reading the options of the check: baseUrl is missing. Try { baseUrl: '],
  [{ baseUrl: 'staging' }, 'Reading the base URL: not a URL'],
  [{ baseUrl, levle: 'read' }, "there is no such field in the options. Did you mean 'level'?"],
  [{ baseUrl, json: '-' }, 'there is no such field in the options'],
  [{ baseUrl: Promise.resolve(baseUrl) }, 'the baseUrl is a promise. Write await before it.'],
  [{ baseUrl, level: 'all' }, `Reading level: "all" is not one of read, write, exhaust. Try level: 'write'`],
  [{ baseUrl, maxRequests: 0 }, 'Reading maxRequests: 0 is not a whole number from 1 to 10000000. Try maxRequests: 40'],
  [
    { baseUrl, maxTime: '1 fortnight' },
    `Reading maxTime: "1 fortnight" is not a duration from 1s to 7d. Try maxTime: '10m'`,
  ],
  [{ baseUrl, reserve: 0.2 }, `Reading reserve: 0.2 is not a share from 0% to 90%. Try reserve: '20%'`],
  [{ baseUrl, exclusive: 'yes' }, 'Reading exclusive: "yes" is not true or false. Try exclusive: true'],
  [{ baseUrl, petId: {} }, `Reading petId: {} is not an int64. Try petId: '7'`],
  [{ baseUrl, rule: ['limits/plan', '('] }, `Reading rule: "(" is not`],
  [{ baseUrl, rule: '(' }, "Try rule: 'update/*'"],
  [{ baseUrl, rule: 'limits/plane', apiKey: 'k' }, 'limits/plane'],
  [{ baseUrl, rules: '0.1' }, 'Reading rules: "0.1" is not'],
  [{ baseUrl, messagesUrl: 'a.test' }, 'Reading messagesUrl: '],
  [{ baseUrl, level: 'exhaust' }, 'it uses up the whole quota of the API key. To confirm, add yes: true'],
  [{ baseUrl, strictWaivers: true }, 'it needs the file of waivers'],
  [{ baseUrl, waivers: [{ rule: 'limits/plane' }] }, 'Reading the waivers of the options: '],
  [{ baseUrl, waivers: 'missing.json', apiKey: 'k' }, 'Reading the waivers missing.json'],
  [{ baseUrl, apiKey: '' }, 'Reading apiKey: it is empty, or no header can carry it'],
  [{ baseUrl, report: 'package.json', apiKey: 'k' }, 'Preparing --report package.json'],
])('rejects %j before anything is sent', async (options, message) => {
  await expect(runCheck(options as CheckOptions)).rejects.toThrow(expect.objectContaining({ name: 'InputError' }));
  await expect(runCheck(options as CheckOptions)).rejects.toThrow(message);
});

test.each([
  { apiKey: 's3cret key' },
  { adminToken: 's3cret token' },
  { headers: { 'X-Tenant': 's3cret\n' } },
  { headers: { authorization: 'Bearer s3cret' } },
])('repeats nothing of %j', async (options) => {
  const failing = runCheck({ baseUrl, ...options });
  await expect(failing).rejects.toThrow(/^Reading (?:apiKey|adminToken|headers): /);
  await expect(failing).rejects.not.toThrow(/s3cret/);
});

test('checks a fake, and prints nothing', async () => {
  const fake = await serveFake({ pets: 3 });
  const [stdout, stderr] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const report = await runCheck({
    baseUrl: `${fake.origin}/v1`,
    apiKey: 'test_free',
    adminUrl: `${fake.origin}/__admin`,
    adminToken: TOKEN,
    plan: 'free',
    seed: 1,
    restoreLog: await temporaryFolder(),
  });
  const printed = [...stdout.mock.calls, ...stderr.mock.calls];
  vi.restoreAllMocks();
  await fake.close();
  expect(report.summary).toMatchObject({ exitCode: 0, stopped: null, violation: 0 });
  expect(report).toMatchObject({ level: 'exhaust', seed: 1 });
  expect(printed).toEqual([]);
});

const keyless = faultyServices.find(({ name }) => name === 'requires no key at all');

test('returns violations with their text, leaves an exit code alone, and writes the reports', async () => {
  const service = await serveService(keyless?.make() ?? expect.fail(), 0);
  const folder = `${await temporaryFolder()}/contract`;
  const waivers = [{ rule: 'auth/required/listOrders', reason: 'known', expires: '2999-01-31' }];
  const options = { baseUrl: `${service.origin}/v1`, apiKey: GOOD_KEY, seed: 1, report: folder, waivers };
  const report = await runCheck({ ...options, headers: { 'X-Tenant': 'blue-4711' } });
  await service.close();
  const rule = report.rules.find(({ id }) => id === 'auth/required/listInventory') ?? expect.fail();
  const [first, ...details] = violationText(rule, report).split('\n');
  expect(first).toBe('a request without a key got 200');
  expect(details.join('\n')).toMatch(/^exchange +#\d+ GET \/v1\/inventory → 200$/m);
  expect(details.join('\n')).toMatch(/^try +curl /m);
  // Read from a file, the report has only numbers.
  expect(violationText(rule, structuredClone(report))).toMatch(/^exchange +#\d+$/m);
  expect(report.summary).toMatchObject({ exitCode: 1, waived: 1 });
  expect(process.exitCode).toBeUndefined();
  expect(readdirSync(folder)).toContain('transcript.har');
  const all = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  expect(all.join('\n')).not.toMatch(new RegExp(`${GOOD_KEY}|blue-4711`));
});

test('ends when its signal is aborted', async () => {
  const service = await serveService(keyless?.make() ?? expect.fail(), 0);
  const options = { baseUrl: `${service.origin}/v1`, apiKey: GOOD_KEY, signal: AbortSignal.abort() };
  const { summary } = await runCheck(options);
  await service.close();
  expect(summary).toMatchObject({ exitCode: 3, stopped: expect.any(String) });
});
