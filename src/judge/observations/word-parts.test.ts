import { expect, it } from 'vitest';
import { wordParts } from './word-parts.js';

it.each([
  ['NOT_FOUND_MARTA', ['not', 'found', 'marta']],
  ['zone-oberlaender.2/u', ['zone', 'oberlaender', 'u']],
  ['askMarta', ['askmarta', 'ask', 'marta']],
  ['mARTA', ['marta', 'm', 'arta']],
  ['Margarethe Oberländer', ['margarethe', 'oberlander', 'oberlaender']],
  ['O’Rourke', ['o', 'rourke', 'orourke']],
  ['Siobhán', ['siobhan']],
  ['marta2x', ['marta', 'x']],
  ['17', []],
])('finds the words in %s', (text, words) => {
  expect([...wordParts(text)].sort()).toEqual([...words].sort());
});
