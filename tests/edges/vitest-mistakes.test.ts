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

/** Runs the trials in a vitest of their own; answers for each title what the failures say, without their stacks, in each project. */
async function runTrials(): Promise<Record<string, string[][]>> {
  const args = [vitest, 'run', '--reporter=json'];
  // It fails, as it should: most trials do.
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: trials, env: { ...process.env, NO_COLOR: '1' } }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const said: Record<string, string[][]> = {};
  for (const { assertionResults } of (JSON.parse(printed) as Report).testResults) {
    for (const { title, failureMessages } of assertionResults) {
      said[title] = [...(said[title] ?? []), failureMessages.map((text) => text.split('\n')[0] ?? '')];
    }
  }
  return said;
}

it('a test with a mistake fails once with a suggested fix, in Node and in a page', async () => {
  const inBoth = (...failures: string[]) => Array(2).fill(failures.map((text) => expect.stringContaining(text)));
  expect(await runTrials()).toEqual({
    'makes no mistake': inBoth(),
    'aborts what it asked for when it leaves': inBoth(),
    'forgets an await': inBoth('GET /v1/inventory was still pending when the test ended. Write await before the call'),
    'forgets an await before what it expects': inBoth('to have a length of 1', 'Write await before the call'),
    'asks elsewhere': inBoth("Pass petstoreOptions: { baseUrl: 'http://127.0.0.1:4290/v2' }"),
    'misspells an option': inBoth('there is no such field in the options'),
    'runs at the same time: first': inBoth(),
    'runs at the same time: second': inBoth('Remove test.concurrent, or give one of them another base URL'),
  });
});
