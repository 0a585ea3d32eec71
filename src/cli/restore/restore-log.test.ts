import { expect, test } from 'vitest';
import { reportUnfinished } from './restore-log.js';

function reported(...openPets: readonly string[]) {
  const printed: string[] = [];
  const restoreCommand = 'petstore-mock restore https://api.example.test/v1';
  const stderr = { write: (text: string) => printed.push(text) };
  reportUnfinished({ openPets: new Set(openPets), restoreCommand }, { stderr });
  return printed.join('');
}

test('prints nothing if no write is open', () => {
  expect(reported()).toBe('');
});

test('prints how to restore a write that is still open', () => {
  expect(reported('7')).toBe(
    'petstore-mock: ended at once: the quantity of pet 7 may be wrong. To restore it, run: petstore-mock restore https://api.example.test/v1\n',
  );
});
