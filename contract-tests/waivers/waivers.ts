import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { parseTimestamp } from '../../src/json/dates.js';
import { InputError, nearestName } from '../../src/json/input-error.js';
import { isJsonObject, JsonError, type JsonValue, parseJson, withoutSchema } from '../../src/json/json.js';
import { quote } from '../../src/json/quoting.js';
import { rules } from '../../src/judge/rules/index.js';
import { findViolation, type SchemaViolation } from '../../src/service/validate.js';

export const waiversSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['rule', 'reason', 'expires'],
    properties: {
      rule: { type: 'string', pattern: '\\S', description: 'Id of the rule, such as limits/plan' },
      reason: { type: 'string', pattern: '\\S', description: 'Why its violation is accepted' },
      expires: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The last day, UTC' },
    },
    additionalProperties: false,
  },
} as const satisfies JSONSchema;

export type Waiver = Readonly<FromSchema<typeof waiversSchema>[number]>;

const EXAMPLE = '[{"rule": "limits/plan", "reason": "our gateway adds a burst, PETS-42", "expires": "2027-01-31"}]';
const DAY_MS = 86_400_000;

/** Reads a waivers file. Throws an InputError with the invalid place, the problem, and a valid file. */
export function parseWaivers(text: string, name: string): Waiver[] {
  const value = withoutSchema(parse(text, name));
  // An array has no room for `$schema`.
  const isNamed = isJsonObject(value) && Object.keys(value).join() === 'waivers';
  const list = isNamed ? value.waivers : value;
  const place = isNamed ? '/waivers' : '';
  const violation = findViolation(waiversSchema, list ?? null);
  if (violation !== undefined) throw invalid(name, describe({ ...violation, pointer: place + violation.pointer }));
  const waivers = list as unknown as Waiver[];
  for (const [index, waiver] of waivers.entries()) {
    const problem = problemOf(waiver, waivers.slice(0, index));
    if (problem !== undefined) throw invalid(name, `${place}/${index}/${problem}`);
  }
  return waivers;
}

/** Returns whether a waiver has expired: it is valid until the end of its last day, UTC. */
export function isExpired({ expires }: Waiver, nowMs: number): boolean {
  return Date.parse(expires) + DAY_MS <= nowMs;
}

function parse(text: string, name: string): JsonValue {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof JsonError) throw invalid(name, `invalid JSON: ${error.message}`);
    throw error;
  }
}

function describe({ pointer, problem }: SchemaViolation): string {
  if (pointer.endsWith('/expires') && problem !== 'is missing') return `${pointer} is not a date such as 2027-01-31`;
  if (problem === 'is not of the right form') return `${pointer} is empty`;
  return `${pointer || 'it'} ${problem}`;
}

/** Returns what a schema cannot express; begins with the invalid member. */
function problemOf({ rule, expires }: Waiver, earlier: readonly Waiver[]): string | undefined {
  const ids = rules.map(({ id }) => id);
  if (!ids.includes(rule)) {
    const near = nearestName(rule, ids);
    return `rule: there is no rule ${quote(rule)}${near === undefined ? '' : ` (did you mean ${quote(near)}?)`}`;
  }
  if (earlier.some((other) => other.rule === rule)) return `rule: ${quote(rule)} is waived twice`;
  if (parseTimestamp(expires) === undefined) return `expires: there is no date ${expires}`;
  return undefined;
}

function invalid(name: string, problem: string): InputError {
  return new InputError(`Reading the waivers ${name}`, problem, `Try ${EXAMPLE}`);
}
