import { expect, test } from 'vitest';
import { createPetstore } from '../mocks/petstore.js';
import { documentLines } from '../src/json/document-lines.js';

function textOf(change: (petstore: ReturnType<typeof createPetstore>) => void = () => {}) {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 3 });
  petstore.handle({ method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_free' } });
  change(petstore);
  const snapshot = petstore.snapshot();
  return { text: documentLines(snapshot), snapshot };
}

test('a state is written as JSON.stringify does, apart from white space', () => {
  const { text, snapshot } = textOf(({ faults }) => faults.always('any', { status: 503 }));
  expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(snapshot));
});

test('a change of a pet is a change of one line', () => {
  const before = textOf().text.split('\n');
  const after = textOf(({ inventory }) => inventory.set(2, { quantity: 77, status: 'pending' })).text.split('\n');
  expect(after).toHaveLength(before.length);
  expect(after.filter((line, index) => line !== before[index])).toEqual([
    '    {"petId":"2","quantity":77,"status":"pending"},',
  ]);
});

test('settings and keys have a line each', () => {
  const { text } = textOf();
  expect(text).toMatch(/^\{\n {2}"format": "petstore-mock-state",\n {2}"version": 1,\n/);
  expect(text).toMatch(/\n {4}"ban-threshold": \d+,\n/);
  expect(text).toMatch(/\n {4}"keys": \[\n {6}\{"alias":"key#1",.*\},\n {6}\{"alias":"key#2"/);
});
