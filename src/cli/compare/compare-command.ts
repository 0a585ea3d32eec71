import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { planRequests } from '../../../contract-tests/plan.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import { isComparison } from '../../fidelity/compare/comparison.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { PlanName } from '../../spec/plans.js';
import { oneLine } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import { planText } from '../check/check-output.js';
import { drawSeed } from '../check/check-service.js';
import { baseUrlOf, type CheckFlags } from '../check/check-settings.js';
import type { CheckRequest } from '../check/gathered.js';
import { deliver, requireJsonFile } from '../files.js';
import { gatherProfile } from '../learn/gather-profile.js';
import { readApiKey } from '../target.js';
import { type Layout, layoutFor, type Terminal, warn } from '../terminal.js';
import { deliverComparison } from './compare-output.js';
import { type CompareFlags, type CompareSettings, readCompareSettings, type SideSettings } from './compare-settings.js';
import {
  checkSettingsOf,
  type GatheredSide,
  gatherSide,
  type LearnSide,
  type NamedSide,
  type OpenedSide,
  openSide,
} from './compare-side.js';
import { exitCodeOf } from './compare-words.js';

/** What `compare` receives beside its terminal. */
export interface CompareRequest extends Omit<CheckRequest, 'target' | 'flags'> {
  readonly targets: readonly string[];
  readonly flags: CompareFlags;
}

/** Compares two sides and prints how they differ; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function compare(
  request: CompareRequest,
  terminal: Terminal,
  gather: LearnSide = gatherProfile,
): Promise<number> {
  const settings = readCompareSettings(request.targets, request.flags);
  const { isDryRun, json } = settings;
  const left = openSide(settings.left, terminal.folder);
  const right = openSide(settings.right, terminal.folder);
  requireTwo(left, right, settings, terminal);
  const seed = { seed: request.flags.seed ?? drawSeed() };
  const onLeft = { opened: left, ...settings.left, flags: { ...flagsOfLeft(left, right, settings), ...seed } };
  const onRight = { opened: right, ...settings.right, flags: { ...flagsOfRight(left, right, settings), ...seed } };
  if (isDryRun) {
    const { stdout, variables } = terminal;
    stdout.write(comparePlanText([onLeft, onRight], layoutFor(stdout, variables)));
    return 0;
  }
  const keys = readKeys({ left: addressOf(left), right: addressOf(right) }, settings, terminal);
  if (typeof json === 'object') requireJson(json.file, terminal);

  const ask = (side: NamedSide, key: string | undefined) => (plan: PlanName) =>
    gatherSide(side, key, plan, { request, terminal, gather });
  const sides = await gatherBoth(ask(onLeft, keys.left), ask(onRight, keys.right), left.kind === 'fake');
  const comparison = compareProfiles(...sides, settings);
  for (const { leftBehind } of sides) {
    if (leftBehind !== undefined) warn(terminal, `not restored: ${leftBehind}`);
  }
  return deliver(exitCodeOf(comparison, sides), terminal, () => {
    deliverComparison(comparison, sides, settings, terminal);
  });
}

function requireJson(file: string, { folder }: Terminal): void {
  requireJsonFile(resolve(folder, file), file, { name: 'comparison', is: isComparison });
}

function addressOf(side: OpenedSide): string | undefined {
  return side.kind === 'url' ? side.baseUrl : undefined;
}

/** Options without a side are for the only URL: a fake on the left gets none that are about a deployment. */
function flagsOfLeft(left: OpenedSide, right: OpenedSide, settings: CompareSettings): CheckFlags {
  return left.kind === 'fake' && right.kind === 'url' ? settings.shared : settings.left.flags;
}

/** If the right side is the only URL, options need not name it. */
function flagsOfRight(left: OpenedSide, right: OpenedSide, settings: CompareSettings): CheckFlags {
  const isOnlyUrl = right.kind === 'url' && left.kind !== 'url';
  return { ...(isOnlyUrl && settings.left.flags), ...settings.right.flags };
}

type Ask = (plan: PlanName) => Promise<GatheredSide>;

/** One after the other, a fake last: its key needs the plan of the other side. */
async function gatherBoth(askLeft: Ask, askRight: Ask, isLeftFake: boolean): Promise<[GatheredSide, GatheredSide]> {
  const planOf = ({ profile }: GatheredSide) => profile.limit.plan ?? 'free';
  if (isLeftFake) {
    const right = await askRight('free');
    return [await askLeft(planOf(right)), right];
  }
  const left = await askLeft('free');
  return [left, await askRight(planOf(left))];
}

/** Rejects the same side twice, unless the right has its own key. */
function requireTwo(
  left: OpenedSide,
  right: OpenedSide,
  settings: CompareSettings,
  { folder, variables }: Terminal,
): void {
  const placeOf = (side: OpenedSide, { target }: SideSettings) =>
    side.kind === 'url' ? side.baseUrl : side.kind === 'fake' ? 'fake' : realpathSync(resolve(folder, target));
  const isTwice = left.kind === right.kind && placeOf(left, settings.left) === placeOf(right, settings.right);
  const hasOwnKey = (variables.PETSTORE_API_KEY_RIGHT ?? '') !== '' || settings.right.flags.apiKeyFile !== undefined;
  if (!isTwice || (left.kind === 'url' && hasOwnKey)) return;
  throw new InputError('Comparing', 'both sides are the same', 'Try petstore-mock compare staging.json fake');
}

/** Formats what each side would receive, for `--dry-run`. Throws an InputError if both are files. */
function comparePlanText(sides: readonly NamedSide[], layout: Layout): string {
  if (sides.every(({ opened }) => isFile(opened))) {
    throw new InputError('Reading --dry-run', 'both sides are files, which receive no requests', 'Leave out --dry-run');
  }
  return sides.map((side) => sideText(side, layout)).join('\n');
}

function sideText({ opened, position, target, flags }: NamedSide, layout: Layout): string {
  const { colors } = layout;
  const heading = `${colors.dim(position.padEnd(5))}  ${colors.bold(oneLine(target))}\n`;
  if (isFile(opened)) return `${heading}A file: it receives no requests.\n`;
  const settings = checkSettingsOf(opened, target, flags, 'free');
  const plan = planRequests({ ...settings, baseUrl: baseUrlOf(settings), isFake: false, isLearning: true });
  return heading + planText(plan, layout);
}

function isFile(opened: OpenedSide): opened is Extract<OpenedSide, { kind: 'profile' | 'recording' }> {
  return opened.kind === 'profile' || opened.kind === 'recording';
}

/** A value for each side. */
interface PerSide {
  readonly left: string | undefined;
  readonly right: string | undefined;
}

const RIGHT = { variable: 'PETSTORE_API_KEY_RIGHT', flag: '--right-api-key-file' };

/**
 * Reads the key of each side that is a URL. The key of the left is sent to the right only if both have the same origin, or if the
 * right is the only URL. Throws an InputError that repeats no key.
 */
function readKeys(addresses: PerSide, settings: CompareSettings, terminal: Terminal): PerSide {
  const { left, right } = addresses;
  const [leftFile, rightFile] = [settings.left.flags.apiKeyFile, settings.right.flags.apiKeyFile];
  const key = left === undefined ? undefined : readApiKey(leftFile, terminal);
  if (right === undefined) return { left: key, right: undefined };
  const hasOwn = rightFile !== undefined || (terminal.variables[RIGHT.variable] ?? '').trim() !== '';
  if (hasOwn) return { left: key, right: readApiKey(rightFile, terminal, RIGHT) };
  if (left === undefined) return { left: undefined, right: readApiKey(leftFile, terminal) };
  if (parseUrl(left)?.origin === parseUrl(right)?.origin) return { left: key, right: key };
  throw new InputError(
    `Reading ${RIGHT.variable}`,
    'the right side has no API key, and that of the left is not sent to another origin',
    `Set ${RIGHT.variable}, or name a file that contains the key: ${RIGHT.flag} key.txt`,
  );
}
