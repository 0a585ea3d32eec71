import { expect, test } from 'vitest';
import { parseJson } from '../../spec/json.js';
import { compareJson } from './compare-json.js';

/** The lines that differ, as `left | right`. */
const differences = (left: string, right: string) =>
  compareJson(parseJson(left), parseJson(right))
    .filter(({ isSame }) => !isSame)
    .map((line) => `${line.left?.trim() ?? ''} | ${line.right?.trim() ?? ''}`);

test.each([
  ['equal values', '{"a":1,"b":[2]}', '{"a":1,"b":[2]}', []],
  ['members in another order', '{"a":1,"b":2}', '{"b":2,"a":1}', []],
  ['a changed member', '{"a":1,"b":2}', '{"a":1,"b":3}', ['"b": 2 | "b": 3']],
  ['an added and a removed member', '{"a":1}', '{"b":{"c":[]}}', ['"a": 1 | ', ' | "b": {', ' | "c": []', ' | }']],
  ['another type', '{"a":[1]}', '{"a":"1"}', ['"a": [ | "a": "1"', '1 | ', '] | ']],
  [
    'a list with another order and a changed item',
    '[{"petId":1,"quantity":5},{"petId":2,"quantity":5}]',
    '[{"petId":2,"quantity":6},{"petId":1,"quantity":5}]',
    ['"quantity": 5 | "quantity": 6'],
  ],
  ['an added item', '[{"id":1}]', '[{"id":3},{"id":1}]', [' | {', ' | "id": 3', ' | }']],
  ['items without ids, by their place', '[1,2,3]', '[1,4]', ['2 | 4', '3 | ']],
  ['items of which two have the same id', '[{"id":1},{"id":1}]', '[{"id":1},{"id":2}]', ['"id": 1 | "id": 2']],
  [
    'integers that a double would round',
    '{"petId":9007199254740993}',
    '{"petId":9007199254740992}',
    ['"petId": 9007199254740993 | "petId": 9007199254740992'],
  ],
])('%s are compared by their structure', (_, left, right, expected) => {
  expect(differences(left, right)).toEqual(expected);
});

test('lines are indented, and equal ones stand on both sides', () => {
  expect(compareJson(parseJson('{"a":[{"id":1}]}'), parseJson('{"a":[{"id":1}]}')).map(({ left }) => left)).toEqual([
    '{',
    '  "a": [',
    '    {',
    '      "id": 1',
    '    }',
    '  ]',
    '}',
  ]);
});
