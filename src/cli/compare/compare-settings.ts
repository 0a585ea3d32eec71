import { whyNotIgnorable } from '../../fidelity/compare/ignore.js';
import { quote } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { CheckFlags } from '../check/check-settings.js';
import { chooseValues, type Flags } from '../options.js';
import { compareOptions } from './compare-options.js';

export type CompareFlags = Flags<typeof compareOptions>;

/** The settings of `compare`, without secrets and the contents of files. */
export interface CompareSettings {
  readonly left: SideSettings;
  readonly right: SideSettings;
  /** The options of `check` that are for both sides. */
  readonly shared: CheckFlags;
  readonly ignored: readonly string[];
  /** A file to write the comparison to, `print` for standard output instead of the text for people. */
  readonly json: { readonly file: string } | 'print' | undefined;
  readonly reporter: 'list' | 'github';
  readonly showsUncompared: boolean;
  readonly isDryRun: boolean;
}

export interface SideSettings {
  readonly position: 'left' | 'right';
  /** Its name on the command line. */
  readonly target: string;
  /** Only a profile is accepted. */
  readonly isBaseline: boolean;
  /** The base URL of the service, for a recording that does not name it. */
  readonly baseUrl: string | undefined;
  /** The options of `check` for this side. */
  readonly flags: CheckFlags;
}

/** Completes the settings of `compare` from its command line. Throws an InputError for sides and options that do not go together. */
export function readCompareSettings(targets: readonly string[], flags: CompareFlags): CompareSettings {
  const { baseline, baseUrl, leftBaseUrl, rightBaseUrl, json, ignored, reporter, showsUncompared, isDryRun } =
    chooseValues(compareOptions, { flags });
  const [left, right] = sidesOf(targets, baseline);
  const shared = sharedOf(flags);
  const settings: CompareSettings = {
    left: {
      position: 'left',
      target: left,
      isBaseline: baseline !== undefined,
      baseUrl: leftBaseUrl ?? baseUrl,
      flags: { ...shared, ...ofLeft(flags) },
    },
    right: {
      position: 'right',
      target: right,
      isBaseline: false,
      baseUrl: rightBaseUrl ?? baseUrl,
      flags: { ...shared, ...ofRight(flags) },
    },
    shared,
    ignored: readIgnored(ignored),
    json: json === undefined ? undefined : json === '-' ? 'print' : { file: json },
    reporter,
    showsUncompared,
    isDryRun,
  };
  requireAnotherFile(settings);
  return settings;
}

function sharedOf(flags: CompareFlags): CheckFlags {
  const { level, isExclusive, reserve, maxRequests, maxWaitMs, seed, isConfirmed, ca, restoreLog } = flags;
  return given({ level, isExclusive, reserve, maxRequests, maxWaitMs, seed, isConfirmed, ca, restoreLog });
}

function ofLeft({ apiKeyFile, headers, plan, petId, messagesUrl }: CompareFlags): CheckFlags {
  return given({ apiKeyFile, headers, plan, petId, messagesUrl });
}

function ofRight(flags: CompareFlags): CheckFlags {
  const { rightApiKeyFile, rightHeaders, rightPlan, rightPetId, rightMessagesUrl } = flags;
  return given({
    apiKeyFile: rightApiKeyFile,
    headers: rightHeaders,
    plan: rightPlan,
    petId: rightPetId,
    messagesUrl: rightMessagesUrl,
  });
}

/** Where the right is the only URL, what is given for it is laid over what is given for the left. */
function given(flags: CheckFlags): CheckFlags {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}

function sidesOf(targets: readonly string[], baseline: string | undefined): [left: string, right: string] {
  const attempted = 'Reading the command line';
  const wanted = baseline === undefined ? 2 : 1;
  const [one, other] = targets;
  const example =
    baseline === undefined ? 'compare staging.json fake' : 'compare https://api.example.test/v1 --baseline api.json';
  if (targets.length > wanted) {
    const problem =
      baseline === undefined ? 'more than two sides' : '--baseline is the left side, and more than one other is given';
    throw new InputError(attempted, problem, `Try petstore-mock ${example}`);
  }
  if (one === undefined || (baseline === undefined && other === undefined)) {
    const problem = one === undefined ? 'both sides are missing' : 'the second side is missing';
    throw new InputError(attempted, problem, `Try petstore-mock ${example}`);
  }
  return baseline === undefined ? [one, other ?? ''] : [baseline, one];
}

function readIgnored(names: readonly string[]): readonly string[] {
  for (const name of names) {
    const why = whyNotIgnorable(name);
    if (why !== undefined) throw new InputError(`Reading --ignore ${quote(name)}`, why.problem, why.remedy);
  }
  return names;
}

/** The file of `--json` may be left out, so that a side behind it is taken for the file. */
function requireAnotherFile({ left, right, json }: CompareSettings): void {
  if (typeof json !== 'object') return;
  const isSide = [left.target, right.target].includes(json.file) || /^https?:/i.test(json.file);
  if (!isSide) return;
  throw new InputError('Reading --json', 'it names a side, which would be overwritten', 'Try --json differences.json');
}
