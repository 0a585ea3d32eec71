import { expect, test } from 'vitest';
import { createRedactor } from '../../src/transcript/create-redactor.js';
import { hideHeaderValues } from './hide-header-values.js';

function hide(name: string, value: string) {
  const redactor = createRedactor();
  const baseUrl = 'https://tenant-4711.example.test/v1';
  const [[, shown] = []] = hideHeaderValues({ headers: [[name, value]], baseUrl, messagesUrl: undefined }, redactor);
  return { shown, elsewhere: redactor.redact(`a body that says ${value}`) };
}

test('hides what may be a secret, wherever it shows up', () => {
  expect(hide('X-Gateway', 's3cret-t0ken-of-a-gateway')).toEqual({
    shown: 'secret#1',
    elsewhere: 'a body that says secret#1',
  });
});

test.each(['available', '1', 'tenant-4711'])(
  'hides %s in the header alone: elsewhere it is an ordinary word',
  (value) => {
    expect(hide('X-Tenant', value)).toEqual({ shown: 'secret#0', elsewhere: `a body that says ${value}` });
  },
);

test('shows by which program a request was sent', () => {
  expect(hide('User-Agent', 'petstore-mock/0.1.0').shown).toBe('petstore-mock/0.1.0');
});
