import { expect, it } from 'vitest';
import { isPlain, withoutQuotes } from './allowed-text.js';

it.each(['Not found', 'quantity must be >= -2147483648', 'ERR_NOT_FOUND', 'E404', 'no-store, max-age=31536000'])(
  'takes %j for words of the service',
  (text) => {
    expect(isPlain(text, [])).toBe(true);
  },
);

it.each(['of key#2', 'ask a@b.de', 'see http://a.b', 'id 4f9a1c77d2', '12345678901', 'A'.repeat(33)])(
  'takes %j for more than words of the service',
  (text) => {
    expect(isPlain(text, [])).toBe(false);
  },
);

it('knows what the service holds', () => {
  expect(isPlain('Bella is not here', ['Bella'])).toBe(false);
});

it('lets addresses be where they are asked for', () => {
  expect(isPlain('<https://a.b/docs>', [], 'addresses')).toBe(true);
});

it('takes out of a note what it quotes, however it is escaped', () => {
  const note = 'a 401: X: "realm=\\"Kaethe\\" \\u000a", a@b.de, https://a.b/c key#1 123456789012345678; 60 left';
  expect(withoutQuotes(note)).toBe('a 401: X: "…", … … … …; 60 left');
});

it('leaves a hint whole that names a scheme alone', () => {
  const hint = 'the port speaks TLS; does the URL begin with https://?';
  expect(withoutQuotes(hint)).toBe(hint);
});
