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
