import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { levelTimesMs } from '../../../contract-tests/governor/bounds.js';
import { exchangeLine, type Look } from '../../../contract-tests/report/terminal-text.js';
import { sampleKeyOf } from '../../../fixtures/keys.js';
import { DEFAULT_BASE_URL } from '../../../mocks/world-options.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import { isComparison, type Side, type SideViolation } from '../../fidelity/compare/comparison.js';
import { describeFile, isProfile, parseProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { failsThroughout, failuresInWords, showsService } from '../../fidelity/profile/shows-service.js';
import { openRecording } from '../../files/open-recording.js';
import { jsonFile, requireWritable, writeOutput } from '../../files/output-file.js';
import { parseJsonIfValid } from '../../files/read-file.js';
import { InputError } from '../../json/input-error.js';
import { isJsonObject } from '../../json/json.js';
import { parseUrl } from '../../json/parse-url.js';
import { oneLine } from '../../json/quoting.js';
import type { Finding } from '../../judge/rule.js';
import type { PlanName } from '../../service/plans.js';
import { type CheckFlags, checkOptions, readCheckSettings } from '../check/check-options.js';
import { planText } from '../check/check-output.js';
import { drawSeed } from '../check/judge-target.js';
import { type LearnedRun, learnTarget } from '../learn/learn-command.js';
import { chooseValues, type SuiteContext } from '../options.js';
import { parseTargetUrl, readApiKey, readClientTls } from '../target.js';
import { layoutFor, problemOf, reportProblems, shellWord, type Terminal, warn } from '../terminal.js';
import { type CompareFlags, compareOptions } from './compare-options.js';
import { type ComparedSide, exitCodeOf, jsonOf, printComparison } from './compare-output.js';

interface CompareRequest extends SuiteContext {
  readonly targets: readonly string[];
  readonly flags: CompareFlags;
}

const USUAL_REMEDY = 'Try petstore-mock compare staging.json fake';

/** Compares two sides and prints how they differ; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function compare(request: CompareRequest, terminal: Terminal, learn: LearnSide = learnTarget) {
  const { flags } = request;
  const { stdout, folder, variables } = terminal;
  const settings = chooseValues(compareOptions, { flags });
  const [left, right] = openSides(request.targets, folder);
  if (left.place === right.place && !(left.kind === 'url' && isRightKeyGiven(terminal))) {
    throw new InputError('Comparing', 'both sides are the same', USUAL_REMEDY);
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
      ? USUAL_REMEDY
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

export type OpenedSide = { readonly place: string; readonly target: string } & (
  | { readonly kind: 'url' | 'fake' }
  | { readonly kind: 'profile'; readonly profile: Profile }
  | { readonly kind: 'recording' }
);

const REMEDY =
  'A side is a base URL such as https://staging.example.test/v1, a profile (petstore-mock learn), a HAR file, or the word fake';

/** Opens a side. Files are recognised by their contents. Throws an InputError that says what it is instead. */
function openSide(target: string, position: 'left' | 'right', folder: string): OpenedSide {
  if (target.includes('://')) return { kind: 'url', target, place: parseTargetUrl(target, `the ${position} side`) };
  if (target === 'fake') return { kind: 'fake', target, place: DEFAULT_BASE_URL };
  const attempted = `Reading ${target}`;
  const { text } = openRecording(resolve(folder, target), attempted, REMEDY);
  const place = realpathSync(resolve(folder, target));
  const value = parseJsonIfValid(text);
  if (isProfile(value)) return { kind: 'profile', target, place, profile: parseProfile(text, target) };
  if (!isJsonObject(value) || !isJsonObject(value.log)) {
    throw new InputError(attempted, `neither a profile nor a HAR file, but ${describeFile(text, value)}`, REMEDY);
  }
  // Transcripts of the suite and recordings of the proxy name their service.
  const own = value.log._petstoreMock;
  if (isJsonObject(own) && (isJsonObject(own.run) || typeof own.baseUrl === 'string')) {
    return { kind: 'recording', target, place };
  }
  const problem = 'the recording does not name the base URL of the service';
  const remedy = `First learn from it: petstore-mock learn https://api.example.test/v1 --from ${shellWord(target)}`;
  throw new InputError(attempted, problem, remedy);
}

function isFile(side: OpenedSide): side is Extract<OpenedSide, { kind: 'profile' | 'recording' }> {
  return side.kind === 'profile' || side.kind === 'recording';
}

export interface SideToLearn {
  readonly side: OpenedSide;
  readonly flags: CheckFlags;
}

/** Returns both sides with their options of `check`. Options that name no side are for the left or, if only the right one is a URL, for that. */
export function assignOptions(flags: CompareFlags, left: OpenedSide, right: OpenedSide): [SideToLearn, SideToLearn] {
  const { headers, messagesUrl, clientCert, clientKey, ...others } = flags;
  const { rightHeaders, rightMessagesUrl, rightClientCert, rightClientKey, ...shared } = others;
  const own = { headers, messagesUrl, clientCert, clientKey };
  const ofRight = {
    headers: rightHeaders,
    messagesUrl: rightMessagesUrl,
    clientCert: rightClientCert,
    clientKey: rightClientKey,
  };
  const given = Object.entries(ofRight).filter(([, value]) => value !== undefined);
  const isRightOnlyUrl = right.kind === 'url' && left.kind !== 'url';
  return [
    { side: left, flags: { ...shared, ...(!isRightOnlyUrl && own) } },
    { side: right, flags: { ...shared, ...(isRightOnlyUrl && own), ...Object.fromEntries(given) } },
  ];
}

const RIGHT_KEY = 'PETSTORE_API_KEY_RIGHT';

function isRightKeyGiven({ variables }: Pick<Terminal, 'variables'>): boolean {
  return (variables[RIGHT_KEY] ?? '').trim() !== '';
}

/** Reads the key of each side; undefined unless it is a URL. The key of the left is never sent to another origin. Throws an InputError that repeats no key. */
function readKeys(
  left: OpenedSide,
  right: OpenedSide,
  terminal: Terminal,
): [left: string | undefined, right: string | undefined] {
  const leftKey = left.kind === 'url' ? readApiKey(terminal) : undefined;
  if (right.kind !== 'url') return [leftKey, undefined];
  if (isRightKeyGiven(terminal)) return [leftKey, readApiKey(terminal, RIGHT_KEY)];
  if (left.kind !== 'url') return [undefined, readApiKey(terminal)];
  if (parseUrl(left.place)?.origin === parseUrl(right.place)?.origin) return [leftKey, leftKey];
  const problem = 'the right side has no API key, and that of the left is not sent to another origin';
  throw new InputError(`Reading ${RIGHT_KEY}`, problem, `Set it: export ${RIGHT_KEY}=…`);
}

/** Returns the settings of `check` for a side. `plan` is that of the key for a fake. Throws an InputError. */
function checkSettingsOf(side: Exclude<OpenedSide, { kind: 'profile' }>, flags: CheckFlags, plan: PlanName) {
  const isFake = side.kind === 'fake';
  const ofFake = isFake && { plan, petId: undefined, messagesUrl: side.place };
  const isRecording = side.kind === 'recording';
  return {
    ...readCheckSettings(isRecording ? undefined : side.place, { ...flags, ...ofFake }),
    isLearning: true,
    ...(isRecording && { from: side.target }),
    ...(isFake && { isConfirmed: true }),
  };
}

/** Learns a deployment or a recording. Without verdicts, no violations are shown. */
export type LearnSide = (
  ...args: Parameters<typeof learnTarget>
) => Promise<Pick<LearnedRun, 'profile'> & Partial<LearnedRun>>;

interface LearningContext {
  readonly key: string | undefined;
  /** That of the key for a fake. */
  readonly plan: PlanName;
  /** Returns what its run has of the time; undefined: all of it. */
  readonly shareOf: ((maxTimeMs: number) => number) | undefined;
  readonly context: SuiteContext;
  readonly terminal: Terminal;
  readonly learn: LearnSide;
}

export async function learnSide(
  { side, flags }: SideToLearn,
  { key, plan, shareOf, context, terminal, learn }: LearningContext,
): Promise<ComparedSide> {
  const name = side.target;
  if (side.kind === 'profile') return { name, profile: side.profile, isFresh: false, leftBehind: undefined };
  const settings = checkSettingsOf(side, flags, plan);
  const isFake = side.kind === 'fake';
  const isFresh = side.kind !== 'recording';
  if (isFresh) warn(terminal, `testing ${isFake ? 'the fake at ' : ''}${settings.baseUrl}`);
  const apiKey = isFake ? sampleKeyOf(plan) : key;
  const shareMs = shareOf?.(settings.maxTimeMs ?? levelTimesMs[settings.level]);
  const variables = { ...terminal.variables, PETSTORE_API_KEY: apiKey, [RIGHT_KEY]: undefined };
  const learned = await learn({ ...settings, shareMs }, context, { ...terminal, variables });
  const { profile, run, transcript } = learned;
  if (isFake && Object.keys(profile.responses).length === 0) {
    warn(terminal, 'no fake is running there. Start one: petstore-mock serve');
  }
  return {
    name,
    // The latency of a fake on the same machine means nothing.
    profile: withoutForeign(isFake ? { ...profile, latency: {} } : profile),
    isFresh,
    isFake,
    leftBehind: run?.leftBehind,
    tookMs: run?.tookMs,
    violations: violationsIn(learned),
    exchanges: new Map(transcript?.exchanges.map((exchange) => [exchange.number, exchange])),
  };
}

function violationsIn({ verdicts = [], transcript }: Partial<LearnedRun>): NonNullable<Side['violations']> {
  const exchanges = transcript?.exchanges ?? [];
  const shownOf = ({ problem, expected, received, pointer, exchange }: Finding): SideViolation => {
    const line = exchangeLine(exchange, { exchanges });
    return { problem, expected, received, pointer: pointer ?? null, exchange: line };
  };
  return new Map(verdicts.map(({ rule, findings }) => [rule.id, findings.map(shownOf)]));
}

/** Empties the profile of a run that never reached the service, or only during an outage, which is not a difference. */
function withoutForeign(profile: Profile): Profile {
  const { stopped } = profile.source;
  const isOut = failsThroughout(profile);
  if (!isOut && (stopped === null || showsService(profile))) return profile;
  return {
    ...profile,
    source: { ...profile.source, stopped: stopped ?? `the server failed every request (${failuresInWords(profile)})` },
    questions: {},
    rules: {},
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] },
    responses: {},
    latency: {},
  };
}
