import { expect, it } from 'vitest';
import { recorded, settings, type Told } from '../../../tests/recorded.js';
import { gatherEvidence } from '../evidence.js';
import { holdsStoreWord, storeWords, wordParts } from './store-words.js';

const wordsOf = (...told: Told[]) => storeWords(gatherEvidence(recorded(...told), settings));
const pet = (body: object): Told => ({ path: '/pets/7', body });

it.each([
  'Ask marta for a key',
  'NOT_FOUND_MARTA',
  'askMarta',
  'martaservice',
  'apache-marta/2.1',
  '/u/marta.weber',
  'Bearer realm="MARTA"',
])('finds the keeper of a pet in %s', (text) => {
  expect(holdsStoreWord(text, wordsOf(pet({ keeper: 'marta' })).all)).toBe(true);
});

it.each([
  [{ name: 'Margarethe Oberländer' }, 'zone-oberlaender'],
  [{ mail: 'm.oberlaender@shop.example' }, 'Oberlaender'],
  [{ site: 'https://shop.example/u/oberlaender' }, 'oberlaender'],
  [{ code: 'DR_OBERLAENDER' }, 'oberlaender'],
  [{ code: 'K7-OBERLAENDER' }, 'oberlaender'],
  [{ note: 'please call Jonas' }, 'jonas'],
  [{ buyer: { last: 'Ng' } }, 'Ask Ng.'],
  [{ byKeeper: { jonas_w: 1, 'Marta Ng': 2 } }, 'jonas'],
  [{ name: '王伟' }, '联系王伟先生'],
  [{ keeper: 'Иван' }, 'ask_ИВАН'],
  [{ iban: 'DE89370400440532013000' }, 'de89370400440532013000'],
])('finds what is in %j', (body, text) => {
  expect(holdsStoreWord(text, wordsOf(pet(body)).all)).toBe(true);
});

it('leaves words alone that everybody uses, and those of the base URL', () => {
  const { all } = wordsOf(pet({ name: 'Pet 17', state: 'available', kind: 'NEW_ORDER', shop: 'api-example' }));
  expect(holdsStoreWord('There is no new pet available; order one at api.example.test', all)).toBe(false);
});

it('tells nothing of what a fake makes up', () => {
  const { all, names } = wordsOf(pet({ nickname: 'nickname 1', byKeeper: { 'key 1': 'byKeeper 1' } }));
  expect([...all, ...names]).toEqual([]);
});

it('takes for the key of a map what stands for itself or names somebody, and not each word of a text', () => {
  const { names } = wordsOf(pet({ keeper: 'marta', owner: 'Jonas Weber', place: 'shelf behind the aquarium' }));
  expect(['marta', 'weber'].every((word) => names.has(word))).toBe(true);
  expect(holdsStoreWord('martaTotal', names)).toBe(true);
  expect(holdsStoreWord('aquarium', names)).toBe(false);
});

it.each([
  { note: 'Anna Ng', buyer: 'Anna Ng' },
  { buyer: 'Anna Ng', note: 'Anna Ng' },
])('takes a text for a name that is one somewhere, as in %j', (body) => {
  expect(wordsOf(pet(body)).all.has('ng')).toBe(true);
  expect(wordsOf(pet({ note: 'Anna Ng' })).all.has('ng')).toBe(false);
});

it.each(['Marta', 'ask_MARTA', 'askmarta', 'marta-2.1'])('finds a word in %s, whatever stands around it', (text) => {
  expect(holdsStoreWord(text, ['marta'])).toBe(true);
});

it('finds a short word only where it stands for itself', () => {
  expect(holdsStoreWord('Ask Rex.', ['rex'])).toBe(true);
  expect(holdsStoreWord('index', ['dex'])).toBe(false);
  expect(holdsStoreWord('hyperextended', ['rex'])).toBe(false);
});

it('finds nothing inside of words that everybody uses', () => {
  expect(holdsStoreWord('unauthorized', ['autho'])).toBe(false);
});

it('finds texts that are no words as they were written', () => {
  expect(holdsStoreWord('account de89 3704', ['DE89 3704'])).toBe(true);
});

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
