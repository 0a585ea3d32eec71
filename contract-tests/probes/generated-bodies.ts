import type { Arbitrary } from 'fast-check';

type FastCheck = typeof import('fast-check');

export interface GeneratedBody {
  readonly body: string;
  readonly contentType: string | null;
}

/** Numbers that services round, overflow or misread; all but the last four are integers. */
const EDGE_NUMBERS = [
  ...['0', '-0', '1', '-1', '1e2', '5.0', '10E-1', '127', '128', '255', '32768', '65536', '2147483647', '2147483648'],
  ...['-2147483649', '4294967296', '9007199254740993', '9223372036854775807', '9223372036854775808', '1e30'],
  ...['0.1', '1e-7', '1e400', '0.30000000000000004'],
];
const ODD_TYPES = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  'text/plain',
  null,
];
const DEEPEST = 200;
const LONGEST_TEXT = 20_000;

/** Bodies around a schema with one field: sound ones, nearly sound ones and others. */
export function generatedBodies(fc: FastCheck, field: 'quantity' | 'message'): Arbitrary<GeneratedBody> {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => JSON.stringify(value));
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...EDGE_NUMBERS) },
    { weight: 2, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: DEEPEST }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: LONGEST_TEXT }).map((length) => JSON.stringify('x'.repeat(length))),
    },
    { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
  );
  // A key that stands twice has one value: services that take the first and those that take the last are both right.
  const members = fc.tuple(value, fc.integer({ min: 1, max: 8 })).map(([each, chance]) => {
    const member = `"${field}":${each}`;
    return chance === 8 ? [member, member] : [member];
  });
  const extra = fc.tuple(text, value).map(([key, each]) => `${key}:${each}`);
  const object = fc.tuple(fc.array(extra, { maxLength: 2 }), members);
  const body = fc.oneof(
    { weight: 6, arbitrary: object.map((parts) => `{${parts.flat().join(',')}}`) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  );
  const contentType = fc.oneof(
    { weight: 4, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TYPES) },
  );
  return fc.record({ body, contentType });
}
