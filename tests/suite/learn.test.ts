// Long: learn does what its flags say, from deployments and recordings.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readHar } from '../../src/exchange/read-har.js';
import { writeHar } from '../../src/exchange/write-har.js';
import { questionIds } from '../../src/service/questions/open-questions.js';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { recorded } from '../recorded.js';
import { serveFake, TOKEN } from '../serve-fake.js';
import { modesIn, temporaryFolder } from '../temporary-file.js';
import { serve } from './running-check.js';
import { runLearn } from './running-learn.js';

const freeKey = { PETSTORE_API_KEY: 'test_free', PETSTORE_ADMIN_TOKEN: TOKEN };

async function startFake(...args: Parameters<typeof serveFake>) {
  const fake = await serveFake(...args);
  onTestFinished(() => fake.close());
  return { ...fake, url: fake.server.url };
}

test('learns from the fake, up to its limit', async () => {
  const { url, origin } = await startFake({
    behaviour: { 'retry-after-format': 'http-date', 'list-order': 'descending' },
  });
  const { exitCode, stdout, read } = await runLearn(
    [url, '--admin-url', `${origin}/__admin`, '--messages-url', url],
    freeKey,
  );
  expect(exitCode, stdout).toBe(0);
  const { questions, limit, source, responses } = await read();
  expect(questions['retry-after-format']).toMatchObject({ choice: 'http-date', origin: 'observed' });
  expect(questions['list-order']).toMatchObject({ origin: 'observed' });
  expect(limit).toMatchObject({ plan: 'free', perMinute: 60 });
  expect(source).toMatchObject({ baseUrl: url, kind: 'run', level: 'exhaust', stopped: null });
  expect(Object.keys(responses).filter((place) => place.endsWith(' 429'))).not.toEqual([]);
});

test('learns from a service that is not a fake', async () => {
  const service = createService();
  const origin = await serve(async (incoming, outgoing) => {
    const { status, headers, body } = service.handle(await readRequest(incoming), Date.now());
    outgoing.sendDate = false;
    outgoing.writeHead(status, [...headers, ['Server', 'kestrel'] as const].flat()).end(body);
  });
  const { exitCode, stdout, stderr, read } = await runLearn([`${origin}/v1`], { PETSTORE_API_KEY: GOOD_KEY });
  expect(exitCode, stderr).toBe(0);
  const { responses } = await read();
  expect(responses['listInventory 200']?.headers).toEqual([{ name: 'Server', kind: 'constant', value: 'kestrel' }]);
  expect(stdout).toMatch(new RegExp(`^Learned \\d+ of ${questionIds.length} open questions from\\n`));
});

test('learns from a recording without a key, and stores a level only for recordings of the suite', async () => {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, 'r.har'),
    writeHar(recorded({}, { path: '/pets/7', body: { id: 7 } }), { name: 'x', version: '1' }),
  );
  const { exitCode, read } = await runLearn(
    ['https://api.example.test/v1', '--from', join(folder, 'r.har')],
    {},
    folder,
  );
  expect(exitCode).toBe(0);
  expect((await read()).source).toMatchObject({ kind: 'recording', level: null, exchanges: 2 });
});

test('retains the earlier profile if nothing responds, and reports it', async () => {
  const { url } = await startFake();
  const { folder, read } = await runLearn([url], freeKey);
  const before = await read();
  const { exitCode, stdout } = await runLearn(['http://127.0.0.1:1/v1'], freeKey, folder);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^Learned nothing from\n[\s\S]*Profile {6}not written\n$/);
  expect(await read()).toEqual(before);
});

test('writes the observations of an incomplete run, and reports that it stopped', async () => {
  const { url } = await startFake();
  const { exitCode, stdout, read } = await runLearn([url, '--max-requests', '4'], freeKey);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/written to petstore-profile\.json, with what was\s+observed until it\s+stopped/);
  expect((await read()).source).toMatchObject({ exchanges: 4, stopped: expect.stringContaining('--max-requests') });
});

test('writes the profile of a run that stopped early beside an existing one', async () => {
  const { url } = await startFake();
  const { folder, read } = await runLearn([url], freeKey);
  const before = await read();
  const cut = await runLearn([url, '--max-requests', '20'], freeKey, folder);
  expect(cut.exitCode).toBe(3);
  expect(cut.stdout.replace(/\s+/g, ' ')).toContain('Stopped --max-requests 20 is too low to learn everything');
  expect(cut.stderr).toContain('this run stopped early, so petstore-profile.json was not replaced');
  expect(cut.stdout).toContain('petstore-mock serve --profile petstore-profile.partial.json');
  expect(await read()).toEqual(before);
  expect((await read('petstore-profile.partial.json')).source.exchanges).toBe(20);
  expect(modesIn(folder)).toEqual({ 'petstore-profile.json': '600', 'petstore-profile.partial.json': '600' });
  // Nor is a partial file that is not a profile.
  await writeFile(join(folder, 'petstore-profile.partial.json'), '{}');
  const again = await runLearn([url, '--max-requests', '4'], freeKey, folder);
  expect(again.stderr).toContain('the existing file is not a profile, so it is not replaced');
  expect(again.exitCode).toBe(3);
});

const ERROR = (status: number) => JSON.stringify({ code: 'down', message: 'Down.', status });

test.each<[what: string, status: number, body: string, headers: Record<string, string>, told: string]>([
  ['503', 503, ERROR(503), {}, 'the server failed (503)'],
  ['500', 500, ERROR(500), {}, 'the server failed (500)'],
  ['a proxy’s 502', 502, ERROR(502), { 'X-Petstore-Mock-Proxy': 'unreachable' }, 'got no response'],
  ['an empty list', 200, '[]', {}, 'no request failed, and the responses are not those of the service'],
])('retains the earlier profile if every response is %s', async (_, status, body, headers, told) => {
  const { url } = await startFake();
  const { folder, read } = await runLearn([url], freeKey);
  const before = await read();
  const elsewhere = await serve((__, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body),
  );
  const { exitCode, stdout } = await runLearn([`${elsewhere}/v1`], freeKey, folder);
  expect(exitCode, stdout).toBe(3);
  expect(stdout).toMatch(/^Learned nothing from\n[\s\S]*Profile {6}not written/);
  expect(stdout.replace(/\s+/g, ' ')).toContain(told);
  expect(await read()).toEqual(before);
});

test('learns a deployment whose store is empty', async () => {
  const { url } = await startFake({ fixture: { inventory: [] } });
  const { exitCode, stdout, read } = await runLearn([url], freeKey);
  expect(exitCode, stdout).toBe(0);
  expect((await read()).source.stopped).toBeNull();
});

test('reports violations and still learns', async () => {
  const service = createService();
  const origin = await serve(async (incoming, outgoing) => {
    const { status, headers, body } = service.handle(await readRequest(incoming), Date.now());
    outgoing.sendDate = false;
    outgoing.writeHead(status, headers.filter(([name]) => !/^x-ratelimit-reset$/i.test(name)).flat()).end(body);
  });
  const { exitCode, stdout } = await runLearn([`${origin}/v1`], { PETSTORE_API_KEY: GOOD_KEY });
  expect(stdout).toMatch(/^Violations +limits\/headers-present/m);
  expect(exitCode).toBe(0);
});

test('prints what it would send, learning included, and sends nothing', async () => {
  const { exitCode, stdout } = await runLearn(['http://127.0.0.1:1/v1', '--level', 'write', '--dry-run'], {});
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/At most \d+ requests\.(?:.*) Nothing was sent\.\n$/);
  expect(Number(/At most (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(40);
});

test.each([
  [[], 'the base URL is missing. Add one, such as http://127.0.0.1:4290/v1'],
  [['http://127.0.0.1:1/v1', '--level', 'all'], 'Try --level write'],
  [['http://127.0.0.1:1/v1', '--api-key', 'k'], 'Set PETSTORE_API_KEY'],
  [['http://127.0.0.1:1/v1', '--output', '/'], 'it is a directory'],
  [['--from', 'no.har'], 'the file does not exist'],
  [['http://127.0.0.1:1/v1', '--from', 'no.har', '--dry-run'], 'Leave out --dry-run or --from'],
])('rejects %j before it sends anything', async (args, remedy) => {
  await expect(runLearn(args, {})).rejects.toThrow(remedy);
});

test('retains the earlier profile if the first response is not the service’s, and reports why', async () => {
  const { url } = await startFake();
  const { folder, read } = await runLearn([url], freeKey);
  const before = await read();
  const elsewhere = await serve((_, response) => response.writeHead(302, { Location: `${url}/login?user=ada` }).end());
  const { exitCode, stdout } = await runLearn([`${elsewhere}/v1`], freeKey, folder);
  expect(exitCode).toBe(3);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `GET "${elsewhere}/v1/inventory" was redirected (302) to "…": something in front`,
  );
  expect(stdout).not.toContain('ada');
  expect(stdout).toMatch(/^Learned nothing from\n[\s\S]*Profile {6}not written\n$/);
  expect(await read()).toEqual(before);
});

test('writes the exchanges with the numbers that the profile cites', async () => {
  const { url } = await startFake();
  const { folder, read } = await runLearn([url, '--report', 'learned'], freeKey);
  const { exchanges } = readHar(await readFile(join(folder, 'learned', 'transcript.har'), 'utf8'), 'transcript.har');
  const { source, questions } = await read();
  expect(exchanges.length).toBe(source.exchanges);
  const [number = 0] = questions['unknown-method']?.exchanges ?? [];
  const asked = exchanges.find((exchange) => exchange.number === number);
  expect(asked?.request.method).toBe('PROPFIND');
  expect(asked?.response?.status).toBe(405);
});
