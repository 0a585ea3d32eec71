import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareProfiles } from '../../compare/compare-profiles.js';
import { isComparison } from '../../compare/is-comparison.js';
import { oneLine } from '../../json/one-line.js';
import type { PlanName } from '../../spec/plans.js';
import { InputError } from '../../validation/input-error.js';
import type { CheckRequest } from '../check/check-request.js';
import { readCheckSettings } from '../check/check-settings.js';
import { drawSeed } from '../check/draw-seed.js';
import type { Flags } from '../command-flags.js';
import { deliver } from '../deliver.js';
import { requireJsonFile } from '../json-file.js';
import { layoutFor } from '../layout.js';
import { gatherProfile } from '../learn/gather-profile.js';
import type { Terminal } from '../terminal.js';
import { exitCodeOf } from './compare-exit-code.js';
import { type GatheredSide, gatherSide, type LearnSide } from './compare-gather.js';
import { readKeys } from './compare-keys.js';
import { deliverComparison } from './compare-output.js';
import { comparePlanText } from './compare-plan-text.js';
import { type CompareSettings, readCompareSettings, type SideSettings } from './compare-settings.js';
import { type NamedSide, type OpenedSide, openSide } from './compare-side.js';

/** What `compare` gets beside its terminal. */
export interface CompareRequest extends Omit<CheckRequest, 'target'> {
  readonly targets: readonly string[];
}

/** Compares two sides and tells in what they differ; answers the exit code. Throws an InputError, and sends nothing, when it was told something wrong. */
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
  const seed = { seed: String(request.flags.seed ?? drawSeed()) };
  const onLeft = { opened: left, ...settings.left, flags: { ...flagsOfLeft(left, right, settings), ...seed } };
  const onRight = { opened: right, ...settings.right, flags: { ...flagsOfRight(left, right, settings), ...seed } };
  for (const { flags } of [onLeft, onRight]) readCheckSettings(undefined, flags);
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
    if (leftBehind !== undefined) terminal.stderr.write(`petstore-mock: left behind: ${oneLine(leftBehind)}\n`);
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

/** Flags that do not name a side are for the only URL: on the left a fake gets none that one deployment is meant by. */
function flagsOfLeft(left: OpenedSide, right: OpenedSide, settings: CompareSettings): Flags {
  return left.kind === 'fake' && right.kind === 'url' ? settings.shared : settings.left.flags;
}

/** Where the right is the only URL, flags need not name it. */
function flagsOfRight(left: OpenedSide, right: OpenedSide, settings: CompareSettings): Flags {
  const isOnlyUrl = right.kind === 'url' && left.kind !== 'url';
  return { ...(isOnlyUrl && settings.left.flags), ...settings.right.flags };
}

type Ask = (plan: PlanName) => Promise<GatheredSide>;

/** One after the other, a fake last: its key is to be of the plan that the other side has. */
async function gatherBoth(askLeft: Ask, askRight: Ask, isLeftFake: boolean): Promise<[GatheredSide, GatheredSide]> {
  const planOf = ({ profile }: GatheredSide) => profile.limit.plan ?? 'free';
  if (isLeftFake) {
    const right = await askRight('free');
    return [await askLeft(planOf(right)), right];
  }
  const left = await askLeft('free');
  return [left, await askRight(planOf(left))];
}

/** One side twice is a slip, unless the right has a key of its own. */
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
