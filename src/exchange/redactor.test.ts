import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCodePoint } from '../../tests/any-code-point.js';
import { isOneOfMany, isOrdinary, Redactor, SecretIndex } from './redactor.js';
import { decodeEscapes } from './secret-forms.js';

const KEY = 'sk_live/A+b=9zQ~x';

function redact(text: string, ...secrets: readonly string[]): string {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.nameOf(secret);
  return redactor.redact(text);
}

it('names each secret once, numbered per kind', () => {
  const redactor = new Redactor();
  expect(redactor.nameOf('first_key')).toBe('key#1');
  expect(redactor.nameOf('a cookie', 'secret')).toBe('secret#1');
  expect(redactor.nameOf('second_key', 'key')).toBe('key#2');
  expect(redactor.nameOf('first_key', 'secret')).toBe('key#1');
});

it('replaces a secret elsewhere only if it is distinctive', () => {
  const redactor = new Redactor();
  expect(redactor.nameOf('word', 'secret')).toBe('secret#1');
  expect(redactor.nameOf('s3cr3t-of-mine', 'secret')).toBe('secret#2');
  expect(redactor.nameOf('a_key')).toBe('key#1');
  expect(redactor.redact('word s3cr3t-of-mine a_key')).toBe('word secret#2 key#1');
});

it('uses given names for keys', () => {
  const redactor = new Redactor();
  expect(redactor.addKey('my_key', 'key#7')).toBe(true);
  expect([redactor.addKey('my_key', 'key#7'), redactor.addKey('my_key', 'key#8')]).toEqual([true, false]);
  expect([redactor.aliasOf('my_key'), redactor.aliasOf('yours')]).toEqual(['key#7', undefined]);
  expect(redactor.nameOf('my_key', 'secret')).toBe('key#7');
  expect(redactor.redact('it is my_key')).toBe('it is key#7');
});

it.each([
  '1',
  '1000',
  '-12',
  'x',
  'available',
  'petId',
  'größe',
  '"quantity":',
  '{',
  ' [',
  '17638560601',
  '9007199254740993',
  '-1.5e-10',
])('names %j, but does not search for it: it is an ordinary word or number', (key) => {
  const redactor = new Redactor();
  expect([redactor.nameOf(key), redactor.addKey(key, 'key#1')]).toEqual(['key#1', true]);
  expect(redactor.redact(`a ${key} b ${JSON.stringify(key)}`)).toBe(`a ${key} b ${JSON.stringify(key)}`);
});

it.each([
  'a1',
  'good-key',
  'sk_live',
  '31415926535897932384',
  '1.2.3',
  'antidisestablishment',
  '{"petId":1',
  'v1',
  '+/+/',
])('searches for %j', (key) => {
  expect(redact(`<${key}>`, key)).toBe('<key#1>');
});

it('finds further secrets in each text, also beyond the limit', () => {
  const redactor = new Redactor({ most: 1, find: (text) => text.match(/iso_\d+/g) ?? [] });
  expect(redactor.redact('iso_12345678 and iso_87654321')).toBe('secret#1 and secret#0');
  expect(redactor.isFull).toBe(true);
});

it('distinguishes a limited number of keys, and hides the others, too', () => {
  const redactor = new Redactor({ most: 2 });
  expect(['key_one_1', 'key_two_2', 'key_one_1', 'key_three_3'].map((key) => redactor.nameOf(key))).toEqual([
    'key#1',
    'key#2',
    'key#1',
    'key#0',
  ]);
  expect(redactor.redact('key_one_1, key_two_2')).toBe('key#1, key#2');
  expect(redactor.known).toBe(2);
});

it('counts keys and other secrets separately', () => {
  const redactor = new Redactor({ most: 1 });
  redactor.nameOf('a_cookie_of_20_letters', 'secret');
  expect(redactor.nameOf('another_of_20_letters', 'secret')).toBe('secret#0');
  expect(redactor.nameOf('key_one_1')).toBe('key#1');
});

it('recognises the pseudonym that many keys share', () => {
  expect(['key#0', 'key#10', 'key#1'].map(isOneOfMany)).toEqual([true, false, false]);
});

it('redacts a text that it received before the secret was known', () => {
  const redactor = new Redactor();
  for (const text of ['short test_free', `${'long '.repeat(100)}test_free`]) expect(redactor.redact(text)).toBe(text);
  redactor.nameOf('test_free');
  expect(redactor.redact('short test_free')).toBe('short key#1');
  expect(redactor.redact(`${'long '.repeat(100)}test_free`)).toMatch(/long key#1$/);
});

it('does not change a text without secrets', () => {
  expect(redact('%41 \\u0041 &amp; key#7 dGVzdA==', KEY)).toBe('%41 \\u0041 &amp; key#7 dGVzdA==');
  expect(redact('anything')).toBe('anything');
});

const hex = (text: string) => Buffer.from(text).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const escapeAll = (text: string, write: (code: number) => string) =>
  Array.from({ length: text.length }, (_, index) => write(text.charCodeAt(index))).join('');
const percentEveryByte = (text: string) => hex(text).replace(/../g, '%$&');
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Every form in which a secret may appear in a request or a response. */
const forms: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'URL-encoded': encodeURIComponent,
  'URL-encoded in small letters': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (escaped) => escaped.toLowerCase()),
  'form-encoded': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  'percent-encoded throughout': percentEveryByte,
  'URL-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'JSON-escaped': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'JSON-escaped throughout': (secret) => escapeAll(secret, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')).slice(1, -1),
  'HTML-escaped': (secret) => secret.replace(/[&<>"']/g, (character) => entities[character] ?? ''),
  'HTML-escaped throughout': (secret) => Array.from(secret, (each) => `&#${each.codePointAt(0)};`).join(''),
  'HTML-escaped in hex': (secret) => Array.from(secret, (each) => `&#X${each.codePointAt(0)?.toString(16)};`).join(''),
  hex,
  'hex in capitals': (secret) => hex(secret).toUpperCase(),
  base64,
  base64url,
  'URL-encoded base64': (secret) => encodeURIComponent(base64(secret)),
  'base64 in JSON': (secret) => base64(secret).replaceAll('/', '\\/'),
};

it.each(Object.keys(forms))('replaces a secret that is %s', (form) => {
  for (const secret of [
    KEY,
    'test_free',
    'p&s "w\'<rd>\\ é😀',
    '000000000000000000000000',
    '+/+/+/+/',
    'a b c d e f',
    's%3Aone/two',
  ]) {
    const shown = forms[form]?.(secret) ?? '';
    expect(redact(`{"echo":"${shown}","rest":1}`, secret)).toBe('{"echo":"key#1","rest":1}');
  }
});

const otherCase = (text: string) =>
  text.replace(/[a-z]|[A-Z]/g, (each) => (each < 'a' ? each.toLowerCase() : each.toUpperCase()));

it.each([
  ['upper case', (secret: string) => secret.toUpperCase()],
  ['lower case', (secret: string) => secret.toLowerCase()],
  ['another case', otherCase],
])('replaces a secret in %s', (_, change) => {
  for (const secret of [KEY, 'test_free', 'a1', 'Straße-1İ ΣAΣ']) {
    // What precedes it must not move it, nor change its letters.
    for (const before of ['', 'İ', 'Kİİ', 'Σ']) {
      const shown = change(secret);
      if (shown.length === secret.length) expect(redact(`${before} ${shown} Σ`, secret)).toBe(`${before} key#1 Σ`);
    }
  }
  expect(redact(`%22${encodeURIComponent(change(KEY))}%22`, KEY)).toBe('%22key#1%22');
  expect(redact('1-keyΣx', '1-keyΣ')).toBe('key#1x');
  expect(redact(change('available, key and a12'), 'available', 'a1')).toBe(change('available, key and a12'));
});

it('distinguishes secrets that differ in case only', () => {
  const [one, two] = ['a_Key-of-1', 'A_kEY-OF-1'];
  expect(redact(`${one} ${two} ${one.toLowerCase()}`, one, two)).toBe('key#1 key#2 key#1');
  expect(redact(`${one} ${two} ${one.toLowerCase()}`, two, one)).toBe('key#2 key#1 key#1');
  expect(redact(`"${escapeAll(one, (code) => `&#${code};`)}" ${two.slice(0, 5)}\n${two.slice(5)}`, two, one)).toBe(
    '"key#2" key#1',
  );
  expect(redact(`${hex(one)} ${base64(two)}`, one, two)).toBe('key#1 key#2');
});

it('does not take base64 in another case for a secret', () => {
  const text = otherCase(base64(KEY));
  expect(redact(text, KEY)).toBe(text);
});

const breaks = ['\n', '\r\n', '\r', '\n  ', '\r\n\t', '\n \n\t'];
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

it('replaces a secret that is broken over lines, and nothing beside it', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9\-._~+/]{6,40}$/).filter((key) => !isOrdinary(key));
  const writing = fc.constantFrom((key: string) => key, otherCase, hex, base64, base64url);
  const escaping = fc.constantFrom(
    (text: string) => text,
    inJson,
    (text: string) => inJson(inJson(text)),
    encodeURIComponent,
  );
  const wraps = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...breaks)), { minLength: 1, maxLength: 9 });
  const others = Array.from({ length: 40 }, (_, index) => `~~~unrelated~~~${index}~~~`);
  fc.assert(
    fc.property(token, writing, escaping, wraps, fc.constantFrom(...breaks), (key, write, quote, places, around) => {
      let shown = write(key);
      for (const [place, wrap] of places) {
        const at = 1 + (place % (shown.length - 1));
        shown = shown.slice(0, at) + wrap + shown.slice(at);
      }
      const text = quote(`one${around}"${shown}"${around}two`);
      const expected = `${quote(`one${around}"`)}key#1${quote(`"${around}two`)}`;
      expect(redact(text, key)).toBe(expected);
      expect(redact(text, key, ...others)).toBe(expected);
    }),
  );
});

it('replaces a secret from its first to its last character where lines begin and end with it', () => {
  expect(redact('id\n  test_\n  free\n  rest', 'test_free')).toBe('id\n  key#1\n  rest');
  expect(redact('test_free\ntest_\\\n  free\ntest_free', 'test_free')).toBe('key#1\nkey#1\nkey#1');
  expect(redact('%7\r4est_free, test_\rfree', 'test_free')).toBe('key#1, key#1');
  expect(redact('key#\n1 test_free\n#1', 'test_free')).toBe('key#\n1 key#1\n#1');
});

it('finds no secret where lines end and begin with ordinary words', () => {
  for (const text of [
    'a\n1',
    'a\\n1',
    'b\na1b',
    '61\n31',
    'YT\nE=',
    'YT\\nE=',
    'avail\nable',
    '%2\n0 a\n1',
    'test_ \n- free',
    '\n \r\n',
  ]) {
    expect(redact(text, 'a1', 'available', 'test_free')).toBe(text);
  }
  expect(redact('a1\nb, b\n  a1', 'a1')).toBe('key#1\nb, b\n  key#1');
});

it('replaces a secret inside longer base64 text, at any offset', () => {
  for (const before of ['', 'u', 'us', 'user:', 'Bearer ', '{"key":"']) {
    for (const after of ['', ':', '"}', 'xyz']) {
      for (const encode of [base64, base64url]) {
        const shown = encode(`${before}${KEY}${after}`);
        const redacted = redact(`Basic ${shown}, done`, KEY);
        expect(redacted).toMatch(/^Basic [\w+/-]*key#1[\w+/-]*=*, done$/);
        for (const length of [1, 4, 7]) {
          const lines = shown.match(new RegExp(`.{1,${length}}`, 'g'))?.join('\r\n');
          expect(redact(`Basic ${lines}, done`, KEY).replaceAll('\r\n', '')).toBe(redacted);
        }
      }
    }
  }
});

const isPeculiar = (key: string) => !isOrdinary(key);

it('removes every form of any key from any text', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9\-._~+/]{6,40}={0,2}$/);
  const pieces = fc.array(fc.oneof(fc.string({ unit: anyCodePoint }), fc.constantFrom(...Object.keys(forms))));
  fc.assert(
    fc.property(fc.array(token.filter(isPeculiar), { minLength: 1, maxLength: 3 }), pieces, (keys, mixed) => {
      const shown = (piece: string, key = '') => (Object.hasOwn(forms, piece) ? forms[piece]?.(key) : piece);
      const text = mixed.map((piece, index) => shown(piece, keys[index % keys.length])).join('|');
      const redacted = redact(text, ...keys);
      for (const key of keys) {
        for (const form of Object.values(forms)) expect(redacted).not.toContain(form(key));
      }
    }),
  );
});

it('removes a key from base64 of any surrounding text', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9\-._~+/]{6,40}$/);
  const around = fc.string({ unit: anyCodePoint });
  fc.assert(
    fc.property(token.filter(isPeculiar), around, around, (key, before, after) => {
      const redacted = redact(base64(`${before}${key}${after}`), key);
      expect(redacted).toContain('key#1');
      for (const part of redacted.split('key#1')) expect(Buffer.from(part, 'base64').toString()).not.toContain(key);
    }),
  );
});

it('replaces the longest of secrets with a common prefix, in every form', () => {
  for (const form of Object.values(forms)) {
    expect(redact(`<${form('test_free_2')}>`, 'test_free', 'test_free_2')).toBe('<key#2>');
  }
});

it('removes overlapping secrets completely', () => {
  expect(redact('-abc_efg_ij-', 'abc_ef', 'efg_ij')).toBe('-key#1-');
});

it('replaces a short secret only if it is a separate word', () => {
  expect(redact('a1 "a1" ba1 a12 a1é %20a1 \\na1', 'a1')).toBe('key#1 "key#1" ba1 a12 a1é %20key#1 \\nkey#1');
  expect(redact('6131 761310 YTE= xYTE=', 'a1')).toBe('key#1 761310 key#1 xYTE=');
});

it.each(['a1', 'a1:', ':a1', 'Bearer a1'])('finds a short secret in the base64 of %j', (text) => {
  expect(redact(`Basic ${base64(text)}`, 'a1')).toBe('Basic key#1');
});

/** The same forms, cut after each of their characters. */
it.each(Object.keys(forms))('replaces the beginning of a secret that is %s where a message quotes it cut', (form) => {
  for (const secret of [KEY, 'test_free', 'p&s "w\'<rd>\\ é😀', 'a b c d e f']) {
    const redactor = new Redactor();
    redactor.nameOf(secret);
    const shown = forms[form]?.(secret) ?? '';
    for (let length = 1; length < shown.length; length++) {
      const message = redactor.redactMessage(`got ${JSON.stringify(`${shown.slice(0, length)}…`)}, expected 1`);
      const isWhole = message === 'got "key#1…", expected 1';
      const left = /^got "(.*)…", expected 1$/.exec(message)?.[1];
      // At most three characters of it, and half of an escape, in the longest form.
      expect(isWhole || (left ?? '').length <= 3 * '%2525'.length + 12).toBe(true);
      if (!isWhole) expect(decoded(left ?? '')).not.toContain(secret.slice(0, 4));
    }
  }
});

function decoded(text: string): string {
  return Array.from({ length: 4 }).reduce<string>((rest) => decodeEscapes(rest).text, text);
}

it('replaces nothing else in a message', () => {
  const redactor = new Redactor();
  redactor.nameOf(KEY);
  redactor.nameOf('available');
  for (const text of ['status "avail…", 12 pets, key#1', '"sk_…" sk_live, live…', '…', 'sk_…live/A+b']) {
    expect(redactor.redactMessage(text)).toBe(text);
  }
  expect(redactor.redactMessage('"xsk_l…", "s\\u006b_l…" and sk_live/A+b=9zQ~x')).toBe('"xkey#1…", "key#1…" and key#1');
});

it('finds a secret in a JSON pointer', () => {
  expect(redact('/0/sk_live~1A+b=9zQ~0x/a', KEY)).toBe('/0/key#1/a');
});

it('never replaces inside its own pseudonyms', () => {
  expect(redact('y#1 key#1 key#2 key#3', 'y#1')).toBe('key#1 key#1 key#2 key#3');
  expect(redact('secret_key#1!', 'secret_key#1')).toBe('key#1!');
});

it('redacting twice changes nothing', () => {
  const once = redact(`Bearer ${KEY} ${encodeURIComponent(KEY)}`, KEY);
  expect(redact(once, KEY)).toBe(once);
});

it('does not treat words that a program sends without a key as secrets', () => {
  for (const word of ['', 'null', 'undefined', 'true', 'false']) {
    expect(redact('{"a":null,"b":true,"c":false}', word)).toBe('{"a":null,"b":true,"c":false}');
  }
});

// Two million characters: a search in quadratic time would still be at it when the test runner gives up.
it.each(['test_fre', '%74', '\\\\', '&amp;', '\\u0074est_fre', 'dGVzdF9mcmVl', 'TEST_\nfre\r\n ', '\r  \t'])(
  'redacts a long text of %j in linear time',
  (piece) => {
    const text = piece.repeat(2_000_000 / piece.length);
    expect(redact(text, 'test_free_key') === text).toBe(true);
  },
);

it.each([999, 1_000, 1_001, 20_000, 1_000_000])(
  'replaces a secret of %d characters in every form, and no more',
  (length) => {
    const secret = Array.from({ length: length / 4 + 1 }, (_, index) => `${index.toString(36)} 😀`)
      .join('')
      .slice(0, length - 1)
      .replace(/.$/u, '!');
    const inBase64 = Buffer.from(secret).toString('base64');
    const text = `a "${secret}" b ${Buffer.from(secret).toString('hex')} c ${inBase64} d`;
    expect(redact(text, secret)).toMatch(/^a "key#1" b key#1 c key#1.{0,3} d$/);
  },
);

it('replaces the same secrets, however many others are known', () => {
  const anySecret = fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.stringMatching(/^[a-z +/_-]{6,20}$/));
  const writings: readonly ((secret: string) => string)[] = [
    (secret) => secret,
    encodeURIComponent,
    (secret) => secret.replaceAll(' ', '+'),
    (secret) => JSON.stringify(secret),
    (secret) => Buffer.from(secret).toString('base64'),
    (secret) => Buffer.from(`x:${secret}`).toString('base64url'),
    (secret) => Buffer.from(`xy:${secret}z`).toString('base64'),
    (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  ];
  fc.assert(
    fc.property(fc.array(anySecret, { maxLength: 4 }), fc.array(fc.nat()), (secrets, picks) => {
      const shown = picks.map((pick, index) =>
        writings[pick % writings.length]?.(secrets[index % secrets.length] ?? ''),
      );
      const text = `GET /?a=${shown.join(' b=')} end`;
      // Nothing in the text looks like them.
      const others = Array.from({ length: 40 }, (_, index) => `~~~unrelated~~~${index}~~~`);
      expect(redact(text, ...secrets, ...others)).toBe(redact(text, ...secrets));
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});

/** An index of so many secrets that not all of them are sought one by one, and of those that are given. */
function indexOf(...secrets: readonly string[]) {
  const index = new SecretIndex<string>();
  for (let other = 0; other < 40; other++)
    index.add(`other-${other}-secret-${other}`, [`other-${other}-secret-${other}`]);
  for (const secret of secrets) index.add(secret, [secret]);
  return index;
}

it('finds the secrets that a text may contain, in the order in which they were added', () => {
  const index = indexOf('sk_live_b', 'sk_live_a');
  expect(index.candidatesIn('x sk_live_a sk_live_b other-7-secret-7 y')).toEqual([
    'other-7-secret-7',
    'sk_live_b',
    'sk_live_a',
  ]);
  expect(index.candidatesIn('nothing of the kind')).toEqual([]);
  expect(index.candidatesIn('')).toEqual([]);
});

it.each([
  ['deadbeef', 'x=DEADBEEF'],
  ['a+b/c+d/', 'x=a-b_c-d_'],
  ['two words', 'x=two+words'],
])('%j may be in %j', (secret, text) => {
  expect(indexOf(secret).candidatesIn(text)).toEqual([secret]);
});

it('considers short secrets in every text', () => {
  expect(indexOf('a1', 'longer-one').candidatesIn('zzz')).toEqual(['a1']);
});

it('returns a secret with many forms once', () => {
  const index = indexOf();
  index.add('key', ['first-form', 'second-form', 'ab', 'cd']);
  expect(index.candidatesIn('second-form first-form')).toEqual(['key']);
  expect(index.candidatesIn('zzz')).toEqual(['key']);
});

it('considers every secret if there are few', () => {
  const index = new SecretIndex<string>();
  index.add('one-secret', ['one-secret']);
  expect(index.candidatesIn('zzz')).toEqual(['one-secret']);
});
