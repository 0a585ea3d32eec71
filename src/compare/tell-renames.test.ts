import { expect, test } from 'vitest';
import { jsonAnswers, objectOf, sideOf, text } from '../../tests/profile-for-tests.js';
import { compareProfiles } from './compare-profiles.js';

const flag = { type: ['boolean'] } as const;

/** Tells what differs between two deployments whose messages and errors have these fields. */
function differences(left: Parameters<typeof objectOf>[0], right: Parameters<typeof objectOf>[0]) {
  const side = (name: string, fields: Parameters<typeof objectOf>[0]) =>
    sideOf(name, {
      answers: {
        'sendMessage 200': jsonAnswers(objectOf({ id: text, ...fields })),
        'listInventory 401': jsonAnswers(objectOf({ code: text, ...fields })),
      },
    });
  return compareProfiles(side('a', left), side('b', right)).differences;
}

test('tells a field that has another name once', () => {
  expect(differences({ traceId: text }, { trace_id: text })).toEqual([
    { kind: 'field', id: 'answers /traceId', left: 'traceId: string', right: 'trace_id: string' },
  ]);
});

test.each([
  ['of another type', { traceId: text }, { trace_id: flag }],
  ['one of which has no twin', { traceId: text, hint: text }, { trace_id: text }],
  ['in another object', { traceId: text, meta: objectOf({}) }, { meta: objectOf({ trace_id: text }) }],
])('tells fields by themselves that are %s', (_, left, right) => {
  const told = differences(left, right);
  expect(told.length).toBeGreaterThan(1);
  expect(told.every((one) => one.left === 'not there' || one.right === 'not there')).toBe(true);
});
