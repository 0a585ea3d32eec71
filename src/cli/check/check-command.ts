import { parseWaivers } from '../../../contract-tests/waivers/waivers.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { readTextFile } from '../../files/read-file.js';
import { layoutFor, reportProblems, type Terminal } from '../terminal.js';
import type { checkOptions } from './check-options.js';
import { planText, printReport, requireOutputs, writeOutputs } from './check-output.js';
import { gather } from './check-service.js';
import { readCheckSettings } from './check-settings.js';
import { reportGathered, type SuiteRequest } from './gathered.js';

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
    return checkWithHistory({ ...settings, history }, waivers, request, terminal);
  }
  const gathered = await gather(settings, request, terminal);
  const report = reportGathered(gathered, waivers, settings);
  const problems = writeOutputs(report, gathered.transcript, settings, request.version, terminal);
  printReport(report, gathered.transcript, problems, settings, terminal);
  return reportProblems(report.summary.exitCode, problems, terminal);
}

function readWaivers(file: string | undefined): Waiver[] {
  if (file === undefined) return [];
  const text = readTextFile(file, `Reading the waivers ${file}`, 'Name a JSON file: --waivers waivers.json');
  return parseWaivers(text, file);
}
