import { listPendingWrites, openFileJournal } from '../../contract-tests/restore/file-journal.js';
import { restorePending } from '../../contract-tests/restore/restore-stock.js';
import { createUndiciSender } from '../../contract-tests/sending/undici-sender.js';
import { oneLine } from '../json/one-line.js';
import type { HeaderList } from '../transcript/exchange.js';
import { readCa } from './ca-file.js';
import type { Flags } from './command-flags.js';
import type { Confirm } from './confirm.js';
import { parseHeader } from './header-flag.js';
import { journalFolder, restoreCommand } from './journal-place.js';
import { readApiKey } from './secret-input.js';
import type { Terminal } from './terminal.js';

export interface RestoreRequest {
  readonly flags: Flags;
  readonly version: string;
  readonly confirm: Confirm;
  readonly signal: AbortSignal;
}

/** Puts back what checks have left changed and says so, a line for each pet. Answers 0, or 3 where something stays open. */
export async function restore(
  { flags, version, confirm, signal }: RestoreRequest,
  terminal: Terminal,
): Promise<number> {
  const text = (name: string) => flags[name] as string | undefined;
  const folder = journalFolder(text('journal'), terminal);
  const writes = await listPendingWrites(folder);
  if (writes.length === 0) {
    terminal.stdout.write(`Nothing to restore: no check has left anything in ${folder}.\n`);
    return 0;
  }
  const apiKey = readApiKey(text('apiKeyFile'), terminal);
  const headers: HeaderList = [
    ['Authorization', `Bearer ${apiKey}`],
    ['User-Agent', `petstore-mock/${version}`],
    ...((flags.header ?? []) as readonly string[]).map(parseHeader),
  ];
  const sender = createUndiciSender({ ca: readCa(text('ca')), variables: terminal.variables });
  const journal = openFileJournal({ folder, restoreCommand: restoreCommand(text('journal')) });
  const ask = async (question: string) =>
    flags.yes === true || ((await confirm?.(question)) ?? sayNo(question, terminal));
  try {
    let exitCode = 0;
    for (const write of writes) {
      const { state, message } = await restorePending(write, {
        send: (request) => sender.send(request, signal),
        headers,
        confirm: ask,
        journal,
        now: Date.now,
      });
      terminal.stdout.write(`${oneLine(message)}\n`);
      if (state === 'open') exitCode = 3;
    }
    return exitCode;
  } finally {
    await sender.close();
  }
}

/** Nobody can be asked. */
function sayNo(question: string, { stderr }: Terminal): boolean {
  stderr.write(`${oneLine(question)} Nobody can be asked here: to say yes, add --yes.\n`);
  return false;
}
