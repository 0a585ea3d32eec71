import type { Level } from '../../exchange/transcript.js';
import { InputError } from '../../spec/validation/input-error.js';
import { chooseValues, type Flags, type Values } from '../options.js';
import { parseTargetUrl } from '../target.js';
import { checkOptions } from './check-options.js';

/** The settings of `check`, without secrets and the contents of files. */
export interface CheckSettings extends Omit<Values<typeof checkOptions>, 'level' | 'from'> {
  /** Undefined: a recording by the suite names it itself. */
  readonly baseUrl: string | undefined;
  readonly level: Level;
  /** Recordings to judge; undefined: send requests to the deployment. */
  readonly from: readonly string[] | undefined;
}

export type CheckFlags = Flags<typeof checkOptions>;

/** Completes the settings of `check` from its command line. Throws an InputError for options that exclude each other. */
export function readCheckSettings(target: string | undefined, flags: CheckFlags): CheckSettings {
  const { chosenBy, ...values } = chooseValues(checkOptions, { flags });
  const { adminUrl, depth, failOn, everyMs, history } = values;
  const level = values.level ?? (adminUrl === undefined ? 'read' : 'exhaust');
  const from = values.from.length === 0 ? undefined : values.from;
  if (depth === 'thorough' && level === 'read' && from === undefined) {
    throw new InputError('Reading --depth', 'thorough sends generated writes, and level is read', 'Add --level write');
  }
  if (values.isDryRun && from !== undefined) {
    throw new InputError('Reading --dry-run', '--from sends nothing anyway', 'Leave out --dry-run or --from');
  }
  if (everyMs !== undefined) requireHistory('--every', history);
  if (failOn === 'change') requireHistory('--fail-on change', history);
  return {
    ...values,
    baseUrl: target === undefined ? undefined : parseTargetUrl(target, 'the base URL'),
    level,
    from,
    isExclusive: values.isExclusive || adminUrl !== undefined,
  };
}

function requireHistory(option: string, history: string | undefined): void {
  if (history !== undefined) return;
  const problem = 'changes are found by comparing with earlier runs, so it needs --history';
  throw new InputError(`Reading ${option}`, problem, 'Add --history petstore-history');
}

/** Returns where requests go. Throws an InputError if the command line does not say. */
export function baseUrlOf({ baseUrl }: Pick<CheckSettings, 'baseUrl'>, command = 'check'): string {
  if (baseUrl !== undefined) return baseUrl;
  const remedy = `Try petstore-mock ${command} http://127.0.0.1:4290/v1`;
  throw new InputError('Reading the command line', 'the base URL is missing', remedy);
}
