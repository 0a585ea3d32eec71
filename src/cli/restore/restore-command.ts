import { existsSync } from 'node:fs';
import { type OpenWrites, openRestoreLog, readOpenWrites } from '../../../contract-tests/restore/restore-log.js';
import { type RestoreDependencies, restorePending } from '../../../contract-tests/restore/restore-stock.js';
import { createUndiciSender } from '../../../contract-tests/sending/sender.js';
import type { HeaderList } from '../../exchange/exchange.js';
import { oneLine } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { CheckRequest } from '../check/gathered.js';
import { parseHeader, parseTargetUrl, readApiKey, readCa } from '../target.js';
import type { Terminal } from '../terminal.js';
import { chooseRestoreLogFolder, restoreCommandLine } from './restore-log.js';

/**
 * Puts back what checks have left changed and says so, a line for each pet. Answers 0, or 3 where something stays open.
 * Throws an InputError, and sends nothing, where it cannot be told that the key belongs where the journal says.
 */
export async function restore(
  { target, flags, version, confirm, signal }: CheckRequest,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const text = (name: string) => flags[name] as string | undefined;
  const folder = chooseRestoreLogFolder(text('journal'), terminal);
  const named = target === undefined ? undefined : parseTargetUrl(target, 'the base URL');
  if (text('journal') !== undefined && !existsSync(folder)) {
    const remedy = 'Name the folder that the check was given: --journal restore';
    throw new InputError(`Reading the restore journal ${folder}`, 'there is no such folder', remedy);
  }
  const open = await readOpenWrites(folder);
  for (const problem of open.problems) stderr.write(`petstore-mock: ${oneLine(problem)}\n`);
  let exitCode = open.problems.length === 0 ? 0 : 3;

  const writes = open.writes.filter(({ baseUrl }) => named === undefined || baseUrl === named);
  const [first] = writes;
  if (first === undefined) {
    const place = named === undefined ? '' : ` at ${named}`;
    stdout.write(`Nothing to restore: no check has left anything${place} in ${folder}.\n`);
    return exitCode;
  }
  if (named === undefined) requireOneOwnDeployment(open, folder, text('journal'));
  const headers: HeaderList = [
    ['Authorization', `Bearer ${readApiKey(text('apiKeyFile'), terminal)}`],
    ['User-Agent', `petstore-mock/${version}`],
    ...((flags.header ?? []) as readonly string[]).map(parseHeader),
  ];
  const sender = createUndiciSender({ ca: readCa(text('ca')), variables: terminal.variables });
  stderr.write(`petstore-mock: sending the API key to ${oneLine(first.baseUrl)}\n`);
  try {
    const surroundings: RestoreDependencies = {
      send: untilLimited((request) => sender.send(request, signal)),
      headers,
      confirm: async (question) =>
        flags.yes === true || ((await confirm?.(question)) ?? declineUnattended(question, terminal)),
      restoreLog: openRestoreLog({ folder, restoreCommand: restoreCommandLine(first.baseUrl, text('journal')) }),
      now: Date.now,
    };
    for (const write of writes) {
      const { state, message } = await restorePending(write, surroundings);
      stdout.write(`${oneLine(message)}\n`);
      if (state === 'open') exitCode = 3;
    }
    return exitCode;
  } finally {
    await sender.close();
  }
}

/** A journal tells where the key is sent: one that others can write may send it to them, and one key is not for several deployments. */
function requireOneOwnDeployment({ writes, isPrivate }: OpenWrites, folder: string, journal: string | undefined): void {
  const deployments = [...new Set(writes.map(({ baseUrl }) => baseUrl))];
  const attempted = `Restoring what is noted in ${folder}`;
  const remedy = `Name the one that the key is for: ${restoreCommandLine(deployments[0] ?? '', journal)}`;
  if (deployments.length > 1) {
    throw new InputError(
      attempted,
      `it is about ${deployments.length} deployments (${deployments.join(', ')})`,
      remedy,
    );
  }
  if (isPrivate) return;
  const problem = `others have access to it, and the API key would be sent to ${deployments[0]}`;
  throw new InputError(attempted, problem, remedy);
}

/** Sends nothing more after a 429 (§8.3). */
function untilLimited(send: RestoreDependencies['send']): RestoreDependencies['send'] {
  let isLimited = false;
  return async (request) => {
    if (isLimited) return { cause: 'the service had answered 429 by then' };
    const response = await send(request);
    isLimited = 'status' in response && response.status === 429;
    return response;
  };
}

/** Nobody can be asked. */
function declineUnattended(question: string, { stderr }: Terminal): boolean {
  stderr.write(`${oneLine(question)} Nobody can be asked here: to say yes, add --yes.\n`);
  return false;
}
