import { parseWaivers, type Waiver } from '../../../contract-tests/waivers/waivers.js';
import { readTextFile } from '../../files/read-file.js';
import type { SuiteRequest } from '../options.js';
import { layoutFor, reportProblems, type Terminal } from '../terminal.js';
import { type checkOptions, readCheckSettings } from './check-options.js';
import { planText, printReport, requireOutputs, writeOutputs } from './check-output.js';
import { judgeTarget, reportOn } from './judge-target.js';

/** Checks a deployment or a recording and prints the report; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function check(request: SuiteRequest<typeof checkOptions>, terminal: Terminal): Promise<number> {
  const settings = readCheckSettings(request.target, request.flags);
  const { history, isDryRun } = settings;
  const waivers = readWaivers(settings.waiversFile);
  if (isDryRun) {
    terminal.stdout.write(planText(settings, layoutFor(terminal.stdout, terminal.variables)));
    return 0;
  }
  requireOutputs(settings, terminal);
  if (history !== undefined) {
    const { checkWithHistory } = await import('./check-with-history.js');
    return checkWithHistory(settings, history, waivers, request, terminal);
  }
  const judged = await judgeTarget(settings, request, terminal);
  const report = reportOn(judged, waivers, settings);
  const problems = writeOutputs(report, judged.transcript, settings, request.version, terminal);
  printReport(report, judged.transcript, problems, settings, terminal);
  return reportProblems(report.summary.exitCode, problems, terminal);
}

function readWaivers(file: string | undefined): Waiver[] {
  if (file === undefined) return [];
  const text = readTextFile(file, `Reading the waivers ${file}`, 'Name a JSON file: --waivers waivers.json');
  return parseWaivers(text, file);
}
