import { expect, test } from 'vitest';
import { nameHint } from './name-hint.js';

test.each<[unknown, string]>([
  ['stauts', "Did you mean 'status'? Fields: status, delayMs."],
  ['test_free', 'Fields: status, delayMs.'],
  [undefined, 'Fields: status, delayMs.'],
])('for %o: %s', (meant, hint) => {
  expect(nameHint(meant, ['status', 'delayMs'], 'Fields')).toBe(hint);
});
