import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as probe } from '@playwright/test';
import { reportFolder, resolveTarget, type TargetName } from './targets.js';

/** Longer than a run may take at any level, with restoring and a response that is slow to come. */
const TIMEOUT_MS = 20 * 60_000;

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Runs `petstore-mock check` once. The project that depends on this one has a test for each rule in its report. */
probe('probes the service', async () => {
  const { project, outputDir } = probe.info();
  probe.setTimeout(TIMEOUT_MS);
  const target = resolveTarget(project.metadata.target as TargetName, process.env);
  if (typeof target === 'string') throw new Error(target);
  const { name, level, messagesUrl, plan } = target;
  const fake = target.service === undefined ? await startFake() : undefined;
  const { url = '', apiKey = '' } = target.service ?? { url: fake?.url, apiKey: 'test_free' };
  const options = {
    '--level': level,
    '--plan': plan ?? (fake && 'free'),
    '--messages-url': messagesUrl ?? fake?.url,
    '--admin-url': fake?.adminUrl,
    '--seed': '1',
    '--reporter': 'quiet',
    '--report': reportFolder(name, project.outputDir),
    '--restore-log': join(outputDir, 'restore'),
  };
  const args = Object.entries(options).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  const variables = { PETSTORE_API_KEY: apiKey, PETSTORE_ADMIN_TOKEN: fake?.adminToken };
  const [code] = await once(start(['check', url, '--yes', ...args], variables, 'inherit'), 'exit');
  await fake?.stop();
  if (code !== 0 && code !== 1) throw new Error(`The check ended with ${code}: see its output above.`);
});

function start(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  out: 'pipe' | 'inherit',
) {
  const env = { ...process.env, ...variables };
  return spawn(process.execPath, ['--import', 'tsx', cli, ...args], { env, stdio: ['ignore', out, 'inherit'] });
}

async function startFake() {
  const adminToken = randomUUID();
  const fake = start(['serve', '--port', '0', '--log', 'json'], { PETSTORE_ADMIN_TOKEN: adminToken }, 'pipe');
  if (fake.stdout === null) throw new Error('The output of the fake is not piped.');
  for await (const line of createInterface({ input: fake.stdout })) {
    const { msg, url, adminUrl } = JSON.parse(line);
    if (msg !== 'listening') continue;
    fake.stdout.resume();
    const stop = async () => {
      fake.kill();
      await once(fake, 'exit');
    };
    return { url, adminUrl, adminToken, stop };
  }
  throw new Error('The fake did not start: see its output above.');
}
