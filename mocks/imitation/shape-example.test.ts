import { expect, test } from 'vitest';
import type { Shape } from '../../src/profile/profile.js';
import { shapeExample } from './shape-example.js';

test.each<[Shape, unknown]>([
  [{ type: ['string'], examples: ['xx-12'] }, 'xx-12'],
  [{ type: ['null', 'integer'], examples: [0] }, 0],
  [{ type: ['boolean'], examples: [false] }, false],
  [{ type: ['string'], enum: ['new', 'used'] }, 'new'],
  [{ type: ['string'], format: 'date-time' }, '2026-01-02T09:30:00Z'],
  [{ type: ['number'] }, 1.5],
  [{ type: ['null'] }, null],
  [{ type: ['array'] }, []],
  [{ type: ['object'] }, {}],
  [{ type: ['object'], additionalProperties: { type: ['integer'] } }, { 'key 1': 1 }],
])('%j is shown by %j', (shape, example) => {
  expect(shapeExample(shape)).toEqual(example);
});

test('objects and lists are shown with all that is in them', () => {
  const shape: Shape = {
    type: ['object'],
    properties: { tags: { type: ['array'], items: { type: ['string'], examples: ['a'] } }, note: { type: ['string'] } },
    required: ['tags'],
  };
  expect(shapeExample(shape)).toEqual({ tags: ['a'], note: 'note 1' });
});
