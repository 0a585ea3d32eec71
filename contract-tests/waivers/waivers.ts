import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { parseTimestamp } from '../../src/json/dates.js';
import { InputError, nearestName } from '../../src/json/input-error.js';
import { isJsonObject, JsonError, type JsonValue, parseJson, withoutSchema } from '../../src/json/json.js';
import { parseUrl } from '../../src/json/parse-url.js';
import { quote } from '../../src/json/quoting.js';
import { rules } from '../../src/judge/rules/index.js';
import { operationIds } from '../../src/service/petstore.js';
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
      operation: {
        type: 'string',
        examples: operationIds,
        description: 'Waives only violations that a request of this operation shows. Default: all of the rule',
      },
      target: {
        type: 'string',
        description: 'Applies only to this base URL, or to every one of this origin. Default: to all',
      },
    },
    additionalProperties: false,
  },
} as const satisfies JSONSchema;

/** A known violation that is accepted until a day. */
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

/** Returns the waivers for a deployment: without a target, with its base URL, or with its origin. */
export function waiversFor(baseUrl: string, waivers: readonly Waiver[]): Waiver[] {
  const places = [plainUrl(baseUrl), parseUrl(baseUrl)?.origin];
  return waivers.filter(({ target }) => target === undefined || places.includes(plainUrl(target)));
}

/** Returns a URL in its usual spelling, without a slash at its end. */
const plainUrl = (url: string) => parseUrl(url)?.href.replace(/\/$/, '');

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
function problemOf(waiver: Waiver, earlier: readonly Waiver[]): string | undefined {
  const { rule, operation, target, expires } = waiver;
  const ids = rules.map(({ id }) => id);
  if (!ids.includes(rule)) return `rule: there is no rule ${quote(rule)}${didYouMean(rule, ids)}`;
  const names: readonly string[] = operationIds;
  if (operation !== undefined && !names.includes(operation)) {
    const hint = didYouMean(operation, names) || ` (operations: ${operationIds.join(', ')})`;
    return `operation: there is no operation ${quote(operation)}${hint}`;
  }
  // It is not repeated: it may contain a password.
  if (target !== undefined && !isTarget(target)) return 'target is not a URL such as https://staging.example.test/v1';
  if (parseTimestamp(expires) === undefined) return `expires: there is no date ${expires}`;
  const keyOf = (one: Waiver) => [one.rule, one.operation, plainUrl(one.target ?? '')].join('\n');
  const isTwice = earlier.some((other) => keyOf(other) === keyOf(waiver));
  return isTwice ? `rule: ${quote(rule)} is waived twice for the same operation and target` : undefined;
}

function isTarget(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname;
}

function didYouMean(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return near === undefined ? '' : ` (did you mean ${quote(near)}?)`;
}

function invalid(name: string, problem: string): InputError {
  return new InputError(`Reading the waivers ${name}`, problem, `Try ${EXAMPLE}`);
}
