import { type ReporterName, reporterNames } from '../../../contract-tests/report/reporters.js';
import { parseDurationMs } from '../../../mocks/clock.js';
import { type Level, levels } from '../../exchange/transcript.js';
import { isInt64Text } from '../../spec/int64.js';
import { type PlanName, planNames } from '../../spec/plans.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { CommandOption, Flags } from '../command.js';
import { parseHeader, parseTargetUrl } from '../target.js';
import { type CheckOptionName, checkDefaults, checkOptions, depths } from './check-options.js';

/** Everything that `check` was told, apart from secrets and the contents of files. */
export interface CheckSettings {
  /** Only a recording of the suite's own tells it by itself. */
  readonly baseUrl: string | undefined;
  /** Recordings to judge instead of a deployment; undefined: send requests. */
  readonly from: readonly string[] | undefined;
  readonly messagesUrl: string | undefined;
  readonly level: Level;
  readonly plan: PlanName | undefined;
  readonly petId: string | undefined;
  readonly apiKeyFile: string | undefined;
  readonly isExclusive: boolean;
  readonly reserve: number;
  readonly maxRequests: number | undefined;
  readonly maxWaitMs: number;
  readonly depth: (typeof depths)[number];
  /** Undefined: draw one. */
  readonly seed: number | undefined;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
  readonly adminUrl: string | undefined;
  readonly waivers: string | undefined;
  readonly failsOnInconclusive: boolean;
  readonly failsOnChange: boolean;
  /** The folder that runs are added to. */
  readonly history: string | undefined;
  /** How far apart runs begin; undefined: one run. */
  readonly everyMs: number | undefined;
  readonly report: string | undefined;
  /** A file, or `-` for standard output. */
  readonly json: string | undefined;
  /** Undefined: `list`, the rules that were kept folded. */
  readonly reporter: ReporterName | undefined;
  readonly ca: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly journal: string | undefined;
}

/** Reads the command line of `check`. Throws an InputError for the first thing that cannot be. */
export function readCheckSettings(target: string | undefined, flags: Flags): CheckSettings {
  const text = (name: CheckOptionName) => flags[name] as string | undefined;
  const choice = <Name extends string>(name: CheckOptionName, choices: readonly Name[]) =>
    readWith(name, text(name), (given) => choices.find((each) => each === given), `one of ${choices.join(', ')}`);
  const url = (name: CheckOptionName) => text(name) && parseTargetUrl(text(name) as string, checkOptions[name].flag);
  const isOn = (name: CheckOptionName) => flags[name] === true;

  const adminUrl = url('adminUrl') || undefined;
  const level = choice('level', levels) ?? (adminUrl === undefined ? 'read' : 'exhaust');
  const depth = choice('depth', depths) ?? checkDefaults.depth;
  if (depth === 'thorough' && level === 'read' && text('from') === undefined) {
    throw new InputError('Reading --depth', 'generated requests are writes', 'Add --level write');
  }
  if (isOn('dryRun') && flags.from !== undefined) {
    throw new InputError('Reading --dry-run', 'from a recording nothing is sent', 'Leave --dry-run or --from out');
  }
  if (text('every') !== undefined && text('history') === undefined) {
    throw new InputError(
      'Reading --every',
      'what changed can only be told with a folder of earlier runs: it needs --history',
      'Add --history petstore-history',
    );
  }
  const failOn = choice('failOn', ['violation', 'inconclusive', 'change']);
  if (failOn === 'change' && text('history') === undefined) {
    throw new InputError(
      'Reading --fail-on change',
      'what changed can only be told with a folder of earlier runs: it needs --history',
      'Add --history petstore-history',
    );
  }
  return {
    baseUrl: target === undefined ? undefined : parseTargetUrl(target, 'the base URL'),
    from: flags.from === undefined ? undefined : ([flags.from].flat() as string[]),
    messagesUrl: url('messagesUrl') || undefined,
    level,
    plan: choice('plan', planNames),
    petId: readWith('petId', text('petId'), (given) => (isInt64Text(given) ? given : undefined), 'an int64'),
    apiKeyFile: text('apiKeyFile'),
    isExclusive: isOn('exclusive') || adminUrl !== undefined,
    reserve: readWith('reserve', text('reserve') ?? checkDefaults.reserve, parsePercent, 'a share from 0% to 90%') ?? 0,
    maxRequests: readWith('maxRequests', text('maxRequests'), wholeNumber(1, 10_000_000), 'a whole number from 1'),
    maxWaitMs: readWith('maxWait', text('maxWait') ?? checkDefaults.maxWait, parseDurationMs, 'a length of time') ?? 0,
    depth,
    seed: readWith('seed', text('seed'), wholeNumber(0, 4_294_967_295), 'a whole number from 0 to 4294967295'),
    isDryRun: isOn('dryRun'),
    isConfirmed: isOn('yes'),
    adminUrl,
    waivers: text('waivers'),
    failsOnInconclusive: failOn === 'inconclusive',
    failsOnChange: failOn === 'change',
    history: text('history'),
    everyMs: readWith('every', text('every'), parseEvery, 'a length of time from 1m to 7d'),
    report: text('report'),
    json: text('json'),
    reporter: choice('reporter', reporterNames),
    ca: text('ca'),
    headers: ((flags.header ?? []) as readonly string[]).map(parseHeader),
    journal: text('journal'),
  };
}

/** Returns where requests go. Throws an InputError where the command line does not tell. */
export function baseUrlOf({ baseUrl }: Pick<CheckSettings, 'baseUrl'>): string {
  if (baseUrl !== undefined) return baseUrl;
  const remedy = 'Try petstore-mock check http://127.0.0.1:4290/v1';
  throw new InputError('Reading the command line', 'there is no base URL', remedy);
}

function readWith<Value>(
  name: CheckOptionName,
  text: string | undefined,
  parse: (text: string) => Value | undefined,
  form: string,
): Value | undefined {
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  const { flag, example }: CommandOption = checkOptions[name];
  throw new InputError(`Reading ${flag}`, `${JSON.stringify(text)} is not ${form}`, `Try ${flag} ${example}`);
}

const SHORTEST_EVERY_MS = 60_000;
const LONGEST_EVERY_MS = 7 * 86_400_000;

function parseEvery(text: string): number | undefined {
  const everyMs = parseDurationMs(text) ?? 0;
  return everyMs >= SHORTEST_EVERY_MS && everyMs <= LONGEST_EVERY_MS ? everyMs : undefined;
}

function parsePercent(text: string): number | undefined {
  const percent = /^(\d{1,2})%?$/.exec(text)?.[1];
  return percent === undefined || Number(percent) > 90 ? undefined : Number(percent) / 100;
}

function wholeNumber(minimum: number, maximum: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
}
