import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as probe } from '@playwright/test';
import description from '../../package.json' with { type: 'json' };
import { writeHar } from '../../src/exchange/write-har.js';
import { makeFolders } from '../../src/files/folders.js';
import { replaceFiles } from '../../src/files/replace-files.js';
import { levelTimesMs, RESTORING_MS } from '../governor/deadline.js';
import { openRestoreLog } from '../restore/restore-log.js';
import { runSuite } from '../run-suite.js';
import { connectAdminClock, createRealClock } from '../sending/clock.js';
import { UndiciSender } from '../sending/sender.js';
import { resolveTarget, type Target, type TargetName, transcriptFile } from './targets.js';

/** Longer than a run may take at any level, with restoring and a response that is slow to come. */
const TIMEOUT_MS = Math.max(...Object.values(levelTimesMs)) + RESTORING_MS + 60_000;

/** Sends the probes once. The project that depends on this one judges their transcript. */
probe('probes the service', async () => {
  const { project, outputDir } = probe.info();
  probe.setTimeout(TIMEOUT_MS);
  const target = resolveTarget(project.metadata.target as TargetName, process.env);
  if (typeof target === 'string') throw new Error(target);
  const file = transcriptFile(target.name, project.outputDir);
  const { transcript, leftBehind } = await send(target, join(outputDir, 'restore'));
  makeFolders(dirname(file));
  const text = writeHar(transcript, { name: description.name, version: description.version });
  replaceFiles({ file, text, isPrivate: true });
  if (leftBehind !== undefined) throw new Error(leftBehind);
});

async function send(target: Target, restoreFolder: string) {
  const fake = target.service === undefined ? await startFake() : undefined;
  const sender = new UndiciSender({ variables: process.env });
  try {
    const clock =
      fake === undefined
        ? createRealClock()
        : await connectAdminClock({ adminUrl: fake.adminUrl, token: fake.adminToken, sender });
    const url = fake?.url ?? target.service?.url ?? '';
    return await runSuite(
      {
        baseUrl: url,
        messagesUrl: target.messagesUrl ?? (fake && url),
        apiKey: target.service?.apiKey ?? 'test_free',
        level: target.level,
        seed: 1,
        petId: undefined,
        plan: target.plan ?? (fake && 'free'),
        reserve: 0.2,
        maxRequests: undefined,
        maxTimeMs: undefined,
        isExclusive: fake !== undefined,
        isFake: fake !== undefined,
        headers: [],
      },
      {
        sender,
        clock,
        realMs: () => performance.now(),
        restoreLog: openRestoreLog({ folder: restoreFolder, restoreCommand: 'petstore-mock restore' }),
        progress: () => {},
        signal: new AbortController().signal,
      },
    );
  } finally {
    await sender.close();
    await fake?.stop();
  }
}

/** Starts the fake as a separate process, as a user would: the suite knows only its URL. */
async function startFake() {
  const adminToken = randomUUID();
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const fake = spawn(process.execPath, ['--import', 'tsx', main, 'serve', '--port', '0', '--log', 'json'], {
    env: { ...process.env, PETSTORE_ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
