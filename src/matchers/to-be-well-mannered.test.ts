import { expect, test } from 'vitest';
import { type ExchangeInit, recorded } from '../../tests/recorded.js';
import { toBeWellMannered } from './to-be-well-mannered.js';

const baseUrl = 'https://api.example.test/v1';
const DEPRECATED = 'manners/leaves-deprecated-operations';
const getPet: ExchangeInit = { path: '/pets/1', body: {} };

function journal(told: readonly ExchangeInit[], dropped = 0) {
  return { ...recorded(...told), baseUrl, dropped };
}

test('a conformant client fails .not.toBeWellMannered()', () => {
  const { pass, message } = toBeWellMannered(journal([{}]));
  expect(pass).toBe(true);
  expect(message()).toContain('expect(petstore).not.toBeWellMannered()');
  expect(message()).toContain(`✓ ${DEPRECATED}`);
});

test('the first requests of each violation are shown', () => {
  const { pass, message } = toBeWellMannered(journal(Array.from({ length: 5 }, () => getPet)));
  expect(pass).toBe(false);
  expect(message()).toContain('2026-11-21T12:00:00.200Z  #3 GET /v1/pets/1 → 200  key#1');
  expect(message()).toContain('… and 2 more');
  expect(message().match(/§4\.4/g)).toHaveLength(1);
});

test('requests that a violation refers to are shown with it', () => {
  const limited: ExchangeInit = { status: 429, headers: { 'Retry-After': '60' }, atMs: 0 };
  const { message } = toBeWellMannered(journal([limited, { atMs: 30_000 }]));
  expect(message()).toMatch(/§8\.3[\s\S]*12:00:00\.000Z {2}#1 GET[\s\S]*12:00:30\.000Z {2}#2 GET/);
});

test('of many violations a few are shown, and of many requests the last', () => {
  const limited = (second: number): ExchangeInit => ({
    status: 429,
    headers: { 'Retry-After': '60' },
    atMs: second * 1_000,
  });
  const { message } = toBeWellMannered(journal([0, 1, 2, 3, 4, 5, 6, 7].map(limited)));
  expect(message().match(/before the time that Retry-After indicates had passed/g)).toHaveLength(3);
  expect(message()).toContain('… and 4 more');
  expect(message()).toMatch(/#4 GET.*\n.*#5 GET.*\n.*#6 GET.*\n.*#7 GET.*\n.*#8 GET/);
});

test('a message never redacts its own words, and shows pseudonyms in full', () => {
  const told: ExchangeInit[] = [
    { requestHeaders: { Authorization: 'Basic key#1' } },
    { path: '/inventory?api_key=key#1', credential: { kind: 'misplaced', name: 'key#1', where: 'query' } },
  ];
  const text = toBeWellMannered(journal(told)).message();
  expect(text).toContain('the Authorization header held no bearer token');
  expect(text).toContain('GET /v1/inventory?api_key=key#1 → 200');
});

test('excepted violations are omitted', () => {
  expect(toBeWellMannered(journal([getPet]), { except: [DEPRECATED] }).pass).toBe(true);
});

test('a client without requests, or without requests to the service, is not judged', () => {
  expect(() => toBeWellMannered(journal([]))).toThrow(
    'no request was sent, so there is nothing to judge. Let the client',
  );
  expect(() => toBeWellMannered({ ...journal([{}]), baseUrl: 'https://other.test/v1' })).toThrow(
    'none of 1 exchange lies under https://other.test/v1',
  );
});

test('remaining requests are not enough to pass after others were dropped, but enough to fail', () => {
  expect(() => toBeWellMannered(journal([{}], 2))).toThrow('2 older exchanges were dropped');
  expect(toBeWellMannered(journal([getPet], 2)).pass).toBe(false);
});

test.each([
  [{ except: ['manners/leaves-deprecated-operation'] }, `Did you mean '${DEPRECATED}'? Rules: manners/`],
  [{ except: DEPRECATED }, 'except is a string. Try { except: ['],
  [{ except: [7] }, 'there is no rule 7'],
  [{ without: [] }, 'there is no such field in the options'],
  [[DEPRECATED], 'the options should be an object. Try { except'],
  [DEPRECATED, 'the options should be an object'],
])('%j are not valid options', (options, message) => {
  expect(() => toBeWellMannered(journal([{}]), options as object)).toThrow(message);
});
