import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test as probe } from '@playwright/test';
import description from '../../package.json' with { type: 'json' };
import { writeHar } from '../../src/transcript/har-out.js';
import { openFileJournal } from '../restore/file-journal.js';
import { runSuite } from '../run-suite.js';
import { connectAdminClock } from '../sending/admin-clock.js';
import { createRealClock } from '../sending/real-clock.js';
import { createUndiciSender } from '../sending/undici-sender.js';
import { startFake } from './start-fake.js';
import { resolveTarget, type Target, type TargetName } from './targets.js';
import { transcriptFile } from './transcript-file.js';

/** Longer than a run may wait for a window to reset. */
const TIMEOUT_MS = 300_000;

/** Sends the probes once. What they record is judged by the project that depends on this one. */
probe('probes the service', async () => {
  const { project, outputDir } = probe.info();
  probe.setTimeout(TIMEOUT_MS);
  const target = resolveTarget(project.metadata.target as TargetName, process.env);
  if (typeof target === 'string') throw new Error(target);
  const file = transcriptFile(target.name, project.outputDir);
  const { transcript, leftBehind } = await send(target, join(outputDir, 'restore'));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, writeHar(transcript, { name: description.name, version: description.version }));
  if (leftBehind !== undefined) throw new Error(leftBehind);
});

async function send(target: Target, journalFolder: string) {
  const fake = target.service === undefined ? await startFake() : undefined;
  const sender = createUndiciSender({ variables: process.env });
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
        depth: 'standard',
        seed: 1,
        petId: undefined,
        plan: target.plan ?? (fake && 'free'),
        reserve: 0.2,
        maxRequests: undefined,
        maxWaitMs: 75_000,
        isExclusive: fake !== undefined,
        isFake: fake !== undefined,
        headers: [],
      },
      {
        sender,
        clock,
        journal: openFileJournal({ folder: journalFolder, restoreCommand: 'petstore-mock restore' }),
        progress: () => {},
        signal: new AbortController().signal,
      },
    );
  } finally {
    await sender.close();
    await fake?.stop();
  }
}
