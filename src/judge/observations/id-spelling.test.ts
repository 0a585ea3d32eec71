import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-exchanges.js';

const found = (id: string): ExchangeInit => ({ path: `/pets/${id}`, body: { id: 7 } });
const rejected = (id: string, status: number, message: string): ExchangeInit => ({
  path: `/pets/${id}`,
  status,
  body: { code: 'a', message, status },
});
const choiceOf = (...told: ExchangeInit[]) => observed('pet-id-spelling', [list(), ...told]);

it('learns which spellings name a listed pet, and which it did not see', () => {
  const { choice, unseen } = choiceOf(found('007'), rejected('+7', 400, 'No.'), found('%37'), found('7.0'));
  expect(choice).toEqual({
    'percent-encoded': true,
    'leading-zeros': true,
    'plus-sign': false,
    'point-zero': true,
    'beyond-int64': 'malformed',
  });
  expect(unseen).toEqual(['beyond-int64']);
});

it.each([
  ['malformed', 400, 'Pet 9223372036854775808?'],
  ['malformed', 404, 'Pet 9223372036854775808 is no id.'],
  ['unknown', 404, 'There is no pet 9223372036854775808.'],
])('calls a number beyond int64 %s if it got %d: %s', (expected, status, message) => {
  const malformed = rejected('rex', 404, 'Pet rex is no id.');
  const { choice } = choiceOf(malformed, rejected('9223372036854775808', status, message));
  expect(choice).toMatchObject({ 'beyond-int64': expected });
});

it.each([
  ['the pet was not listed', found('0999')],
  ['the id is spelled as usual', found('7')],
  ['two things are unusual', found('+07.0')],
  ['the service failed', rejected('07', 500, 'No.')],
])('learns nothing if %s', (_, told) => {
  expect(choiceOf(told).choice).toBeUndefined();
});
