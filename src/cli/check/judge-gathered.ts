import { isJsonObject } from '../../json/json-value.js';
import { gatherEvidence } from '../../judge/evidence.js';
import { judge, type Verdict } from '../../judge/judge.js';
import type { Reading } from '../../judge/reading.js';
import { schemas } from '../../spec/schemas.js';
import type { Gathered } from './check-request.js';

/**
 * Judges what was gathered. What a login page or a wrong address answered breaks no promise of the service: where a run was stopped
 * before anything looked like the service, every rule that was to be judged is inconclusive.
 */
export function judgeGathered({ transcript, settings }: Pick<Gathered, 'transcript' | 'settings'>): Verdict[] {
  const verdicts = judge(transcript, settings);
  const { readings } = gatherEvidence(transcript, settings);
  const answered = readings.filter(({ status }) => status !== undefined);
  const isElsewhere = transcript.run?.stopped !== undefined && answered.length > 0 && !answered.some(mayBeService);
  return isElsewhere ? verdicts.map(untold) : verdicts;
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

function untold(verdict: Verdict): Verdict {
  if (verdict.outcome === 'not-run') return verdict;
  const reason = 'nothing that answered looks like the service';
  return { ...verdict, outcome: 'inconclusive', findings: [], unconfirmed: [], reason };
}
