// Long: mistakes in tests fail with a suggested fix, in a vitest of their own.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const trials = fileURLToPath(new URL('vitest-trials', import.meta.url));

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Runs the trials in another vitest; returns the failure messages by title, without stacks, in each project. */
async function runTrials(): Promise<Record<string, string[][]>> {
  const args = [vitest, 'run', '--reporter=json'];
  // It is expected to fail, as most trials do.
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: trials, env: { ...process.env, NO_COLOR: '1' } }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const messages: Record<string, string[][]> = {};
  for (const { assertionResults } of (JSON.parse(printed) as Report).testResults) {
    for (const { title, failureMessages } of assertionResults) {
      messages[title] = [...(messages[title] ?? []), failureMessages.map((text) => text.split('\n')[0] ?? '')];
    }
  }
  return messages;
}

it('a test with a mistake fails once with a suggested fix, in Node and in a page', async () => {
  const inBoth = (...failures: string[]) => Array(2).fill(failures.map((text) => expect.stringContaining(text)));
  expect(await runTrials()).toEqual({
    'makes no mistake': inBoth(),
    'aborts its request when it ends': inBoth(),
    'lacks an await': inBoth('GET /v1/inventory was still pending when the test ended. Write await before the call'),
    'lacks an await before an expectation': inBoth('to have a length of 1', 'Write await before the call'),
    'uses another base URL': inBoth("Pass petstoreOptions: { baseUrl: 'http://127.0.0.1:4290/v2' }"),
    'does not use its fake': inBoth(
      'InputError: Sending GET http://127.0.0.1:4290/v1/inventory in the test “does not use its fake”: the test has no fake',
    ),
    'does not use its fake, and sends nothing': inBoth(),
    'uses the service without a fake': inBoth(),
    'misspells an option': inBoth('there is no such field in the options'),
    'runs at the same time: first': inBoth(),
    'runs at the same time: second': inBoth('Remove test.concurrent, or give one of them another base URL'),
  });
});
