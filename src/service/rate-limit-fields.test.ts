import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRateLimitFields } from './rate-limit-fields.js';

const parse = (policy: string | undefined, limit?: string) =>
  parseRateLimitFields(
    new Headers([
      ...(policy === undefined ? [] : [['RateLimit-Policy', policy] as [string, string]]),
      ...(limit === undefined ? [] : [['RateLimit', limit] as [string, string]]),
    ]),
  );

test('the examples of the draft are read', () => {
  expect(parse('"permin";q=50;w=60,"perhr";q=1000;w=3600', '"default";r=50;t=30')).toEqual({
    policies: [
      { name: 'permin', quota: 50, unit: 'requests', windowSeconds: 60 },
      { name: 'perhr', quota: 1000, unit: 'requests', windowSeconds: 3600 },
    ],
    limits: [{ name: 'default', remaining: 50, secondsLeft: 30 }],
  });
  expect(parse('"peruser";q=65535;qu="content-bytes";w=10;pk=:sdfjLJUOUA==:').policies).toEqual([
    { name: 'peruser', quota: 65535, unit: 'content-bytes', windowSeconds: 10 },
  ]);
  expect(parse(undefined, '"default";r=999;pk=:dHJpYWwxMjEzMjM=:;acme-burst=5').limits).toEqual([
    { name: 'default', remaining: 999, secondsLeft: undefined },
  ]);
});

test('a list may be split over several fields, and blanks may stand between its parts', () => {
  const headers = new Headers([
    ['RateLimit', '"minute"; r=1; t=2'],
    ['RateLimit', '"day"; r=3'],
  ]);
  expect(parseRateLimitFields(headers).limits?.map(({ name }) => name)).toEqual(['minute', 'day']);
});

test('what is written is read again', () => {
  const count = fc.nat();
  const name = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', ' ', "'", ';', ',', '='), minLength: 1 });
  const policy = fc.record({ name, quota: count, windowSeconds: fc.integer({ min: 1, max: 86_400 }) });
  fc.assert(
    fc.property(fc.array(policy, { minLength: 1, maxLength: 4 }), (policies) => {
      const written = policies.map((each) => `"${each.name}";q=${each.quota};w=${each.windowSeconds}`).join(', ');
      expect(parse(written).policies).toEqual(policies.map((each) => ({ ...each, unit: 'requests' })));
    }),
  );
});

test.each([
  '',
  '60;w=60',
  'default;q=60;w=60',
  '"default";w=60',
  '"default";q',
  '"default";q=-1',
  '"default";q=1.5',
  '"default";q="60"',
  '"default";q=60;w=0',
  '"default";q=60;qu=requests',
  '"default";q=60,',
  '"default";q=60, limit=60',
  '("default");q=60',
  '"default;q=60',
])('a policy %j is ignored', (policy) => {
  expect(parse(policy).policies).toBeUndefined();
});

test.each(['limit=100, remaining=50, reset=30', '50', '"default";t=5', '"default";r=1;t=-1', '"default";r=1;t="5"'])(
  'a limit %j is ignored',
  (limit) => {
    expect(parse(undefined, limit).limits).toBeUndefined();
  },
);

test('no text makes the parser throw', () => {
  const part = fc.constantFrom(
    '"a"',
    ';',
    'q=',
    'r',
    '60',
    ',',
    ' ',
    '(',
    ')',
    ':',
    ':!:',
    '%"',
    '%c3',
    '@1',
    '?1',
    '"\\',
  );
  const text = fc.oneof(
    fc.array(part).map((parts) => parts.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (each) => {
      expect(() => parseRateLimitFields({ get: () => each })).not.toThrow();
    }),
  );
});
