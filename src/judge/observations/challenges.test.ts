import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { noKey, type Told, wrongKey } from '../../../tests/recorded.js';
import type { Credential } from '../../transcript/credential.js';

const refused = (value: string | undefined, credential: Credential): Told => ({
  status: 401,
  headers: { 'WWW-Authenticate': value },
  credential,
});
const missing = (value?: string) => refused(value, noKey);
const wrong = (value?: string) => refused(value, wrongKey);
const usual = { missing: 'Bearer realm="petstore"', wrong: 'Bearer realm="petstore", error="invalid_token"' };

it.each([
  ['bearer', [missing(usual.missing), wrong(usual.wrong)], []],
  ['bearer', [missing(usual.missing)], ['wrong']],
  ['none', [missing(), wrong()], []],
  [{ missing: usual.missing, wrong: usual.missing }, [missing(usual.missing), wrong(usual.missing)], []],
  [{ missing: 'Basic realm="x"' }, [missing('Basic realm="x"'), wrong()], []],
  [{ ...usual, wrong: 'Bearer' }, [wrong('Bearer')], ['missing']],
  [{ wrong: usual.wrong }, [missing()], ['wrong']],
  ['bearer', [missing(usual.missing), wrong('Bearer nonce="1"'), wrong('Bearer nonce="2"')], ['wrong']],
])('sees the challenges %j', (answer, told, unseen) => {
  expect(observed('www-authenticate', told)).toMatchObject({ answer, unseen });
});

it('sees none in a recording that may hide it, and none where answers differ', () => {
  expect(observed('www-authenticate', [missing(), missing('Bearer')])).toMatchObject({
    answer: undefined,
    exchanges: [1, 2],
  });
  expect(observed('www-authenticate', [refused('Bearer', { kind: 'unknown' })])).toMatchObject({
    answer: undefined,
    note: 'of no 401 it is known whether a key was missing or wrong',
  });
});

it('tells each case by itself', () => {
  expect(observed('www-authenticate', [missing(), wrong('Bearer')]).note).toBe(
    'a 401 to a missing key: no WWW-Authenticate; a 401 to a wrong key: WWW-Authenticate: "Bearer"',
  );
});
