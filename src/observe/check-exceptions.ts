import { quoteValue } from '../json/quote-value.js';
import { rules } from '../judge/rules/rules.js';
import { InputError } from '../validation/input-error.js';
import { nameHint } from '../validation/name-hint.js';

/** Answers the ids of rules that are known to be broken. Throws an InputError for what is no list, and for a rule that there is not. */
export function checkExceptions(attempted: string, except: unknown = []): readonly string[] {
  if (!Array.isArray(except))
    throw new InputError(attempted, '`except` is no list', "Try { except: ['limits/plan'] }.");
  const ids = rules.map(({ id }) => id);
  const unknown = except.find((id) => !ids.includes(id));
  if (unknown === undefined) return except;
  throw new InputError(attempted, `there is no rule ${quoteValue(unknown)}`, nameHint(unknown, ids, 'Rules'));
}
