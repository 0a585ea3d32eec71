import type { JSONSchema } from 'json-schema-to-ts';
import { object } from '../../json/schema-builders.js';

/** The level of a check that can observe the choice; `never`: observing it would do harm. */
export type Observable = 'passive' | 'write' | 'exhaust' | 'never';

/** An open question of the document. `schema` describes the possible choices, `default` is the fake's choice. */
export interface OpenQuestion {
  /** Section of the document, or `–` if none is related. */
  readonly section: string;
  readonly question: string;
  readonly observable: Observable;
  /** The choices in words, the default first. */
  readonly choices: string;
  readonly schema: JSONSchema;
  readonly default: unknown;
}

/** Questions of a topic or of an operation, by permanent id. */
export type QuestionEntries = Readonly<Record<string, OpenQuestion>>;

/** Returns the schema of a choice between values, the default first. */
export function oneOf<const Values extends readonly [unknown, ...unknown[]]>(...values: Values) {
  return { schema: { enum: values }, default: values[0] as Values[0] };
}

export const positiveInteger = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
/** Of any JSON: a pet need not be an object. */
export const records = { type: 'array', items: {} } as const;
export const envelope = object({ field: { type: 'string' } }, { rest: { type: 'object' } });
export const headerText = { type: 'string', pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$' } as const;
