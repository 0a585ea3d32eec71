// Long: runs the whole suite 21 times, for keys of more kinds than the short test, in each writing.
import { test } from 'vitest';
import { distinctive, expectNoKey } from './ways-out.js';

test.each(distinctive.slice(1))('a check shows no key %s, in no form, whole or cut', async (key) => {
  await expectNoKey('outOfCheck', [key]);
});
