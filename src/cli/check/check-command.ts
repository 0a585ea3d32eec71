import type { Waiver } from '../../../contract-tests/waivers/waivers.js';
import { readTextFile } from '../../files/read-file.js';
import type { SuiteRequest } from '../options.js';
import { layoutFor, type Terminal } from '../terminal.js';
import { type checkOptions, readCheckSettings } from './check-options.js';
import { chosenRules, judgeTarget } from './judge-target.js';
import { requireOutputs } from './outputs.js';

/** Checks a deployment or a recording and prints the report; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function check(request: SuiteRequest<typeof checkOptions>, terminal: Terminal): Promise<number> {
  const settings = readCheckSettings(request.target, request.flags);
  const { history, isDryRun } = settings;
  const { stdout, variables } = terminal;
  if (settings.isList) {
    const { chooseRules, ruleList } = await import('./chosen-rules.js');
    const { judged } = chooseRules(settings.rule.length > 0 ? settings.rule : ['*'], settings.level);
    stdout.write(ruleList(judged.rules, stdout.isTTY ? layoutFor(stdout, variables) : undefined));
    return 0;
  }
  const waivers = await readWaivers(settings.waiversFile);
  if (isDryRun) {
    const { planText } = await import('./check-output.js');
    stdout.write(planText(settings, layoutFor(stdout, variables), await chosenRules(settings)));
    return 0;
  }
  requireOutputs(settings, terminal);
  if (history !== undefined) {
    const { checkWithHistory } = await import('./check-with-history.js');
    return checkWithHistory(settings, history, waivers, request, terminal);
  }
  const judged = await judgeTarget(settings, request, terminal);
  const { reportRun } = await import('./check-output.js');
  return reportRun(judged, waivers, settings, request.version, terminal);
}

/** Reads a file of waivers; none without a file. Throws an InputError. */
export async function readWaivers(file: string | undefined): Promise<Waiver[]> {
  if (file === undefined) return [];
  const { parseWaivers } = await import('../../../contract-tests/waivers/waivers.js');
  const text = readTextFile(file, `Reading the waivers ${file}`, 'Name a JSON file: --waivers waivers.json');
  return parseWaivers(text, file);
}
