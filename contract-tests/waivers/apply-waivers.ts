import type { Transcript } from '../../src/exchange/transcript.js';
import type { Verdict } from '../../src/judge/judge.js';
import { operationOf } from '../../src/judge/reading.js';
import type { Finding, JudgeSettings } from '../../src/judge/rule.js';
import { isExpired, type Waiver, waiversFor } from './waivers.js';

/** A waiver as a report shows it. */
interface AppliedWaiver {
  readonly operation: string | null;
  readonly reason: string;
  readonly expires: string;
  readonly isExpired: boolean;
  readonly isStale: boolean;
}

interface Judged {
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
  readonly waivers: readonly Waiver[];
  readonly nowMs: number;
}

/**
 * Returns the waivers of a rule for the deployment, and which findings are waived. A waiver is stale if the rule was judged, for the
 * waiver's operation too, and it covers nothing: a run that stopped early does not show that.
 */
export function applyWaivers(
  { rule, outcome, findings, unconfirmed, exchanges }: Verdict,
  { transcript, settings, waivers, nowMs }: Judged,
): { readonly applied: AppliedWaiver[]; readonly isWaived: (finding: Finding) => boolean } {
  const own = waiversFor(settings.baseUrl, waivers).filter((waiver) => waiver.rule === rule.id);
  const operations = own.some(({ operation }) => operation !== undefined)
    ? new Map(transcript.exchanges.map(({ number, request }) => [number, operationIn(request, settings)]))
    : undefined;
  const covers = ({ operation }: Waiver, exchange: number) =>
    operation === undefined || operations?.get(exchange) === operation;
  const isJudged = outcome !== 'skipped' && outcome !== 'inconclusive' && transcript.run?.stopped === undefined;
  const isStale = (waiver: Waiver) =>
    isJudged &&
    ![...findings, ...unconfirmed].some(({ exchange }) => covers(waiver, exchange)) &&
    (waiver.operation === undefined || exchanges.some((exchange) => covers(waiver, exchange)));
  return {
    applied: own.map((waiver) => ({
      operation: waiver.operation ?? null,
      reason: waiver.reason,
      expires: waiver.expires,
      isExpired: isExpired(waiver, nowMs),
      isStale: isStale(waiver),
    })),
    isWaived: ({ exchange }) => own.some((waiver) => !isExpired(waiver, nowMs) && covers(waiver, exchange)),
  };
}

const operationIn = (request: Parameters<typeof operationOf>[0], settings: JudgeSettings) =>
  operationOf(request, settings, settings.judged.service)?.id;
