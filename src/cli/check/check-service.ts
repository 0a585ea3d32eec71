import { randomInt } from 'node:crypto';
import { cut } from '../../../contract-tests/report/terminal-text.js';
import { openRestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { runSuite } from '../../../contract-tests/run-suite.js';
import { connectAdminClock, createRealClock } from '../../../contract-tests/sending/clock.js';
import { UndiciSender } from '../../../contract-tests/sending/sender.js';
import type { Progress } from '../../../contract-tests/suite.js';
import { InputError } from '../../json/input-error.js';
import { oneLine } from '../../json/quoting.js';
import { timeOfDay } from '../../json/times.js';
import { chooseRestoreLogFolder, reportUnfinished, restoreCommandLine } from '../restore/restore-log.js';
import { readAdminToken, readApiKey, readCa, withUserAgent } from '../target.js';
import { type Terminal, type TextSink, warn } from '../terminal.js';
import { gatherFromRecording } from './check-recording.js';
import { baseUrlOf, type CheckSettings } from './check-settings.js';
import { type Gathered, judgeTranscript, type SuiteContext } from './gathered.js';

/** Judges a deployment or, with `from`, a recording. Throws an InputError, and sends nothing, for invalid input or if the user declines. */
export async function gather(settings: CheckSettings, context: SuiteContext, terminal: Terminal): Promise<Gathered> {
  const { from } = settings;
  return from === undefined
    ? gatherFromService(settings, context, terminal)
    : gatherFromRecording(settings, from, terminal);
}

async function gatherFromService(
  settings: CheckSettings,
  { confirm, signal, version, responseTimeoutMs, onCutShort }: SuiteContext,
  terminal: Terminal,
): Promise<Gathered> {
  const baseUrl = baseUrlOf(settings);
  const apiKey = readApiKey(terminal);
  const adminToken = settings.adminUrl === undefined ? undefined : readAdminToken(terminal);
  if (settings.level === 'exhaust' && !settings.isConfirmed && settings.adminUrl === undefined) {
    await askBeforeExhausting(settings, confirm);
  }
  const sender = new UndiciSender({
    ca: readCa(settings.ca),
    variables: terminal.variables,
    responseTimeoutMs,
  });
  const progress = createProgressLine(terminal.stderr, Date.now);
  const folder = chooseRestoreLogFolder(settings.restoreLog, terminal);
  const restoreLog = openRestoreLog({ folder, restoreCommand: restoreCommandLine(baseUrl, settings.restoreLog) });
  const unregister = onCutShort?.(() => reportUnfinished(restoreLog, terminal));
  try {
    const clock =
      settings.adminUrl === undefined || adminToken === undefined
        ? createRealClock()
        : await connectAdminClock({ adminUrl: settings.adminUrl, token: adminToken, sender });
    const { transcript, ...run } = await runSuite(
      {
        ...settings,
        baseUrl,
        apiKey,
        seed: settings.seed ?? drawSeed(),
        isFake: settings.adminUrl !== undefined,
        headers: withUserAgent(settings.headers, version),
      },
      {
        sender,
        clock,
        // Unlike the time of day, nobody sets it.
        realMs: () => performance.now(),
        restoreLog,
        // With a fake's clock to move, there are no waits.
        progress: (step) => {
          if (settings.adminUrl === undefined || step.kind === 'sent') progress.show(step);
        },
        signal,
      },
    );
    const known = transcript.run;
    if (known === undefined) throw new Error('The transcript has no facts about its run.');
    progress.clear();
    return judgeTranscript(transcript, known, terminal, run);
  } finally {
    unregister?.();
    progress.clear();
    await sender.close();
  }
}

async function askBeforeExhausting({ baseUrl }: CheckSettings, confirm: SuiteContext['confirm']): Promise<void> {
  const attempted = 'Checking at level exhaust';
  if (confirm === undefined) {
    const problem = 'it uses up the whole quota of the API key, and there is no terminal to ask on';
    throw new InputError(attempted, problem, 'To confirm, add --yes');
  }
  const effect = `This uses up the whole quota of the API key at ${baseUrl}. Its other users get 429 until the limit resets.`;
  if (!(await confirm(`${effect} Continue?`))) {
    throw new InputError(attempted, 'declined', 'Nothing was sent. Level write leaves quota to others');
  }
}

const USUAL_WIDTH = 80;
const CLEAR_LINE = '\r\u001b[2K';
/** Shorter waits are not worth a line. */
const SHORTEST_SHOWN_WAIT_MS = 2_000;

/**
 * Shows the progress of a run: on a terminal in one changing line, elsewhere only long waits. `clear` clears the line, so that the
 * report starts on an empty one.
 */
export function createProgressLine(stderr: TextSink, nowMs: () => number) {
  // Text beyond the end of the line would not be cleared; the window may be resized at any time.
  const write = (text: string) => {
    if (stderr.isTTY) stderr.write(`${CLEAR_LINE}${cut(text, Math.max(1, (stderr.columns || USUAL_WIDTH) - 1))}`);
  };
  const show = (progress: Progress) => {
    const isLong = progress.kind === 'waiting' && progress.untilMs - nowMs() >= SHORTEST_SHOWN_WAIT_MS;
    if (stderr.isTTY) write(progressText(progress));
    else if (isLong) warn({ stderr }, progressText(progress));
  };
  return { show, clear: () => write('') };
}

function progressText(progress: Progress): string {
  if (progress.kind === 'waiting') return `waiting until ${timeOfDay(progress.untilMs)}Z: ${oneLine(progress.why)}`;
  const { sent, budget, remaining } = progress;
  const left = remaining === undefined ? '' : `, ${remaining} left in the quota`;
  return `${sent} of at most ${budget} requests sent${left}`;
}

/** Draws a seed, so that parallel runs do not write to the same pet. */
export function drawSeed(): number {
  return randomInt(2 ** 32);
}
