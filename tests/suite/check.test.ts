// Long: check does what its flags say, from the first line to the files it writes.
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { reportSchema } from '../../contract-tests/report/report-schema.js';
import { World } from '../../mocks/world.js';
import { openControlRoom } from '../../src/server/admin/open-control-room.js';
import { startServer } from '../../src/server/start-server.js';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { temporaryFile, temporaryFolder } from '../temporary-file.js';
import { KEY, runCheck, serve } from './running-check.js';

const ADMIN_TOKEN = 'admin-token-of-the-fake';

/** Serves a fake that knows the key of these tests. */
async function serveFake() {
  const fake = await startServer({
    port: 0,
    host: '127.0.0.1',
    createWorld: (origin, own, links) => new World({ baseUrl: `${origin}/v1`, keys: { [KEY]: 'free' }, ...own }, links),
    log: { request: undefined, bug: (bug) => Promise.reject(bug) },
    admin: (worlds) =>
      openControlRoom({
        version: '0.0.0',
        mode: { kind: 'fake', worlds },
        judgeManners: async () => [],
        judgeService: async () => [],
        token: ADMIN_TOKEN,
        host: '127.0.0.1',
        allowedHosts: [],
        pageFolder: '',
      }),
  });
  onTestFinished(() => fake.close());
  return fake;
}

/** The JSON report, validated against its schema. */
async function readReport(file: string) {
  const report = JSON.parse(await readFile(file, 'utf8'));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(reportSchema);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return report;
}

const responding =
  (status: number, headers: Record<string, string>, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

test('reports no violation by the fake at level write, and restores its stock', async () => {
  const { url, world } = await serveFake();
  const before = JSON.stringify(world.inventory.list());
  const { exitCode, stdout, folder } = await runCheck([
    url,
    '--level',
    'write',
    '--messages-url',
    url,
    '--json',
    'r.json',
  ]);
  expect(stdout).toContain('No violations: ');
  expect(exitCode).toBe(0);
  expect(JSON.stringify(world.inventory.list())).toBe(before);
  const report = await readReport(join(folder, 'r.json'));
  expect(report.summary).toMatchObject({ violation: 0, stopped: null, leftBehind: null });
  expect(report.requests.sent).toBeLessThanOrEqual(46);
});

test.each(['gzip', 'br'] as const)(
  'reports no violation by a service with chunked responses in the coding %s',
  async (coding) => {
    const service = createService();
    const compress = { gzip: gzipSync, br: brotliCompressSync }[coding];
    let compressed = 0;
    const response = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const { status, headers, body } = service.handle(await readRequest(incoming), Date.now());
      const isCoded = body !== '' && String(incoming.headers['accept-encoding']).includes(coding);
      if (isCoded) compressed++;
      outgoing.writeHead(status, [...headers, ...(isCoded ? [['Content-Encoding', coding]] : [])].flat());
      const bytes = isCoded ? compress(body) : Buffer.from(body);
      outgoing.write(bytes.subarray(0, 5));
      outgoing.end(bytes.subarray(5));
    };
    const url = `${await serve((incoming, outgoing) => void response(incoming, outgoing))}/v1`;
    const args = [url, '--level', 'write', '--exclusive', '--messages-url', url, '--json', 'r.json'];
    const { exitCode, folder } = await runCheck(args, { PETSTORE_API_KEY: GOOD_KEY });
    const report = await readReport(join(folder, 'r.json'));
    expect({ exitCode, violation: report.summary.violation }).toEqual({ exitCode: 0, violation: 0 });
    expect(compressed).toBeGreaterThan(30);
  },
);

test('sends at most 25 requests at level read, and writes nothing', async () => {
  const { url, world } = await serveFake();
  const { exitCode, folder } = await runCheck([url, '--json', 'r.json']);
  const report = await readReport(join(folder, 'r.json'));
  expect({ exitCode, level: report.level }).toEqual({ exitCode: 0, level: 'read' });
  expect(report.requests.sent).toBeLessThanOrEqual(25);
  expect(world.inventory.list().some(({ petId }) => world.inventory.get(petId) === undefined)).toBe(false);
});

test('every rule passes for a fake whose clock it can advance', async () => {
  const { url, origin } = await serveFake();
  const args = [url, '--admin-url', `${origin}/__admin`, '--plan', 'free', '--messages-url', url, '--json', 'r.json'];
  const { exitCode, folder } = await runCheck(args, { PETSTORE_ADMIN_TOKEN: ADMIN_TOKEN });
  const report = await readReport(join(folder, 'r.json'));
  const others = report.rules.filter(({ outcome }: { outcome: string }) => outcome !== 'pass');
  expect(others).toEqual([]);
  expect({ exitCode, level: report.level }).toEqual({ exitCode: 0, level: 'exhaust' });
});

test('reaches the same verdicts from the transcript that it wrote', async () => {
  const { url } = await serveFake();
  const run = await runCheck([url, '--level', 'write', '--report', 'out', '--seed', '7']);
  const again = await runCheck(['--from', join(run.folder, 'out/transcript.har'), '--json', 'again.json']);
  const first = await readReport(join(run.folder, 'out/report.json'));
  const second = await readReport(join(again.folder, 'again.json'));
  expect(second.rules).toEqual(first.rules);
  expect(second.observations).toEqual(first.observations);
  expect(second.target.source).toBe('recording');
  expect(again.exitCode).toBe(0);
});

test('prints what it would send, and sends nothing', async () => {
  let requests = 0;
  const origin = await serve((_request, response) => {
    requests++;
    response.end();
  });
  const { exitCode, stdout } = await runCheck([`${origin}/v1`, '--level', 'write', '--dry-run']);
  expect({ exitCode, requests }).toEqual({ exitCode: 0, requests: 0 });
  expect(stdout).toMatch(/1 {2}read +GET +http:\/\/127\.0\.0\.1:\d+\/v1\/inventory/);
  expect(stdout).toMatch(/PATCH +http:\/\/127\.0\.0\.1:\d+\/v1\/inventory\/\{petId\}/);
  expect(stdout).toMatch(/At most \d+ requests.*\. Nothing was sent\./);
});

test.each([
  [['--report', 'taken'], /Preparing --report .*taken: a file with this name exists/],
  [
    ['--json', 'no-such-folder/report.json'],
    /Preparing --json no-such-folder\/report\.json: the folder does not exist/,
  ],
])('rejects %j before it sends anything', async (args, message) => {
  let requests = 0;
  const origin = await serve((_request, response) => {
    requests++;
    response.end();
  });
  const taken = await temporaryFile('taken', '');
  const named = args.map((arg) => (arg === 'taken' ? taken : arg));
  await expect(runCheck([`${origin}/v1`, ...named])).rejects.toThrow(message);
  expect(requests).toBe(0);
});

test('creates no file and no folder if it rejects for another reason', async () => {
  const place = await temporaryFolder();
  const files = ['--report', join(place, 'report'), '--json', join(place, 'report', 'x.json')];
  const rejected = runCheck(['http://127.0.0.1:9/v1', ...files], { PETSTORE_API_KEY: '' });
  await expect(rejected).rejects.toThrow('the variable is not set');
  const history = join(place, 'runs', 'deeper');
  const other = runCheck(['http://127.0.0.1:9/v1', '--history', history], { PETSTORE_API_KEY: '' });
  await expect(other).rejects.toThrow('the variable is not set');
  expect(await readdir(place)).toEqual([]);
});

test('writes the JSON into the folder of the report, too', async () => {
  const { url } = await serveFake();
  const { folder, exitCode } = await runCheck([url, '--report', 'out', '--json', 'out/mine.json']);
  expect(exitCode).toBe(0);
  expect(await readdir(join(folder, 'out'))).toContain('mine.json');
});

test('names the hosts of a recording if no exchange is below the base URL', async () => {
  const { url } = await serveFake();
  const { folder } = await runCheck([url, '--report', 'out']);
  const again = runCheck(['https://api.example.test/v1', '--from', join(folder, 'out/transcript.har')]);
  await expect(again).rejects.toThrow(
    /none of its \d+ exchanges is under https:\/\/api\.example\.test\/v1; they went to http:\/\/127\.0\.0\.1:\d+/,
  );
});

test('asks before it uses up the quota, and rejects if nobody can confirm', async () => {
  let requests = 0;
  const origin = await serve((_request, response) => {
    requests++;
    response.end();
  });
  await expect(runCheck([`${origin}/v1`, '--level', 'exhaust'])).rejects.toThrow(/uses up the whole quota.*add --yes/);
  expect(requests).toBe(0);
});

test('reports in one line that nothing listens', async () => {
  const { exitCode, stdout } = await runCheck(['http://127.0.0.1:1/v1']);
  expect(exitCode).toBe(3);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/Nothing could be judged: .*127\.0\.0\.1:1 refused the connection/);
});

test('stops if the key is rejected', async () => {
  const { url } = await serveFake();
  const { exitCode, stdout, folder } = await runCheck([url, '--json', 'r.json'], { PETSTORE_API_KEY: 'another-key' });
  expect(stdout).toMatch(/(?:Stopped early|Nothing could be judged).*the key was rejected/);
  const report = await readReport(join(folder, 'r.json'));
  expect({ exitCode, sent: report.requests.sent }).toEqual({ exitCode: 3, sent: 1 });
});

test.each([
  [
    'a redirect to a login page',
    'something in front',
    responding(302, { Location: 'https://login.example.test/' }, ''),
  ],
  ['HTML', 'check the base URL', responding(200, { 'Content-Type': 'text/html' }, '<h1>Hello</h1>')],
])('recognises that %s is not the service, and stops', async (_what, why, listener) => {
  const origin = await serve(listener);
  const { exitCode, stdout, folder } = await runCheck([`${origin}/v1`, '--json', 'r.json']);
  const report = await readReport(join(folder, 'r.json'));
  expect({ exitCode, sent: report.requests.sent, violations: report.summary.violation }).toEqual({
    exitCode: 3,
    sent: 1,
    violations: 0,
  });
  expect(stdout.replace(/\s+/g, ' ')).toMatch(new RegExp(`Nothing could be judged: .*${why}`));
});

test('reports a server error and stops', async () => {
  const origin = await serve(responding(500, { 'Content-Type': 'text/plain' }, 'oops'));
  const { exitCode, stdout, folder } = await runCheck([`${origin}/v1`, '--json', 'r.json']);
  const report = await readReport(join(folder, 'r.json'));
  const broken = report.rules.filter(({ outcome }: { outcome: string }) => outcome === 'violation');
  expect(broken.map(({ id }: { id: string }) => id)).toContain('status/documented');
  expect(exitCode).toBe(1);
  expect(report.requests.sent).toBeLessThanOrEqual(2);
  expect(stdout).toContain('curl -i');
});

test('never prints the key, however the service returns it', async () => {
  const forms = formsOf(KEY);
  const echo = JSON.stringify([{ petId: 1, quantity: 3, status: 'sold', note: forms }]);
  const origin = await serve((request, response) => {
    const seen = `${request.headers.authorization ?? ''} ${request.url}`;
    response.writeHead(request.headers.authorization === `Bearer ${KEY}` ? 200 : 401, {
      'Content-Type': 'application/json',
      'X-Echo': Buffer.from(seen).toString('base64'),
      'X-Echo-Plain': encodeURIComponent(seen),
      'Set-Cookie': `session=${KEY}`,
    });
    response.end(request.url?.includes('inventory') ? echo : JSON.stringify({ code: KEY, message: seen, status: 401 }));
  });
  const args = [`${origin}/v1`, '--level', 'write', '--report', 'out', '--json', 'r.json'];
  for (const variables of [{}, { GITHUB_ACTIONS: 'true' }]) {
    const { folder, stdout, stderr } = await runCheck(args, variables);
    const texts = [stdout, stderr, ...(await textsIn(folder))];
    expect(texts.length).toBeGreaterThan(5);
    for (const form of forms) expect(texts.filter((text) => text.includes(form))).toEqual([]);
    expect(texts.some((text) => text.includes('key#1'))).toBe(true);
  }
});

function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    encodeURIComponent(key),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    Buffer.from(`${key}:`).toString('base64'),
    Buffer.from(`user:${key}`).toString('base64'),
    key.replaceAll('/', '\\/'),
    key.replaceAll('+', '\\u002b'),
  ];
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
}

test('fails with --strict-waivers if a waiver covers nothing, and names it', async () => {
  const { url } = await serveFake();
  const waiver = { rule: 'body/json', operation: 'listInventory', reason: 'PETS-1', expires: '2999-12-31' };
  const elsewhere = { ...waiver, target: 'https://staging.example.test' };
  const skipped = { rule: 'update/stored', reason: 'PETS-2', expires: '2999-12-31' };
  const file = await temporaryFile('waivers.json', JSON.stringify([waiver, elsewhere, skipped]));
  const lenient = await runCheck([url, '--waivers', file]);
  expect(lenient.exitCode).toBe(0);
  expect(lenient.stdout.replace(/\s+/g, ' ')).toContain(
    'listInventory: it covers no violation, so the waiver is no longer needed (PETS-1)',
  );
  const strict = await runCheck([
    url,
    '--waivers',
    file,
    '--strict-waivers',
    '--json',
    'r.json',
    '--reporter',
    'quiet',
  ]);
  expect(strict.exitCode).toBe(1);
  expect(strict.stdout).toContain('Failed because waivers cover nothing, remove body/json (listInventory): ');
  const { summary } = await readReport(join(strict.folder, 'r.json'));
  expect(summary).toMatchObject({ failedBy: 'stale waiver', staleWaivers: ['body/json (listInventory)'] });
});

test('does not fail on a waived violation, until the waiver expires', async () => {
  const origin = await serve(responding(500, { 'Content-Type': 'application/json' }, '{}'));
  const first = await runCheck([`${origin}/v1`, '--json', 'r.json']);
  const report = await readReport(join(first.folder, 'r.json'));
  const broken = report.rules.filter(({ outcome }: { outcome: string }) => outcome === 'violation');
  const waive = (expires: string) =>
    JSON.stringify(broken.map(({ id }: { id: string }) => ({ rule: id, reason: 'known, PETS-1', expires })));
  const waived = await temporaryFile('waivers.json', waive('2999-12-31'));
  const expired = await temporaryFile('expired.json', waive('2001-01-01'));
  expect((await runCheck([`${origin}/v1`, '--waivers', waived])).exitCode).not.toBe(1);
  expect((await runCheck([`${origin}/v1`, '--waivers', expired])).exitCode).toBe(1);
});
