import type { Transcript } from '../../src/exchange/transcript.js';
import type { Verdict } from '../../src/judge/judge.js';
import { operationOf } from '../../src/judge/reading.js';
import type { Finding, JudgeSettings } from '../../src/judge/rule.js';
import { isExpired, type Waiver, waiversFor } from './waivers.js';

/**
 * Returns the waivers of a rule for the deployment, and which findings are waived. A waiver is stale if the rule was judged, for the
 * waiver's operation too, and it covers nothing: a run that stopped early does not show that.
 */
export function applyWaivers(
  { rule, outcome, findings, unconfirmed, exchanges }: Verdict,
  judged: { transcript: Transcript; settings: JudgeSettings; waivers: readonly Waiver[]; nowMs: number },
) {
  const { transcript, settings, waivers, nowMs } = judged;
  const own = waiversFor(settings.baseUrl, waivers).filter((waiver) => waiver.rule === rule.id);
  const idIn = (request: Parameters<typeof operationOf>[0]) =>
    operationOf(request, settings, settings.judged.service)?.id;
  const isNarrow = own.some(({ operation }) => operation !== undefined);
  const operations = new Map(
    isNarrow ? transcript.exchanges.map(({ number, request }) => [number, idIn(request)]) : [],
  );
  const covers = ({ operation }: Waiver, exchange: number) =>
    operation === undefined || operations.get(exchange) === operation;
  const isJudged = outcome !== 'skipped' && outcome !== 'inconclusive' && transcript.run?.stopped === undefined;
  const isStale = (waiver: Waiver) =>
    isJudged &&
    ![...findings, ...unconfirmed].some(({ exchange }) => covers(waiver, exchange)) &&
    (waiver.operation === undefined || exchanges.some((exchange) => covers(waiver, exchange)));
  const applied = own.map((waiver) => {
    const { operation = null, reason, expires } = waiver;
    return { operation, reason, expires, isExpired: isExpired(waiver, nowMs), isStale: isStale(waiver) };
  });
  const isWaived = ({ exchange }: Finding) =>
    own.some((waiver) => !isExpired(waiver, nowMs) && covers(waiver, exchange));
  return { applied, isWaived };
}
