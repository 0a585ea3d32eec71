import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isExhausting } from '../../../contract-tests/plan.js';
import { cut } from '../../../contract-tests/report/terminal-text.js';
import { openRestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { runSuite } from '../../../contract-tests/run-suite.js';
import { connectAdminClock, createRealClock } from '../../../contract-tests/sending/clock.js';
import { UndiciSender } from '../../../contract-tests/sending/sender.js';
import { newTraceHeaders } from '../../../contract-tests/sending/trace.js';
import type { Progress, SuiteRun } from '../../../contract-tests/suite.js';
import { InputError } from '../../json/input-error.js';
import { oneLine } from '../../json/quoting.js';
import { formatDuration, timeOfDay } from '../../json/times.js';
import type { SuiteContext } from '../options.js';
import { chooseRestoreLogFolder, reportUnfinished, restoreCommandLine } from '../restore/restore-log.js';
import { readAdminToken, readApiKey, readClientTls, warnIfUnverified, withUserAgent } from '../target.js';
import { type Terminal, type TextSink, warn } from '../terminal.js';
import { baseUrlOf, type CheckSettings } from './check-options.js';
import type { ChosenRules } from './chosen-rules.js';

/** By then a service that is near has the first request. */
const FIRST_REQUEST_MS = 10;

/** Judges a deployment or, with `from`, a recording. Throws an InputError, and sends nothing, for invalid input or if the user declines. */
export async function judgeTarget(settings: CheckSettings, context: SuiteContext, terminal: Terminal) {
  const chosen = await chosenRules(settings);
  if (settings.from !== undefined) {
    const { judgeRecording } = await import('./judged-run.js');
    return judgeRecording(settings, settings.from, terminal, chosen?.judged);
  }
  const sending = sendProbes(settings, context, terminal, chosen);
  // What judges and reports is loaded while the first response is awaited.
  const loading = sleep(FIRST_REQUEST_MS).then(() => import('./judged-run.js'));
  const [run, { judgeRun }] = await Promise.all([sending, loading]);
  return judgeRun(run, terminal, chosen?.judged);
}

/** Returns the rules of `--rule`; undefined without it. Throws an InputError. */
export async function chosenRules({
  rule,
  level,
}: Pick<CheckSettings, 'rule' | 'level'>): Promise<ChosenRules | undefined> {
  if (rule.length === 0) return undefined;
  const { chooseRules } = await import('./chosen-rules.js');
  return chooseRules(rule, level);
}

async function sendProbes(
  settings: CheckSettings,
  context: SuiteContext,
  terminal: Terminal,
  chosen: ChosenRules | undefined,
): Promise<SuiteRun> {
  const { adminUrl, isConfirmed } = settings;
  const exhausts = isExhausting({ ...settings, ...chosen });
  const baseUrl = baseUrlOf(settings);
  const apiKey = readApiKey(terminal);
  const token = adminUrl === undefined ? '' : readAdminToken(terminal);
  if (exhausts && !isConfirmed && adminUrl === undefined) {
    await askBeforeExhausting(baseUrl, context.confirm);
  }
  const { responseTimeoutMs, signal } = context;
  const tls = readClientTls(settings);
  const sender = new UndiciSender({ ...tls, variables: terminal.variables, responseTimeoutMs });
  warnIfUnverified(settings, terminal);
  const progress = createProgressLine(terminal.stderr, Date.now);
  const folder = chooseRestoreLogFolder(settings.restoreLog, terminal);
  const restoreLog = openRestoreLog({ folder, restoreCommand: restoreCommandLine(baseUrl, settings) });
  context.onForcedExit?.(() => reportUnfinished(restoreLog, terminal));
  try {
    const isFake = adminUrl !== undefined;
    const clock = isFake ? await connectAdminClock({ adminUrl, token, sender }) : createRealClock();
    const headers = withUserAgent(settings.headers, context.version);
    const seed = settings.seed ?? drawSeed();
    return await runSuite(
      { ...settings, baseUrl, apiKey, seed, isFake, headers, isExhausting: exhausts },
      {
        sender,
        clock,
        // Unlike the time of day, nobody sets it.
        realMs: () => performance.now(),
        restoreLog,
        // With a fake's clock to move, there are no waits.
        progress: (step) => (isFake && step.kind === 'waiting' ? undefined : progress.show(step)),
        traceHeaders: settings.isTraced ? newTraceHeaders : undefined,
        signal,
      },
      chosen,
    );
  } finally {
    progress.clear();
    await sender.close();
  }
}

async function askBeforeExhausting(baseUrl: string, confirm: SuiteContext['confirm']): Promise<void> {
  const attempted = 'Sending requests at level exhaust';
  if (confirm === undefined) {
    const problem = 'it uses up the whole quota of the API key, and there is no terminal to ask on';
    throw new InputError(attempted, problem, 'To confirm, add --yes');
  }
  const effect = `This uses up the whole quota of the API key at ${baseUrl}. Its other users get 429 until the limit resets.`;
  if (await confirm(`${effect} Continue?`)) return;
  throw new InputError(attempted, 'declined', 'Nothing was sent. Level write leaves quota to others');
}

/** Draws a seed, so that parallel runs do not write to the same pet. */
export function drawSeed(): number {
  return randomInt(2 ** 32);
}

const USUAL_WIDTH = 80;
const CLEAR_LINE = '\r\u001b[2K';
const SHORTEST_SHOWN_WAIT_MS = 2_000;

/** Shows the progress of a run: on a terminal in one changing line, elsewhere only long waits. */
export function createProgressLine(stderr: TextSink, nowMs: () => number) {
  // Text beyond the end of the line would not be cleared; the window may be resized at any time.
  const write = (text: string) => {
    if (stderr.isTTY) stderr.write(`${CLEAR_LINE}${cut(text, Math.max(1, (stderr.columns || USUAL_WIDTH) - 1))}`);
  };
  const show = (progress: Progress) => {
    const isLong = progress.kind === 'waiting' && progress.untilMs - nowMs() >= SHORTEST_SHOWN_WAIT_MS;
    const text = progressText(progress, nowMs());
    if (isLong && !stderr.isTTY) warn({ stderr }, text);
    write(text);
  };
  return { show, clear: () => write('') };
}

function progressText(progress: Progress, nowMs: number): string {
  if (progress.kind === 'waiting') {
    const { untilMs, why } = progress;
    return `waiting ${formatDuration(untilMs - nowMs)}, until ${timeOfDay(untilMs)}Z: ${oneLine(why)}`;
  }
  const { sent, budget, remaining } = progress;
  const left = remaining === undefined ? '' : `, ${remaining} left in the quota`;
  return `${sent} of at most ${budget} requests sent${left}`;
}
