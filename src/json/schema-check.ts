export interface SchemaViolation {
  /** JSON pointer to the invalid part; empty for the value itself. */
  readonly pointer: string;
  /** The problem, as the end of a sentence: `must be integer`, `is missing`. */
  readonly problem: string;
}

/** Collects violations. Without one a check stops at the first, and does not even say where it is. */
interface Report {
  readonly pointer: string;
  readonly found: SchemaViolation[];
  /** Whether to go on after the first violation. */
  readonly isFull: boolean;
}

export type Check = (value: unknown, report?: Report) => boolean;

type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;
type CheckOf = (schema: object) => Check;

type Keyword = (argument: never, schema: Schema, checkOf: CheckOf, root: Schema) => Check;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fail(report: Report | undefined, problem: string): false {
  report?.found.push({ pointer: report.pointer, problem });
  return false;
}

function inside(report: Report | undefined, key: string | number): Report | undefined {
  if (report === undefined) return undefined;
  const token = String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return { ...report, pointer: `${report.pointer}/${token}` };
}

/** Returns whether all items pass; looks at those after the first that does not only for a full report. */
function every<Item>(
  items: readonly Item[],
  report: Report | undefined,
  passes: (item: Item, index: number) => boolean,
): boolean {
  let isValid = true;
  for (let index = 0; index < items.length; index += 1) {
    if (passes(items[index] as Item, index)) continue;
    if (report?.isFull !== true) return false;
    isValid = false;
  }
  return isValid;
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  number: Number.isFinite,
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isObject,
};

const limit =
  (sizeOf: (value: unknown) => number | undefined, fits: (size: number, bound: number) => boolean, words: string) =>
  (bound: number): Check => {
    const problem = words.replace('#', String(bound));
    return (value, report) => {
      const size = sizeOf(value);
      return size === undefined || fits(size, bound) || fail(report, problem);
    };
  };

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const numberOf = (value: unknown) => (isNumber(value) ? value : undefined);
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const fieldsOf = (value: unknown) => (isObject(value) ? Object.keys(value).length : undefined);
const isAtLeast = (size: number, bound: number) => size >= bound;
const isAtMost = (size: number, bound: number) => size <= bound;

const isInt64 = (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

const keywords: Readonly<Record<string, Keyword>> = {
  $ref: (ref: string, _schema, checkOf, root) => {
    return checkOf((root.$defs as Fields)[ref.replace('#/$defs/', '')] as object);
  },
  type: (names: string | readonly string[]) => {
    const tests = [names].flat().map((name) => types[name] as (value: unknown) => boolean);
    const problem = `must be ${[names].flat().join(' or ')}`;
    const [test] = tests;
    const isOfType = tests.length === 1 && test ? test : (value: unknown) => tests.some((one) => one(value));
    return (value, report) => isOfType(value) || fail(report, problem);
  },
  maximum: limit(numberOf, isAtMost, 'must be <= #'),
  minimum: limit(numberOf, isAtLeast, 'must be >= #'),
  exclusiveMinimum: limit(numberOf, (size, bound) => size > bound, 'must be > #'),
  format: () => (value, report) => !isNumber(value) || isInt64(value) || fail(report, 'must be an int64'),
  pattern: (source: string) => {
    const pattern = new RegExp(source, 'u');
    return (value, report) =>
      typeof value !== 'string' || pattern.test(value) || fail(report, 'is not of the right form');
  },
  const: (allowed: unknown) => (value, report) =>
    value === allowed || fail(report, `must be ${JSON.stringify(allowed)}`),
  enum: (allowed: readonly unknown[]) => (value, report) =>
    allowed.includes(value) || fail(report, `must be one of ${allowed.join(', ')}`),
  anyOf: (schemas: readonly object[], _schema, checkOf) => alternatives(schemas.map(checkOf)),
  maxItems: limit(lengthOf, isAtMost, 'must NOT have more than # items'),
  minItems: limit(lengthOf, isAtLeast, 'must NOT have fewer than # items'),
  items: (item: object, _schema, checkOf) => {
    const check = checkOf(item);
    return (value, report) =>
      !Array.isArray(value) || every(value, report, (one, index) => check(one, report && inside(report, index)));
  },
  minProperties: limit(fieldsOf, isAtLeast, 'must NOT have fewer than # properties'),
  required: (names: readonly string[]) => (value, report) =>
    !isObject(value) ||
    every(names, report, (name) => value[name] !== undefined || fail(report && inside(report, name), 'is missing')),
  propertyNames: (names: object, _schema, checkOf) => {
    const check = checkOf(names);
    return (value, report) =>
      !isObject(value) ||
      every(Object.keys(value), report, (name) => check(name, report) || fail(report, 'property name must be valid'));
  },
  additionalProperties: (others: boolean | object, { properties = {} }, checkOf) => {
    if (others === true) return () => true;
    const check: Check = others === false ? (_value, report) => fail(report, 'is unknown') : checkOf(others);
    const isKnown = (name: string) => Object.hasOwn(properties as Fields, name);
    return (value, report) =>
      !isObject(value) ||
      every(Object.keys(value), report, (name) => isKnown(name) || check(value[name], inside(report, name)));
  },
  properties: (fields: Fields, _schema, checkOf) => {
    const checks = Object.entries(fields).map(([name, field]) => ({ name, check: checkOf(field as object) }));
    return (value, report) =>
      !isObject(value) ||
      every(checks, report, ({ name, check }) => {
        const field = value[name];
        return field === undefined || check(field, report && inside(report, name));
      });
  },
};

/** Keywords that are read with another one, and those that no value violates. */
const others = ['$defs', 'description', 'examples'];

function alternatives(checks: readonly Check[]): Check {
  return (value, report) => {
    const before = report?.found.length ?? 0;
    const isValid = checks.some((check) => check(value, report));
    if (report === undefined) return isValid;
    if (isValid) report.found.length = before;
    return isValid;
  };
}

/** Makes the check of a JSON Schema: of those keywords that this project uses. Throws for any other. */
export function makeCheck(root: object): Check {
  const made = new Map<object, Check>();
  // Late, since most values need few of the checks.
  const checkOf =
    (schema: object): Check =>
    (value, report) => {
      const check = made.get(schema) ?? makeOne(schema as Schema);
      made.set(schema, check);
      return check(value, report);
    };
  const makeOne = (schema: Schema): Check => {
    const unknown = Object.keys(schema).find((name) => !Object.hasOwn(keywords, name) && !others.includes(name));
    if (unknown !== undefined) throw new Error(`A schema uses ${unknown}, which is not among the keywords here.`);
    const checks = Object.entries(keywords)
      .filter(([name]) => Object.hasOwn(schema, name))
      .map(([name, keyword]) => keyword(schema[name] as never, schema, checkOf, root as Schema));
    const [only] = checks;
    if (only !== undefined && checks.length === 1) return only;
    return (value, report) => every(checks, report, (check) => check(value, report));
  };
  return checkOf(root);
}
