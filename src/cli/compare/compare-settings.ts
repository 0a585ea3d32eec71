import { whyNotIgnorable } from '../../fidelity/compare/ignore.js';
import { quote } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import { chooseValues, type Flags, type Values } from '../options.js';
import { compareOptions } from './compare-options.js';

export type CompareFlags = Flags<typeof compareOptions>;

/** The settings of `compare`, without secrets and the contents of files. */
export interface CompareSettings extends Values<typeof compareOptions> {
  readonly left: SideSettings;
  readonly right: SideSettings;
}

export interface SideSettings {
  readonly position: 'left' | 'right';
  /** Its name on the command line. */
  readonly target: string;
  /** Only a profile is accepted. */
  readonly isBaseline: boolean;
  /** The base URL of the service, for a recording that does not name it. */
  readonly recordedUrl: string | undefined;
}

/** Completes the settings of `compare` from its command line. Throws an InputError for sides and options that do not go together. */
export function readCompareSettings(targets: readonly string[], flags: CompareFlags): CompareSettings {
  const { chosenBy, ...values } = chooseValues(compareOptions, { flags });
  const { baseline, baseUrl, leftBaseUrl, rightBaseUrl, ignored, json = '' } = values;
  const [left, right] = sidesOf(targets, baseline);
  for (const name of ignored) {
    const why = whyNotIgnorable(name);
    if (why !== undefined) throw new InputError(`Reading --ignore ${quote(name)}`, why.problem, why.remedy);
  }
  // The file of `--json` may be left out, so that a side behind it is taken for the file.
  if ([left, right].includes(json) || /^https?:/i.test(json)) {
    throw new InputError(
      'Reading --json',
      'it names a side, which would be overwritten',
      'Try --json differences.json',
    );
  }
  return {
    ...values,
    left: {
      position: 'left',
      target: left,
      isBaseline: baseline !== undefined,
      recordedUrl: leftBaseUrl ?? baseUrl,
    },
    right: { position: 'right', target: right, isBaseline: false, recordedUrl: rightBaseUrl ?? baseUrl },
  };
}

function sidesOf(targets: readonly string[], baseline: string | undefined): [left: string, right: string] {
  const sides = baseline === undefined ? targets : [baseline, ...targets];
  const [left, right] = sides;
  if (left !== undefined && right !== undefined && sides.length === 2) return [left, right];
  const problem = sides.length > 2 ? 'more than two sides (--baseline is the left one)' : 'a side is missing';
  const remedy =
    baseline === undefined ? 'compare staging.json fake' : 'compare https://api.example.test/v1 --baseline api.json';
  throw new InputError('Reading the command line', problem, `Try petstore-mock ${remedy}`);
}
