import type { Turn } from '../../../contract-tests/suite.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import { isComparison } from '../../fidelity/compare/comparison.js';
import type { QuestionId } from '../../spec/open-questions.js';
import type { PlanName } from '../../spec/plans.js';
import { oneLine } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import { planText } from '../check/check-output.js';
import { drawSeed } from '../check/check-service.js';
import type { CheckFlags } from '../check/check-settings.js';
import type { SuiteContext } from '../check/gathered.js';
import { gatherProfile } from '../learn/gather-profile.js';
import { levelText } from '../learn/level-text.js';
import { jsonFile, problemOf, requireWritable, withProblems, writeOutput } from '../output-file.js';
import { requireReport, writeSidesTo } from '../report-folder.js';
import { type Layout, layoutFor, type Terminal, warn } from '../terminal.js';
import { jsonOf, printComparison } from './compare-output.js';
import { comparisonReport } from './compare-report.js';
import { type CompareFlags, readCompareSettings } from './compare-settings.js';
import {
  checkSettingsOf,
  flagsOfSides,
  type GatheredSide,
  gatherSide,
  type LearnSide,
  type OpenedSide,
  openSide,
} from './compare-side.js';
import { exitCodeOf } from './compare-words.js';
import { isRightKeyGiven, readKeys } from './side-keys.js';

interface CompareRequest extends SuiteContext {
  readonly targets: readonly string[];
  readonly flags: CompareFlags;
}

/** Compares two sides and prints how they differ; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function compare(
  request: CompareRequest,
  terminal: Terminal,
  gather: LearnSide = gatherProfile,
): Promise<number> {
  const { flags } = request;
  const { stdout, folder, variables } = terminal;
  const settings = readCompareSettings(request.targets, flags);
  const left = openSide(settings.left, folder);
  const right = openSide(settings.right, folder);
  const hasRightKey = isRightKeyGiven(flags, terminal);
  if (left.place === right.place && !(left.kind === 'url' && hasRightKey)) {
    throw new InputError('Comparing', 'both sides are the same', 'Try petstore-mock compare staging.json fake');
  }
  const seeded = { ...flags, seed: flags.seed ?? drawSeed() };
  const [leftFlags, rightFlags] = flagsOfSides(seeded, left.kind, right.kind);
  const sink = settings.json === '-' && !settings.isDryRun ? terminal.stderr : stdout;
  const layout = layoutFor(sink, variables);
  const announced = levelLine(
    [
      [left, leftFlags],
      [right, rightFlags],
    ],
    layout,
  );
  if (settings.isDryRun) {
    if (isFile(left) && isFile(right)) {
      const problem = 'both sides are files, which receive no requests';
      throw new InputError('Reading --dry-run', problem, 'Leave out --dry-run');
    }
    const plans = [sidePlanText('left ', left, leftFlags, layout), sidePlanText('right', right, rightFlags, layout)];
    stdout.write(`${announced}\n${plans.join('\n')}`);
    return 0;
  }
  const keys = readKeys(left, right, flags, terminal);
  const file = jsonFile(settings.json, { folder, kind: 'comparison', isOfKind: isComparison });
  requireReport(settings.report, folder, 'Comparison', () => file && requireWritable(file));
  sink.write(announced);

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
  const reportProblem = writeSidesTo(
    settings.report,
    folder,
    () => comparisonReport(comparison, sides),
    jsonOf(comparison),
  );
  return withProblems(exitCodeOf(comparison, sides), [problem, reportProblem], terminal);
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

/** Formats what the level does, unless both sides are files. A higher one adds only what a profile has, too. */
function levelLine(sides: readonly (readonly [OpenedSide, CheckFlags])[], layout: Layout): string {
  const fresh = sides.flatMap(([side, flags]) => (isFile(side) ? [] : [checkSettingsOf(side, flags, 'free')]));
  const [first] = fresh;
  if (first === undefined) return '';
  const profiles = sides.flatMap(([side]) => (side.kind === 'profile' ? [side.profile] : []));
  const hasAll = (id: QuestionId) => profiles.every(({ questions }) => questions[id]?.origin === 'observed');
  const sendsMessages = fresh.every(({ messagesUrl }) => messagesUrl !== undefined);
  return levelText({ level: first.level, sendsMessages }, layout, hasAll);
}

function sidePlanText(position: string, side: OpenedSide, flags: CheckFlags, layout: Layout): string {
  const { colors } = layout;
  const heading = `${colors.dim(position)}  ${colors.bold(oneLine(side.target))}\n`;
  if (isFile(side)) return `${heading}A file: it receives no requests.\n`;
  return heading + planText({ ...checkSettingsOf(side, flags, 'free'), isLearning: true }, layout);
}

function isFile(side: OpenedSide): side is Extract<OpenedSide, { kind: 'profile' | 'recording' }> {
  return side.kind === 'profile' || side.kind === 'recording';
}
