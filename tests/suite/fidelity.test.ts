import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { WorldOptions } from '../../mocks/world-options.js';
import { serveFake } from '../serve-fake.js';
import { temporaryFile } from '../temporary-file.js';
import { LEFT_KEY, RIGHT_KEY } from './running-compare.js';
import { runFidelity as run } from './running-fidelity.js';

/** Serves a fake for one test; returns its base URL. */
async function deployment(options: WorldOptions = {}): Promise<string> {
  const fake = await serveFake({ keys: { [LEFT_KEY]: 'business', [RIGHT_KEY]: 'business' }, ...options });
  onTestFinished(() => fake.close());
  return fake.server.url;
}

const written = ['--level', 'write', '--requests', '120', '--seed', '5', '--exclusive'];

test('finds all responses of two equal deployments equal', async () => {
  const { exitCode, stdout } = await run([await deployment(), await deployment(), ...written]);
  expect(stdout).toMatch(/^ {2}service {2}http/m);
  expect(stdout).toContain('updateInventory  100.0 %');
  expect(stdout).toContain('100.0 %  120 of 120 equal (level write, --seed 5)');
  expect(stdout).not.toContain('≠');
  expect(exitCode).toBe(0);
});

test('shows what differs, with both responses, and fails', async () => {
  const other = await deployment({ behaviour: { 'malformed-pet-id': 404, 'www-authenticate': 'none' } });
  const { exitCode, stdout } = await run([await deployment(), other, ...written]);
  expect(stdout).toMatch(/≠ header www-authenticate, \d+ responses\n/);
  expect(stdout).toMatch(/service {2}401, Bearer realm="petstore".*\n +fake {5}401, /);
  expect(stdout).toMatch(/≠ status, \d+ responses\n/);
  expect(exitCode).toBe(1);
  expect((await run([await deployment(), other, ...written, '--at-least', '0%'])).exitCode).toBe(0);
});

test('writes the score as JSON, without the keys', async () => {
  const other = await deployment({ behaviour: { 'malformed-pet-id': 404 } });
  const { stdout } = await run([await deployment(), other, ...written, '--json', '-']);
  const score = JSON.parse(stdout);
  expect(score).toMatchObject({ level: 'write', seed: 5, of: 120, unsent: 0, stopped: [] });
  expect(score.equal).toBe(120 - score.differences.length);
  expect(score.differences[0]).toMatchObject({ aspects: ['status'], service: [expect.stringMatching(/^400 \{/)] });
  expect(stdout).not.toContain(LEFT_KEY);
  expect(stdout).not.toContain(RIGHT_KEY);
});

test('writes a page and a JUnit file: a case for each operation and class of requests', async () => {
  const other = await deployment({ behaviour: { 'malformed-pet-id': 404 } });
  const { exitCode, folder } = await run([await deployment(), other, ...written, '--report', 'out']);
  expect(exitCode).toBe(1);
  const read = (name: string) => readFile(join(folder, 'out', name), 'utf8');
  expect(await read('report.html')).toMatch(/<title>Fidelity of http.*<h1 class="mono">http:.* and http:/s);
  expect(JSON.parse(await read('report.json'))).toMatchObject({ level: 'write', seed: 5, of: 120 });
  const junit = await read('junit.xml');
  expect(junit).toMatch(
    /<testcase name="listInventory\/valid: GET \/inventory, valid: \d+ of \d+ responses equal"[^>]*><\/testcase>/,
  );
  expect(junit).toMatch(/<testcase name="updateInventory\/[^"]*id[^"]*: [^>]*>\s*<failure message="Service: 400 /);
  expect(junit + (await read('report.html'))).not.toContain(LEFT_KEY);
  const accepted = await run([await deployment(), other, ...written, '--report', 'out', '--at-least', '0%']);
  expect(accepted.exitCode).toBe(0);
  const again = await readFile(join(accepted.folder, 'out/junit.xml'), 'utf8');
  expect(again).toMatch(/ failures="0" .*<skipped message="--at-least 0% accepts it">/s);
});

test('sends nothing that writes at level read', async () => {
  const { stdout } = await run([await deployment(), await deployment(), '--seed', '2', '--json', '-']);
  const { operations } = JSON.parse(stdout);
  expect(Object.keys(operations)).toEqual(['listInventory', 'getPet', 'listOrders', 'other']);
});

test('prints the requests without sending any with --dry-run', async () => {
  const { stdout, exitCode } = await run([
    'https://a.example.test/v1',
    'fake',
    '--dry-run',
    '--seed',
    '3',
    '--level',
    'exhaust',
  ]);
  expect(stdout).toContain('Each side receives GET /inventory, and then');
  expect(stdout).toMatch(/updateInventory: PATCH \/inventory\/\{petId\}/);
  expect(stdout).toContain('and, when its limit is used up,');
  expect(exitCode).toBe(0);
});

test('is incomplete if requests did not reach both sides', async () => {
  const { exitCode, stdout } = await run([await deployment({ pets: 0 }), await deployment({ pets: 0 }), ...written]);
  expect(stdout).toMatch(/Incomplete: \d+ requests did not reach both sides/);
  expect(exitCode).toBe(3);
});

test('is incomplete if a side cannot be reached', async () => {
  const { exitCode, stdout } = await run([await deployment(), 'http://127.0.0.1:9/v1']);
  expect(stdout).toContain('Nothing could be compared');
  expect(exitCode).toBe(3);
});

test.each([
  [[], 'the service or its fake is missing'],
  [['https://a.example.test/v1', 'fake', 'fake'], 'more than two sides'],
  [['fake', 'fake'], 'both sides are the same'],
  [
    ['https://a.example.test/v1', 'https://b.example.test/v1', '--messages-url', 'https://a.example.test/v1'],
    'only one side has a base URL for messages',
  ],
  [['https://a.example.test/v1', 'fake', '--at-least', '101%'], 'a share such as 99.5%'],
  [['https://a.example.test/v1', 'fake', '--requests', '0'], 'a whole number from 1 to 10000'],
])('rejects %j', async (args, problem) => {
  await expect(run(args, {})).rejects.toThrow(problem);
});

test('rejects a file, which receives no requests', async () => {
  const file = await temporaryFile(
    'shop.har',
    '{"log":{"version":"1.2","_petstoreMock":{"baseUrl":"https://a.example.test/v1"},"entries":[]}}',
  );
  await expect(run([file, 'fake'])).rejects.toThrow('a file receives no requests');
});
