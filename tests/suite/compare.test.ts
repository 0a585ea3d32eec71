// Long: compare does what its flags say, with deployments, recordings and profiles.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import type { WorldOptions } from '../../mocks/world-options.js';
import { comparisonSchema } from '../../src/fidelity/compare/comparison.js';
import { documentLines } from '../../src/json/document-lines.js';
import { blankProfile } from '../profile-for-tests.js';
import { serveFake } from '../serve-fake.js';
import { temporaryFile, temporaryFolder } from '../temporary-file.js';
import { KEY, runCheck, serve } from './running-check.js';
import { LEFT_KEY, RIGHT_KEY, runCompare } from './running-compare.js';

/** Serves a fake with the keys of these tests; returns its base URL. */
async function deployment(options: WorldOptions = {}): Promise<string> {
  const fake = await serveFake({
    keys: { [LEFT_KEY]: 'business', [RIGHT_KEY]: 'business', [KEY]: 'business' },
    ...options,
  });
  onTestFinished(() => fake.close());
  return fake.server.url;
}

/** A server that rejects every request, and the credentials that it received. */
async function listener() {
  const heard: (string | undefined)[] = [];
  const listen: RequestListener = ({ headers }, response) => {
    heard.push(headers.authorization);
    response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"code":"no","message":"no","status":401}');
  };
  return { url: `${await serve(listen)}/v1`, heard };
}

const reportOf = (text: string) => {
  const comparison = JSON.parse(text);
  const validate = new Ajv2020({ strict: false }).compile(comparisonSchema);
  expect(validate(comparison), JSON.stringify(validate.errors)).toBe(true);
  return comparison;
};

test('finds no difference between two deployments that respond equally', async () => {
  const { exitCode, stdout } = await runCompare([await deployment(), await deployment()]);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    / No difference in \d\d of \d+ questions and \d\d rules; not compared: .* and \d+ more/,
  );
  expect(exitCode).toBe(0);
});

test('is incomplete if --max-requests stopped it', async () => {
  const { exitCode, stdout } = await runCompare([await deployment(), await deployment(), '--max-requests', '14']);
  expect(stdout).toContain('Incomplete: both sides stopped early');
  expect(exitCode).toBe(3);
});

test('does not report an outage as drift', async () => {
  const down = await serve((_, response) =>
    response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"code":"no","message":"no","status":503}'),
  );
  const { exitCode, stdout } = await runCompare([await deployment(), `${down}/v1`]);
  expect(stdout).toContain('Nothing could be compared');
  expect(stdout.replace(/\s+/g, ' ')).toContain('got 503 twice: a gateway does not reach the service');
  expect(exitCode).toBe(3);
});

test('names the one question that another deployment decides differently', async () => {
  const left = await deployment();
  const right = await deployment({ behaviour: { 'list-order': 'descending' } });
  const { exitCode, stdout } = await runCompare([left, right]);
  expect(stdout).toContain('≠ question/list-order');
  const side = (name: string, order: string) => `${name} +${order}\n +#1 GET /v1/inventory → 200\n +\\[\\{"petId":`;
  expect(stdout).toMatch(new RegExp(`\n +${side('left', 'ascending')}[^]*\n +${side('right', 'descending')}`));
  expect(stdout).toContain('1 difference; compared ');
  expect(exitCode).toBe(1);
});

test('compares more at a higher level', async () => {
  const [left, right] = [await deployment(), await deployment({ behaviour: { 'update-content-type': 415 } })];
  const read = await runCompare([left, right]);
  expect(read.exitCode).toBe(0);
  const keys = { PETSTORE_API_KEY: 'test_business', PETSTORE_API_KEY_RIGHT: 'test_business' };
  const write = await runCompare([left, right, '--level', 'write', '--json'], keys);
  expect(reportOf(write.stdout).differences).toContainEqual(
    expect.objectContaining({
      path: 'question/update-content-type',
      left: '400',
      right: '415',
      responses: [
        expect.objectContaining({
          side: 'left',
          request: expect.stringMatching(/^PATCH /),
          status: 400,
          body: expect.stringContaining('"code":'),
        }),
        expect.objectContaining({
          side: 'right',
          request: expect.stringMatching(/^PATCH /),
          status: 415,
          body: expect.stringContaining('"code":'),
        }),
      ],
    }),
  );
});

test('a recording of a check can be compared, also with a profile', async () => {
  const url = await deployment();
  const { folder } = await runCheck([url, '--report', 'report']);
  const har = join(folder, 'report', 'transcript.har');
  const { exitCode, stdout } = await runCompare([har, url, '--json']);
  const { differences, questions } = reportOf(stdout);
  expect(differences).toEqual([]);
  // A check sends fewer requests than learning does.
  expect(questions.missing).toContain('order-of-checks');
  expect(exitCode).toBe(3);
});

test('a deployment that drifts from its baseline fails, with the differences', async () => {
  // More requests than the limit of a Free key has for a minute.
  const keys = { [LEFT_KEY]: 'business', [RIGHT_KEY]: 'business' } as const;
  const later = await deployment({ keys, behaviour: { 'unknown-method': 404 } });
  const first = await deployment({ keys });
  let learned = '';
  const { learnTarget } = await import('../../src/cli/learn/learn-command.js');
  await runCompare([first, await deployment({ keys })], undefined, async (...args) => {
    const run = await learnTarget(...args);
    learned ||= documentLines(run.profile);
    return run;
  });
  const baseline = await temporaryFile('any-name', learned);
  expect((await runCompare([baseline, first])).exitCode).toBe(0);
  const { exitCode, stdout } = await runCompare([baseline, later]);
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /≠ question\/unknown-method .* left 405 right 404 #\d+ [A-Z]+ \/v1\S+ → 404 /,
  );
  const known = await runCompare([baseline, later, '--ignore', 'question', '--ignore', 'limit/nothing']);
  expect(known.exitCode).toBe(0);
  expect(known.stdout).toMatch(/[1-9] ignored/);
  expect(known.stdout).toContain('--ignore limit/nothing matched no difference');
});

test('writes the comparison to a file, beside the text for people', async () => {
  const { folder, stdout } = await runCompare([await deployment(), await deployment(), '--json', 'c.json']);
  expect(reportOf(await readFile(join(folder, 'c.json'), 'utf8'))).toMatchObject({ differences: [] });
  expect(stdout).toContain('No difference in ');
});

test('sends each key to its own side and to no other', async () => {
  const [left, right] = [await listener(), await listener()];
  await runCompare([left.url, right.url]);
  expect(left.heard).toContain(`Bearer ${LEFT_KEY}`);
  expect(right.heard).toContain(`Bearer ${RIGHT_KEY}`);
  expect(left.heard.join()).not.toContain(RIGHT_KEY);
  expect(right.heard.join()).not.toContain(LEFT_KEY);
});

const noRightKey = 'Reading PETSTORE_API_KEY_RIGHT: the right side has no API key';

test.each<[string, Record<string, string>, string]>([
  ['the right has no key', { PETSTORE_API_KEY: LEFT_KEY }, noRightKey],
  ['the key of the right is empty', { PETSTORE_API_KEY: LEFT_KEY, PETSTORE_API_KEY_RIGHT: ' ' }, noRightKey],
  ['the left has no key', { PETSTORE_API_KEY_RIGHT: RIGHT_KEY }, 'Reading PETSTORE_API_KEY: the variable is not set'],
])('sends nothing if %s', async (_, variables, problem) => {
  const [left, right] = [await listener(), await listener()];
  const rejected = runCompare([left.url, right.url], variables);
  await expect(rejected).rejects.toThrow(problem);
  await expect(rejected).rejects.not.toThrow(/k3y/);
  expect([...left.heard, ...right.heard]).toEqual([]);
});

test('one key is enough for two paths of one origin, and for the only URL', async () => {
  const { url, heard } = await listener();
  await runCompare([url, `${url}2`], { PETSTORE_API_KEY: LEFT_KEY });
  expect(heard).toContain(`Bearer ${LEFT_KEY}`);
  const right = await listener();
  const profile = await temporaryFile('p.json', documentLines(blankProfile()));
  await runCompare([profile, right.url], { PETSTORE_API_KEY: LEFT_KEY });
  expect(right.heard).toContain(`Bearer ${LEFT_KEY}`);
});

test('headers of one side are not sent to the other', async () => {
  const seen: string[] = [];
  const listen =
    (name: string): RequestListener =>
    ({ headers }, response) => {
      seen.push(`${name} ${headers['x-tenant']}`);
      response.writeHead(401).end();
    };
  const [left, right] = [await serve(listen('left')), await serve(listen('right'))];
  await runCompare([left, right, '--header', 'X-Tenant: blue', '--right-header', 'X-Tenant: red']);
  expect([...new Set(seen)]).toEqual(['left blue', 'right red']);
});

test('uses the sample key of the other side’s plan for a fake, and sends it no other key', async () => {
  const limit = { plan: 'pro', perMinute: 300, perDay: null, confidence: 'certain', exchanges: [1] } as const;
  const profile = blankProfile({ limit, rules: { 'errors/shape': 'pass' } });
  const file = await temporaryFile('p.json', documentLines(profile));
  const asked: unknown[] = [];
  for (const sides of [
    ['fake', file],
    [file, 'fake'],
  ]) {
    await runCompare(sides, { PETSTORE_API_KEY: LEFT_KEY }, async ({ baseUrl, plan }, _, { variables }) => {
      asked.push([baseUrl, plan, variables.PETSTORE_API_KEY]);
      const responses = { 'other 404': { count: 1, headers: [], body: { kind: 'none' }, ...evidence } } as const;
      return {
        profile: blankProfile({ ...profile, responses }),
        transcript: { exchanges: [], run: undefined },
        leftBehind: undefined,
      };
    });
  }
  const expected = ['http://127.0.0.1:4290/v1', 'pro', 'test_pro'];
  expect(asked).toEqual([expected, expected]);
});

test('a header for the only URL is not sent to a fake, whichever side it is on', async () => {
  const url = 'https://api.example.test/v1';
  const asked: unknown[] = [];
  for (const sides of [
    ['fake', url],
    [url, 'fake'],
  ]) {
    await runCompare(
      [...sides, '--header', 'X-Gate: k3y', '--pet-id', '7'],
      { PETSTORE_API_KEY: LEFT_KEY },
      async ({ baseUrl, headers, petId }) => {
        asked.push([baseUrl, headers.length, petId]);
        const responses = { 'other 404': { count: 1, headers: [], body: { kind: 'none' }, ...evidence } } as const;
        const transcript = { exchanges: [], run: undefined };
        return { profile: blankProfile({ responses }), transcript, leftBehind: undefined };
      },
    );
  }
  const [ofUrl, ofFake] = [
    [url, 1, '7'],
    ['http://127.0.0.1:4290/v1', 0, undefined],
  ];
  expect(asked).toEqual([ofUrl, ofFake, ofUrl, ofFake]);
});

const evidence = { confidence: 'likely', exchanges: [1] } as const;

test('a fake that is not running is reported with the command to start it', async () => {
  const file = await temporaryFile('p.json', documentLines(blankProfile()));
  const nothing = { profile: blankProfile(), transcript: { exchanges: [], run: undefined }, leftBehind: undefined };
  const { exitCode, stderr } = await runCompare([file, 'fake'], {}, async () => nothing);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('no fake is running there. Start one: petstore-mock serve');
});

test('a deployment that does not respond leaves nothing to compare', async () => {
  const gone = `${await serve((request) => request.socket.destroy())}/v1`;
  const { exitCode, stdout } = await runCompare([await deployment(), gone]);
  expect(exitCode).toBe(3);
  expect(stdout).toContain('stopped early');
});

const foreign = JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [] } });

test.each([
  ['', 'neither a profile nor a HAR file, but empty'],
  ['<!doctype html><p>k3y', 'but an HTML page'],
  ['{"format":', 'but no valid JSON'],
  ['k3y', 'but no valid JSON'],
  ['[1]', 'but JSON of another kind'],
  ['{"format":"petstore-mock-profile"}', '/version is missing'],
  [foreign, 'does not name the base URL of the service. First learn from it'],
])('rejects a file with %s and reports what it is', async (text, problem) => {
  const file = await temporaryFile('side', text);
  await expect(runCompare([file, 'fake'])).rejects.toThrow(problem);
  await expect(runCompare([file, 'fake'])).rejects.not.toThrow(/k3y/);
});

test('--dry-run prints the requests to each side, needs no key and sends nothing', async () => {
  const [left, right] = [await listener(), await listener()];
  const both = await runCompare([left.url, right.url, '--level', 'write', '--dry-run'], {});
  expect(both.exitCode).toBe(0);
  expect(both.stdout).toMatch(new RegExp(`^left {3}${left.url}\n +1 {2}read +GET +${left.url}/inventory\n`));
  expect(both.stdout).toMatch(new RegExp(`\nright {2}${right.url}\n +1 {2}read +GET +${right.url}/inventory\n`));
  expect(both.stdout.match(/At most \d+ requests\. Nothing was sent\./g)).toHaveLength(2);
  const profile = await temporaryFile('p.json', documentLines(blankProfile()));
  const one = await runCompare([profile, 'fake', '--dry-run', '--json', 'c.json'], {});
  expect(one.stdout).toContain('A file: it receives no requests.');
  expect(one.stdout).toContain('GET      http://127.0.0.1:4290/v1/inventory');
  expect(await readdir(one.folder)).toEqual([]);
  expect([...left.heard, ...right.heard]).toEqual([]);
});

test('a comparison that cannot be saved is printed, and is not invalid usage', async () => {
  const profile = await temporaryFile('p.json', documentLines(blankProfile()));
  const { exitCode, stdout, stderr } = await runCompare(
    [profile, 'fake', '--json', 'c.json'],
    {},
    async (_, __, terminal) => {
      await mkdir(join(terminal.folder, 'c.json'));
      return { profile: blankProfile(), transcript: { exchanges: [], run: undefined }, leftBehind: undefined };
    },
  );
  expect(stdout).toContain('Nothing could be compared');
  expect(stderr).toContain('Writing --json c.json: it is a directory');
  expect(exitCode).toBe(3);
});

test('rejects invalid sides', async () => {
  const profile = await temporaryFile('p.json', documentLines(blankProfile()));
  const refusing = (...args: string[]) => expect(runCompare(args)).rejects;
  await refusing().toThrow('a side is missing');
  await refusing(profile).toThrow('a side is missing');
  await refusing('http://127.0.0.1:1/v1').toThrow('Try petstore-mock compare http://127.0.0.1:1/v1 fake');
  await refusing('fake').toThrow('Try petstore-mock compare fake staging.json');
  await refusing(profile, 'fake', 'fake').toThrow('more than two sides');
  await refusing(profile, profile).toThrow('both sides are the same');
  await refusing('fake', 'fake').toThrow('both sides are the same');
  await refusing('ftp://a.test/v1', 'fake').toThrow('Reading the left side: ftp:// is neither http:// nor https://');
  await refusing('nowhere.json', 'fake').toThrow('Reading nowhere.json: the file does not exist');
  await refusing(await temporaryFolder(), 'fake').toThrow('it is a directory');
  await refusing(profile, 'fake', '--json', profile).toThrow('the existing file is not a comparison');
  const foreign = await temporaryFile('package.json', '{"name":"shop"}');
  await refusing(profile, 'fake', '--json', foreign).toThrow(
    'the existing file is not a comparison, so it is not replaced',
  );
  await refusing(profile, 'fake', '--level', 'all').toThrow('"all" is not one of read, write, exhaust');
  expect(await readFile(profile, 'utf8')).toBe(documentLines(blankProfile()));
});

test('the same URL twice is rejected, unless the right side has its own key', async () => {
  const { url, heard } = await listener();
  await expect(runCompare([url, `${url}/`], { PETSTORE_API_KEY: LEFT_KEY })).rejects.toThrow('both sides are the same');
  expect(heard).toEqual([]);
  await runCompare([url, url]);
  expect(heard).toEqual(expect.arrayContaining([`Bearer ${LEFT_KEY}`, `Bearer ${RIGHT_KEY}`]));
});
