import { buildReport } from '../../../contract-tests/report/build-report.js';
import type { Report } from '../../../contract-tests/report/report.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { coverStatements } from '../../judge/coverage.js';
import { gatherEvidence } from '../../judge/evidence.js';
import type { Verdict } from '../../judge/judge.js';
import { observe } from '../../judge/observations/observe.js';
import type { Gathered } from './check-request.js';
import { judgeGathered } from './judge-gathered.js';

/** Judges what was gathered, unless `verdicts` has done so, and puts together everything that was found. */
export function reportGathered(
  gathered: Gathered,
  waivers: readonly Waiver[],
  settings: { readonly failsOnInconclusive: boolean },
  verdicts: readonly Verdict[] = judgeGathered(gathered),
): Report {
  return buildReport({
    ...gathered,
    verdicts,
    observations: observe(gatherEvidence(gathered.transcript, gathered.settings)),
    coverage: coverStatements(verdicts),
    waivers,
    failOnInconclusive: settings.failsOnInconclusive,
    nowMs: Date.now(),
  });
}
