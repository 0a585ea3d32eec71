import type { Turn } from '../../../contract-tests/suite.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import { isComparison } from '../../fidelity/compare/comparison.js';
import { jsonFile, requireWritable, writeOutput } from '../../files/output-file.js';
import { InputError } from '../../json/input-error.js';
import { oneLine } from '../../json/quoting.js';
import type { PlanName } from '../../service/plans.js';
import { planText } from '../check/check-output.js';
import { drawSeed } from '../check/check-service.js';
import type { CheckFlags } from '../check/check-settings.js';
import type { SuiteContext } from '../check/gathered.js';
import { gatherProfile } from '../learn/gather-profile.js';
import { chooseValues } from '../options.js';
import { type Layout, layoutFor, problemOf, reportProblems, type Terminal, warn } from '../terminal.js';
import { type CompareFlags, compareOptions } from './compare-options.js';
import { exitCodeOf, jsonOf, printComparison } from './compare-output.js';
import {
  checkSettingsOf,
  flagsOfSides,
  type GatheredSide,
  gatherSide,
  isFile,
  isRightKeyGiven,
  type LearnSide,
  type OpenedSide,
  openSide,
  readKeys,
} from './compare-side.js';

interface CompareRequest extends SuiteContext {
  readonly targets: readonly string[];
  readonly flags: CompareFlags;
}

const REMEDY = 'Try petstore-mock compare staging.json fake';

/** Compares two sides and prints how they differ; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function compare(
  request: CompareRequest,
  terminal: Terminal,
  gather: LearnSide = gatherProfile,
): Promise<number> {
  const { flags } = request;
  const { stdout, folder, variables } = terminal;
  const settings = chooseValues(compareOptions, { flags });
  const [left, right] = openSides(request.targets, folder);
  const hasRightKey = isRightKeyGiven(terminal);
  if (left.place === right.place && !(left.kind === 'url' && hasRightKey)) {
    throw new InputError('Comparing', 'both sides are the same', REMEDY);
  }
  const seeded = { ...flags, seed: flags.seed ?? drawSeed() };
  const [leftFlags, rightFlags] = flagsOfSides(seeded, left.kind, right.kind);
  if (settings.isDryRun) {
    const layout = layoutFor(stdout, variables);
    const plans = [sidePlanText('left ', left, leftFlags, layout), sidePlanText('right', right, rightFlags, layout)];
    stdout.write(plans.join('\n'));
    return 0;
  }
  const keys = readKeys(left, right, terminal);
  const file = jsonFile(settings.json, { folder, kind: 'comparison', isOfKind: isComparison });
  if (file !== undefined) requireWritable(file);
  const how = { context: request, terminal, gather };
  const askLeft: Ask = (plan, turn) => gatherSide({ side: left, flags: leftFlags, key: keys.left, turn }, plan, how);
  const askRight: Ask = (plan, turn) =>
    gatherSide({ side: right, flags: rightFlags, key: keys.right, turn }, plan, how);
  const sides = await gatherBoth(askLeft, askRight, left.kind === 'fake', !isFile(left) && !isFile(right));
  const comparison = compareProfiles(...sides, settings.ignored);
  for (const { leftBehind } of sides) {
    if (leftBehind !== undefined) warn(terminal, `not restored: ${leftBehind}`);
  }
  printComparison(comparison, sides, settings, terminal);
  const problem = file && problemOf(() => writeOutput(file, jsonOf(comparison)));
  return reportProblems(exitCodeOf(comparison, sides), [problem], terminal);
}

/** Throws an InputError unless there are two sides. */
function openSides(targets: readonly string[], folder: string): [left: OpenedSide, right: OpenedSide] {
  const [left, right] = targets;
  if (left === undefined || right === undefined || targets.length > 2) {
    const problem = targets.length > 2 ? 'more than two sides' : 'a side is missing';
    throw new InputError('Reading the command line', problem, REMEDY);
  }
  return [openSide(left, 'left', folder), openSide(right, 'right', folder)];
}

type Ask = (plan: PlanName, turn: Turn | undefined) => Promise<GatheredSide>;

/** One after the other, a fake last: its key needs the plan of the other side. If both receive requests, they share the time. */
async function gatherBoth(
  askLeft: Ask,
  askRight: Ask,
  isLeftFake: boolean,
  isTimeShared: boolean,
): Promise<[GatheredSide, GatheredSide]> {
  const [askFirst, askSecond] = isLeftFake ? [askRight, askLeft] : [askLeft, askRight];
  const first = await askFirst('free', isTimeShared ? 'first' : undefined);
  const { profile, tookMs } = first;
  const second = await askSecond(profile.limit.plan ?? 'free', isTimeShared ? { usedMs: tookMs ?? 0 } : undefined);
  return isLeftFake ? [second, first] : [first, second];
}

function sidePlanText(position: string, side: OpenedSide, flags: CheckFlags, layout: Layout): string {
  const { colors } = layout;
  const heading = `${colors.dim(position)}  ${colors.bold(oneLine(side.target))}\n`;
  if (isFile(side)) return `${heading}A file: it receives no requests.\n`;
  return heading + planText({ ...checkSettingsOf(side, flags, 'free'), isLearning: true }, layout);
}
