// Long: the check by schema finds what ajv finds, for drawn values of every schema.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { waiversSchema } from '../contract-tests/waivers/waivers.js';
import { fixtureSchema } from '../fixtures/stock.js';
import { stateSchema } from '../mocks/state/saved-state.js';
import { adminOperations, pathParameters, queryParameters } from '../src/admin/operations.js';
import { adminSchemas } from '../src/admin/schemas.js';
import { foreignRecordingSchema, ownRecordingSchema } from '../src/exchange/har-schemas.js';
import { profileSchema } from '../src/fidelity/profile/profile.js';
import { makeCheck, type SchemaViolation } from '../src/json/schema-check.js';
import { behaviourSchema } from '../src/service/behaviour.js';
import { schemas } from '../src/service/petstore.js';

/** Every schema that a value is checked by. */
const checked: Readonly<Record<string, object>> = {
  ...schemas,
  ...Object.fromEntries(
    Object.values(adminOperations).flatMap(({ body }) => (body ? [[body.schema, adminSchemas[body.schema]]] : [])),
  ),
  ...Object.fromEntries(
    Object.entries({ ...pathParameters, ...queryParameters }).map(([name, { schema }]) => [name, schema as object]),
  ),
  Behaviour: behaviourSchema,
  FaultOptions: adminSchemas.FaultOptions,
  Fixture: fixtureSchema,
  ForeignRecording: foreignRecordingSchema,
  OwnRecording: ownRecordingSchema,
  Profile: profileSchema,
  State: stateSchema,
  Waivers: waiversSchema,
};

/** ajv is the reference, with one error or with all. */
function validatorsOf(schema: object) {
  const isInt64 = (n: number) => Number.isInteger(n) && n >= -(2 ** 63) && n < 2 ** 63;
  const formats = { int64: { type: 'number', validate: isInt64 } } as const;
  return [false, true].map((allErrors) =>
    new Ajv2020({ allErrors, allowUnionTypes: true, inlineRefs: false, formats }).compile(schema),
  );
}

/** An error of ajv in the words of this project; undefined for those that only say that an alternative is needed. */
function violationOf({ instancePath, keyword, params, message }: ErrorObject): SchemaViolation | undefined {
  const at = (name: string) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'anyOf':
    case 'oneOf':
      return undefined;
    case 'required':
      return { pointer: at(params.missingProperty), problem: 'is missing' };
    case 'additionalProperties':
      return { pointer: at(params.additionalProperty), problem: 'is unknown' };
    case 'enum':
      return { pointer: instancePath, problem: `must be one of ${params.allowedValues.join(', ')}` };
    case 'const':
      return { pointer: instancePath, problem: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'format':
      return { pointer: instancePath, problem: `must be an ${params.format}` };
    case 'type':
      return { pointer: instancePath, problem: `must be ${[params.type].flat().join(' or ')}` };
    case 'pattern':
      return { pointer: instancePath, problem: 'is not of the right form' };
    default:
      return { pointer: instancePath, problem: message ?? '' };
  }
}

type Schema = Readonly<Record<string, unknown>>;

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(-1, 0, 1.5, 2 ** 53, 2 ** 63, -(2 ** 63), '', 'constructor', '__proto__', 'key#1', '1', {}, []),
);

/** Values that nearly conform: here and there something else, something more, or something less. */
function near(schema: Schema, root: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 7) return junk;
  const inside = (part: unknown) => near(part as Schema, root, depth + 1);
  return fc.oneof({ arbitrary: fitting(schema, root, inside), weight: 14 }, { arbitrary: junk, weight: 1 });
}

function fitting(schema: Schema, root: Schema, inside: (part: unknown) => fc.Arbitrary<unknown>) {
  const { $ref, const: only, enum: values, anyOf, oneOf, type, properties, additionalProperties, items } = schema;
  if (typeof $ref === 'string') return inside((root.$defs as Schema)[$ref.replace('#/$defs/', '')]);
  if ('const' in schema) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  const forms = (anyOf ?? oneOf) as Schema[] | undefined;
  if (forms !== undefined) return fc.oneof(...forms.map(inside));
  const [name] = [type].flat();
  if (name === 'array') return fc.array(inside(items), { maxLength: 3 });
  if (name === 'object') {
    const required = ((schema.required ?? []) as string[]).filter((field) => field in ((properties ?? {}) as Schema));
    const known = Object.entries((properties ?? {}) as Schema).map(([field, part]) => [field, inside(part)]);
    const others = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('listInventory 200', 'a/b~c', ...required)),
      typeof additionalProperties === 'object' ? inside(additionalProperties) : junk,
      { maxKeys: 1 },
    );
    const fields = fc.record<Record<string, unknown>>(Object.fromEntries(known), { requiredKeys: required });
    const isLoose = known.length === 0;
    return fc.tuple(fields, others, fc.nat(isLoose ? 1 : 12)).map(([own, more, draw]) => {
      if (draw === 1) return { ...own, ...more };
      if (draw === 2) return Object.fromEntries(Object.entries(own).slice(1));
      return own;
    });
  }
  if (name === 'string') return fc.oneof(fc.constantFrom(...texts), fc.string());
  if (name === 'boolean') return fc.boolean();
  if (name === 'null') return fc.constant(null);
  if (name === 'integer' || name === 'number') {
    const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum].filter(
      (bound) => typeof bound === 'number',
    );
    const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
    return fc.oneof(fc.nat(1_000), fc.integer(), fc.double(), fc.constantFrom(0, ...near));
  }
  return junk;
}

const texts = ['key#1', '1', 'https://a.test/v1', '2026-01-01T00:00:00Z', '2026-01-01', 'w1', 'a', '200', 'etag', '1h'];

test.each(Object.entries(checked))('%s: the check finds what ajv finds, in the same order', (_name, schema) => {
  const check = makeCheck(schema);
  const [first, all] = validatorsOf(schema);
  fc.assert(
    fc.property(near(schema as Schema, schema as Schema), (value) => {
      for (const [validate, isFull] of [
        [first, false],
        [all, true],
      ] as const) {
        const isValid = validate?.(value);
        const expected = (validate?.errors ?? []).flatMap((error) => violationOf(error) ?? []);
        const found: SchemaViolation[] = [];
        expect(check(value, { pointer: '', found, isFull })).toBe(isValid);
        expect(found).toEqual(expected);
        expect(check(value)).toBe(isValid);
      }
    }),
    { numRuns: 50 },
  );
});
