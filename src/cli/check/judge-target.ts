import { randomInt } from 'node:crypto';
import { buildReport } from '../../../contract-tests/report/build-report.js';
import type { Report } from '../../../contract-tests/report/report.js';
import { cut } from '../../../contract-tests/report/terminal-text.js';
import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import { openRestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { runSuite } from '../../../contract-tests/run-suite.js';
import { connectAdminClock, createRealClock } from '../../../contract-tests/sending/clock.js';
import { UndiciSender } from '../../../contract-tests/sending/sender.js';
import type { Progress, SuiteRun } from '../../../contract-tests/suite.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers.js';
import { isProxyResponse } from '../../exchange/proxy-response.js';
import { readRecording } from '../../exchange/read-har.js';
import { redactTranscript } from '../../exchange/redact-exchange.js';
import type { ReceivedTranscript, Transcript } from '../../exchange/transcript.js';
import { openRecording } from '../../files/open-recording.js';
import { InputError } from '../../json/input-error.js';
import { parseUrl } from '../../json/parse-url.js';
import { counted, oneLine } from '../../json/quoting.js';
import { formatDuration, timeOfDay } from '../../json/times.js';
import { decidedIfExclusive, gatherEvidence, judgeEvidence, type Verdict } from '../../judge/judge.js';
import { observe } from '../../judge/observations/observe.js';
import type { Reading } from '../../judge/reading.js';
import type { Evidence, JudgeSettings } from '../../judge/rule.js';
import { petstoreJudge } from '../../judge/rules/index.js';
import type { SuiteContext } from '../options.js';
import { chooseRestoreLogFolder, reportUnfinished, restoreCommandLine } from '../restore/restore-log.js';
import { readAdminToken, readApiKey, readClientTls, warnIfUnverified, withUserAgent } from '../target.js';
import { type Terminal, type TextSink, warn } from '../terminal.js';
import { baseUrlOf, type CheckSettings } from './check-options.js';

export interface JudgedRun {
  /** Without secrets. */
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
  readonly evidence: Evidence;
  readonly verdicts: readonly Verdict[];
  readonly decidedIfExclusive: ReadonlySet<string>;
  readonly run: Omit<SuiteRun, 'transcript'> | undefined;
}

/** Judges a deployment or, with `from`, a recording. Throws an InputError, and sends nothing, for invalid input or if the user declines. */
export async function judgeTarget(settings: CheckSettings, context: SuiteContext, terminal: Terminal) {
  if (settings.from !== undefined) return judgeRecording(settings, settings.from, terminal);
  const { transcript, ...run } = await sendProbes(settings, context, terminal);
  if (transcript.run === undefined) throw new Error('The transcript has no facts about its run.');
  return judgeTranscript(transcript, { ...transcript.run, judged: petstoreJudge }, terminal, run);
}

export function reportOn(
  { run, evidence, ...judged }: JudgedRun,
  waivers: readonly Waiver[],
  { failOn }: Pick<CheckSettings, 'failOn'>,
): Report {
  return buildReport({
    ...judged,
    observations: observe(evidence),
    waivers,
    failOnInconclusive: failOn === 'inconclusive',
    leftBehind: run?.leftBehind,
    budget: run?.budget,
    partialPlan: run?.partialPlan,
    nowMs: Date.now(),
  });
}

async function sendProbes(settings: CheckSettings, context: SuiteContext, terminal: Terminal): Promise<SuiteRun> {
  const { adminUrl, level, isConfirmed } = settings;
  const baseUrl = baseUrlOf(settings);
  const apiKey = readApiKey(terminal);
  const token = adminUrl === undefined ? '' : readAdminToken(terminal);
  if (level === 'exhaust' && !isConfirmed && adminUrl === undefined) {
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
      { ...settings, baseUrl, apiKey, seed, isFake, headers },
      {
        sender,
        clock,
        // Unlike the time of day, nobody sets it.
        realMs: () => performance.now(),
        restoreLog,
        // With a fake's clock to move, there are no waits.
        progress: (step) => (isFake && step.kind === 'waiting' ? undefined : progress.show(step)),
        signal,
      },
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

/** A transcript of the suite says how it was recorded; about any other only the options are known. Throws an InputError. */
function judgeRecording(settings: CheckSettings, file: string, terminal: Pick<Terminal, 'stderr'>): JudgedRun {
  const attempted = `Reading the recording ${file}`;
  const remedy = `Name a HAR file, such as ${reportFiles.har} in the folder of a report`;
  const { text, files } = openRecording(file, attempted, remedy);
  const transcript = readRecording(text, file, files);
  const known = transcript.run;
  const baseUrl = settings.baseUrl ?? known?.baseUrl ?? transcript.baseUrl;
  if (baseUrl === undefined) {
    const problem = 'it does not name the base URL of the service';
    throw new InputError(attempted, problem, 'Add it, such as https://api.example.test/v1');
  }
  const judgeSettings: JudgeSettings = {
    baseUrl,
    messagesUrl: settings.messagesUrl ?? (known === undefined ? baseUrl : known.messagesUrl),
    level: known?.level,
    plan: settings.plan ?? known?.plan,
    isExclusive: settings.isExclusive || known?.isExclusive === true,
    judged: petstoreJudge,
  };
  const judged = judgeTranscript(transcript, judgeSettings, terminal);
  if (judged.evidence.readings.length > 0) return judged;
  // The recording or the base URL is wrong.
  const { exchanges } = transcript;
  const origins = new Set(exchanges.map(({ request }) => parseUrl(request.url)?.origin ?? 'nowhere'));
  const elsewhere = exchanges.length === 0 ? '' : `; they went to ${[...origins].slice(0, MOST_ORIGINS).join(', ')}`;
  throw new InputError(
    `Judging ${file}`,
    `none of its ${counted(exchanges.length, 'exchange')} is under ${baseUrl}${elsewhere}`,
    'Name the base URL that was recorded, such as https://api.example.test/v1',
  );
}

const MOST_ORIGINS = 3;

/** Judges a transcript. If a run stopped before a request was accepted, as at a login page or a wrong address, every verdict is inconclusive. */
export function judgeTranscript(
  received: ReceivedTranscript | Transcript,
  settings: JudgeSettings,
  terminal: Pick<Terminal, 'stderr'>,
  run?: JudgedRun['run'],
): JudgedRun {
  const transcript = redactTranscript(received);
  warnOfProxy(transcript, terminal);
  const evidence = gatherEvidence(received, settings);
  const verdicts = judgeEvidence(evidence);
  const judged = { transcript, settings, evidence, run };
  if (transcript.run?.stopped === undefined || evidence.readings.some(isOfService)) {
    return { ...judged, verdicts, decidedIfExclusive: decidedIfExclusive(evidence, verdicts) };
  }
  return { ...judged, verdicts: verdicts.map(asInconclusive), decidedIfExclusive: new Set() };
}

const NOT_OF_SERVICE = [301, 302, 303, 307, 308, 401, 403, 404, 405];

/** A wrong address or key gets such a status, or a page that is neither JSON nor limited. */
function isOfService({ status = 0, received, header }: Reading): boolean {
  if (status >= 500) return true;
  const isLike = received.kind === 'json' || header('x-ratelimit-limit') !== undefined;
  return isLike && !NOT_OF_SERVICE.includes(status);
}

function asInconclusive(verdict: Verdict): Verdict {
  if (verdict.outcome === 'skipped') return verdict;
  const reason = 'no response came from the service';
  return { ...verdict, outcome: 'inconclusive', findings: [], unconfirmed: [], reason };
}

/** Responses that a petstore-mock proxy sent are not judged: a service could hide behind its header. */
function warnOfProxy({ exchanges }: Transcript, terminal: Pick<Terminal, 'stderr'>): void {
  const proxied = exchanges.filter(isProxyResponse);
  const [first] = proxied;
  if (first === undefined) return;
  const came = `${counted(proxied.length, 'response')} came from a petstore-mock proxy, not from the service`;
  const are = proxied.length === 1 ? 'is' : 'are';
  warn(terminal, `${came}, and ${are} not judged. #${first.number}: ${first.failure ?? ''}.`);
}
