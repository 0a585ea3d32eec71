import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { type CheckOptions, describeContract } from '../../src/entries/contract.js';
import { resolveTarget, type TargetName } from './targets.js';

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

let fake: ChildProcess | undefined;

describeContract({ test, options: optionsOfTarget });

test.afterAll(async () => {
  if (fake?.kill()) await once(fake, 'exit');
});

async function optionsOfTarget(): Promise<CheckOptions> {
  const { outputDir, metadata } = test.info().project;
  const target = resolveTarget(metadata.target as TargetName, process.env);
  if (typeof target === 'string') throw new Error(target);
  const { name, service, messagesUrl, level, plan } = target;
  const reached = service ?? (await startFake());
  return {
    ...reached,
    level: level as CheckOptions['level'],
    plan: plan === undefined ? reached.plan : (plan as CheckOptions['plan']),
    messagesUrl: messagesUrl ?? reached.messagesUrl,
    seed: 1,
    yes: true,
    report: join(outputDir, `contract-${name}`),
    restoreLog: join(outputDir, 'restore'),
  };
}

/** Returns how to reach the fake, and its plan. */
async function startFake(): Promise<CheckOptions> {
  const adminToken = randomUUID();
  const args = ['--import', 'tsx', cli, 'serve', '--port', '0', '--log', 'json'];
  const env = { ...process.env, PETSTORE_ADMIN_TOKEN: adminToken };
  const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  fake = started;
  for await (const line of createInterface({ input: started.stdout })) {
    const { msg, url, adminUrl } = JSON.parse(line);
    if (msg !== 'listening') continue;
    started.stdout.resume();
    return { baseUrl: url, messagesUrl: url, apiKey: 'test_free', plan: 'free', adminUrl, adminToken };
  }
  throw new Error('The fake did not start: see its output above.');
}
