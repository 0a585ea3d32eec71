import { expect, test } from 'vitest';
import { InputError } from './input-error.js';

test('says what was attempted, what was wrong and what would work', () => {
  const { name, message } = new InputError('Opening the fake', 'there is no option pet', 'Try { pets: 10 }.');
  expect(`${name}: ${message}`).toBe('InputError: Opening the fake: there is no option pet. Try { pets: 10 }.');
});

test('stays one line that steers no terminal, whatever it repeats', () => {
  const { message } = new InputError('Reading a\nb', 'it is \u001b[31m', 'Try\u2028c.');
  expect(message).toBe('Reading a\\u000ab: it is \\u001b[31m. Try\\u2028c.');
});

test('says the same in words where the remedy is JavaScript', () => {
  const error = new InputError('Banning a key', 'there is none such', 'Try keys.mint().', 'Mint one.');
  expect(error.message).toBe('Banning a key: there is none such. Try keys.mint().');
  expect(error.inWords).toBe('Banning a key: there is none such. Mint one.');
  expect(new InputError('Reading', 'it is empty', 'Try 1.').inWords).toBe('Reading: it is empty. Try 1.');
});
