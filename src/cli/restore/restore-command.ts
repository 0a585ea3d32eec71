import { existsSync } from 'node:fs';
import { silentUntilMs } from '../../../contract-tests/governor/back-off.js';
import { type OpenWrites, openRestoreLog, readOpenWrites } from '../../../contract-tests/restore/restore-log.js';
import { type RestoreDependencies, restorePending } from '../../../contract-tests/restore/restore-stock.js';
import { UndiciSender } from '../../../contract-tests/sending/sender.js';
import { InputError } from '../../json/input-error.js';
import { oneLine } from '../../json/quoting.js';
import { chooseValues, type SuiteRequest } from '../options.js';
import { parseTargetUrl, readApiKey, readClientTls, warnIfUnverified, withUserAgent } from '../target.js';
import { ExitCode, type Terminal, warn } from '../terminal.js';
import { chooseRestoreLogFolder, restoreCommandLine } from './restore-log.js';
import { restoreCommand } from './restore-options.js';

/** Restores what interrupted checks have changed. Returns 0, or 3 if something stays open. Throws an InputError if the key might not belong there. */
export async function restore(request: SuiteRequest<typeof restoreCommand.options>, terminal: Terminal) {
  const { stdout, stderr } = terminal;
  const settings = chooseValues(restoreCommand.options, { flags: request.flags });
  const folder = chooseRestoreLogFolder(settings.restoreLog, terminal);
  const target = request.target === undefined ? undefined : parseTargetUrl(request.target, 'the base URL');
  if (settings.restoreLog !== undefined && !existsSync(folder)) {
    const remedy = 'Name the folder that the check used: --restore-log restore';
    throw new InputError(`Reading the restore log ${folder}`, 'the folder does not exist', remedy);
  }
  const open = readOpenWrites(folder);
  for (const problem of open.problems) warn(terminal, problem);

  const writes = open.writes.filter(({ baseUrl }) => target === undefined || baseUrl === target);
  const [first] = writes;
  if (first === undefined) {
    const place = target === undefined ? '' : ` at ${target}`;
    stdout.write(`Nothing to restore${place}: ${folder} has no unfinished writes.\n`);
    return open.problems.length === 0 ? 0 : ExitCode.incomplete;
  }
  if (target === undefined) requireOneOwnDeployment(open, folder, settings.restoreLog);
  const { baseUrl } = first;
  const apiKey = readApiKey(terminal);
  const sender = new UndiciSender({ ...readClientTls(settings), variables: terminal.variables });
  warnIfUnverified(settings, terminal);
  warn({ stderr }, `sending the API key to ${baseUrl}`);
  try {
    const dependencies: RestoreDependencies = {
      send: untilLimited((each) => sender.send(each, request.signal)),
      headers: [['Authorization', `Bearer ${apiKey}`], ...withUserAgent(settings.headers, request.version)],
      confirm: async (question) => {
        if (settings.isConfirmed) return true;
        if (request.confirm !== undefined) return request.confirm(question);
        stderr.write(`${oneLine(question)} Cannot ask without a terminal: add --yes to confirm.\n`);
        return false;
      },
      restoreLog: openRestoreLog({ folder, restoreCommand: restoreCommandLine(baseUrl, settings) }),
      now: Date.now,
    };
    let isRestored = open.problems.length === 0;
    for (const write of writes) {
      const { state, message } = await restorePending(write, dependencies);
      stdout.write(`${oneLine(message)}\n`);
      if (state === 'open') isRestored = false;
    }
    return isRestored ? ExitCode.passed : ExitCode.incomplete;
  } finally {
    await sender.close();
  }
}

/** After a 429, nothing is sent before the time has passed that it indicates (§8.3). */
function untilLimited(send: RestoreDependencies['send']): RestoreDependencies['send'] {
  let isSilent = false;
  return async (request) => {
    if (isSilent) return { cause: 'the service asks to send nothing for a while' };
    const response = await send(request);
    isSilent =
      'status' in response && silentUntilMs({ response, endedMs: Date.now() }, { earlier: 0, jitter: 0 }) !== undefined;
    return response;
  };
}

/** The log decides where the key is sent: others who can write to it could redirect the key, and one key is not for several deployments. */
function requireOneOwnDeployment({ writes, isPrivate }: OpenWrites, folder: string, restoreLog?: string): void {
  const deployments = [...new Set(writes.map(({ baseUrl }) => baseUrl))];
  const [first = '', another] = deployments;
  if (another === undefined && isPrivate) return;
  const problem =
    another === undefined
      ? `other users can change it, and the API key would be sent to ${first}`
      : `it has writes to ${deployments.length} deployments (${deployments.join(', ')})`;
  const remedy = `Name the deployment that the key is for: ${restoreCommandLine(first, { restoreLog })}`;
  throw new InputError(`Restoring from ${folder}`, problem, remedy);
}
