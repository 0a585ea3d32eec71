import type { Look } from '../../../contract-tests/report/terminal-text.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import { isComparison } from '../../fidelity/compare/comparison.js';
import { jsonFile, requireWritable, writeOutput } from '../../files/output-file.js';
import { InputError } from '../../json/input-error.js';
import { oneLine } from '../../json/quoting.js';
import type { PlanName } from '../../service/plans.js';
import { checkOptions } from '../check/check-options.js';
import { planText } from '../check/check-output.js';
import { drawSeed } from '../check/judge-target.js';
import { learnTarget } from '../learn/learn-command.js';
import { chooseValues, type SuiteContext } from '../options.js';
import { readClientTls } from '../target.js';
import { layoutFor, problemOf, reportProblems, shellWord, type Terminal, warn } from '../terminal.js';
import { type CompareFlags, compareOptions } from './compare-options.js';
import { exitCodeOf, jsonOf, printComparison } from './compare-output.js';
import {
  assignOptions,
  type ComparedSide,
  checkSettingsOf,
  isFile,
  isRightKeyGiven,
  type LearnSide,
  learnSide,
  type OpenedSide,
  openSide,
  readKeys,
  type SideToLearn,
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
  learn: LearnSide = learnTarget,
): Promise<number> {
  const { flags } = request;
  const { stdout, folder, variables } = terminal;
  const settings = chooseValues(compareOptions, { flags });
  const [left, right] = openSides(request.targets, folder);
  if (left.place === right.place && !(left.kind === 'url' && isRightKeyGiven(terminal))) {
    throw new InputError('Comparing', 'both sides are the same', REMEDY);
  }
  const both = assignOptions({ ...flags, seed: flags.seed ?? drawSeed() }, left, right);
  if (settings.isDryRun) {
    const layout = layoutFor(stdout, variables);
    stdout.write(both.map((side, index) => sidePlanText(index === 0 ? 'left ' : 'right', side, layout)).join('\n'));
    return 0;
  }
  const [leftKey, rightKey] = readKeys(left, right, terminal);
  const file = jsonFile(settings.json, { folder, kind: 'comparison', isOfKind: isComparison });
  if (file !== undefined) requireWritable(file);
  // Before the other side receives requests.
  for (const side of both) readClientTls(chooseValues(checkOptions, side));
  const sides = await learnBoth(both, (side, plan, shareOf) => {
    const key = side === both[0] ? leftKey : rightKey;
    return learnSide(side, { key, plan, shareOf, context: request, terminal, learn });
  });
  const comparison = compareProfiles(...sides, settings.ignored);
  for (const { leftBehind } of sides) {
    if (leftBehind !== undefined) warn(terminal, `not restored: ${leftBehind}`);
  }
  printComparison(comparison, sides, settings, terminal);
  const problem = file && problemOf(() => writeOutput(file, jsonOf(comparison)));
  return reportProblems(exitCodeOf(comparison, sides), [problem], terminal);
}

function openSides(targets: readonly string[], folder: string): [left: OpenedSide, right: OpenedSide] {
  const [left, right, more] = targets;
  if (left !== undefined && right !== undefined && more === undefined) {
    return [openSide(left, 'left', folder), openSide(right, 'right', folder)];
  }
  const problem = more === undefined ? 'a side is missing' : 'more than two sides';
  // A wrong URL may contain a password: opening it rejects that before it is repeated.
  const one = left !== undefined && more === undefined ? openSide(left, 'left', folder).target : undefined;
  const remedy =
    one === undefined
      ? REMEDY
      : `Try petstore-mock compare ${shellWord(one)} ${one === 'fake' ? 'staging.json' : 'fake'}`;
  throw new InputError('Reading the command line', problem, remedy);
}

/** One after the other, a fake last: its key needs the plan of the other side. If both receive requests, they share the time. */
async function learnBoth(
  [left, right]: readonly [SideToLearn, SideToLearn],
  learn: (side: SideToLearn, plan: PlanName, shareOf: ((ms: number) => number) | undefined) => Promise<ComparedSide>,
): Promise<[ComparedSide, ComparedSide]> {
  const isTimeShared = !isFile(left.side) && !isFile(right.side);
  const [first, second] = left.side.kind === 'fake' ? [right, left] : [left, right];
  const one = await learn(first, 'free', isTimeShared ? (ms) => ms / 2 : undefined);
  const rest = isTimeShared ? (ms: number) => ms - (one.tookMs ?? 0) : undefined;
  const other = await learn(second, one.profile.limit.plan ?? 'free', rest);
  return first === left ? [one, other] : [other, one];
}

function sidePlanText(position: string, { side, flags }: SideToLearn, layout: Look): string {
  const { dim, bold } = layout.colors;
  const heading = `${dim(position)}  ${bold(oneLine(side.target))}\n`;
  if (isFile(side)) return `${heading}A file: it receives no requests.\n`;
  return heading + planText(checkSettingsOf(side, flags, 'free'), layout);
}
