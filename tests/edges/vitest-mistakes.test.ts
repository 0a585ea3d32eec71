// Long: mistakes in tests fail with a suggested fix, in a vitest of their own.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFile } from '../temporary-file.js';

const withNewest = process.env.MSW_MAJOR === '3';
const vitestPackage = `${withNewest ? 'vitest-5' : 'vitest'}/package.json`;
const vitest = join(dirname(createRequire(import.meta.url).resolve(vitestPackage)), 'vitest.mjs');
const trials = fileURLToPath(new URL('vitest-trials', import.meta.url));

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Runs trials in another vitest; returns the failure messages by title, without stacks, in each project, and what else was wrong. */
async function runTrials(...filter: string[]): Promise<{ messages: Record<string, string[][]>; errors: string }> {
  const file = await temporaryFile('report.json', '');
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${file}`, '--reporter=default', ...filter];
  const options = { cwd: trials, env: { ...process.env, NO_COLOR: '1' } };
  // It is expected to fail, as most trials do.
  const errors = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  const messages: Record<string, string[][]> = {};
  for (const { assertionResults } of (JSON.parse(await readFile(file, 'utf8')) as Report).testResults) {
    for (const { title, failureMessages } of assertionResults) {
      messages[title] = [...(messages[title] ?? []), failureMessages.map((text) => text.split('\n')[0] ?? '')];
    }
  }
  return { messages, errors };
}

it('a test with a mistake fails once with a suggested fix, in Node, jsdom and happy-dom', async () => {
  const everywhere = (...failures: string[]) => Array(3).fill(failures.map((text) => expect.stringContaining(text)));
  const { messages } = await runTrials('mistakes');
  expect(messages).toEqual({
    'makes no mistake': everywhere(),
    // With msw 3 it has a response by then, and must not be aborted.
    'aborts its request when it ends': withNewest ? everywhere('was still pending') : everywhere(),
    'lacks an await': everywhere(
      'GET /v1/inventory was still pending when the test ended. Write await before the call',
    ),
    'lacks an await before an expectation': everywhere('to have a length of 1', 'Write await before the call'),
    'uses another base URL': everywhere(
      "Correct the URL in the code, or pass petstoreOptions: { baseUrl: 'http://127.0.0.1:4290/v2' }",
    ),
    'does not use its fake': everywhere(
      'InputError: Sending GET http://127.0.0.1:4290/v1/inventory in the test “does not use its fake”: the test has no fake',
    ),
    'does not use its fake, and sends nothing': everywhere(),
    'uses the service without a fake': everywhere(),
    'misspells an option': everywhere('there is no such field in the options'),
    'runs at the same time: first': everywhere(),
    // With msw 3 they cannot be told apart.
    'runs at the same time: second': withNewest ? everywhere('runs at the same time with a fake') : everywhere(),
  });
});

it('no request reaches the network, whenever and however it is sent', async () => {
  const { messages, errors } = await runTrials('whenever');
  const kept = 'InputError: Sending GET http://127.0.0.1:4291/v1/inventory: the client does not use the fetch';
  expect(messages).toEqual({
    // msw 3 intercepts them, too.
    'a client that kept fetch': [withNewest ? [] : [expect.stringContaining(kept)]],
    'a client that kept http.get': [withNewest ? [] : [expect.stringContaining(kept)]],
    'a client that imports http.get by name': [[]],
  });
  // The module, beforeAll and afterAll.
  expect(errors.match(/InputError: Sending GET \S+ outside of a test: there is no fake/g)).toHaveLength(3);
});
