import { expect, it } from 'vitest';
import { hideInHeaders } from '../../src/exchange/hide-secrets.js';
import { Redactor } from '../../src/exchange/redactor.js';
import { createDraw } from '../draw.js';
import { createKeyring, drawLookalikeKey, hideHeaderValues, shortened } from './compose.js';
import { drawMistakenKeys } from './mistaken-keys.js';

const redactor = { nameOf: (secret: string) => `name of ${secret}`, addKey: () => true };

it('makes a key of the same shape that shares no letter or digit with the real one', () => {
  for (let seed = 0; seed < 100; seed++) {
    const key = 'sk_Live-4f9A1c.77';
    const made = drawLookalikeKey(key, createDraw(seed, 'keys'));
    expect(made).toMatch(/^[a-z]{2}_[A-Z][a-z]{3}-\d[a-z]\d[A-Z]\d[a-z]\.\d\d$/);
    for (const [index, char] of [...made].entries())
      if (/\w/.test(char) && char !== '_') expect(char).not.toBe(key[index]);
  }
});

it.each([
  ['abcdef', 'abcde'],
  ['YWJjZA==', 'YWJjZ'],
  ['a', 'a0'],
])('shortens %s to %s', (key, expected) => {
  expect(shortened(key)).toBe(expected);
});

it('registers every key that it makes up as a secret', () => {
  const registered: string[] = [];
  const keyring = createKeyring('a-good-key', createDraw(1, 'keys'), {
    ...redactor,
    nameOf(secret) {
      registered.push(secret);
      return secret;
    },
  });
  const shown = Object.values(keyring).flatMap((shown) =>
    (shown?.headers ?? []).flatMap(([name, value]) => (name === 'Authorization' ? (value.split(' ')[1] ?? []) : [])),
  );
  expect(shown.length).toBeGreaterThan(8);
  // What contains the key is redacted with it.
  const words = drawMistakenKeys(createDraw(1, 'any')).flatMap(({ key, isShaped }) => (isShaped ? [] : key.split(' ')));
  const others = shown.filter((text) => !/^(?:|Bearer)$|a-good-key|^YS1n/.test(text) && !words.includes(text));
  expect(others.length).toBeGreaterThan(3);
  expect(registered).toEqual(expect.arrayContaining(others));
});

it('describes the credential of each form of a key', () => {
  const keyring = createKeyring('a+key', createDraw(1, 'keys'), redactor);
  expect(keyring.key?.credential).toEqual({ kind: 'bearer', name: 'name of a+key', standing: 'given' });
  expect(keyring['wrong key']?.credential).toMatchObject({ standing: 'wrong' });
  expect(keyring.basic).toMatchObject({ headers: [['Authorization', 'Basic a+key']], credential: { where: 'basic' } });
  expect(keyring.query).toMatchObject({
    query: '?api_key=a%2Bkey&access_token=a%2Bkey&apikey=a%2Bkey&key=a%2Bkey&token=a%2Bkey',
  });
  const another = keyring['key with another end']?.headers?.[0]?.[1];
  expect(another).toContain('Bearer a+ke4');
  expect(keyring.beside?.headers).toEqual(
    expect.arrayContaining([
      ['Authorization', another],
      ['X-API-Key', 'a+key'],
    ]),
  );
  expect(keyring.none).toEqual({ credential: { kind: 'none' } });
});

it.each(['4290', 'secrets', 'a', '------------'])(
  'never makes up a key that is an ordinary word or number: %s',
  (key) => {
    const keyring = createKeyring(key, createDraw(1, 'keys'), redactor);
    for (const name of ['wrong key', 'prefix of the key'] as const) {
      const made = keyring[name]?.headers?.[0]?.[1].replace('Bearer ', '') ?? '';
      expect(made).not.toBe(key);
      expect(made).not.toMatch(/^(?:.{0,5}|[a-z]{0,11}|\d{0,11})$/i);
    }
  },
);

it('shows words that programs send by mistake as they are, wherever a text contains them', () => {
  const names = new Redactor();
  const keyring = createKeyring('a-good-key', createDraw(1, 'keys'), names);
  const mistakes = Object.entries(keyring).flatMap(([name, shown]) => (name.startsWith('mistaken') ? shown : []));
  expect(mistakes).toHaveLength(19);
  const shown = mistakes.flatMap((each) => each?.headers?.[0]?.[1] ?? []);
  expect(shown).toEqual(expect.arrayContaining(['Bearer undefined', 'Bearer [object Object]', 'Bearer <API_KEY>']));
  expect(hideInHeaders([['Authorization', 'Bearer [object Object]']], names)).toEqual([
    ['Authorization', 'Bearer [object Object]'],
  ]);
  const text = 'a body with undefined, [object Object] and <API_KEY>';
  expect(names.redact(text)).toBe(text);
  // Like a real one: a scanner for secrets would find it in a report.
  const likeReal = shown.filter((value) => /sk_|ghp_|eyJ/.test(value));
  expect(likeReal).toHaveLength(3);
  for (const value of likeReal) expect(names.redact(value)).toMatch(/^Bearer key#\d+$/);
});

it('sends one of each kind of mistake first, drawn by the seed', () => {
  const drawn = new Set<string>();
  for (let seed = 0; seed < 60; seed++) {
    const keys = drawMistakenKeys(createDraw(seed, 'keys')).map(({ key }) => key);
    expect(new Set(keys).size).toBe(19);
    const kinds = [
      /^(?:undefined|null|None|nil)$/,
      /^(?:constructor|__proto__|toString|hasOwn)/,
      /API_KEY|apiKey/,
      /^(?:sk_|ghp_|eyJ)/,
    ];
    for (const kind of kinds) expect(keys.slice(0, 4).filter((key) => kind.test(key))).toHaveLength(1);
    drawn.add(keys[0] ?? '');
  }
  expect(drawn.size).toBe(4);
});

it('sends no mistake that is the key itself', () => {
  const keyring = createKeyring('undefined', createDraw(1, 'keys'), new Redactor());
  const credentials = Object.values(keyring).flatMap((shown) => (shown === undefined ? [] : shown.credential));
  expect(credentials.filter((one) => 'name' in one && one.name === 'undefined')).toEqual([]);
});

function hide(name: string, value: string) {
  const names = new Redactor();
  const baseUrl = 'https://tenant-4711.example.test/v1';
  const [[, shown] = []] = hideHeaderValues({ headers: [[name, value]], baseUrl, messagesUrl: undefined }, names);
  return { shown, elsewhere: names.redact(`a body that says ${value}`) };
}

it('hides possible secrets wherever they appear', () => {
  expect(hide('X-Gateway', 's3cret-t0ken-of-a-gateway')).toEqual({
    shown: 'secret#1',
    elsewhere: 'a body that says secret#1',
  });
});

it.each(['available', '1', 'tenant-4711', 'Tenant-4711'])(
  'hides %s only in the header: elsewhere it is an ordinary word',
  (value) => {
    expect(hide('X-Tenant', value)).toEqual({ shown: 'secret#0', elsewhere: `a body that says ${value}` });
  },
);

it('names the program that sent a request', () => {
  expect(hide('User-Agent', 'petstore-mock/0.2.0').shown).toBe('petstore-mock/0.2.0');
});

it.each(['available', '1000', '"quantity":', 'a1'])(
  'puts no key into a body where it would not be hidden: %s',
  (key) => {
    expect(createKeyring(key, createDraw(1, 'keys'), redactor).body).toBeUndefined();
  },
);
