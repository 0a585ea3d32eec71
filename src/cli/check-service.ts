import { levelBudgets } from '../../contract-tests/probes/choose-probes.js';
import { openFileJournal } from '../../contract-tests/restore/file-journal.js';
import { runSuite } from '../../contract-tests/run-suite.js';
import { connectAdminClock } from '../../contract-tests/sending/admin-clock.js';
import { createRealClock } from '../../contract-tests/sending/real-clock.js';
import { createUndiciSender } from '../../contract-tests/sending/undici-sender.js';
import { settingsOf } from '../judge/evidence.js';
import { InputError } from '../validation/input-error.js';
import { readCa } from './ca-file.js';
import type { CheckRequest, Gathered } from './check-request.js';
import { baseUrlOf, type CheckSettings } from './check-settings.js';
import { drawSeed } from './draw-seed.js';
import { journalFolder, restoreCommand } from './journal-place.js';
import { createProgressLine } from './progress-line.js';
import { readAdminToken, readApiKey } from './secret-input.js';
import type { Terminal } from './terminal.js';

/** Sends the probes. Throws an InputError, and sends nothing, when it was told something wrong or the user said no. */
export async function gatherFromService(
  settings: CheckSettings,
  { confirm, signal, version }: CheckRequest,
  terminal: Terminal,
): Promise<Gathered> {
  const baseUrl = baseUrlOf(settings);
  const apiKey = readApiKey(settings.apiKeyFile, terminal);
  const adminToken = settings.adminUrl === undefined ? undefined : readAdminToken(terminal);
  if (settings.level === 'exhaust' && !settings.isConfirmed && settings.adminUrl === undefined) {
    await askBeforeExhausting(settings, confirm);
  }
  const sender = createUndiciSender({ ca: readCa(settings.ca), variables: terminal.variables });
  const progress = createProgressLine(terminal.stderr, Date.now);
  const folder = journalFolder(settings.journal, terminal);
  try {
    const clock =
      settings.adminUrl === undefined || adminToken === undefined
        ? createRealClock()
        : await connectAdminClock({ adminUrl: settings.adminUrl, token: adminToken, sender });
    const { transcript, leftBehind } = await runSuite(
      {
        ...settings,
        baseUrl,
        apiKey,
        seed: settings.seed ?? drawSeed(),
        isFake: settings.adminUrl !== undefined,
        headers: [['User-Agent', `petstore-mock/${version}`], ...settings.headers],
      },
      {
        sender,
        clock,
        journal: openFileJournal({ folder, restoreCommand: restoreCommand(settings.journal) }),
        progress: progress.show,
        signal,
      },
    );
    const known = settingsOf(transcript);
    if (known === undefined) throw new Error('The run did not tell its facts.');
    return { transcript, settings: known, leftBehind, budget: settings.maxRequests ?? levelBudgets[settings.level] };
  } finally {
    progress.clear();
    await sender.close();
  }
}

async function askBeforeExhausting({ baseUrl }: CheckSettings, confirm: CheckRequest['confirm']): Promise<void> {
  const attempted = 'Checking at level exhaust';
  const what = `This spends the whole quota of the key at ${baseUrl}`;
  if (confirm === undefined) {
    throw new InputError(attempted, `it spends the whole quota of the key, and nobody can be asked`, 'Add --yes');
  }
  if (!(await confirm(`${what}: its other users are refused until the limit resets. Go on?`))) {
    throw new InputError(attempted, 'you said no', 'Nothing was sent. Level write leaves the quota to others');
  }
}
