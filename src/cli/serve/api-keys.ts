import { isPlanName, type PlanName, planNames } from '../../spec/plans.js';
import { InputError } from '../../validation/input-error.js';
import { findFileViolation } from '../../validation/validate-file.js';

/** API keys with their plans, in the order in which they were given. */
export type ApiKeys = ReadonlyMap<string, PlanName>;

/** Reads texts of the form KEY:PLAN. Throws an InputError that tells which one is wrong without showing it: keys are secrets. */
export function parseKeys(texts: readonly string[], source: string, example: string): ApiKeys {
  return new Map(texts.map((text, index) => parseKey(text, `Reading key ${index + 1} of ${source}`, example)));
}

/** Reads a file with a line KEY:PLAN for each key; `#` begins a comment. Throws an InputError that names the line. */
export function parseKeyFile(text: string, name: string): ApiKeys {
  const lines = text.split(/\r?\n/).map((line, index) => ({ text: line.replace(/#.*/, '').trim(), number: index + 1 }));
  const filled = lines.filter((line) => line.text !== '');
  return new Map(filled.map((line) => parseKey(line.text, `Reading line ${line.number} of ${name}`, 'my_key:pro')));
}

function parseKey(text: string, attempted: string, example: string): [string, PlanName] {
  const separator = text.lastIndexOf(':');
  const [key, plan] = separator === -1 ? [text, ''] : [text.slice(0, separator), text.slice(separator + 1)];
  const remedy = `Try ${example}. Plans: ${planNames.join(', ')}.`;
  if (plan === '') throw new InputError(attempted, 'it names no plan', remedy);
  if (!isPlanName(plan)) throw new InputError(attempted, 'there is no such plan', remedy);
  if (findFileViolation('Settings', { keys: { [key]: plan } }) !== undefined)
    throw new InputError(attempted, 'a bearer token cannot be written so', remedy);
  return [key, plan];
}
