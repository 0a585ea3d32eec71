import { quoteValue } from '../../src/json/quote-value.js';
import { BEARER_TOKEN } from '../../src/spec/bearer-token.js';
import { isPlanName, type PlanName, planNames } from '../../src/spec/plans.js';
import { checkedFields } from '../../src/validation/checked-fields.js';
import { InputError } from '../../src/validation/input-error.js';
import { parseDurationMs } from '../duration.js';

/** A key of the user's own: its plan, or the plan and a lifetime such as `'1h'` that begins when the world does. */
export type KeyOption = PlanName | { readonly plan: PlanName; readonly expiresIn?: string };

interface KeyTerms {
  readonly plan: PlanName;
  /** Undefined: the key lives for ever. */
  readonly lifetimeMs: number | undefined;
}

const ATTEMPTED = 'Giving out an API key';
const EXAMPLE = "'pro', or { plan: 'pro', expiresIn: '1h' }";

/** Reads on what terms a key of the user's own is given out. Throws an InputError for a key, a plan or a lifetime that cannot be. */
export function checkedKey(key: string, option: KeyOption): KeyTerms {
  if (!BEARER_TOKEN.test(key)) {
    throw new InputError(ATTEMPTED, 'the key has characters that no bearer token has', "Try one such as 'team_a-1'.");
  }
  if (typeof option === 'string') return checkedTerms({ plan: option });
  return checkedTerms(checkedFields(ATTEMPTED, 'its plan', option, ['plan', 'expiresIn'], EXAMPLE));
}

/** Throws an InputError for a plan or a lifetime that cannot be. */
export function checkedTerms({ plan, expiresIn }: { readonly plan?: unknown; readonly expiresIn?: unknown }): KeyTerms {
  // What stands in the plan's place may be the key: it is not quoted.
  if (!isPlanName(plan)) {
    throw new InputError(ATTEMPTED, `it names no plan that there is`, `Plans: ${planNames.join(', ')}.`);
  }
  const lifetimeMs = expiresIn === undefined ? undefined : parseDurationMs(expiresIn as string);
  if (expiresIn !== undefined && lifetimeMs === undefined) {
    throw new InputError(ATTEMPTED, `${quoteValue(expiresIn)} is no lifetime`, "Try '1h'.");
  }
  return { plan, lifetimeMs };
}
