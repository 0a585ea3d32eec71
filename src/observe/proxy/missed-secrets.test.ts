import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExchangeHead, learnSecrets } from '../../exchange/record-exchange.js';
import { Redactor } from '../../exchange/redactor.js';
import { MissedSecrets } from './missed-secrets.js';

const values = [
  'k3y-of-the-first-one',
  'a=b; sid=s3ss10n-of-mine',
  'Bearer k3y-of-the-second',
  '1',
  '/x?token=t0k3n-in-a-link',
];
const header = fc.tuple(
  fc.constantFrom(
    ...[
      'Authorization',
      'X-Api-Key',
      'Cookie',
      'Set-Cookie',
      'LOCATION',
      'Content-Location',
      'Referer',
      'Link',
      'Date',
    ],
    ...[
      'X-Requires-Authorization',
      'Proxy-Authorization',
      'X-Session-Id',
      'csrf',
      'Content-Type',
      'X-Signature',
      'X-Other',
    ],
  ),
  fc.oneof(fc.constantFrom(...values, ...values.map((value) => `<${value}>`)), fc.string()),
);
const path = fc.constantFrom('/v1/inventory', '/v1/inventory?api_key=k3y-in-the-query', '/v1?a=b', '/v1/@x');
const head: fc.Arbitrary<ExchangeHead> = fc.record({
  request: fc.record({
    url: path.map((text) => `https://petstore.test${text}`),
    headers: fc.array(header, { maxLength: 4 }),
  }),
  response: fc.option(fc.record({ headers: fc.array(header, { maxLength: 4 }) }), { nil: undefined }),
});

test('collects what a redactor would register, each once, in the same order', () => {
  fc.assert(
    fc.property(fc.array(head, { maxLength: 8 }), (heads) => {
      const all = new Redactor();
      const missed = new MissedSecrets();
      const told = new Redactor();
      const texts: string[] = [];
      for (const each of heads) {
        learnSecrets(each, all);
        missed.learn(each);
        for (const [text, kind] of missed.take()) {
          texts.push(text);
          told.nameOf(text, kind);
        }
        expect(missed.isEmpty).toBe(true);
      }
      expect(new Set(texts).size).toBe(texts.length);
      expect(told.known).toBe(all.known);
      for (const text of texts) expect(told.aliasOf(text)).toBe(all.aliasOf(text));
    }),
    { numRuns: 500 },
  );
});

test('collects as many as a redactor names, of each kind', () => {
  const missed = new MissedSecrets();
  const one = (name: string, value: string) =>
    missed.learn({ request: { url: '/', headers: [[name, value]] }, response: undefined });
  for (let sent = 0; sent < 1_500; sent++) one('Cookie', `sid=s3ss10n-number-${sent}`);
  one('Authorization', 'Bearer k3y-of-a-client');
  const taken = missed.take();
  expect(taken).toHaveLength(1_001);
  expect(taken.at(-1)).toEqual(['k3y-of-a-client', 'key']);
});
