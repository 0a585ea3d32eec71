import { planRequests } from '../../contract-tests/plan.js';
import { buildReport } from '../../contract-tests/report/build-report.js';
import { parseWaivers } from '../../contract-tests/waivers/waivers.js';
import type { Waiver } from '../../contract-tests/waivers/waivers-schema.js';
import { oneLine } from '../json/one-line.js';
import { coverStatements } from '../judge/coverage.js';
import { gatherEvidence } from '../judge/evidence.js';
import { judge } from '../judge/judge.js';
import { observe } from '../judge/observations/observe.js';
import { InputError } from '../validation/input-error.js';
import { deliverReport, requireWritable } from './check-output.js';
import { gatherFromRecording } from './check-recording.js';
import type { CheckRequest } from './check-request.js';
import { gatherFromService } from './check-service.js';
import { baseUrlOf, readCheckSettings } from './check-settings.js';
import { planText } from './plan-text.js';
import { readTextFile } from './read-text-file.js';
import { colorsFor, type Terminal } from './terminal.js';

/** Checks a deployment or a recording and reports; answers the exit code. Throws an InputError, and sends nothing, when it was told something wrong. */
export async function check(request: CheckRequest, terminal: Terminal): Promise<number> {
  const settings = readCheckSettings(request.target, request.flags);
  const waivers = readWaivers(settings.waivers);
  if (settings.isDryRun) {
    const plan = planRequests({ ...settings, baseUrl: baseUrlOf(settings), isFake: settings.adminUrl !== undefined });
    terminal.stdout.write(planText(plan, colorsFor(terminal.stdout, terminal.variables)));
    return 0;
  }
  requireWritable(settings, terminal);
  const gathered =
    settings.from === undefined
      ? await gatherFromService(settings, request, terminal)
      : gatherFromRecording(settings, settings.from);

  const verdicts = judge(gathered.transcript, gathered.settings);
  const report = buildReport({
    ...gathered,
    verdicts,
    observations: observe(gatherEvidence(gathered.transcript, gathered.settings)),
    coverage: coverStatements(verdicts),
    waivers,
    failOnInconclusive: settings.failsOnInconclusive,
    nowMs: Date.now(),
  });
  try {
    deliverReport(report, gathered.transcript, settings, request.version, terminal);
    return report.summary.exitCode;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // By now requests were sent, so that it is no matter of usage any more.
    terminal.stderr.write(`petstore-mock: ${oneLine(error.message)}\n`);
    return report.summary.exitCode === 0 ? INCOMPLETE : report.summary.exitCode;
  }
}

const INCOMPLETE = 3;

function readWaivers(file: string | undefined): Waiver[] {
  if (file === undefined) return [];
  const text = readTextFile(file, `Reading the waivers ${file}`, 'Name a JSON file: --waivers waivers.json');
  return parseWaivers(text, file);
}
