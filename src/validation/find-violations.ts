import type { JsonValue } from '../json/json-value.js';
import * as compiled from './compiled-answers.js';
import { type SchemaViolation, type Validator, violationOf, withoutExactNumbers } from './validate.js';

/** The bodies of answers whose shape the document shows. Their validators go on after the first mistake. */
export type AnswerSchema = keyof typeof compiled;

const validators = compiled as unknown as Readonly<Record<AnswerSchema, Validator>>;

/** Answers everything in a body that breaks a schema, one violation for each place, in order. */
export function findViolations(schema: AnswerSchema, value: JsonValue): SchemaViolation[] {
  const validate = validators[schema];
  if (validate(withoutExactNumbers(value))) return [];
  const problems = new Map<string, string>();
  for (const { pointer, problem } of (validate.errors ?? []).map(violationOf)) {
    const earlier = problems.get(pointer);
    problems.set(pointer, earlier === undefined ? problem : `${earlier} and ${problem}`);
  }
  return [...problems].map(([pointer, problem]) => ({ pointer, problem }));
}
