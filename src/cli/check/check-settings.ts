import type { Turn } from '../../../contract-tests/suite.js';
import type { Level } from '../../exchange/transcript.js';
import { InputError } from '../../json/input-error.js';
import { chooseValues, type Flags, type Values } from '../options.js';
import { parseTargetUrl } from '../target.js';
import { checkOptions } from './check-options.js';

/** The settings of `check`, without secrets and the contents of files. */
export interface CheckSettings extends Omit<Values<typeof checkOptions>, 'level'> {
  /** Undefined: a recording by the suite names it itself. */
  readonly baseUrl: string | undefined;
  readonly level: Level;
  /** Sends the requests of `learn`, too: a check alone would miss most changes of open questions. */
  readonly isLearning: boolean;
  readonly turn?: Turn | undefined;
}

export type CheckFlags = Flags<typeof checkOptions>;

/** Completes the settings of `check` from its command line. Throws an InputError for options that exclude each other. */
export function readCheckSettings(target: string | undefined, flags: CheckFlags): CheckSettings {
  const { chosenBy, ...values } = chooseValues(checkOptions, { flags });
  const { adminUrl, failOn, history } = values;
  const level = values.level ?? (adminUrl === undefined ? 'read' : 'exhaust');
  const invalid = (option: string, problem: string, remedy: string) =>
    new InputError(`Reading ${option}`, problem, remedy);
  if (values.isDryRun && values.from !== undefined) {
    throw invalid('--dry-run', '--from sends nothing anyway', 'Leave out --dry-run or --from');
  }
  if (history === undefined && failOn === 'change') {
    const problem = 'changes are found by comparing with earlier runs, so it needs --history';
    throw invalid('--fail-on change', problem, 'Add --history petstore-history');
  }
  return {
    ...values,
    baseUrl: target === undefined ? undefined : parseTargetUrl(target, 'the base URL'),
    level,
    // What a user allows is for the check.
    isLearning: history !== undefined && values.maxRequests === undefined,
    isExclusive: values.isExclusive || adminUrl !== undefined,
  };
}

/** Returns where requests go. Throws an InputError if the command line does not say. */
export function baseUrlOf({ baseUrl }: Pick<CheckSettings, 'baseUrl'>): string {
  if (baseUrl !== undefined) return baseUrl;
  throw new InputError(
    'Reading the command line',
    'the base URL is missing',
    'Add one, such as http://127.0.0.1:4290/v1',
  );
}
