import { openFileJournal } from '../../../contract-tests/restore/file-journal.js';
import { runSuite } from '../../../contract-tests/run-suite.js';
import { connectAdminClock } from '../../../contract-tests/sending/admin-clock.js';
import { createRealClock } from '../../../contract-tests/sending/real-clock.js';
import { createUndiciSender } from '../../../contract-tests/sending/undici-sender.js';
import type { SuiteOptions } from '../../../contract-tests/suite.js';
import { settingsOf } from '../../judge/evidence.js';
import { type HeaderList, headerOf } from '../../transcript/exchange.js';
import { InputError } from '../../validation/input-error.js';
import { readCa } from '../ca-file.js';
import type { Terminal } from '../terminal.js';
import type { CheckRequest, Gathered } from './check-request.js';
import { baseUrlOf, type CheckSettings } from './check-settings.js';
import { drawSeed } from './draw-seed.js';
import { journalFolder, restoreCommand } from './journal-place.js';
import { createProgressLine } from './progress-line.js';
import { readAdminToken, readApiKey } from './secret-input.js';
import { tellProxyAnswers } from './tell-proxy-answers.js';
import { watchJournal } from './unfinished-writes.js';

/** Sends the probes. Throws an InputError, and sends nothing, when it was told something wrong or the user said no. */
export async function gatherFromService(
  settings: CheckSettings & Pick<SuiteOptions, 'isLearning'>,
  { confirm, signal, version, answerTimeoutMs, onWriting }: CheckRequest,
  terminal: Terminal,
): Promise<Gathered> {
  const baseUrl = baseUrlOf(settings);
  const apiKey = readApiKey(settings.apiKeyFile, terminal);
  const adminToken = settings.adminUrl === undefined ? undefined : readAdminToken(terminal);
  if (settings.level === 'exhaust' && !settings.isConfirmed && settings.adminUrl === undefined) {
    await askBeforeExhausting(settings, confirm);
  }
  const sender = createUndiciSender({ ca: readCa(settings.ca), variables: terminal.variables, answerTimeoutMs });
  const progress = createProgressLine(terminal.stderr, Date.now);
  const folder = journalFolder(settings.journal, terminal);
  const { journal, tellUnfinished } = watchJournal(
    openFileJournal({ folder, restoreCommand: restoreCommand(baseUrl, settings.journal) }),
    terminal.stderr,
  );
  const endWriting = onWriting?.(tellUnfinished);
  try {
    const clock =
      settings.adminUrl === undefined || adminToken === undefined
        ? createRealClock()
        : await connectAdminClock({ adminUrl: settings.adminUrl, token: adminToken, sender });
    const { transcript, leftBehind, budget } = await runSuite(
      {
        ...settings,
        baseUrl,
        apiKey,
        seed: settings.seed ?? drawSeed(),
        isFake: settings.adminUrl !== undefined,
        headers: [...ownAgent(settings, version), ...settings.headers],
      },
      {
        sender,
        clock,
        journal,
        // A fake's clock is moved: nobody waits.
        progress: (told) => {
          if (settings.adminUrl === undefined || told.kind === 'sent') progress.show(told);
        },
        signal,
      },
    );
    const known = settingsOf(transcript);
    if (known === undefined) throw new Error('The run did not tell its facts.');
    progress.clear();
    tellProxyAnswers(transcript, terminal);
    return { transcript, settings: known, leftBehind, budget };
  } finally {
    endWriting?.();
    progress.clear();
    await sender.close();
  }
}

function ownAgent({ headers }: CheckSettings, version: string): HeaderList {
  return headerOf(headers, 'user-agent') === undefined ? [['User-Agent', `petstore-mock/${version}`]] : [];
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
