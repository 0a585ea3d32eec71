import { buildReport } from '../../../contract-tests/report/build-report.js';
import type { Report } from '../../../contract-tests/report/report.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { isProxyResponse } from '../../exchange/proxy-response.js';
import type { Transcript } from '../../exchange/transcript.js';
import { coverStatements } from '../../judge/coverage.js';
import type { Evidence, JudgeSettings } from '../../judge/evidence.js';
import { judgeEvidence, type Verdict } from '../../judge/judge.js';
import { observe } from '../../judge/observations/observe.js';
import type { Reading } from '../../judge/reading.js';
import { isJsonObject } from '../../spec/json.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { schemas } from '../../spec/schemas.js';
import type { Confirm, Terminal } from '../terminal.js';
import type { CheckFlags, CheckSettings } from './check-settings.js';

/** What `check`, `learn` and `restore` get beside their terminal. */
export interface CheckRequest {
  readonly target: string | undefined;
  readonly flags: CheckFlags;
  readonly version: string;
  readonly confirm: Confirm;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Told, once writes may be under way, how to say what is left undone by whoever ends the process at once. Answers how to say that none are any more. */
  readonly onWriting?: (tellUnfinished: () => void) => () => void;
  /** Until a whole answer has come; default 30 s. */
  readonly responseTimeoutMs?: number;
}

/** What there is to judge, and what is known of how it came about. */
export interface Gathered {
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
  /** The same, as rules and observations read it. */
  readonly evidence: Evidence;
  /** What could not be put back. */
  readonly leftBehind: string | undefined;
  /** The most requests that could be sent; undefined where none were. */
  readonly budget: number | undefined;
}

/**
 * Judges what was gathered. What a login page or a wrong address answered breaks no promise of the service: where a run was stopped
 * before anything looked like the service, every rule that was to be judged is inconclusive.
 */
export function judgeGathered({ transcript, evidence }: Pick<Gathered, 'transcript' | 'evidence'>): Verdict[] {
  const verdicts = judgeEvidence(evidence);
  const responded = evidence.readings.filter(({ status }) => status !== undefined);
  const isElsewhere = transcript.run?.stopped !== undefined && responded.length > 0 && !responded.some(mayBeService);
  return isElsewhere ? verdicts.map(asInconclusive) : verdicts;
}

/**
 * The headers of the limits (§8.1), lists, and most of an Error (§2.4) are signs of the service. A body that is not known may be its
 * own, and a failure may be its failure.
 */
function mayBeService({ received, header, status = 0 }: Reading): boolean {
  if (received.kind === 'unknown' || status >= 500 || header('x-ratelimit-limit') !== undefined) return true;
  if (received.kind !== 'json') return false;
  const { value } = received;
  if (!isJsonObject(value)) return Array.isArray(value);
  return schemas.Error.required.filter((name) => Object.hasOwn(value, name)).length >= 2;
}

function asInconclusive(verdict: Verdict): Verdict {
  if (verdict.outcome === 'skipped') return verdict;
  const reason = 'nothing that answered looks like the service';
  return { ...verdict, outcome: 'inconclusive', findings: [], unconfirmed: [], reason };
}

/** Judges what was gathered, unless `verdicts` has done so, and puts together everything that was found. */
export function reportGathered(
  gathered: Gathered,
  waivers: readonly Waiver[],
  { failOn }: Pick<CheckSettings, 'failOn'>,
  verdicts: readonly Verdict[] = judgeGathered(gathered),
): Report {
  return buildReport({
    ...gathered,
    verdicts,
    observations: observe(gathered.evidence),
    coverage: coverStatements(verdicts),
    waivers,
    failOnInconclusive: failOn === 'inconclusive',
    nowMs: Date.now(),
  });
}

/** Tells the terminal how many answers are not judged, since a proxy gave them: a service could hide behind its header. */
export function reportProxyResponses({ exchanges }: Transcript, { stderr }: Pick<Terminal, 'stderr'>): void {
  const proxied = exchanges.filter(isProxyResponse);
  const [first] = proxied;
  if (first === undefined) return;
  const came = `${counted(proxied.length, 'answer')} came from a petstore-mock proxy, not from the service`;
  stderr.write(
    `petstore-mock: ${came}, and ${proxied.length === 1 ? 'is' : 'are'} not judged. ${failureText(first)}.\n`,
  );
}

function failureText({ number, failure = '' }: Transcript['exchanges'][number]): string {
  return `#${number}: ${oneLine(failure)}`;
}
