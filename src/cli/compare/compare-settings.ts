import { whyNotIgnorable } from '../../fidelity/compare/ignore.js';
import { quote } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { Flags } from '../command.js';
import { parseTargetUrl } from '../target.js';
import { ownNames, rightName, sharedNames } from './compare-options.js';

/** Everything that `compare` was told, apart from secrets and the contents of files. */
export interface CompareSettings {
  readonly left: SideSettings;
  readonly right: SideSettings;
  /** The flags of `check` that are for both sides. */
  readonly shared: Flags;
  readonly ignored: readonly string[];
  /** A file to write the comparison to, `print` for standard output instead of the text for people. */
  readonly json: { readonly file: string } | 'print' | undefined;
  readonly reporter: 'list' | 'github';
  readonly showsUncompared: boolean;
  readonly isDryRun: boolean;
}

export interface SideSettings {
  readonly position: 'left' | 'right';
  /** What the user called it. */
  readonly target: string;
  /** Whether it can be nothing but a profile. */
  readonly isBaseline: boolean;
  /** Where the service is in a recording that does not tell. */
  readonly baseUrl: string | undefined;
  /** The flags of `check` for this side. */
  readonly flags: Flags;
}

/** Reads the command line of `compare`. Throws an InputError for the first thing that cannot be. */
export function readCompareSettings(targets: readonly string[], flags: Flags): CompareSettings {
  const text = (name: string) => flags[name] as string | undefined;
  const url = (name: string, flag: string) => {
    const given = text(name);
    return given === undefined ? undefined : parseTargetUrl(given, flag);
  };
  const baseUrl = url('baseUrl', '--base-url');
  const baseline = text('baseline');
  const [left, right] = sidesOf(targets, baseline);
  const settings: CompareSettings = {
    left: {
      position: 'left',
      target: left,
      isBaseline: baseline !== undefined,
      baseUrl: url('leftBaseUrl', '--left-base-url') ?? baseUrl,
      flags: pick(flags, [...sharedNames, ...ownNames]),
    },
    right: {
      position: 'right',
      target: right,
      isBaseline: false,
      baseUrl: url('rightBaseUrl', '--right-base-url') ?? baseUrl,
      flags: { ...pick(flags, sharedNames), ...pick(flags, ownNames, rightName) },
    },
    shared: pick(flags, sharedNames),
    ignored: readIgnored((flags.ignore ?? []) as readonly string[]),
    json: readJson(flags.json),
    reporter: readReporter(text('reporter')),
    showsUncompared: flags.showUncompared === true,
    isDryRun: flags.dryRun === true,
  };
  requireAnotherFile(settings);
  return settings;
}

function sidesOf(targets: readonly string[], baseline: string | undefined): [left: string, right: string] {
  const attempted = 'Reading the command line';
  const wanted = baseline === undefined ? 2 : 1;
  const [one, other] = targets;
  const example =
    baseline === undefined ? 'compare staging.json fake' : 'compare https://api.example.test/v1 --baseline api.json';
  if (targets.length > wanted) {
    const problem =
      baseline === undefined ? 'more than two sides are named' : 'beside --baseline more than one side is named';
    throw new InputError(attempted, problem, `Try petstore-mock ${example}`);
  }
  if (one === undefined || (baseline === undefined && other === undefined)) {
    const problem = one === undefined ? 'there is nothing to compare' : 'there is nothing to compare it with';
    throw new InputError(attempted, problem, `Try petstore-mock ${example}`);
  }
  return baseline === undefined ? [one, other ?? ''] : [baseline, one];
}

function pick(flags: Flags, names: readonly string[], from = (name: string) => name): Flags {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = flags[from(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Without a file, and with `-`, it is printed. */
function readJson(given: Flags[string] | undefined): CompareSettings['json'] {
  if (given === undefined) return undefined;
  return typeof given === 'string' && given !== '-' ? { file: given } : 'print';
}

function readIgnored(names: readonly string[]): readonly string[] {
  for (const name of names) {
    const why = whyNotIgnorable(name);
    if (why !== undefined) throw new InputError(`Reading --ignore ${quote(name)}`, why.problem, why.remedy);
  }
  return names;
}

function readReporter(name = 'list'): CompareSettings['reporter'] {
  if (name === 'list' || name === 'github') return name;
  throw new InputError(
    'Reading --reporter',
    `${JSON.stringify(name)} is not one of list, github`,
    'Try --reporter github',
  );
}

/** A side's place on the command line is easily taken for that of the file to write. */
function requireAnotherFile({ left, right, json }: CompareSettings): void {
  if (typeof json !== 'object') return;
  const isSide = [left.target, right.target].includes(json.file) || /^https?:/i.test(json.file);
  if (!isSide) return;
  throw new InputError('Reading --json', 'it names a side, which is no file to write', 'Try --json differences.json');
}
