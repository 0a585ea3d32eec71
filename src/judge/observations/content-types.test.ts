import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';

const typed = (type: string, status: number) => patch(3, { requestHeaders: { 'Content-Type': type }, status });
const message = (type: string, status: number): ExchangeInit => ({
  method: 'POST',
  path: '/messages',
  sends: '{"message":"a"}',
  requestHeaders: { 'Content-Type': type },
  status,
});
const LATIN = 'application/json; charset=ISO-8859-1';

it('concludes one choice from types that are treated alike, and names those that were not sent', () => {
  const told = [list(), typed('text/plain', 415), typed('application/a+json', 415), typed(LATIN, 200)];
  expect(observed('update-content-type', told)).toMatchObject({ choice: 415, unseen: ['missing'] });
});

it('concludes a choice for each type where they differ', () => {
  const told = [list(), typed('text/plain', 415), typed('application/a+json', 200), typed(LATIN, 400)];
  expect(observed('update-content-type', told)).toMatchObject({
    choice: { missing: 415, wrong: 415, suffix: 'ignored', charset: 400 },
    unseen: ['missing'],
    note: 'text/plain got 415, application/a+json got 200, application/json got 400',
  });
});

it('concludes choices for messages from messages alone', () => {
  const told = [list(), typed('text/plain', 200), message('text/plain', 415), message(LATIN, 200)];
  expect(observed('message-content-type', told)).toMatchObject({
    choice: { missing: 400, wrong: 415, suffix: 415, charset: 'ignored' },
    unseen: ['missing', 'suffix'],
  });
  expect(observed('update-content-type', told)).toMatchObject({ choice: 'ignored' });
});

it('concludes nothing from a type that got two statuses', () => {
  const told = [list(), typed('text/plain', 415), typed('text/plain', 400)];
  expect(observed('update-content-type', told).choice).toBeUndefined();
});
