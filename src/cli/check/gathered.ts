import { buildReport } from '../../../contract-tests/report/build-report.js';
import type { Report } from '../../../contract-tests/report/report.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { isProxyResponse } from '../../exchange/proxy-response.js';
import { redactTranscript } from '../../exchange/redact-exchange.js';
import type { ReceivedTranscript, Transcript } from '../../exchange/transcript.js';
import { counted } from '../../json/quoting.js';
import { type Evidence, gatherEvidence, type JudgeSettings, type Reading } from '../../judge/evidence.js';
import { decidedIfExclusive, judgeEvidence, type Verdict } from '../../judge/judge.js';
import { observe } from '../../judge/observations/observe.js';
import type { Flags, OptionTable } from '../options.js';
import type { OnCutShort } from '../signals.js';
import { type Confirm, type Terminal, warn } from '../terminal.js';
import type { CheckSettings } from './check-settings.js';

/** What every command of the suite receives. */
export interface SuiteContext {
  readonly version: string;
  readonly confirm: Confirm;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Registers a report of unfinished writes, for when the process is ended at once. */
  readonly onCutShort?: OnCutShort;
  /** Until a response is complete; default 30 s. */
  readonly responseTimeoutMs?: number;
}

/** What a command of the suite receives beside its terminal. */
export interface SuiteRequest<Table extends OptionTable> extends SuiteContext {
  readonly target: string | undefined;
  readonly flags: Flags<Table>;
}

/** A transcript with its verdicts, and how it was recorded. */
export interface Gathered {
  /** Without secrets. */
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
  readonly evidence: Evidence;
  readonly verdicts: readonly Verdict[];
  readonly decidedIfExclusive: ReadonlySet<string>;
  readonly leftBehind: string | undefined;
  /** The maximum number of requests; undefined for a recording. */
  readonly budget: number | undefined;
  /** How long the run took; undefined for a recording. */
  readonly tookMs: number | undefined;
}

/**
 * Judges a transcript, and warns about responses of a proxy in it. The responses of a login page or at a wrong address are not
 * violations: if a run stopped before a request was accepted, every rule that would be judged is inconclusive.
 */
export function judgeTranscript(
  received: ReceivedTranscript | Transcript,
  settings: JudgeSettings,
  terminal: Pick<Terminal, 'stderr'>,
  { leftBehind, budget, tookMs }: Partial<Pick<Gathered, 'leftBehind' | 'budget' | 'tookMs'>> = {},
): Gathered {
  const transcript = redactTranscript(received);
  warnOfProxy(transcript, terminal);
  const evidence = gatherEvidence(received, settings);
  const verdicts = judgeEvidence(evidence);
  const isNotService = transcript.run?.stopped !== undefined && !evidence.readings.some(isOfService);
  return {
    transcript,
    settings,
    evidence,
    verdicts: isNotService ? verdicts.map(asInconclusive) : verdicts,
    decidedIfExclusive: isNotService ? new Set() : decidedIfExclusive(evidence, verdicts),
    leftBehind,
    budget,
    tookMs,
  };
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

/** Builds the report on a transcript. */
export function reportGathered(
  gathered: Gathered,
  waivers: readonly Waiver[],
  { failOn }: Pick<CheckSettings, 'failOn'>,
): Report {
  return buildReport({
    ...gathered,
    observations: observe(gathered.evidence),
    waivers,
    failOnInconclusive: failOn === 'inconclusive',
    nowMs: Date.now(),
  });
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
