import { expect, it } from 'vitest';
import { holdsStoreWord } from './holds-store-word.js';

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
