import { planRequests } from '../../../contract-tests/plan.js';
import { parseWaivers } from '../../../contract-tests/waivers/waivers.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { deliver, readTextFile } from '../files.js';
import { layoutFor, type Terminal } from '../terminal.js';
import { deliverReport, planText, requireWritable } from './check-output.js';
import { gatherFromRecording } from './check-recording.js';
import { gatherFromService } from './check-service.js';
import { baseUrlOf, readCheckSettings } from './check-settings.js';
import { type CheckRequest, reportGathered } from './gathered.js';

/** Checks a deployment or a recording and prints the report; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function check(request: CheckRequest, terminal: Terminal): Promise<number> {
  const settings = readCheckSettings(request.target, request.flags);
  const waivers = readWaivers(settings.waiversFile);
  if (settings.isDryRun) {
    const plan = planRequests({ ...settings, baseUrl: baseUrlOf(settings), isFake: settings.adminUrl !== undefined });
    const { stdout, variables } = terminal;
    stdout.write(planText(plan, layoutFor(stdout, variables)));
    return 0;
  }
  requireWritable(settings, terminal);
  if (settings.history !== undefined) {
    const { checkWithHistory } = await import('./check-with-history.js');
    return checkWithHistory({ ...settings, history: settings.history, waivers }, request, terminal);
  }
  const gathered =
    settings.from === undefined
      ? await gatherFromService(settings, request, terminal)
      : gatherFromRecording(settings, settings.from, terminal);
  const report = reportGathered(gathered, waivers, settings);
  return deliver(report.summary.exitCode, terminal, () =>
    deliverReport(report, gathered.transcript, settings, request.version, terminal),
  );
}

function readWaivers(file: string | undefined): Waiver[] {
  if (file === undefined) return [];
  const text = readTextFile(file, `Reading the waivers ${file}`, 'Name a JSON file: --waivers waivers.json');
  return parseWaivers(text, file);
}
