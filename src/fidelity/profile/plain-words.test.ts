import { expect, it } from 'vitest';
import { errorCatalogue } from '../../spec/errors.js';
import { schemas } from '../../spec/schemas.js';
import { isPlainName, isPlainWord } from './plain-words.js';

it('knows the words of the document’s own states, fields and codes', () => {
  const fields = Object.values(schemas).flatMap((schema) =>
    Object.keys('properties' in schema ? schema.properties : {}),
  );
  const own = [...schemas.PetStatus.enum, ...Object.keys(errorCatalogue), ...fields];
  const words = own.flatMap((text) => text.split(/_|(?<=[a-z])(?=[A-Z])/)).map((word) => word.toLowerCase());
  expect(words.filter((word) => !isPlainWord(word))).toEqual([]);
});

it.each(['orders', 'pets', 'shipped'])('knows %s', (word) => {
  expect(isPlainWord(word)).toBe(true);
});

it.each(['marta', 'weber', 'rex', 'rose', 'mark', 'grant', 'max', 'will', 'springfield', ''])(
  'does not know %j',
  (word) => {
    expect(isPlainWord(word)).toBe(false);
  },
);

it('knows names that are made of such words', () => {
  expect(['totalElements', 'OUT_FOR_DELIVERY', 'in-transit', 'sold'].every(isPlainName)).toBe(true);
  expect(['martaTotal', 'DR_WEBER', '', 'sold_'].some(isPlainName)).toBe(false);
});
