// Long: a wrong base URL is named as such by every command.
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveFake } from '../serve-fake.js';
import { KEY, runCheck, serve } from './running-check.js';
import { runCompare } from './running-compare.js';
import { runLearn } from './running-learn.js';

/** Serves the fake below /v1; returns its origin. */
async function fakeOrigin(): Promise<string> {
  const fake = await serveFake({ keys: { [KEY]: 'free' } });
  onTestFinished(() => fake.close());
  return fake.origin;
}

const json =
  (status: number, body: object): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const page: RequestListener = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Shop</title><h1>Hello</h1>');

const files: RequestListener = ({ url = '/' }, response) =>
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end(`Cannot GET ${url}`);

const inOneLine = (text: string) => text.replace(/\s+/g, ' ');

test.each<[string, () => Promise<string>, RegExp]>([
  ['the fake without /v1', fakeOrigin, /"(\S+)\/inventory" got 404: did you mean "\1\/v1"\?/],
  ['the fake with /v1 twice', async () => `${await fakeOrigin()}/v1/v1`, /did you mean \S+:\d+\/v1"\?/],
  ['the fake at another path', async () => `${await fakeOrigin()}/v2`, /did you mean \S+:\d+\/v1"\?/],
  ['the URL of an operation', async () => `${await fakeOrigin()}/v1/inventory`, /did you mean \S+:\d+\/v1"\?/],
  [
    'another product with Errors',
    () => serve(json(404, { code: 'NO_ROUTE', message: 'no' })),
    /did you mean .*\/v1"\?/,
  ],
  ['a static file server', () => serve(files), /got 404: did you mean .*\/v1"\?/],
  ['a web page', () => serve(page), /a web page instead of JSON: did you mean \S+\/v1"\?/],
])('finds no violation at a wrong base URL: %s', async (_, open, hint) => {
  const { exitCode, stdout, folder } = await runCheck([await open(), '--json', 'r.json']);
  expect(inOneLine(stdout)).toMatch(hint);
  expect(stdout).toContain('Nothing could be judged');
  const { summary, requests } = JSON.parse(await readFile(join(folder, 'r.json'), 'utf8'));
  expect({ exitCode, violations: summary.violation }).toEqual({ exitCode: 3, violations: 0 });
  expect(requests.sent).toBe(1);
});

test('reaches the same result from the recording', async () => {
  const origin = await fakeOrigin();
  const { folder } = await runCheck([origin, '--report', 'out']);
  const again = await runCheck(['--from', join(folder, 'out/transcript.har')]);
  expect(again.exitCode).toBe(3);
  expect(inOneLine(again.stdout)).toContain(`did you mean "${origin}/v1"?`);
});

test('learns nothing at a wrong base URL', async () => {
  const origin = await fakeOrigin();
  const { exitCode, stdout } = await runLearn([origin], { PETSTORE_API_KEY: KEY });
  expect(inOneLine(stdout)).toContain(`did you mean "${origin}/v1"?`);
  expect(exitCode).toBe(3);
});

test('compare reports a wrong base URL instead of differences', async () => {
  const [left, right] = [await fakeOrigin(), await fakeOrigin()];
  const keys = { PETSTORE_API_KEY: KEY, PETSTORE_API_KEY_RIGHT: KEY };
  for (const sides of [
    [left, `${right}/v1`],
    [`${left}/v1`, right],
  ]) {
    const { exitCode, stdout } = await runCompare(sides, keys);
    expect(inOneLine(stdout)).toMatch(/stopped early: GET .* got 404: did you mean .*\/v1"\?/);
    expect(exitCode).toBe(3);
  }
});
