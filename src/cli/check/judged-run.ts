import { buildReport } from '../../../contract-tests/report/build-report.js';
import type { Report } from '../../../contract-tests/report/report.js';
import { reportFiles } from '../../../contract-tests/report/report-files.js';
import type { SuiteRun } from '../../../contract-tests/suite.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers.js';
import { isProxyResponse } from '../../exchange/proxy-response.js';
import { readRecording } from '../../exchange/read-har.js';
import { redactTranscript } from '../../exchange/redact-exchange.js';
import type { ReceivedTranscript, Transcript } from '../../exchange/transcript.js';
import { openRecording } from '../../files/open-recording.js';
import { InputError } from '../../json/input-error.js';
import { parseUrl } from '../../json/parse-url.js';
import { counted } from '../../json/quoting.js';
import { decidedIfExclusive, gatherAndJudge, type Verdict } from '../../judge/judge.js';
import { observe } from '../../judge/observations/observe.js';
import type { Reading } from '../../judge/reading.js';
import type { Evidence, JudgeSettings } from '../../judge/rule.js';
import { petstoreJudge } from '../../judge/rules/index.js';
import { type Terminal, warn } from '../terminal.js';
import type { CheckSettings } from './check-options.js';
import { repeatCommand } from './repeat-command.js';

export interface JudgedRun {
  /** Without secrets. */
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
  readonly evidence: Evidence;
  readonly verdicts: readonly Verdict[];
  readonly decidedIfExclusive: ReadonlySet<string>;
  readonly run: Omit<SuiteRun, 'transcript'> | undefined;
}

export function reportOn(
  { run, evidence, ...judged }: JudgedRun,
  waivers: readonly Waiver[],
  settings: CheckSettings,
  version: string,
): Report {
  return buildReport({
    ...judged,
    observations: observe(evidence),
    waivers,
    failOnInconclusive: settings.failOn === 'inconclusive',
    version,
    rulesUpTo: settings.rules,
    failOnStaleWaivers: settings.isStrictOnWaivers,
    leftBehind: run?.leftBehind,
    budget: run?.budget,
    partialPlan: run?.partialPlan,
    nowMs: Date.now(),
    chosenRules: settings.rule,
    repeat: (rule, exchanges) => repeatCommand({ ...judged, rule, exchanges }, settings),
  });
}

/** A transcript of the suite says how it was recorded; about any other only the options are known. Throws an InputError. */
export function judgeRecording(
  settings: CheckSettings,
  file: string,
  terminal: Pick<Terminal, 'stderr'>,
  judged = petstoreJudge,
): JudgedRun {
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
    judged,
  };
  const judgedRun = judgeTranscript(transcript, judgeSettings, terminal);
  if (judgedRun.evidence.readings.length > 0) return judgedRun;
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

export function judgeRun(
  { transcript, ...run }: SuiteRun,
  terminal: Pick<Terminal, 'stderr'>,
  judged = petstoreJudge,
): JudgedRun {
  return judgeTranscript(transcript, { ...transcript.run, judged }, terminal, run);
}

/** Judges a transcript. If a run stopped before a request was accepted, as at a login page or a wrong address, every verdict is inconclusive. */
export function judgeTranscript(
  received: ReceivedTranscript | Transcript,
  settings: JudgeSettings,
  terminal: Pick<Terminal, 'stderr'>,
  run?: JudgedRun['run'],
): JudgedRun {
  const transcript = redactTranscript(received);
  warnOfProxy(transcript, terminal);
  const { evidence, verdicts } = run?.judgement ?? gatherAndJudge(received, settings);
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
