import { randomInt } from 'node:crypto';
import { cut } from '../../../contract-tests/report/terminal-text.js';
import { openRestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { runSuite } from '../../../contract-tests/run-suite.js';
import { connectAdminClock, createRealClock } from '../../../contract-tests/sending/clock.js';
import { createUndiciSender } from '../../../contract-tests/sending/sender.js';
import type { Progress, SuiteOptions } from '../../../contract-tests/suite.js';
import { type HeaderList, headerOf } from '../../exchange/exchange.js';
import { gatherEvidence, settingsOf } from '../../judge/evidence.js';
import { oneLine } from '../../spec/quoting.js';
import { formatDuration } from '../../spec/times.js';
import { InputError } from '../../spec/validation/input-error.js';
import { chooseRestoreLogFolder, restoreCommandLine, watchRestoreLog } from '../restore/restore-log.js';
import { readAdminToken, readApiKey, readCa } from '../target.js';
import type { Terminal, TextSink } from '../terminal.js';
import { baseUrlOf, type CheckSettings } from './check-settings.js';
import { type CheckRequest, type Gathered, reportProxyResponses } from './gathered.js';

/** Sends the probes. Throws an InputError, and sends nothing, when it was told something wrong or the user said no. */
export async function gatherFromService(
  settings: CheckSettings & Pick<SuiteOptions, 'isLearning'>,
  { confirm, signal, version, responseTimeoutMs: answerTimeoutMs, onWriting }: CheckRequest,
  terminal: Terminal,
): Promise<Gathered> {
  const baseUrl = baseUrlOf(settings);
  const apiKey = readApiKey(settings.apiKeyFile, terminal);
  const adminToken = settings.adminUrl === undefined ? undefined : readAdminToken(terminal);
  if (settings.level === 'exhaust' && !settings.isConfirmed && settings.adminUrl === undefined) {
    await askBeforeExhausting(settings, confirm);
  }
  const sender = createUndiciSender({
    ca: readCa(settings.ca),
    variables: terminal.variables,
    responseTimeoutMs: answerTimeoutMs,
  });
  const progress = createProgressLine(terminal.stderr, Date.now);
  const folder = chooseRestoreLogFolder(settings.restoreLog, terminal);
  const { restoreLog, reportUnfinished } = watchRestoreLog(
    openRestoreLog({ folder, restoreCommand: restoreCommandLine(baseUrl, settings.restoreLog) }),
    terminal.stderr,
  );
  const endWriting = onWriting?.(reportUnfinished);
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
        restoreLog,
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
    reportProxyResponses(transcript, terminal);
    return { transcript, settings: known, evidence: gatherEvidence(transcript, known), leftBehind, budget };
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

export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Takes the line away, so that the report starts on a clean one. */
  readonly clear: () => void;
}

const USUAL_WIDTH = 80;
const CLEAR_LINE = '\r\u001b[2K';
/** Shorter waits are over before anybody has read why. */
const SHORTEST_SHOWN_WAIT_MS = 2_000;

/** Tells on a terminal, in one line that changes, what a run is doing; elsewhere only that it waits, and until when. */
export function createProgressLine(stderr: TextSink, nowMs: () => number): ProgressLine {
  if (!stderr.isTTY) return { show: (progress) => printWait(progress, stderr, nowMs), clear: () => {} };
  let ticking: NodeJS.Timeout | undefined;
  // What runs over the end of a line is not cleared with it; the window may have become another.
  const write = (text: string) =>
    stderr.write(`${CLEAR_LINE}${cut(text, Math.max(1, (stderr.columns || USUAL_WIDTH) - 1))}`);
  const clear = () => {
    clearInterval(ticking);
    ticking = undefined;
    write('');
  };
  const show = (progress: Progress) => {
    clear();
    write(progressText(progress, nowMs()));
    if (progress.kind !== 'waiting') return;
    ticking = setInterval(() => write(progressText(progress, nowMs())), 1_000);
    ticking.unref();
  };
  return { show, clear };
}

function printWait(progress: Progress, stderr: TextSink, nowMs: () => number): void {
  if (progress.kind !== 'waiting' || progress.untilMs - nowMs() < SHORTEST_SHOWN_WAIT_MS) return;
  stderr.write(`petstore-mock: ${progressText(progress, nowMs())}\n`);
}

function progressText(progress: Progress, nowMs: number): string {
  if (progress.kind === 'sent') {
    const { sent, budget, remaining } = progress;
    const left = remaining === undefined ? '' : `, ${remaining} left of the quota`;
    return `probing: ${sent} of at most ${budget} requests sent${left}`;
  }
  const seconds = Math.max(0, Math.ceil((progress.untilMs - nowMs) / 1000));
  const moment = new Date(progress.untilMs).toISOString().slice(11, 19);
  return `waiting until ${moment}Z (${seconds < 120 ? `${seconds} s` : formatDuration(seconds * 1000)}): ${oneLine(progress.why)}`;
}

/** Draws a seed where the user gave none, so that parallel runs do not meet at one pet. */
export function drawSeed(): number {
  return randomInt(2 ** 32);
}
