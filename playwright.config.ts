import { defineConfig, type Project } from '@playwright/test';
import { resolveTarget, targetNames } from './contract-tests/playwright/targets.js';
import { chromiumUse } from './tests/browser/chromium-use.js';

export default defineConfig({
  // A test in a browser waits half of the time: three of them keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // How fast it is, the benchmarks tell: a busy machine is no failure.
  expect: { timeout: 20_000 },
  timeout: 60_000,
  projects: [browser(), ...targetNames.flatMap(contract)],
});

function browser(): Project {
  // A browser is a program that others wrote, on a machine that may stall: what passes only the second time is listed as flaky.
  return { name: 'browser', testDir: 'tests/browser', testMatch: '*.spec.ts', retries: 1, use: chromiumUse() };
}

/** A project that checks a target, if the variables describe it. */
function contract(name: (typeof targetNames)[number]): Project[] {
  const target = resolveTarget(name, process.env);
  if (typeof target === 'string') {
    if (isNamed(name)) throw withoutStack(`The target ${name} cannot be checked: ${target}.`);
    if (!process.argv.join(' ').includes('--project')) tellOnce(`The target ${name} is left out: ${target}.`);
    return [];
  }
  return [{ name, testDir: 'contract-tests/playwright', testMatch: 'contract.spec.ts', metadata: { target: name } }];
}

/** Whether the command line asks for a project by its name. */
function isNamed(name: string): boolean {
  const args = process.argv.join(' ');
  return new RegExp(`--project[= ](?:\\S+ )*${name}(?: |$)`).test(args);
}

/** It is the user who is to act, not a programmer. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

/** The configuration is read again in every worker. */
function tellOnce(text: string): void {
  if (process.env.TEST_WORKER_INDEX === undefined) process.stderr.write(`${text}\n`);
}
